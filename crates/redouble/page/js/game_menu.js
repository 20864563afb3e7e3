// What is behind "⋯": games of other kinds, and what can be done with this one.

import { ask } from "./api.js";
import { dialog } from "./dialog.js";
import { button, copy, download, el } from "./dom.js";
import { openNewGame } from "./new_game.js";
import { openImport } from "./rooms/games.js";
import { text } from "./texts.js";

/**
 * @param {Game} game
 * @param {(kind: import("./new_game.js").Kind) => Promise<unknown>} start
 */
export function openGameMenu(game, start) {
  const { menu } = text;
  const record = () => ask(`/games/${game.id}/record`);
  const share = async () => copy(`${location.origin}/#/study?record=${encodeURIComponent((await record()).trim())}`, menu.link);
  /** Closes the menu, and when its entry of the history is gone does something: another dialog, another room. @param {() => unknown} action */
  const then = (action) => () => {
    addEventListener("popstate", () => setTimeout(action), { once: true });
    sheet.close();
  };
  const goTo = (/** @type {string} */ hash) => then(() => { location.hash = hash; });
  const kind = (/** @type {string} */ name, /** @type {string} */ board, /** @type {number} */ p4, /** @type {number} */ goal) =>
    button(null, name, then(() => start({ board, p4, goal })));
  const sheet = dialog(
    menu.title,
    [
      el("p.note", {}, menu.about(game, menu.seed(game.seed)), " ", game.marks.length ? text.play.notCounted(game.marks) : ""),
      el("h3", {}, menu.kinds),
      el(
        "div.row",
        {},
        kind(menu.classic, "4x4", 0.1, 2048),
        kind(menu.small, "3x3", 0.1, 512),
        kind(menu.large, "5x5", 0.1, 2048),
        kind(menu.twos, "4x4", 0, 2048),
        button(null, menu.other, then(() => openNewGame(game, start))),
      ),
      el("h3", {}, menu.title),
      el(
        "div.row",
        {},
        button("graph", menu.review, goTo(`#/study/${game.id}`), { id: "to-review" }),
        button("pen", menu.edit, goTo(`#/study?b=${encodeURIComponent(game.board)}&edit=on`)),
        button("share", menu.share, share),
        button(null, menu.export, async () => download(`2048-game-${game.id}.record`, await record())),
        button(null, menu.import, then(openImport)),
      ),
      el("p.note", {}, menu.shareNote),
    ],
    [[menu.close, () => {}]],
  );
}
