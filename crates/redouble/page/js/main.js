// The frame: rooms, the way between them, and the settings. A room is one module with `open(root, params)`.

import { ask, setTrouble } from "./api.js";
import { el, icon } from "./dom.js";
import { apply, openSettings } from "./settings.js";

/** @type {{name: string, title: string, load: () => Promise<{open(root: HTMLElement, params: RoomParams): Room | Promise<Room>}>}[]} */
const ROOMS = [
  { name: "play", title: "Play", load: () => import("./rooms/play.js") },
  { name: "games", title: "Games", load: () => import("./rooms/games.js") },
  { name: "board", title: "Board", load: () => import("./rooms/board.js") },
  { name: "review", title: "Review", load: () => import("./rooms/review.js") },
  { name: "arena", title: "Arena", load: () => import("./rooms/arena.js") },
  { name: "count", title: "Count", load: () => import("./rooms/count.js") },
  { name: "solve", title: "Solve", load: () => import("./rooms/solve.js") },
  { name: "tilt", title: "Tilt", load: () => import("./rooms/tilt.js") },
];

const root = /** @type {HTMLElement} */ (document.getElementById("room"));
const nav = /** @type {HTMLElement} */ (document.getElementById("rooms"));
/** @type {Room | null} */
let room = null;
let name = "";
let visits = 0;

/** Where the address points: `#/play/7?x=1` is the room "play" with the path ["7"]. */
function place() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [wanted, ...rest] = path.split("/").filter(Boolean).map(decodeURIComponent);
  const found = ROOMS.find((candidate) => candidate.name === wanted) ?? ROOMS[0];
  return { found, params: { path: rest, query: new URLSearchParams(query) } };
}

async function go() {
  const { found, params } = place();
  if (found.name === name && room?.update?.(params)) return;
  const visit = ++visits;
  room?.close();
  room = null;
  name = found.name;
  document.title = `${found.title === "Play" ? "2048" : found.title} · Redouble`;
  for (const link of nav.children) {
    link.toggleAttribute("aria-current", link.getAttribute("href") === `#/${found.name}`);
    if (!link.hasAttribute("aria-current")) continue;
    link.setAttribute("aria-current", "page");
    link.scrollIntoView({ inline: "center", block: "nearest" });
  }
  root.className = "";
  try {
    const { open } = await found.load();
    if (visit !== visits) return;
    root.replaceChildren();
    const opened = await open(root, params);
    if (visit === visits) room = opened;
    else opened.close();
  } catch (error) {
    root.replaceChildren(el("p.problem", { role: "alert" }, error instanceof Error ? error.message : String(error)));
  }
}

nav.append(...ROOMS.map(({ name: to, title }) => el("a", { href: `#/${to}` }, title)));
const gear = /** @type {HTMLElement} */ (document.getElementById("settings"));
gear.append(icon("gear"));
gear.onclick = openSettings;
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  root.focus();
});
apply();
addEventListener("hashchange", go);
go();

// A page left open learns that its server is gone before a move does.
addEventListener("online", () => ask("/games/current").catch(() => setTrouble("server", null)));
