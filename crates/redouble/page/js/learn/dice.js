// Lesson 4: rolling dice.

import { chart } from "../chart.js";
import { button, el, grouped } from "../dom.js";
import { drawSpawn, emptyCells, Game, parse, Random, spawn } from "../rules.js";
import { histogram } from "./histogram.js";
import { bar, bet, fill, repeats, slider, still } from "./parts.js";
import { binomialP, boxed, Mean } from "./statistics.js";
import { playRandomly } from "./terms.js";

/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {import("../rules.js").Grid} Grid */

const freshSeed = () => crypto.getRandomValues(new BigUint64Array(1))[0];
const percent = (/** @type {number} */ share, digits = 1) => `${(100 * share).toFixed(digits)} %`;

/** Twenty new tiles: how many 4s? @param {Stage} stage */
function twenty(stage) {
  const random = new Random(freshSeed());
  const grid = parse("2,4,8,16/.,.,2,4/.,4,2,8/2,4,.,.");
  const drawn = el("div.tiles-row", { role: "img", "aria-label": fill(stage.text.drawn, { tiles: 0, fours: 0 }) });
  let fours = 0;
  let tiles = 0;
  let guess = -1;
  const draw = () => {
    if (tiles === 20) return;
    tiles++;
    const { tile } = drawSpawn(grid, random);
    if (tile === 2) fours++;
    drawn.append(el("b", { "data-step": tile }, 2 ** tile));
    drawn.setAttribute("aria-label", fill(stage.text.drawn, { tiles, fours }));
    if (tiles === 20) stage.done(fill(fours === guess ? stage.text.right : stage.text.other, { fours, guess }));
    else stage.tell(fill(stage.text.drawn, { tiles, fours }));
  };
  const buttons = el("div.row", { hidden: true }, button("plus", stage.text.one, draw, { id: "draw" }), button("play", stage.text.rest, () => {
    while (tiles < 20) draw();
  }, { id: "draw-rest" }));
  stage.add(bet(stage.text.question, ["0", "1", "2", "3", "4", "5", "6+"], (index) => {
    guess = index;
    buttons.hidden = false;
    stage.tell(stage.text.now);
  }), buttons, drawn);
}

/** The share of 4s settles. @param {Stage} stage */
function settles(stage) {
  const random = new Random(freshSeed());
  const grid = parse("2,.,.,./.,.,.,./.,.,.,./.,.,.,.");
  let [n, fours] = [0, 0];
  /** @type {[number, number][]} */
  const points = [];
  const out = el("div");
  const show = () => {
    const band = points.map(([x]) => /** @type {[number, number]} */ ([Math.max(0, 0.1 - 1.96 * Math.sqrt(0.09 / 10 ** x)), 0.1 + 1.96 * Math.sqrt(0.09 / 10 ** x)]));
    const middle = points.map(([x]) => /** @type {[number, number]} */ ([x, 0.1]));
    out.replaceChildren(chart({ title: stage.text.chart, curves: [{ name: "band", points: middle, band }, { name: "share", points }], xRange: [0, 5], yRange: [0, 0.4], xTicks: [[0, "1"], [1, "10"], [2, "100"], [3, "1,000"], [4, "10,000"], [5, "100,000"]], xLabel: stage.text.axis, format: (value) => percent(value, 0) }).root,
      el("p", { id: "share" }, fill(stage.text.share, { n: grouped(n), fours: grouped(fours), share: n ? percent(fours / n, 2) : "–" })));
  };
  const run = async (/** @type {number} */ times) => {
    const room = 100_000 - n;
    await stage.work(Math.min(times, room), () => {
      n++;
      if (drawSpawn(grid, random).tile === 2) fours++;
      if (points.length === 0 || Math.log10(n) - points[points.length - 1][0] > 0.03) points.push([Math.log10(n), fours / n]);
    }, show);
    if (n >= 10_000) stage.done(stage.text.right);
    else stage.tell(fill(stage.text.share, { n, fours, share: percent(fours / n, 2) }));
  };
  stage.add(repeats([1, 100, 1000, 10_000], run), out);
  show();
}

/** A generator of new tiles, right or not. @typedef {(grid: Grid, random: Random) => import("../rules.js").NewTile} Generator */
/** @type {Record<string, Generator>} */
const GENERATORS = {
  right: (grid, random) => drawSpawn(grid, random),
  "one-in-nine": (grid, random) => {
    const empty = emptyCells(grid);
    return { cell: empty[random.below(empty.length)], tile: random.below(9) === 0 ? 2 : 1 };
  },
  "probes-on": (grid, random) => {
    let cell = random.below(16);
    while (grid.cells[cell]) cell = (cell + 1) % 16;
    return { cell, tile: random.below(10) === 0 ? 2 : 1 };
  },
};

