// terms: six numbers that describe a board
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));

// Your part: corner, snake, monotone, edge, pairs, empty.
function terms(board) {
  return [0, 0, 0, 0, 0, 0];
}

for (const line of lines) console.log(terms(parse(line.trim())).join(" "));
