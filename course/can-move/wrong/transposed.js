// transposed: rows and columns were exchanged: up was taken for left, down for right
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));

// The rows or columns, each read from the wall towards which it slides.
function linesOf(board, direction) {
  const vertical = direction === "left" || direction === "right";
  const lines = vertical ? board[0].map((_, c) => board.map((row) => row[c])) : board.map((row) => [...row]);
  return direction === "right" || direction === "down" ? lines.map((line) => line.reverse()) : lines;
}

// True if the slide changes the board.
function canMove(board, direction) {
  return linesOf(board, direction).some((line) =>
    line.some((front, i) => line[i + 1] && (front === 0 || front === line[i + 1])),
  );
}

for (const line of lines) {
  const [board, direction] = line.trim().split(" ");
  console.log(canMove(parse(board), direction) ? "yes" : "no");
}
