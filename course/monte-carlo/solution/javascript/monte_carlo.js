// monte-carlo: moves tried out by playing on at random
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const DIRECTIONS = ["up", "right", "down", "left"];

const parse = (text) => text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));

const show = (board) => board.map((row) => row.map((cell) => cell || ".").join(",")).join("/");

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

const legal = (board) => DIRECTIONS.filter((direction) => show(slide(board, direction)[0]) !== show(board));

function heuristic(board) {
  let value = 0;
  for (const line of [...board, ...transpose(board)]) {
    value += line.filter((cell) => !cell).length;
    const largest = Math.max(...line);
    if (largest && (line[0] === largest || line.at(-1) === largest)) value++;
  }
  return value;
}

const emptyCells = (board) => board.flatMap((row, r) => row.flatMap((cell, c) => (cell ? [] : [[r, c]])));

function spawn(board) {
  const empty = emptyCells(board);
  const [r, c] = empty[Math.floor(Math.random() * empty.length)];
  board[r][c] = Math.random() < 0.1 ? 4 : 2;
}

// The value of the board after a deliberate move and random ones.
function run(board, direction, depth) {
  let [now] = slide(board, direction);
  spawn(now);
  for (let i = 1; i < depth; i++) {
    const moves = legal(now);
    if (!moves.length) break;
    [now] = slide(now, moves[Math.floor(Math.random() * moves.length)]);
    spawn(now);
  }
  return heuristic(now);
}

for (const line of lines) {
  const [depth, runs, text] = line.trim().split(" ");
  const board = parse(text);
  const means = legal(board).map((direction) => {
    let sum = 0;
    for (let i = 0; i < Number(runs); i++) sum += run(board, direction, Number(depth));
    return [direction, sum / Number(runs)];
  });
  const [best] = means.reduce((best, mean) => (mean[1] > best[1] ? mean : best));
  console.log([best, ...means.map(([direction, mean]) => `${direction}:${mean.toFixed(4)}`)].join(" "));
}
