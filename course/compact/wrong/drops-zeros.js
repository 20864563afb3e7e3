// drops-zeros: the empty cells were dropped; the line must stay as long as it was
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split(",").map((cell) => (cell === "." ? 0 : Number(cell)));

const show = (line) => line.map((cell) => cell || ".").join(",");

function compact(line) {
  return line.filter((cell) => cell);
}

console.log(lines.map((line) => show(compact(parse(line.trim())))).join("\n"));
