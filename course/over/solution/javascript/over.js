// over: is the game over?
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));

// True if no move is left.
function isOver(board) {
  for (let r = 0; r < board.length; r++) {
    for (let c = 0; c < board[r].length; c++) {
      if (board[r][c] === 0) return false;
      if (c + 1 < board[r].length && board[r][c] === board[r][c + 1]) return false;
      if (r + 1 < board.length && board[r][c] === board[r + 1][c]) return false;
    }
  }
  return true;
}

console.log(lines.map((line) => (isOver(parse(line.trim())) ? "yes" : "no")).join("\n"));
