// p-mcts: a player that grows a tree of games
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

const [ITERATIONS, ROLLOUT, EXPLORATION] = [40, 4, 4];

// A board whose turn it is to slide, and what is known about each of its moves.
const node = (board) => {
  const options = moves(board);
  return { options, visits: options.map(() => 0), totals: options.map(() => 0), children: new Map() };
};

// The move to try next: each once, then the best upper bound (UCT).
function promising({ visits, totals }) {
  if (visits.includes(0)) return visits.indexOf(0);
  const root = Math.sqrt(Math.log(visits.reduce((sum, n) => sum + n, 0)));
  const bounds = totals.map((total, i) => total / visits[i] + (EXPLORATION * root) / Math.sqrt(visits[i]));
  return bounds.indexOf(Math.max(...bounds));
}

// The value after some random moves; 0 if the game ends before.
function rollout(board) {
  for (let i = 0; i < ROLLOUT; i++) {
    const options = moves(board);
    if (!options.length) return 0;
    board = spawn(choice(options)[1]);
  }
  return heuristic(board);
}

// One game through the tree and beyond it; its value is carried back.
function iterate(tree) {
  if (!tree.options.length) return 0;
  const move = promising(tree);
  const board = spawn(tree.options[move][1]);
  const key = `${move} ${board}`;
  let value;
  if (!tree.visits[move]) {
    value = rollout(board);
  } else {
    if (!tree.children.has(key)) tree.children.set(key, node(board));
    value = iterate(tree.children.get(key));
  }
  tree.visits[move]++;
  tree.totals[move] += value;
  return value;
}

function choose(board) {
  const root = node(board);
  for (let i = 0; i < ITERATIONS; i++) iterate(root);
  const means = root.totals.map((total, i) => total / root.visits[i]);
  return root.options[means.indexOf(Math.max(...means))][0];
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, first, , seed] = line.split(" ");
  if (word === "redouble-player") console.log("ready");
  else if (word === "game") state = Number(BigInt(seed) & 0xffffffffn) | 0;
  else if (word === "move") console.log(choose(parse(first)));
  else if (word === "quit") process.exit();
});
