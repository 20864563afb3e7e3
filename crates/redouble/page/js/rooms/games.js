// Every game that was played here.

import { ask } from "../api.js";
import { dialog } from "../dialog.js";
import { button, download, el, grouped, icon, toast } from "../dom.js";
import { text } from "../texts.js";
import { paint } from "../tiles.js";

const PAGE = 50;

/** @param {HTMLElement} root */
export async function open(root) {
  /** @type {Listed[]} */
  let games = await ask("/games");
  let shown = PAGE;
  const list = el("ul.games");
  const more = button(null, text.games.more, () => {
    shown += PAGE;
    render();
  });
  const count = el("p");
  root.append(
    el("div.page-head", {}, el("div", {}, el("h1", {}, text.games.title), count), button("plus", text.games.importOne, openImport)),
    list,
    more,
  );

  function render() {
    const best = Math.max(0, ...games.filter(({ marks }) => !marks.length).map((game) => game.score));
    count.textContent = games.length ? text.games.kept(games.length, best) : text.games.none;
    list.replaceChildren(...games.slice(0, shown).map(line));
    more.hidden = games.length <= shown;
  }

  /** @param {Listed} game */
  function line(game) {
    const tile = el("div.top-tile", { "aria-hidden": "true" }, game.max_tile || "");
    paint(tile, game.max_tile);
    const state = game.over ? text.games.over : game.won ? text.games.won : text.games.goesOn;
    const marks = game.marks.map((mark) => (mark === "undo" ? text.games.undos(game.undos) : text.marks[mark]));
    const details = [game.board, text.play.moves(game.moves), state, ...marks].join(" · ");
    return el(
      "li",
      { "data-game": game.id },
      tile,
      el("div.what", {}, el("b", {}, grouped(game.score)), el("span", {}, details), el("span.note", {}, when(game.changed))),
      el("a.button.main", { href: `#/play/${game.id}` }, game.over ? text.games.look : text.games.playOn),
      el("a.button", { href: `#/review/${game.id}` }, icon("graph"), text.games.review),
      button("share", text.games.export, () => save(game.id)),
      button("bin", "", () => confirmRemoval(game), { "aria-label": text.games.remove(game.score), className: "icon-button" }),
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
      toast(text.games.removed);
    };
    dialog(text.games.removeTitle, [el("p", {}, text.games.removeText(game.score, game.moves))], [
      [text.games.keepIt, () => {}],
      [text.games.removeIt, remove],
    ]);
  }

  render();
  return { close() {} };
}

/** Asks for a record or the gameState of another 2048, and opens it. */
export function openImport() {
  const area = el("textarea", { rows: 6, required: true, spellcheck: false });
  const file = el("input", { type: "file", accept: ".record,.json,.txt,text/plain,application/json" });
  file.onchange = async () => {
    area.value = (await file.files?.[0]?.text()) ?? "";
  };
  const take = async () => {
    try {
      const game = await ask("/games", { body: { import: area.value } });
      location.hash = `#/play/${game.id}`;
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  dialog(
    text.games.importTitle,
    [el("label", {}, text.games.importText, area), el("label", {}, text.games.importFile, file)],
    [[text.games.cancel, () => {}], [text.games.import, take]],
  );
}

/** @param {number} seconds */
const when = (seconds) => new Date(seconds * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
