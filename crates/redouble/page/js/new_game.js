// The dialog of a new game: any board, any chance of a 4, any goal, any seed.

import { dialog } from "./dialog.js";
import { el } from "./dom.js";
import { text } from "./texts.js";

/** What a new game is like. @typedef {{board: string, p4: number, goal: number, seed?: number}} Kind */

/**
 * @param {{rows: number, columns: number, p4: number, goal: number}} usual
 * @param {(kind: Kind) => Promise<unknown>} start
 */
export function openNewGame(usual, start) {
  const sides = ["2", "3", "4", "5", "6", "7", "8"];
  const side = (/** @type {number} */ value) => {
    const select = el("select", {}, ...sides.map((n) => el("option", { value: n }, n)));
    select.value = String(value);
    return select;
  };
  const rows = side(usual.rows);
  const columns = side(usual.columns);
  const p4 = el("input", { type: "number", min: "0", max: "1", step: "any", value: String(usual.p4), required: true });
  const goal = el("select", {}, ...Array.from({ length: 15 }, (_, i) => el("option", { value: String(8 << i) }, String(8 << i))));
  goal.value = String(usual.goal);
  const seed = el("input", { inputMode: "numeric", pattern: "[0-9]{1,16}", placeholder: text.newGame.byChance });
  const go = async () => {
    try {
      await start({
        board: `${rows.value}x${columns.value}`,
        p4: Number(p4.value),
        goal: Number(goal.value),
        ...(seed.value && { seed: Number(seed.value) }),
      });
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ control) => el("label", {}, label, control);
  dialog(
    text.newGame.title,
    [
      el("div.fields", {}, field(text.newGame.rows, rows), field(text.newGame.columns, columns), field(text.newGame.goal, goal)),
      el("div.fields", {}, field(text.newGame.four, p4), field(text.newGame.seed, seed)),
      el("p.note", {}, text.newGame.note),
    ],
    [[text.newGame.cancel, () => {}], [text.newGame.start, go]],
  );
}
