// Lesson 6: learning. A table learns the game on 2x2; 4x4 by recorded checkpoints.

import { chart } from "../chart.js";
import { button, capital, el, grouped } from "../dom.js";
import { Game, Random } from "../rules.js";
import { opinions, watch } from "./checkpoints.js";
import { answerField, bar, bet, fill, GameBoard, repeats, slider, still } from "./parts.js";
import { boardOf, greedyBy, Learner, movesOf, perfect, uniform, worth } from "./small.js";
import { Mean } from "./statistics.js";

/** @typedef {import("./stage.js").Stage} Stage */

/** Checkpoints of the 8x6 network's first run (record/2026-11-18-learn-shipped.json): games, million moves, mean score since the last line, 8192 and 16384 reached in percent. */
const CHECKPOINTS = [[8936, 19.6, 45042, 3, 0], [14389, 38.9, 78762, 22.8, 0.1], [21063, 67.7, 99621, 43.6, 1.2], [28033, 102.4, 117200, 55.5, 4.3], [37310, 155.2, 143898, 68.3, 14.2], [49659, 234.5, 164622, 73.8, 24.6], [59624, 304.1, 175107, 76.3, 29.3], [74624, 417.2, 196090, 80.5, 37.8], [94624, 578.4, 205287, 81.3, 42.8], [114624, 748, 220607, 84.7, 49.3], [129624, 878.5, 224413, 86, 51.2], [154624, 1099.5, 228804, 85.9, 53]];

const freshSeed = () => crypto.getRandomValues(new BigUint64Array(1))[0];
/** The table of the lesson: what step 4 teaches it, step 5 plays with. */
let learner = new Learner(new Random(1));

/** Five games by hand. @param {Stage} stage */
function five(stage) {
  const mean = new Mean();
  const next = () => Game.start(2, 2, freshSeed());
  const facts = el("p", { id: "five" });
  const ended = () => {
    if (mean.n >= 5) return;
    mean.add(board.game.score);
    const values = { n: mean.n, mean: mean.mean.toFixed(1), random: worth(uniform, "score").start.toFixed(1) };
    facts.textContent = fill(stage.text.facts, values);
    if (mean.n === 5) return stage.done(fill(stage.text.right, values));
    stage.tell(fill(stage.text.ended, { score: board.game.score }));
    board.start(next());
  };
  const board = new GameBoard(stage, next(), () => {
    if (board.game.over) ended();
  });
  const random = new Random(freshSeed());
  const rest = button("play", stage.text.chance, () => {
    const from = mean.n;
    while (!board.game.over) {
      const moves = movesOf(board.game.grid);
      board.game.accept(moves[random.below(moves.length)]);
    }
    if (mean.n === from) ended();
  }, { id: "chance" });
  stage.add(board.element, rest, facts);
}

/** The player that takes what it gains. @param {Stage} stage */
function greedy(stage) {
  const values = [["random", worth(uniform, "score").start], ["gains", worth(greedyBy(({ gained }) => gained), "score").start], ["perfect", perfect("score").start]];
  stage.add(bet(stage.text.question, stage.text.answers, (index) => {
    stage.add(el("div.bars", {}, ...values.map(([name, value]) => bar(stage.text.names[name], Number(value) / 70, Number(value).toFixed(1), name === "perfect"))));
    stage.done(fill(index === 0 ? stage.text.right : stage.text.wrong, { gains: Number(values[1][1]).toFixed(1), random: Number(values[0][1]).toFixed(1) }));
  }));
}

