// x-record: how sure are we?
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const Z = 1.959964;
const POWERS = { 0.8: 0.841621, 0.9: 1.281552, 0.95: 1.644854, 0.99: 2.326348 };

// The ends of Wilson's 95 % interval of a rate.
function wilson(successes, n) {
  const [rate, scale] = [successes / n, 1 + (Z * Z) / n];
  const centre = (rate + (Z * Z) / (2 * n)) / scale;
  const half = (Z / scale) * Math.sqrt((rate * (1 - rate)) / n + (Z * Z) / (4 * n * n));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

// Half of the 95 % interval of a mean.
const halfwidth = (sd, n) => (Z * sd) / Math.sqrt(n);

// How many games each of two players must play.
const games = (sd, difference, power) => Math.ceil(2 * (((Z + POWERS[power]) * sd) / difference) ** 2);

for (const line of lines) {
  const [word, ...texts] = line.trim().split(/\s+/);
  const numbers = texts.map(Number);
  if (word === "wilson") console.log(wilson(...numbers).map((end) => end.toFixed(4)).join(" "));
  else if (word === "halfwidth") console.log(halfwidth(...numbers).toFixed(2));
  else console.log(String(games(...numbers)));
}
