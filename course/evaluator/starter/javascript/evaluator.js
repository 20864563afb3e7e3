// evaluator: the terms weighed
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));

const transpose = (board) => board[0].map((_, c) => board.map((row) => row[c]));

// How far the path from the top left, by rows, goes without an empty cell and without rising.
function snake(board) {
  const path = board.flatMap((row, r) => (r % 2 ? [...row].reverse() : row));
  let length = 0;
  while (path[length] && (length === 0 || path[length] <= path[length - 1])) length++;
  return length;
}

// The board in all eight positions.
function images(board) {
  const mirrored = [board, transpose(board)].flatMap((image) => [image, image.map((row) => [...row].reverse())]);
  return mirrored.flatMap((image) => [image, [...image].reverse()]);
}

function isMonotone(line) {
  const tiles = line.filter((cell) => cell);
  return tiles.every((tile, i) => i === 0 || tile <= tiles[i - 1]) || tiles.every((tile, i) => i === 0 || tile >= tiles[i - 1]);
}

function terms(board) {
  const lines = [...board, ...transpose(board)];
  const last = board[0].length - 1;
  const corners = [board[0][0], board[0][last], board.at(-1)[0], board.at(-1)[last]];
  const count = (test) => lines.filter(test).length;
  return [
    corners.includes(Math.max(...board.flat())) ? 1 : 0,
    Math.max(...images(board).map(snake)),
    count(isMonotone),
    count((line) => Math.max(...line) > 0 && [line[0], line.at(-1)].includes(Math.max(...line))),
    lines.reduce((sum, line) => sum + line.filter((cell, i) => cell && cell === line[i + 1]).length, 0),
    board.flat().filter((cell) => !cell).length,
  ];
}

// Your part: the sum of all terms (an object), each with the weight that the text gives it.
function evaluate(text, terms) {
  return 0;
}

const NAMES = ["corner", "snake", "monotone", "edge", "pairs", "empty"];
for (const line of lines) {
  const [weights, board] = line.trim().split(" ");
  const values = terms(parse(board));
  console.log(evaluate(weights, Object.fromEntries(NAMES.map((name, i) => [name, values[i]]))));
}
