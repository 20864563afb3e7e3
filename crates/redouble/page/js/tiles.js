// How tiles look, on boards large and small.

import { el } from "./dom.js";
import { text } from "./texts.js";

/** The colour of a tile: its exponent, in a cycle of six beyond 2^18. @param {number} value */
export function step(value) {
  const exponent = value ? Math.round(Math.log2(value)) : 0;
  return exponent <= 18 ? exponent : 13 + ((exponent - 13) % 6);
}

/** A tile's number; beyond eight digits as a power. @param {number} value */
export const face = (value) => (value < 1e8 ? String(value) : `2^${Math.round(Math.log2(value))}`);

/** @param {HTMLElement} element @param {number} value */
export function paint(element, value) {
  element.dataset.step = String(step(value));
  element.dataset.digits = String(Math.min(face(value).length, 8));
}

/**
 * A small still board.
 * @param {{rows: number, columns: number, cells: number[]}} board
 * @param {Record<string, unknown>} [props]
 */
export function mini(board, props = {}) {
  const cells = board.cells.map((value) => {
    const cell = el("div", {}, el("span", {}, value ? face(value) : ""));
    paint(cell, value);
    return cell;
  });
  const label = text.aloud.boardIs(describe(board));
  return el("div.mini", { role: "img", "aria-label": label, "--columns": board.columns, ...props }, ...cells);
}

/** A board in words, row by row. @param {{columns: number, cells: number[]}} board */
export function describe({ columns, cells }) {
  const rows = [];
  for (let at = 0; at < cells.length; at += columns) {
    rows.push(cells.slice(at, at + columns).map((value) => value || text.aloud.empty).join(" "));
  }
  return rows.join("; ");
}
