// spawn: a new tile appears
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));

const show = (board) => board.map((row) => row.map((cell) => cell || ".").join(",")).join("/");

// Your part: places a new tile on the board.
function spawn(board) {
  const row = board.find((row) => row.includes(0));
  row[row.indexOf(0)] = 2;
}

const out = [];
for (const line of lines) {
  const board = parse(line.trim());
  spawn(board);
  out.push(show(board));
}
console.log(out.join("\n"));
