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

const reverse = (board) => board.map((row) => [...row].reverse());
const transpose = (board) => board[0].map((_, c) => board.map((row) => row[c]));

// The board after the slide, and the gain; an equal board if nothing moves.
function slide(board, direction) {
  const vertical = direction === "up" || direction === "down";
  const toEnd = direction === "right" || direction === "down";
  let rows = vertical ? transpose(board) : board;
  if (toEnd) rows = reverse(rows);
  const slid = rows.map(slideLine);
  const gain = slid.reduce((sum, [, gain]) => sum + gain, 0);
  rows = slid.map(([row]) => row);
  if (toEnd) rows = reverse(rows);
  return [vertical ? transpose(rows) : rows, gain];
}

for (const line of lines) {
  const [text, direction] = line.trim().split(" ");
  const [board, gain] = slide(parse(text), direction);
  console.log(`${show(board)} ${gain}`);
}
