// grid: the whole board slides
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));

const show = (board) => board.map((row) => row.map((cell) => cell || ".").join(",")).join("/");

function slideLine(line) {
  const tiles = line.filter((tile) => tile);
  const out = [];
  let gain = 0;
  for (let i = 0; i < tiles.length; i++) {
    if (tiles[i] === tiles[i + 1]) {
      out.push(2 * tiles[i]);
      gain += 2 * tiles[i];
      i++;
    } else {
      out.push(tiles[i]);
    }
  }
  while (out.length < line.length) out.push(0);
  return [out, gain];
}

// Your part: the board after the slide, and the gain.
function slide(board, direction) {
  return [board, 0];
}

for (const line of lines) {
  const [text, direction] = line.trim().split(" ");
  const [board, gain] = slide(parse(text), direction);
  console.log(`${show(board)} ${gain}`);
}
