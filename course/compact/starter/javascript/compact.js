// compact: a line slid to its front, nothing merged
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split(",").map((cell) => (cell === "." ? 0 : Number(cell)));

const show = (line) => line.map((cell) => cell || ".").join(",");

// Your part: the tiles at the front, in their order.
function compact(line) {
  return line;
}

console.log(lines.map((line) => show(compact(parse(line.trim())))).join("\n"));
