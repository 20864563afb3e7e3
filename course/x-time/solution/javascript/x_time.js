// x-time: what sampling saves
"use strict";

const GAMES = 20;
const MOVES = 50; // of each game; more if your program is fast
const DRAWS = 10;

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

let boards = 0; // evaluated so far

// The value of the best slide, or of the board itself if there is none.
function look(board) {
  const options = moves(board);
  boards += Math.max(1, options.length);
  return options.length ? Math.max(...options.map(([, after]) => heuristic(after))) : heuristic(board);
}

// The mean over all new tiles.
function exact(board) {
  const cells = emptyCells(board);
  const value = (cell) => 0.9 * look(put(board, cell, 2)) + 0.1 * look(put(board, cell, 4));
  return cells.reduce((sum, cell) => sum + value(cell), 0) / cells.length;
}

// The mean over DRAWS different new tiles, by strata.
function sampled(board) {
  const lists = { 2: emptyCells(board), 4: emptyCells(board) };
  const seen = { 2: [], 4: [] };
  const most = Math.min(DRAWS, 2 * lists[2].length);
  for (let drawn = 0; drawn < most; drawn++) {
    const [n2, n4] = [lists[2].length, lists[4].length];
    const tile = random() < (0.1 * n4) / (0.9 * n2 + 0.1 * n4) ? 4 : 2;
    const [cell] = lists[tile].splice(Math.floor(random() * lists[tile].length), 1);
    seen[tile].push(look(put(board, cell, tile)));
  }
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  if (!seen[4].length) return mean(seen[2]);
  return seen[2].length ? 0.9 * mean(seen[2]) + 0.1 * mean(seen[4]) : mean(seen[4]);
}

// The first moves of a game.
function play(value) {
  let board = spawn(spawn([0, 1, 2, 3].map(() => [0, 0, 0, 0])));
  let count = 0;
  for (let options = moves(board); count < MOVES && options.length; options = moves(board)) {
    const values = options.map(([, after]) => value(after));
    board = spawn(options[values.indexOf(Math.max(...values))][1]);
    count++;
  }
  return count;
}

console.log("player,game,moves,nanoseconds,boards");
for (const [name, value] of Object.entries({ exact, sampled })) {
  for (let number = 0; number < GAMES; number++) {
    boards = 0;
    const start = process.hrtime.bigint();
    const count = play(value);
    console.log([name, number, count, process.hrtime.bigint() - start, boards].join(","));
  }
}
