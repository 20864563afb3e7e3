// over: is the game over?
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));

// Your part: true if no move is left.
function isOver(board) {
  return false;
}

console.log(lines.map((line) => (isOver(parse(line.trim())) ? "yes" : "no")).join("\n"));
