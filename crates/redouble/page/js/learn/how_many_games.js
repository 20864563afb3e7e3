// Lesson 8: how many games are enough?

import { button, el, grouped } from "../dom.js";
import { Game } from "../rules.js";
import { intervals } from "./intervals.js";
import { bet, fill, repeats, slider } from "./parts.js";
import { gamesNeeded, Mean, wilson } from "./statistics.js";
import { heuristic, playGreedily, TERMS } from "./terms.js";

/** @typedef {import("./stage.js").Stage} Stage */

const freshSeed = () => crypto.getRandomValues(new BigUint64Array(1))[0];

/** Two players, one game each. @param {Stage} stage */
function oneGame(stage) {
  const out = el("div.row");
  const play = () => [playGreedily(Game.start(4, 4, freshSeed()), heuristic), playGreedily(Game.start(4, 4, freshSeed()), TERMS.monotone)];
  const [first, second] = play();
  out.append(el("p", {}, fill(stage.text.result, { a: grouped(first), b: grouped(second) })));
  stage.add(out, bet(stage.text.question, stage.text.answers, () => {
    let wins = 0;
    /** @type {string[]} */
    const again = [];
    for (let i = 0; i < 5; i++) {
      const [a, b] = play();
      again.push(`${grouped(a)} : ${grouped(b)}`);
      if (a > b) wins++;
    }
    out.append(el("ul", {}, ...again.map((line) => el("li", {}, line))));
    stage.done(fill(stage.text.right, { wins }));
  }));
}

/** Intervals that shrink. @param {Stage} stage */
function shrink(stage) {
  const arms = [{ name: "A", value: heuristic, mean: new Mean() }, { name: "B", value: TERMS.monotone, mean: new Mean() }, { name: "C", value: TERMS.empty, mean: new Mean() }];
  const out = el("div");
  const facts = el("ul", { id: "intervals" });
  const show = () => {
    const list = arms.filter(({ mean }) => mean.n > 1).map(({ name, mean }) => ({ name, low: mean.mean - mean.half, middle: mean.mean, high: mean.mean + mean.half }));
    out.replaceChildren(intervals(stage.text.chart, list, [1500, 5500]));
    facts.replaceChildren(...arms.map(({ name, mean }) => el("li", {}, fill(stage.text.arm, { name, n: grouped(mean.n), mean: mean.n ? grouped(Math.round(mean.mean)) : "–", half: Number.isFinite(mean.half) ? grouped(Math.round(mean.half)) : "?" }))));
  };
  let running = false;
  const run = async (/** @type {number} */ times) => {
    if (running) return;
    running = true;
    await stage.work(times, () => {
      for (const { value, mean } of arms) mean.add(playGreedily(Game.start(4, 4, freshSeed()), value));
    }, show);
    running = false;
    const [a, b, c] = arms.map(({ mean }) => mean);
    const apart = (/** @type {Mean} */ one, /** @type {Mean} */ other) => Math.abs(one.mean - other.mean) > Math.hypot(one.half, other.half);
    const sentence = fill(stage.text.now, { n: grouped(a.n), ab: apart(a, b) ? stage.text.apart : stage.text.together, ac: apart(a, c) ? stage.text.apart : stage.text.together });
    if (a.n >= 100) stage.done(`${sentence} ${stage.text.right}`);
    else stage.tell(sentence);
  };
  stage.add(repeats([10, 100, 1000], run), out, facts);
  show();
}

/** The paper's table. @param {Stage} stage */
function paper(stage) {
  stage.add(bet(stage.text.question, stage.text.answers, (index) => {
    stage.add(intervals(stage.text.chart, [{ name: stage.text.difference, low: 382 - 604, middle: 382, high: 382 + 604 }, { name: stage.text.none, low: 0, middle: 0, high: 0 }], [-1000, 1000]));
    stage.done(index === 1 ? stage.text.right : stage.text.wrong);
  }));
}

/** Ten times as many. @param {Stage} stage */
function more(stage) {
  stage.add(bet(stage.text.question, stage.text.answers, (index) => {
    stage.add(intervals(stage.text.chart, [{ name: stage.text.theirs, low: 382 - 604, middle: 382, high: 382 + 604 }, { name: stage.text.ours, low: -238, middle: -49, high: 140 }, { name: stage.text.none, low: 0, middle: 0, high: 0 }], [-1000, 1000]));
    stage.done(index === 1 ? stage.text.right : stage.text.wrong);
  }));
}

/** 13 of 100. @param {Stage} stage */
function thirteen(stage) {
  const [low, high] = wilson(13, 100).map((share) => 100 * share);
  const mine = [10, 16];
  const out = el("div");
  const show = () => out.replaceChildren(intervals(stage.text.chart, [{ name: stage.text.yours, low: mine[0], middle: 13, high: mine[1] }], [0, 40]));
  const format = (/** @type {number} */ value) => `${value} %`;
  const fields = [stage.text.low, stage.text.high].map((label, index) => slider(label, { min: 0, max: 40, step: 0.5, value: mine[index], format }, (value) => {
    mine[index] = value;
    show();
  }).field);
  show();
  stage.add(el("div.fields", {}, ...fields), out, button(null, stage.text.check, () => {
    out.replaceChildren(intervals(stage.text.chart, [{ name: stage.text.yours, low: mine[0], middle: 13, high: mine[1] }, { name: stage.text.wilson, low, middle: 13, high }], [0, 40]));
    const near = Math.abs(mine[0] - low) < 2 && Math.abs(mine[1] - high) < 2;
    stage.done(fill(near ? stage.text.right : mine[1] - mine[0] < high - low ? stage.text.narrow : stage.text.wide, { low: low.toFixed(1), high: high.toFixed(1) }));
  }, { className: "main", id: "interval" }));
}

/** How many games are needed? @param {Stage} stage */
function needed(stage) {
  const out = el("p.verdict", { id: "needed" });
  const show = (/** @type {number} */ difference) => {
    out.textContent = fill(stage.text.games, { n: grouped(gamesNeeded(10_429, difference)), difference: grouped(difference) });
  };
  const difference = slider(stage.text.difference, { min: 50, max: 3000, step: 50, value: 2000, format: grouped }, (value) => {
    show(value);
    if (value === 500) stage.done(stage.text.right);
    else stage.tell(/** @type {string} */ (out.textContent));
  });
  show(2000);
  stage.add(difference.field, out);
}

/** @type {import("./stage.js").Step[]} */
export const steps = [oneGame, shrink, paper, more, thirteen, needed];
