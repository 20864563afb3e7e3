// x-table: a thousand games of each player, and what they amount to
"use strict";

const GAMES = 1000;

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

// A whole game: score, largest tile, moves.
function play(choose) {
  let board = spawn(spawn([0, 1, 2, 3].map(() => [0, 0, 0, 0])));
  let [score, count] = [0, 0];
  for (let options = moves(board); options.length; options = moves(board)) {
    const [, after, gain] = choose(options);
    board = spawn(after);
    score += gain;
    count++;
  }
  return [score, Math.max(...board.flat()), count];
}

// The first of the moves after which the board looks best.
function greedy(options) {
  let best = options[0];
  for (const move of options) if (heuristic(move[1]) > heuristic(best[1])) best = move;
  return best;
}

// Mean, ends of its 95 % interval, median, standard deviation, largest tile, median of the largest tiles.
function summary(games) {
  const sorted = (place) => games.map((game) => game[place]).sort((a, b) => a - b);
  const [scores, tiles, n] = [sorted(0), sorted(1), games.length];
  const mean = scores.reduce((sum, score) => sum + score, 0) / n;
  const sd = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (n - 1));
  const half = (1.96 * sd) / Math.sqrt(n);
  const median = (scores[Math.floor((n - 1) / 2)] + scores[Math.floor(n / 2)]) / 2;
  const numbers = [mean, mean - half, mean + half, median, sd].map((number) => number.toFixed(1));
  return [...numbers, tiles[n - 1], tiles[Math.floor((n - 1) / 2)]];
}

const out = ["player,game,score,max_tile,moves"];
const games = {};
for (const [name, choose] of Object.entries({ random: choice, greedy })) {
  games[name] = Array.from({ length: GAMES }, () => play(choose));
  games[name].forEach((game, number) => out.push([name, number, ...game].join(",")));
}
out.push("player,mean,low,high,median,sd,max_tile,median_tile");
for (const name of Object.keys(games)) out.push([name, ...summary(games[name])].join(","));
console.log(out.join("\n"));
