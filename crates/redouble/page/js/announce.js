// What a screen reader hears: one sentence a move.

import { text } from "./texts.js";

/** @param {string} sentence @param {"polite" | "assertive"} [how] */
export function say(sentence, how = "polite") {
  const region = /** @type {HTMLElement} */ (document.getElementById(how));
  // The same sentence twice is read twice.
  region.textContent = region.textContent === sentence ? `${sentence} ` : sentence;
}

/** A move in a sentence. @param {Turn} turn @param {{columns: number, score: number}} game */
export function sentence(turn, game) {
  /** @type {Map<number, number>} */
  const made = new Map();
  for (const { to, value, merged } of turn.motions) if (merged) made.set(to, value * 2);
  const values = [...made.values()].sort((a, b) => b - a);
  return text.aloud.move(turn.direction, values, turn.gained, turn.spawn, game.columns, game.score);
}

/** A row of a board, or all of them, in words. @param {{rows: number, columns: number, cells: number[]}} board @param {number} [row] from 1 */
export function aloud({ rows, columns, cells }, row) {
  const words = (/** @type {number} */ y) => cells.slice((y - 1) * columns, y * columns).map((value) => value || text.aloud.empty).join(" ");
  const wanted = row ? [row] : Array.from({ length: rows }, (_, y) => y + 1);
  return wanted.filter((y) => y <= rows).map((y) => text.aloud.row(y, words(y))).join(" ");
}
