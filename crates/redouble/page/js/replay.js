// A recorded game, position by position.

import { ask } from "./api.js";


/** @type {Record<string, Direction>} */
export const LETTERS = { u: "up", r: "right", d: "down", l: "left" };
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The board after `at` moves. @param {Replay} replay @param {number} at */
export function frame({ rows, columns, frames }, at) {
  return { rows, columns, cells: [...frames[at]].map((digit) => (digit === "0" ? 0 : 2 ** DIGITS.indexOf(digit))) };
}

/** The board after `at` moves, as text. @param {Replay} replay @param {number} at */
export function text(replay, at) {
  const { rows, columns, cells } = frame(replay, at);
  return Array.from({ length: rows }, (_, y) => cells.slice(y * columns, (y + 1) * columns).map((value) => value || ".").join(",")).join("/");
}

/** How a move looked. @param {Replay} replay @param {number} index @returns {Promise<Turn>} */
export function turn(replay, index) {
  const [cell, value] = replay.spawns[index];
  return ask("/turn", { body: { board: text(replay, index), direction: LETTERS[replay.moves[index]], cell, value } });
}
