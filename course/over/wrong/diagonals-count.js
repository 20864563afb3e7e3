// diagonals-count: diagonal neighbours were compared; tiles never merge that way
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));

function isOver(board) {
  for (let r = 0; r < board.length; r++) {
    for (let c = 0; c < board[r].length; c++) {
      if (board[r][c] === 0) return false;
      for (const [dr, dc] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
        if (board[r + dr]?.[c + dc] === board[r][c]) return false;
      }
    }
  }
  return true;
}

console.log(lines.map((line) => (isOver(parse(line.trim())) ? "yes" : "no")).join("\n"));
