// gain: what the slide of a line scores
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split(",").map((cell) => (cell === "." ? 0 : Number(cell)));

// The sum of the tiles that merges make.
function gain(line) {
  const tiles = line.filter((cell) => cell);
  let total = 0;
  for (let i = 0; i + 1 < tiles.length; i++) {
    if (tiles[i] === tiles[i + 1]) {
      total += 2 * tiles[i];
      i++;
    }
  }
  return total;
}

console.log(lines.map((line) => gain(parse(line.trim()))).join("\n"));
