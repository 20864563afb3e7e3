// sampling: different spawns drawn with the right probabilities
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const parse = (text) => text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));

const emptyCells = (board) => board.flatMap((row, r) => row.flatMap((cell, c) => (cell ? [] : [[r, c]])));

// Different spawns [row, column, tile] in the order drawn.
function draw(count, board) {
  const lists = { 2: emptyCells(board), 4: emptyCells(board) };
  const spawns = [];
  while (spawns.length < count && lists[2].length + lists[4].length) {
    const [twos, fours] = [0.9 * lists[2].length, 0.1 * lists[4].length];
    const tile = Math.random() < fours / (twos + fours) ? 4 : 2;
    const cells = lists[tile];
    const i = Math.floor(Math.random() * cells.length);
    [cells[i], cells[cells.length - 1]] = [cells[cells.length - 1], cells[i]];
    spawns.push([...cells.pop(), tile]);
  }
  return spawns;
}

// The mean by strata of pairs [tile, value].
function mean(pairs) {
  const of = (wanted) => pairs.filter(([tile]) => tile === wanted).map(([, value]) => value);
  const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [twos, fours] = [of(2), of(4)];
  if (!twos.length) return average(fours);
  if (!fours.length) return average(twos);
  return 0.9 * average(twos) + 0.1 * average(fours);
}

const out = [];
for (const line of lines) {
  const [word, ...rest] = line.trim().split(" ");
  if (word === "draw") out.push(draw(Number(rest[0]), parse(rest[1])).map((spawn) => spawn.join(",")).join(" "));
  else out.push(mean(rest.map((pair) => pair.split(":").map(Number))));
}
console.log(out.join("\n"));
