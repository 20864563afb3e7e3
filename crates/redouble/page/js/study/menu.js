// What else can be done with a study: play on, share, export, ask somebody else.

import { dialog } from "../dialog.js";
import { button, el } from "../dom.js";
import { playerPicker } from "../players.js";
import { text } from "../texts.js";

/**
 * @typedef {object} StudyMenu
 * @property {string} about
 * @property {boolean} isGame whether there are moves
 * @property {{rows: number, columns: number}} board
 * @property {HTMLSelectElement} speed of the replay
 * @property {() => void} playOn
 * @property {() => void} review
 * @property {() => void} adviser another adviser was chosen
 * @property {() => void} occurs
 * @property {() => void} copyLink
 * @property {() => void} copyBoard
 * @property {() => void} copyRecord
 * @property {() => void} saveRecord
 * @property {() => void} savePage
 */

/** @param {StudyMenu} menu */
export async function openStudyMenu(menu) {
  const words = text.study;
  const picker = await playerPicker({ label: text.coach.adviser, remember: true, advice: true, onchange: menu.adviser });
  picker.fit(menu.board);
  /** Closes the menu, and when its entry of the history is gone goes elsewhere. @param {() => void} action */
  const then = (action) => () => {
    addEventListener("popstate", () => setTimeout(action), { once: true });
    sheet.close();
  };
  const ofGame = menu.isGame
    ? [
        button(null, text.review.copyText, menu.copyRecord),
        button(null, text.review.export, menu.saveRecord),
        button(null, text.file.export, menu.savePage, { id: "export-page" }),
      ]
    : [];
  const sheet = dialog(
    words.menu,
    [
      el("p.note", {}, menu.about),
      el("div.row", {}, button("play", text.editor.play, then(menu.playOn), { id: "play-here", className: "main" }), button(null, text.editor.occurs, then(menu.occurs))),
      el("h3", {}, text.review.share),
      el("div.row", {}, button("share", text.review.copyLink, menu.copyLink), button(null, text.editor.copyText, menu.copyBoard), ...ofGame),
      el("p.note", {}, text.menu.shareNote),
      el("h3", {}, text.coach.adviser),
      picker.element,
      menu.isGame && el("div.row", {}, button("graph", text.review.again, then(menu.review)), menu.speed),
    ].filter((part) => part !== false),
    [[text.menu.close, () => {}]],
  );
}