/** One game, its errors carried back by hand. @param {Stage} stage */
function carry(stage) {
  const own = new Learner(new Random(3));
  const { slides } = own.play();
  const list = el("ol.slides");
  let at = slides.length - 1;
  while (at >= 0 && own.error(slides, at) === 0) own.carry(slides, at--);
  const error = own.error(slides, at);
  const show = () => list.replaceChildren(...slides.map(({ direction, after, gained }, index) =>
    el("li", { className: index > at ? "done" : index === at ? "now" : "" }, still(after, { "--mini": "64px" }), el("span", {}, fill(stage.text.slide, { direction, gained })), el("b", {}, own.value(after).toFixed(2)))));
  const back = button("back", stage.text.back, () => {
    if (at < 0) return;
    const carried = own.carry(slides, at--);
    show();
    if (at < 0) stage.done(stage.text.right);
    else stage.tell(fill(stage.text.carried, { error: carried.toFixed(2), value: own.value(slides[at + 1].after).toFixed(2) }));
  }, { hidden: true, id: "carry" });
  const field = answerField(fill(stage.text.question, { gained: error, number: at + 1 }), (answer) => {
    if (Math.abs(answer - 0.1 * error) > 0.005) return stage.tell(stage.text.wrong, "bad");
    field.hidden = true;
    back.hidden = false;
    stage.tell(stage.text.yes, "good");
    back.focus();
  });
  field.dataset.answer = String(0.1 * error);
  show();
  stage.add(field, back, list);
}

/** @param {string} title @param {string} axis @param {{name: string, points: [number, number][]}[]} curves */
const curveChart = (title, axis, curves) =>
  chart({ title, curves: [...curves, { name: "perfect", points: [[0, perfect("score").start], [4, perfect("score").start]] }], xRange: [0, 4], yRange: [0, 70], xTicks: [[0, "1"], [1, "10"], [2, "100"], [3, "1,000"], [4, "10,000"]], xLabel: axis }).root;

/** The table learns. @param {Stage} stage */
function learn(stage) {
  learner = new Learner(new Random(freshSeed()));
  /** @type {[number, number][]} */
  const points = [];
  const out = el("div");
  const facts = el("p", { id: "learned" });
  const values = el("div.values");
  const game = el("h3", { hidden: true });
  const slides = el("ol.slides");
  const show = () => {
    out.replaceChildren(curveChart(stage.text.chart, stage.text.axis, [{ name: "table", points }]));
    facts.textContent = fill(stage.text.facts, { games: grouped(learner.games), boards: learner.table.size, worth: learner.worth.toFixed(2), perfect: perfect("score").start.toFixed(2) });
    const known = [...learner.table].sort(([a], [b]) => b - a);
    values.replaceChildren(...known.map(([name, value]) => el("figure", {}, still(boardOf(name), { "--mini": "48px" }), el("figcaption", {}, value.toFixed(1)))));
    game.hidden = !learner.games;
    game.textContent = learner.games ? fill(stage.text.game, { n: grouped(learner.games), score: learner.last.score }) : "";
    slides.replaceChildren(...learner.last.slides.map(({ direction, after, gained }) => el("li", {}, still(after, { "--mini": "48px" }), el("span", {}, gained ? `${capital(direction)} +${gained}` : capital(direction)))));
  };
  let stopped = false;
  const run = async (/** @type {number} */ times) => {
    stopped = false;
    stop.disabled = false;
    await stage.work(Math.min(times, 20_000 - learner.games), () => {
      if (stopped) return;
      learner.learn();
      const x = Math.log10(learner.games);
      if (points.length === 0 || x - points[points.length - 1][0] > 0.05) points.push([x, learner.worth]);
    }, show);
    stop.disabled = true;
    show();
    const sentence = fill(stage.text.now, { games: grouped(learner.games), worth: learner.worth.toFixed(1) });
    if (learner.games >= 1000) stage.done(`${sentence} ${stage.text.right}`);
    else stage.tell(sentence);
  };
  const stop = button("pause", stage.text.stop, () => {
    stopped = true;
  }, { disabled: true, id: "stop" });
  stage.add(el("div.row", {}, repeats([1, 10, 100, 1000, 10_000], run), stop), facts, out, game, slides, el("h3", {}, stage.text.table), values);
  show();
}

