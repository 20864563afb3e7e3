// never-the-last-cell: the last empty cell never comes: the random index ends one early
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));

const show = (board) => board.map((row) => row.map((cell) => cell || ".").join(",")).join("/");

const emptyCells = (board) => board.flatMap((row, r) => row.flatMap((cell, c) => (cell ? [] : [[r, c]])));

function spawn(board) {
  const empty = emptyCells(board);
  const [r, c] = empty[Math.floor(Math.random() * (empty.length - 1))];
  board[r][c] = Math.random() < 0.1 ? 4 : 2;
}

const out = [];
for (const line of lines) {
  const board = parse(line.trim());
  spawn(board);
  out.push(show(board));
}
console.log(out.join("\n"));
