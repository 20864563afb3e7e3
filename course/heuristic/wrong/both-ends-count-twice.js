// both-ends-count-twice: a line with its maximum at both ends was counted twice
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));

const transpose = (board) => board[0].map((_, c) => board.map((row) => row[c]));

function heuristic(board) {
  let value = 0;
  for (const line of [...board, ...transpose(board)]) {
    value += line.filter((cell) => !cell).length;
    const largest = Math.max(...line);
    if (largest && line[0] === largest) value++;
    if (largest && line.at(-1) === largest) value++;
  }
  return value;
}

for (const line of lines) console.log(heuristic(parse(line.trim())));
