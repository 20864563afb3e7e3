// Lesson 3: what is a good board?

import { button, capital, el, grouped } from "../dom.js";
import { DIRECTIONS, Game, parse, toValues } from "../rules.js";
import { mini } from "../tiles.js";
import { histogram } from "./histogram.js";
import { bar, bet, fill, slider, still } from "./parts.js";
import { boxed, Mean } from "./statistics.js";
import { best, heuristic, looked, playGreedily, TERMS, weighted, witnesses } from "./terms.js";

/** @typedef {import("./stage.js").Stage} Stage */

const PAIRS = [
  ["1024,512,256,128/2,4,8,64/.,.,2,32/.,.,.,16", "2,512,64,8/128,4,1024,2/16,256,2,32/4,.,8,."],
  ["256,64,16,4/128,32,8,2/.,.,.,./.,.,.,.", "4,256,2,64/.,16,.,8/2,.,128,./.,32,.,4"],
  ["64,32,16,8/2,4,8,16/4,2,4,2/.,.,.,.", "64,2,16,4/8,32,2,16/2,4,8,2/4,8,2,."],
  ["32,32,8,8/4,4,16,2/.,.,.,./.,.,.,.", "32,16,8,4/16,2,4,2/.,.,.,./.,.,.,."],
  ["128,64,32,16/.,.,.,8/.,.,.,4/.,.,.,2", "2,4,8,16/32,64,128,2/4,2,4,2/2,.,.,4"],
].map((pair) => pair.map(parse));

/** Greedy play by one term: mean score and half of its 95 % interval, 2,000 games, seed 7. @type {[string, number, number][]} */
const KNOWN = [["random", 1101, 11], ["corner", 2316, 50], ["empty", 3043, 64], ["monotone", 3569, 65], ["line-ends", 3650, 79], ["strong", 6065, 126]];

/** What the player would rather have in each pair, and the weights that reproduce it; kept for the steps that follow. @type {{chosen: number[], weights: Record<string, number>}} */
const mine = { chosen: [], weights: { corner: 0, snake: 0, monotone: 0, edge: 1, pairs: 0, empty: 2 } };

/** Five pairs: which would you rather have? @param {Stage} stage */
function prefer(stage) {
  mine.chosen = [];
  const place = el("div.pairs");
  const show = () => {
    const at = mine.chosen.length;
    if (at === PAIRS.length) {
      place.replaceChildren(...PAIRS.map((pair, index) => still(pair[mine.chosen[index]], { "--mini": "110px" })));
      return stage.done(stage.text.right);
    }
    place.replaceChildren(el("p.note", {}, fill(stage.text.counter, { n: at + 1, of: PAIRS.length })), ...PAIRS[at].map((grid, index) =>
      el("button.pick", { type: "button", "data-pick": index, onclick: () => {
        mine.chosen.push(index);
        show();
        if (mine.chosen.length < PAIRS.length) /** @type {HTMLElement | null} */ (place.querySelector(".pick"))?.focus();
      } }, still(grid, { "--mini": "170px" }))));
  };
  show();
  stage.add(place);
}

/** A term lights up the cells it owes its value to. @param {Stage} stage */
function overlays(stage) {
  const board = el("div");
  /** @type {Set<string>} */
  const seen = new Set();
  let grid = PAIRS[0][0];
  let term = "";
  const show = () => {
    const picture = mini(toValues(grid), { "--mini": "min(280px, 80vw)" });
    const lit = term ? witnesses(term, grid) : new Set();
    [...picture.children].forEach((cell, index) => {
      cell.classList.toggle("lit", lit.has(index));
    });
    board.replaceChildren(picture);
    if (term) stage.tell(fill(stage.text.value, { term, value: TERMS[term](grid), why: stage.text.terms[term] }));
  };
  const buttons = Object.keys(TERMS).map((name) => button(null, name, () => {
    term = name;
    for (const other of buttons) other.setAttribute("aria-pressed", String(other.dataset.term === name));
    seen.add(name);
    show();
    if (seen.size === 6) stage.done(/** @type {string} */ (stage.feedback.textContent));
  }, { "data-term": name, "aria-pressed": "false" }));
  stage.add(el("div.row", { role: "group", "aria-label": stage.text.group }, ...buttons), board,
    el("div.row", {}, ...PAIRS.slice(0, 3).flat().map((other, index) => button(null, fill(stage.text.board, { n: index + 1 }), () => {
      grid = other;
      show();
    }))));
  show();
}

