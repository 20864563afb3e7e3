// queue: a line of any length slides through a queue
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split(",").map((cell) => (cell === "." ? 0 : Number(cell)));

const show = (line) => line.map((cell) => cell || ".").join(",");

// The line after the slide, and the gain. The queue is an array whose front moves on.
function slide(line) {
  const queue = line.filter((cell) => cell);
  const out = [];
  let [front, gain] = [0, 0];
  while (front < queue.length) {
    let tile = queue[front++];
    if (front < queue.length && queue[front] === tile) {
      tile += queue[front++];
      gain += tile;
    }
    out.push(tile);
  }
  while (out.length < line.length) out.push(0);
  return [out, gain];
}

for (const line of lines) {
  const [slid, gain] = slide(parse(line.trim()));
  console.log(`${show(slid)} ${gain}`);
}
