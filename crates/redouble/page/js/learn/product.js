// Seed 003's test for the end of a game: the product of all tiles and all differences of neighbours, in registers of any width.

import { toValues } from "../rules.js";

/** @typedef {import("../rules.js").Grid} Grid */

/** All tiles, then all differences of neighbours: the factors of seed 003's product. @param {Grid} grid @returns {bigint[]} */
export function factors(grid) {
  const { rows, columns, cells } = toValues(grid);
  const list = [...cells];
  for (let y = 0; y < rows; y++) for (let x = 0; x + 1 < columns; x++) list.push(cells[y * columns + x] - cells[y * columns + x + 1]);
  for (let y = 0; y + 1 < rows; y++) for (let x = 0; x < columns; x++) list.push(cells[y * columns + x] - cells[(y + 1) * columns + x]);
  return list.map(BigInt);
}

/** The product in a register of so many bits; `null` has room for everything. @param {bigint[]} list @param {number | null} bits */
export const product = (list, bits) => list.reduce((value, factor) => wrapped(value * factor, bits), 1n);

/** What stays of a value in so many bits. @param {bigint} value @param {number | null} bits */
export const wrapped = (value, bits) => (bits === null ? value : BigInt.asIntN(bits, value));