/** Play with what it has learned. @param {Stage} stage */
function playWith(stage) {
  if (learner.games === 0) for (let game = 0; game < 100; game++) learner.learn();
  const beliefs = el("div.bars");
  const exact = perfect("score");
  const show = () => {
    const moves = movesOf(board.game.grid).map((move) => ({ ...move, value: learner.believes(move) }));
    const truth = exact.moves(board.game.grid);
    const most = Math.max(...moves.map(({ value }) => value));
    beliefs.replaceChildren(...moves.map(({ direction, value }, index) => bar(capital(direction), value / 80, fill(stage.text.value, { value: value.toFixed(1), truth: truth[index].value.toFixed(1) }), value === most)));
  };
  const board = new GameBoard(stage, Game.start(2, 2, freshSeed()), (turn, direction) => {
    if (!turn) return stage.tell(fill(stage.text.nothing, { direction }));
    show();
    if (board.game.over) stage.done(fill(stage.text.right, { score: board.game.score, games: grouped(learner.games) }));
  });
  show();
  stage.add(board.element, el("div.row", {}, button("bulb", stage.text.best, () => {
    const moves = movesOf(board.game.grid);
    if (moves.length) board.move(moves[greedyBy(learner.believes)(board.game.grid, moves).indexOf(1)].direction);
  }, { id: "believed" }), button("plus", stage.text.fresh, () => {
    board.start(Game.start(2, 2, freshSeed()));
    show();
  })), beliefs);
}

/** The size of a step, and moves by chance. @param {Stage} stage */
function rates(stage) {
  let [alpha, explore] = [0.1, 0];
  /** @type {{name: string, points: [number, number][]}[]} */
  const curves = [];
  const out = el("div");
  const list = el("ul.chips");
  const run = async () => {
    start.disabled = true;
    const own = new Learner(new Random(11), alpha, explore);
    const curve = { name: fill(stage.text.curve, { alpha, explore: Math.round(explore * 100) }), points: /** @type {[number, number][]} */ ([]) };
    if (curves.length === 5) curves.shift();
    curves.push(curve);
    await stage.work(3000, () => {
      own.learn();
      const x = Math.log10(own.games);
      if (curve.points.length === 0 || x - curve.points[curve.points.length - 1][0] > 0.05) curve.points.push([x, own.worth]);
    }, () => {
      out.replaceChildren(curveChart(stage.text.chart, stage.text.axis, curves));
      list.replaceChildren(...curves.map(({ name }, index) => el("li", {}, el("i", { className: `key s${index}` }), name)));
    });
    start.disabled = false;
    const sentence = fill(stage.text.result, { name: curve.name, worth: own.worth.toFixed(1) });
    if (curves.length > 1) stage.done(`${sentence} ${stage.text.right}`);
    else stage.tell(`${sentence} ${stage.text.other}`);
  };
  const start = button("play", stage.text.start, run, { className: "main", id: "train" });
  stage.add(el("div.fields", {}, slider(stage.text.alpha, { min: 0.01, max: 1, step: 0.01, value: alpha }, (value) => { alpha = value; }).field, slider(stage.text.explore, { min: 0, max: 0.5, step: 0.05, value: explore, format: (value) => `${Math.round(100 * value)} %` }, (value) => { explore = value; }).field), start, out, list);
}

/** The same rule on 4x4. @param {Stage} stage */
function large(stage) {
  const points = CHECKPOINTS.map(([games, , mean]) => /** @type {[number, number]} */ ([games, mean]));
  const out = el("div");
  const facts = el("p", { id: "checkpoint" });
  const show = (/** @type {number} */ at) => {
    const [games, moves, mean, p8192, p16384] = CHECKPOINTS[at];
    out.replaceChildren(chart({ title: stage.text.chart, curves: [{ name: "mean", points: points.slice(0, at + 1) }], xRange: [0, 160_000], yRange: [0, 250_000], xLabel: stage.text.axis, fill: true }).root);
    facts.textContent = fill(stage.text.facts, { games: grouped(games), moves, mean: grouped(mean), p8192, p16384 });
  };
  const at = slider(stage.text.checkpoint, { min: 1, max: CHECKPOINTS.length, step: 1, value: 1 }, (value) => {
    show(value - 1);
    if (value === CHECKPOINTS.length) stage.done(stage.text.right);
    else stage.tell(/** @type {string} */ (facts.textContent));
  });
  show(0);
  stage.add(at.field, facts, out);
}

/** @type {import("./stage.js").Step[]} */
export const steps = [five, greedy, carry, learn, playWith, rates, large, watch, opinions];
