// can-move: is the move legal?
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));

// Your part: true if the slide changes the board.
function canMove(board, direction) {
  return true;
}

for (const line of lines) {
  const [board, direction] = line.trim().split(" ");
  console.log(canMove(parse(board), direction) ? "yes" : "no");
}
