// The frame: three destinations, the rooms in them, and the way between them. A room is one module with `open(root, params)`.

import { say } from "./announce.js";
import { watchServer } from "./api.js";
import { el, icon } from "./dom.js";
import { openHelp } from "./help.js";
import { apply, openSettings } from "./settings.js";
import { text } from "./texts.js";

/** @typedef {{open(root: HTMLElement, params: RoomParams): Room | Promise<Room>}} RoomModule */
/** @type {Record<string, () => Promise<RoomModule>>} */
const ROOMS = {
  play: () => import("./rooms/play.js"),
  games: () => import("./rooms/games.js"),
  study: () => import("./rooms/study.js"),
  learn: () => import("./rooms/learn.js"),
  arena: () => import("./rooms/arena.js"),
  count: () => import("./rooms/count.js"),
  solve: () => import("./rooms/solve.js"),
  tilt: () => import("./rooms/tilt.js"),
};

/** The destinations and their rooms; the first room is the door. @type {{name: string, picture: "board" | "book" | "flask", rooms: string[]}[]} */
const PLACES = [
  { name: "play", picture: "board", rooms: ["play"] },
  { name: "study", picture: "book", rooms: ["games", "study", "learn"] },
  { name: "lab", picture: "flask", rooms: ["arena", "count", "solve", "tilt"] },
];

const root = /** @type {HTMLElement} */ (document.getElementById("room"));
const nav = /** @type {HTMLElement} */ (document.getElementById("rooms"));
const tabs = /** @type {HTMLElement} */ (document.getElementById("tabs"));
/** @type {Room | null} */
let room = null;
let name = "";
let visits = 0;

/** The address that stands for a room, where it is not its name: the place Study is more than its board. @type {Record<string, string>} */
const DOORS = { study: "#/board" };

/** Addresses of rooms that are one board now: what they meant is in its address. */
function renewed() {
  const [, old, rest = "", query = ""] = location.hash.match(/^#\/(review|board)(\/[^?]*)?(?:\?(.*))?$/s) ?? [];
  if (!old) return;
  const params = new URLSearchParams(query);
  if (old === "board") params.set("edit", "on");
  const isSomething = old === "board" || rest.length > 1 || params.has("record");
  history.replaceState(history.state, "", isSomething ? `#/study${rest}?${params}` : "#/games");
}

/** The room that an address means: `#/study/7` and `#/study?b=…` are the board, `#/study` is the door of its place. @param {string} wanted @param {string[]} rest @param {URLSearchParams} query */
function meant(wanted, rest, query) {
  const place = PLACES.find((candidate) => candidate.name === wanted);
  if (wanted === "study" && (rest.length || query.size)) return "study";
  return place?.rooms[0] ?? (wanted in ROOMS ? wanted : "play");
}

/** Where the address points. */
function place() {
  renewed();
  const [path, search = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [wanted = "", ...rest] = path.split("/").filter(Boolean).map(decodeURIComponent);
  const query = new URLSearchParams(search);
  return { found: meant(wanted, rest, query), params: { path: rest, query } };
}

/** Marks where we are, in both navigations. @param {string} found */
function showPlace(found) {
  const here = PLACES.find(({ rooms }) => rooms.includes(found)) ?? PLACES[0];
  document.title = text.frame.title(text.frame.rooms[found]);
  for (const link of nav.children) setCurrent(link, link.getAttribute("href") === `#/${here.name}`);
  const rooms = here.rooms.length > 1 ? here.rooms : [];
  tabs.hidden = !rooms.length;
  tabs.setAttribute("aria-label", text.frame.places[here.name]);
  tabs.replaceChildren(...rooms.map((to) => el("a", { href: DOORS[to] ?? `#/${to}` }, text.frame.rooms[to])));
  for (const link of tabs.children) setCurrent(link, link.getAttribute("href") === (DOORS[found] ?? `#/${found}`));
}

/** @param {Element} link @param {boolean} current */
function setCurrent(link, current) {
  if (current) link.setAttribute("aria-current", "page");
  else link.removeAttribute("aria-current");
}

async function go() {
  const { found, params } = place();
  if (found === name && room?.update?.(params)) return;
  const visit = ++visits;
  room?.close();
  room = null;
  name = found;
  showPlace(found);
  root.className = "";
  try {
    const { open } = await ROOMS[found]();
    if (visit !== visits) return;
    root.replaceChildren();
    const opened = await open(root, params);
    if (visit === visits) room = opened;
    else opened.close();
  } catch (error) {
    root.replaceChildren(el("p.problem", { role: "alert" }, error instanceof Error ? error.message : String(error)));
  }
}

nav.append(...PLACES.map(({ name: to, picture }) => el("a", { href: `#/${to}` }, icon(picture), text.frame.places[to])));
for (const [id, picture, action] of /** @type {const} */ ([["help", "help", openHelp], ["settings", "gear", openSettings]])) {
  const control = /** @type {HTMLElement} */ (document.getElementById(id));
  control.append(icon(picture));
  control.setAttribute("aria-label", text.frame[id]);
  control.onclick = action;
}
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  root.focus();
  if (name === "play") say(text.aloud.boardHelp);
});
document.addEventListener("keydown", (event) => {
  const busy = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
  if (event.key === "?" && !busy && !document.querySelector("dialog[open]")) openHelp();
});
apply();
addEventListener("hashchange", go);
go();
watchServer();
