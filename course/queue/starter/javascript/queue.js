// queue: a line of any length slides through a queue
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split(",").map((cell) => (cell === "." ? 0 : Number(cell)));

const show = (line) => line.map((cell) => cell || ".").join(",");

// Your part: the line after the slide, and the gain.
function slide(line) {
  return [line, 0];
}

for (const line of lines) {
  const [slid, gain] = slide(parse(line.trim()));
  console.log(`${show(slid)} ${gain}`);
}
