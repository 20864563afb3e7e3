// merge: a line slides to its front
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split(",").map((cell) => (cell === "." ? 0 : Number(cell)));

const show = (line) => line.map((cell) => cell || ".").join(",");

// Your part: the line after the slide.
function merge(line) {
  return line;
}

console.log(lines.map((line) => show(merge(parse(line.trim())))).join("\n"));
