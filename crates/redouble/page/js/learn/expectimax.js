// Looking ahead: a max node chooses, a chance node averages. As the exercise `expectimax` has it: depth counts slides, boards are looked at
// after the last slide, a board without a move is worth what it looks like.

import { emptyCells, spawn, spawns } from "../rules.js";
import { heuristic, looked } from "./terms.js";

/** @typedef {import("../rules.js").Grid} Grid */
/** @typedef {import("../rules.js").NewTile & {chance: number}} Outcome */

/** Draws so many different new tiles, 2s and 4s in their proportion, and weighs both kinds as they should be. @param {Grid} grid @param {number} draws @param {import("../rules.js").Random} random @returns {Outcome[]} */
export function sampled(grid, draws, random) {
  const lists = [emptyCells(grid), emptyCells(grid)];
  /** @type {import("../rules.js").NewTile[]} */
  const drawn = [];
  while (drawn.length < draws && lists[0].length + lists[1].length > 0) {
    const [twos, fours] = [0.9 * lists[0].length, 0.1 * lists[1].length];
    const kind = random.unit() * (twos + fours) < twos ? 0 : 1;
    const [cell] = lists[kind].splice(random.below(lists[kind].length), 1);
    drawn.push({ cell, tile: kind + 1 });
  }
  const count = (/** @type {number} */ tile) => drawn.filter((one) => one.tile === tile).length;
  const [n2, n4] = [count(1), count(2)];
  const share = n2 && n4 ? [0.9 / n2, 0.1 / n4] : [1 / (n2 || 1), 1 / (n4 || 1)];
  return drawn.map((one) => ({ ...one, chance: share[one.tile - 1] }));
}

/** The value of every legal slide, and how many boards were looked at. @param {Grid} grid @param {number} depth @param {(after: Grid) => Outcome[]} [outcomes] */
export function expectimax(grid, depth, outcomes = spawns) {
  let boards = 0;
  const chanceNode = (/** @type {Grid} */ after, /** @type {number} */ left) => {
    if (left === 0) {
      boards++;
      return heuristic(after);
    }
    return outcomes(after).reduce((sum, outcome) => sum + outcome.chance * maxNode(spawn(after, outcome), left), 0);
  };
  const maxNode = (/** @type {Grid} */ board, /** @type {number} */ left) => {
    const options = looked(board, (after) => chanceNode(after, left - 1));
    if (options.length > 0) return Math.max(...options.map(({ value }) => value));
    boards++;
    return heuristic(board);
  };
  const moves = looked(grid, (after) => chanceNode(after, depth - 1)).map(({ direction, value }) => ({ direction, value }));
  return { moves, boards };
}