/** Which generator cheats? @param {Stage} stage */
function accuse(stage) {
  const grid = parse("2,4,8,16/.,.,2,4/.,4,2,8/2,4,.,.");
  const empty = emptyCells(grid);
  const random = new Random(freshSeed());
  const names = Object.keys(GENERATORS);
  for (let i = names.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [names[i], names[j]] = [names[j], names[i]];
  }
  const counts = names.map(() => ({ fours: 0, cells: empty.map(() => 0) }));
  let n = 0;
  const out = el("div.generators");
  const smallest = (/** @type {number} */ index) => Math.min(binomialP(counts[index].fours, n, 0.1), ...counts[index].cells.map((count) => binomialP(count, n, 1 / empty.length)));
  const show = () => out.replaceChildren(...names.map((_, index) => el("section.card.stack", { "aria-label": fill(stage.text.name, { n: index + 1 }) },
    el("h3", {}, fill(stage.text.name, { n: index + 1 })),
    el("div.bars", {}, ...counts[index].cells.map((count, cell) => bar(fill(stage.text.cell, { n: cell + 1 }), n ? (count / n) * 2 : 0, n ? percent(count / n) : "–")), bar(stage.text.fours, n ? (counts[index].fours / n) * 2 : 0, n ? percent(counts[index].fours / n) : "–")),
    el("p", {}, n ? fill(stage.text.p, { p: smallest(index).toPrecision(2) }) : ""),
    button(null, stage.text.accuse, () => judge(index), { "data-accuse": names[index] }))));
  const judge = (/** @type {number} */ index) => {
    if (n === 0) return stage.tell(stage.text.first, "bad");
    const sentence = fill(stage.text.reveal, { list: names.map((name, at) => `${at + 1} ${stage.text.kinds[name]}`).join(", "), n: grouped(n) });
    if (names[index] === "right") stage.tell(stage.text.innocent, "bad");
    else stage.done(`${smallest(index) < 1e-6 ? stage.text.sure : fill(stage.text.luck, { p: smallest(index).toPrecision(2) })} ${sentence}`);
  };
  const run = (/** @type {number} */ times) => stage.work(times, () => {
    n++;
    names.forEach((name, index) => {
      const { cell, tile } = GENERATORS[name](grid, random);
      counts[index].cells[empty.indexOf(cell)]++;
      if (tile === 2) counts[index].fours++;
    });
  }, show);
  stage.add(still(grid, { "--mini": "150px" }), repeats([10, 100, 1000, 10_000], run), out);
  show();
}

/** Random games: a histogram that grows. @param {Stage} stage */
function games(stage) {
  const random = new Random(freshSeed());
  /** @type {number[]} */
  const scores = [];
  const mean = new Mean();
  const out = el("div");
  const show = () => out.replaceChildren(histogram(stage.text.chart, boxed(scores, 150, 20), (box) => grouped(box * 150), mean.n ? { marks: [[Math.min(19.9, mean.mean / 150), grouped(Math.round(mean.mean))]] } : {}),
    el("p", { id: "mean" }, fill(stage.text.mean, { n: mean.n, mean: mean.n ? mean.mean.toFixed(0) : "–", half: Number.isFinite(mean.half) ? mean.half.toFixed(0) : "?" })));
  const run = async (/** @type {number} */ times) => {
    await stage.work(times, () => {
      const score = playRandomly(Game.start(4, 4, freshSeed()), random);
      scores.push(score);
      mean.add(score);
    }, show);
    if (mean.n >= 100) stage.done(fill(stage.text.right, { n: mean.n, mean: mean.mean.toFixed(0), half: mean.half.toFixed(0) }));
    else stage.tell(fill(stage.text.mean, { n: mean.n, mean: mean.mean.toFixed(0), half: Number.isFinite(mean.half) ? mean.half.toFixed(0) : "?" }));
  };
  stage.add(repeats([1, 10, 100, 1000], run), out);
  show();
}

/** All ten outcomes drawn: which weights make the mean right? @param {Stage} stage */
function strata(stage) {
  const grid = parse("2,4,8,16/4,2,4,8/8,4,.,./2,.,.,.");
  const values = [31, 30, 28, 30, 31];
  const fours = [24, 22, 20, 23, 21];
  const mean = (/** @type {number[]} */ list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const truth = 0.9 * mean(values) + 0.1 * mean(fours);
  const out = el("p", { id: "weighted" });
  const show = (/** @type {number} */ weight) => {
    const found = (1 - weight) * mean(values) + weight * mean(fours);
    out.textContent = fill(stage.text.mean, { found: found.toFixed(3), twos: mean(values).toFixed(1), fours: mean(fours).toFixed(1) });
    return found;
  };
  const weight = slider(stage.text.weight, { min: 0, max: 1, step: 0.01, value: 0.5, format: (value) => percent(value, 0) }, (value) => {
    if (Math.abs(show(value) - truth) < 1e-9) stage.done(stage.text.right);
    else stage.tell(fill(value > 0.1 ? stage.text.less : stage.text.more, { weight: percent(value, 0) }));
  });
  const outcome = (/** @type {number} */ cell, /** @type {number} */ tile, /** @type {number} */ value) => el("figure", {}, still(spawn(grid, { cell, tile }), { "--mini": "86px" }), el("figcaption", {}, value));
  const empty = emptyCells(grid);
  stage.add(el("div.outcomes", {}, ...empty.map((cell, index) => outcome(cell, 1, values[index])), ...empty.map((cell, index) => outcome(cell, 2, fours[index]))), weight.field, out);
  show(0.5);
}

/** @type {import("./stage.js").Step[]} */
export const steps = [twenty, settles, accuse, games, strata];
