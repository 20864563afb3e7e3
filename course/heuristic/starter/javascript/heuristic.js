// heuristic: how good is a board?
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));

// Your part: the value of the board.
function heuristic(board) {
  return 0;
}

for (const line of lines) console.log(heuristic(parse(line.trim())));
