// What can be said for a board: the six terms of the course, each with the cells that count, and a player that looks one slide ahead.

import { DIRECTIONS, largest, lines, slide } from "../rules.js";

/** @typedef {import("../rules.js").Grid} Grid */

/** @type {Map<number, number[][]>} */
const both = new Map();
/** @type {Map<number, number[][]>} */
const snakes = new Map();

/** Rows and columns as lists of cells. @param {Grid} grid */
function rowsAndColumns({ rows, columns }) {
  let found = both.get(rows * 256 + columns);
  if (!found) {
    const { left, up } = lines(rows, columns);
    found = [...left, ...up];
    both.set(rows * 256 + columns, found);
  }
  return found;
}

/** The eight snakes: from each corner, by rows or by columns. @param {Grid} grid */
function snakePaths({ rows, columns }) {
  const key = rows * 256 + columns;
  let found = snakes.get(key);
  if (!found) {
    const all = lines(rows, columns);
    const wind = (/** @type {number[][]} */ list, /** @type {boolean} */ turned) => list.flatMap((line, index) => ((index % 2 === 1) !== turned ? line.toReversed() : line));
    found = [all.left, all.up].flatMap((list) => [list, list.toReversed()].flatMap((order) => [wind(order, false), wind(order, true)]));
    snakes.set(key, found);
  }
  return found;
}

/** How far a snake goes without an empty cell and without rising. @param {Uint8Array} cells @param {number[]} path */
function snakeLength(cells, path) {
  let length = 0;
  while (length < path.length && cells[path[length]] !== 0 && (length === 0 || cells[path[length]] <= cells[path[length - 1]])) length++;
  return length;
}

/** Whether the tiles of a line, empty cells left out, never rise or never fall. @param {Uint8Array} cells @param {number[]} line */
function isMonotone(cells, line) {
  let rises = false;
  let falls = false;
  let last = 0;
  for (const cell of line) {
    const tile = cells[cell];
    if (tile === 0) continue;
    if (last !== 0) {
      rises ||= tile > last;
      falls ||= tile < last;
    }
    last = tile;
  }
  return !(rises && falls);
}

/** Whether an end of a line has its largest tile; a line without tiles has none. @param {Uint8Array} cells @param {number[]} line */
function isEdged(cells, line) {
  let most = 0;
  for (const cell of line) if (cells[cell] > most) most = cells[cell];
  return most > 0 && (cells[line[0]] === most || cells[line[line.length - 1]] === most);
}

/** The terms in the order of the course. @type {Record<string, (grid: Grid) => number>} */
export const TERMS = {
  corner: (grid) => {
    const most = largest(grid);
    return corners(grid).some((cell) => grid.cells[cell] === most) ? 1 : 0;
  },
  snake: (grid) => Math.max(...snakePaths(grid).map((path) => snakeLength(grid.cells, path))),
  monotone: (grid) => rowsAndColumns(grid).filter((line) => isMonotone(grid.cells, line)).length,
  edge: (grid) => rowsAndColumns(grid).filter((line) => isEdged(grid.cells, line)).length,
  pairs: (grid) => {
    let count = 0;
    for (const line of rowsAndColumns(grid)) {
      for (let i = 1; i < line.length; i++) if (grid.cells[line[i]] !== 0 && grid.cells[line[i]] === grid.cells[line[i - 1]]) count++;
    }
    return count;
  },
  empty: ({ cells }) => cells.reduce((count, tile) => count + (tile === 0 ? 1 : 0), 0),
};

/** @param {Grid} grid */
const corners = ({ rows, columns }) => [0, columns - 1, (rows - 1) * columns, rows * columns - 1];

/** @param {Uint8Array} cells @param {number[]} line */
const pairsOf = (cells, line) => line.flatMap((cell, i) => (i > 0 && cells[cell] !== 0 && cells[cell] === cells[line[i - 1]] ? [[line[i - 1], cell]] : []));

/** The cells to which a term owes its value. @param {string} term @param {Grid} grid @returns {Set<number>} */
export function witnesses(term, grid) {
  const { cells } = grid;
  const lists = {
    corner: () => corners(grid).filter((cell) => cells[cell] === largest(grid)),
    snake: () => {
      const best = snakePaths(grid).reduce((a, b) => (snakeLength(cells, b) > snakeLength(cells, a) ? b : a));
      return best.slice(0, snakeLength(cells, best));
    },
    monotone: () => rowsAndColumns(grid).filter((line) => isMonotone(cells, line)).flat().filter((cell) => cells[cell]),
    edge: () => rowsAndColumns(grid).filter((line) => isEdged(cells, line)).flatMap((line) => {
      const most = Math.max(...line.map((cell) => cells[cell]));
      return [line[0], line[line.length - 1]].filter((cell) => cells[cell] === most);
    }),
    pairs: () => rowsAndColumns(grid).flatMap((line) => pairsOf(cells, line).flat()),
    empty: () => [...cells.keys()].filter((cell) => cells[cell] === 0),
  };
  return new Set(lists[/** @type {keyof typeof lists} */ (term)]());
}

/** The heuristic of the paper: line ends and empty cells of all rows and columns. @param {Grid} grid */
export const heuristic = (grid) => TERMS.edge(grid) + 2 * TERMS.empty(grid);

/** Terms with weights. @param {Record<string, number>} weights @returns {(grid: Grid) => number} */
export function weighted(weights) {
  const used = Object.entries(weights).filter(([, weight]) => weight !== 0);
  return (grid) => used.reduce((sum, [term, weight]) => sum + weight * TERMS[term](grid), 0);
}

/** What each legal slide leads to. @param {Grid} grid @param {(grid: Grid) => number} value @returns {{direction: Direction, slid: import("../rules.js").Slid, value: number}[]} */
export const looked = (grid, value) =>
  DIRECTIONS.flatMap((direction) => {
    const slid = slide(grid, direction);
    return slid ? [{ direction, slid, value: value(slid.after) }] : [];
  });

/** The first of the best. @template {{value: number}} T @param {T[]} options */
export const best = (options) => options.reduce((a, b) => (b.value > a.value ? b : a));

/** Plays a game to its end by the slide that looks best. @param {import("../rules.js").Game} game @param {(grid: Grid) => number} value */
export function playGreedily(game, value) {
  for (let options = looked(game.grid, value); options.length > 0; options = looked(game.grid, value)) game.accept(best(options).slid);
  return game.score;
}

/** Plays a game to its end by chance. @param {import("../rules.js").Game} game @param {import("../rules.js").Random} random */
export function playRandomly(game, random) {
  for (;;) {
    const options = looked(game.grid, () => 0);
    if (options.length === 0) return game.score;
    game.accept(options[random.below(options.length)].slid);
  }
}
