// p-heuristics: a player with an evaluation of its own
"use strict";

const readline = require("readline");

const DIRECTIONS = ["up", "right", "down", "left"];

function slideLine(line) {
  const tiles = line.filter((tile) => tile);
  const out = [];
  let gain = 0;
  for (let i = 0; i < tiles.length; i++) {
    if (tiles[i] === tiles[i + 1]) {
      out.push(2 * tiles[i]);
      gain += 2 * tiles[i];
      i++;
    } else {
      out.push(tiles[i]);
    }
  }
  while (out.length < line.length) out.push(0);
  return [out, gain];
}

const reverse = (board) => board.map((row) => [...row].reverse());
const transpose = (board) => board[0].map((_, c) => board.map((row) => row[c]));
const same = (one, other) => one.every((row, r) => row.every((cell, c) => cell === other[r][c]));

// The board after the slide, and the gain; an equal board if nothing moves.
function slide(board, direction) {
  const vertical = direction === "up" || direction === "down";
  const toEnd = direction === "right" || direction === "down";
  let rows = vertical ? transpose(board) : board;
  if (toEnd) rows = reverse(rows);
  const slid = rows.map(slideLine);
  const gain = slid.reduce((sum, [, gain]) => sum + gain, 0);
  rows = slid.map(([row]) => row);
  if (toEnd) rows = reverse(rows);
  return [vertical ? transpose(rows) : rows, gain];
}

// All legal moves: direction, board after the slide, gain.
const moves = (board) =>
  DIRECTIONS.map((direction) => [direction, ...slide(board, direction)]).filter(([, after]) => !same(after, board));

const emptyCells = (board) => board.flatMap((row, r) => row.flatMap((cell, c) => (cell ? [] : [[r, c]])));

// The board with a tile more.
const put = (board, [r, c], tile) => board.map((row, i) => (i === r ? row.map((cell, k) => (k === c ? tile : cell)) : row));

// Mulberry32: small random numbers from a seed.
let state = 1;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const choice = (list) => list[Math.floor(random() * list.length)];
const spawn = (board) => put(board, choice(emptyCells(board)), random() < 0.1 ? 4 : 2);

function heuristic(board) {
  let value = 0;
  for (const line of [...board, ...transpose(board)]) {
    let empty = 0;
    let largest = 0;
    for (const cell of line) {
      if (!cell) empty++;
      if (cell > largest) largest = cell;
    }
    value += empty;
    if (largest && (line[0] === largest || line.at(-1) === largest)) value++;
  }
  return value;
}

const parse = (text) => text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));

// Empty cells, tiles that can merge, tiles in order.
function worth(line) {
  const tiles = line.filter((tile) => tile);
  const steps = tiles.slice(1).map((tile, i) => tile - tiles[i]);
  const pairs = steps.filter((step) => step === 0).length;
  const ordered = steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
  const ends = Math.max(...line) === Math.max(line[0], line.at(-1));
  return 3 * (line.length - tiles.length) + 2 * pairs + (ordered ? 4 : 0) + (ends ? 2 : 0);
}

const known = new Map();
function remembered(line) {
  const key = line.join();
  if (!known.has(key)) known.set(key, worth(line));
  return known.get(key);
}

const evaluation = (board) => [...board, ...transpose(board)].reduce((sum, line) => sum + remembered(line), 0);

// The value of the best slide; of a lost board little.
const bestSlide = (board) => Math.max(0, ...moves(board).map(([, after]) => evaluation(after)));

// The mean over all cells in which a 2 can come.
function expected(board) {
  const cells = emptyCells(board);
  return cells.reduce((sum, cell) => sum + bestSlide(put(board, cell, 2)), 0) / cells.length;
}

function choose(board) {
  const options = moves(board).map(([direction, after]) => [expected(after), direction]);
  return options.reduce((best, option) => (option[0] > best[0] ? option : best))[1];
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, first, , seed] = line.split(" ");
  if (word === "redouble-player") console.log("ready");
  else if (word === "game") state = Number(BigInt(seed) & 0xffffffffn) | 0;
  else if (word === "move") console.log(choose(parse(first)));
  else if (word === "quit") process.exit();
});
