// sampling: different spawns drawn with the right probabilities
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));

const emptyCells = (board) => board.flatMap((row, r) => row.flatMap((cell, c) => (cell ? [] : [[r, c]])));

// Your part: different spawns [row, column, tile] in the order drawn.
function draw(count, board) {
  return [2, 4].flatMap((tile) => emptyCells(board).map((cell) => [...cell, tile])).slice(0, count);
}

// Your part: the mean by strata of pairs [tile, value].
function mean(pairs) {
  return 0;
}

const out = [];
for (const line of lines) {
  const [word, ...rest] = line.trim().split(" ");
  if (word === "draw") out.push(draw(Number(rest[0]), parse(rest[1])).map((spawn) => spawn.join(",")).join(" "));
  else out.push(mean(rest.map((pair) => pair.split(":").map(Number))));
}
console.log(out.join("\n"));
