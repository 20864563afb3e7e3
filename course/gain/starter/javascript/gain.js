// gain: what the slide of a line scores
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split(",").map((cell) => (cell === "." ? 0 : Number(cell)));

// Your part: the sum of the tiles that merges make.
function gain(line) {
  return 0;
}

console.log(lines.map((line) => gain(parse(line.trim()))).join("\n"));
