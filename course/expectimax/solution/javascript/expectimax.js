// expectimax: looking ahead where chance moves too
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

const put = (board, r, c, tile) => board.map((row, i) => (i === r ? row.with(c, tile) : row));

// The turn of chance: the mean over all new tiles.
function chance(board, depth) {
  if (depth === 0) return heuristic(board);
  const empty = emptyCells(board);
  let sum = 0;
  for (const [r, c] of empty) sum += 0.9 * choice(put(board, r, c, 2), depth) + 0.1 * choice(put(board, r, c, 4), depth);
  return sum / empty.length;
}

// Our turn: the largest value of all legal moves.
function choice(board, depth) {
  const moves = legal(board);
  if (!moves.length) return heuristic(board);
  return Math.max(...moves.map((direction) => chance(slide(board, direction)[0], depth - 1)));
}

// The best direction and its value.
function best(board, depth) {
  const values = legal(board).map((direction) => [direction, chance(slide(board, direction)[0], depth - 1)]);
  return values.reduce((best, value) => (value[1] > best[1] ? value : best));
}

for (const line of lines) {
  const [depth, text] = line.trim().split(" ");
  const [direction, value] = best(parse(text), Number(depth));
  console.log(`${direction} ${value.toFixed(6)}`);
}
