// merge: a line slides to its front
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split(",").map((cell) => (cell === "." ? 0 : Number(cell)));

const show = (line) => line.map((cell) => cell || ".").join(",");

const compact = (line) => [...line.filter((cell) => cell), ...line.filter((cell) => !cell)];

// The line after the slide: close the gaps, merge, close them again.
function merge(line) {
  const cells = compact(line);
  for (let i = 0; i + 1 < cells.length; i++) {
    if (cells[i] && cells[i] === cells[i + 1]) {
      cells[i] *= 2;
      cells[i + 1] = 0;
    }
  }
  return compact(cells);
}

console.log(lines.map((line) => show(merge(parse(line.trim())))).join("\n"));
