// Every game that was played here.

import { ask } from "../api.js";
import { dialog } from "../dialog.js";
import { button, download, el, grouped, icon, toast } from "../dom.js";
import { paint } from "../tiles.js";

const PAGE = 50;

/** @param {HTMLElement} root */
export async function open(root) {
  /** @type {Listed[]} */
  let games = await ask("/games");
  let shown = PAGE;
  const list = el("ul.games");
  const more = button(null, "Show more", () => {
    shown += PAGE;
    render();
  });
  const count = el("p");
  root.append(
    el("div.page-head", {}, el("div", {}, el("h1", {}, "Games"), count), button("plus", "Import a game", openImport)),
    list,
    more,
  );

  function render() {
    const best = Math.max(0, ...games.map((game) => game.score));
    count.textContent = games.length
      ? `${grouped(games.length)} kept, the best with ${grouped(best)}. A new game never loses an old one.`
      : "No game yet.";
    list.replaceChildren(...games.slice(0, shown).map(line));
    more.hidden = games.length <= shown;
  }

  /** @param {Listed} game */
  function line(game) {
    const tile = el("div.top-tile", { "aria-hidden": "true" }, game.max_tile || "");
    paint(tile, game.max_tile);
    const state = game.over ? "over" : game.won ? "won, goes on" : "goes on";
    const details = `${game.board} · ${grouped(game.moves)} moves · ${state}${game.undos ? ` · ${game.undos} undos` : ""}`;
    return el(
      "li",
      { "data-game": game.id },
      tile,
      el("div.what", {}, el("b", {}, grouped(game.score)), el("span", {}, details), el("span.note", {}, when(game.changed))),
      el("a.button.main", { href: `#/play/${game.id}` }, game.over ? "Look" : "Play on"),
      el("a.button", { href: `#/review/${game.id}` }, icon("graph"), "Review"),
      button("share", "Export", () => save(game.id)),
      button("bin", "", () => confirmRemoval(game), { "aria-label": `Remove the game with score ${game.score}`, className: "icon-button" }),
    );
  }

  /** @param {number} id */
  async function save(id) {
    download(`2048-game-${id}.record`, await ask(`/games/${id}/record`));
  }

  /** @param {Listed} game */
  function confirmRemoval(game) {
    const remove = async () => {
      await ask(`/games/${game.id}`, { method: "DELETE" });
      games = games.filter((other) => other.id !== game.id);
      render();
      toast("Game removed.");
    };
    dialog("Remove this game?", [el("p", {}, `${grouped(game.score)} points in ${grouped(game.moves)} moves. It cannot be brought back.`)], [
      ["Keep it", () => {}],
      ["Remove it", remove],
    ]);
  }

  render();
  return { close() {} };
}

/** Asks for a record or the gameState of another 2048, and opens it. */
export function openImport() {
  const text = el("textarea", { rows: 6, required: true, spellcheck: false });
  const file = el("input", { type: "file", accept: ".record,.json,.txt,text/plain,application/json" });
  file.onchange = async () => {
    text.value = (await file.files?.[0]?.text()) ?? "";
  };
  const take = async () => {
    try {
      const game = await ask("/games", { body: { import: text.value } });
      location.hash = `#/play/${game.id}`;
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  dialog(
    "Import a game",
    [
      el("label", {}, "A record of Redouble, or the gameState of a 2048 in the browser", text),
      el("label", {}, "Or a file", file),
    ],
    [["Cancel", () => {}], ["Import", take]],
  );
}

/** @param {number} seconds */
const when = (seconds) => new Date(seconds * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
