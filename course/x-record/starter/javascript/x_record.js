// x-record: how sure are we?
"use strict";

const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line.trim());

const Z = 1.959964;
const POWERS = { 0.8: 0.841621, 0.9: 1.281552, 0.95: 1.644854, 0.99: 2.326348 };

// Your part: the ends of Wilson's 95 % interval of a rate.
function wilson(successes, n) {
  return [0, 1];
}

// Your part: half of the 95 % interval of a mean.
const halfwidth = (sd, n) => sd;

// Your part: how many games each of two players must play, rounded up.
const games = (sd, difference, power) => 1;

for (const line of lines) {
  const [word, ...texts] = line.trim().split(/\s+/);
  const numbers = texts.map(Number);
  if (word === "wilson") console.log(wilson(...numbers).map((end) => end.toFixed(4)).join(" "));
  else if (word === "halfwidth") console.log(halfwidth(...numbers).toFixed(2));
  else console.log(String(games(...numbers)));
}