/** @param {(name: string) => void} changed */
const weightSliders = (changed) =>
  el("div.fields.sliders", {}, ...Object.keys(TERMS).map((name) => slider(name, { min: -2, max: 10, step: 0.5, value: mine.weights[name] }, (value) => {
    mine.weights[name] = value;
    changed(name);
  }).field));

/** Weights that choose as you did. @param {Stage} stage */
function weigh(stage) {
  const chosen = mine.chosen.length === PAIRS.length ? mine.chosen : [0, 0, 0, 0, 0];
  const rows = el("div.stack");
  const show = (/** @type {boolean} */ telling) => {
    const value = weighted(mine.weights);
    let same = 0;
    rows.replaceChildren(...PAIRS.map((pair, index) => {
      const values = pair.map(value);
      const agrees = values[chosen[index]] > values[1 - chosen[index]];
      if (agrees) same++;
      return el("div.verdict-row", { "data-kind": agrees ? "good" : "bad" }, ...pair.map((grid, side) =>
        el("span", { className: side === chosen[index] ? "yours" : "" }, still(grid, { "--mini": "74px" }), ` ${values[side]}`)), el("b", {}, agrees ? stage.text.agrees : stage.text.differs));
    }));
    if (!telling) return;
    if (same === PAIRS.length) stage.done(stage.text.right);
    else stage.tell(fill(stage.text.some, { same, of: PAIRS.length }));
  };
  stage.add(weightSliders(() => show(true)), rows);
  show(false);
}

/** Two hundred games of that evaluation. @param {Stage} stage */
function play(stage) {
  const out = el("div.stack");
  let running = false;
  const run = async () => {
    if (running) return;
    running = true;
    start.disabled = true;
    const value = weighted({ ...mine.weights });
    const mean = new Mean();
    /** @type {number[]} */
    const scores = [];
    await stage.work(200, (index) => {
      const score = playGreedily(Game.start(4, 4, 1000 + index), value);
      scores.push(score);
      mean.add(score);
    }, () => out.replaceChildren(histogram(stage.text.chart, boxed(scores, 500, 20), (box) => grouped(box * 500), { marks: [[Math.min(mean.mean / 500, 19.9), fill(stage.text.mean, { mean: grouped(Math.round(mean.mean)) })]] }), compared(stage, mean)));
    running = false;
    start.disabled = false;
    stage.done(fill(stage.text.right, { mean: grouped(Math.round(mean.mean)), half: grouped(Math.round(mean.half)) }));
  };
  const start = button("play", stage.text.start, run, { className: "main", id: "games" });
  stage.add(weightSliders(() => {}), start, out);
}

/** A mean among the known ones. @param {Stage} stage @param {Mean} mean */
function compared(stage, mean) {
  /** @type {[string, number, number][]} */
  const all = [...KNOWN, [stage.text.yours, mean.mean, mean.half]];
  all.sort((a, b) => a[1] - b[1]);
  return el("div.bars", {}, ...all.map(([name, value, half]) => bar(name, value / 6500, `${grouped(Math.round(value))} ± ${Number.isFinite(half) ? grouped(Math.round(half)) : "?"}`, name === stage.text.yours)));
}

/** A board where ties decide. @param {Stage} stage */
function ties(stage) {
  const grid = parse("2,2,.,./.,.,.,./.,.,.,./.,.,.,.");
  const options = looked(grid, heuristic);
  const right = best(options).direction;
  stage.add(still(grid, { "--mini": "220px" }), bet(stage.text.question, DIRECTIONS.map(capital), (index) => {
    const table = options.map(({ direction, value }) => `${direction} ${value}`).join(", ");
    stage.done(fill(DIRECTIONS[index] === right ? stage.text.right : stage.text.wrong, { table, right }));
  }));
}

/** @type {import("./stage.js").Step[]} */
export const steps = [prefer, overlays, weigh, play, ties];
