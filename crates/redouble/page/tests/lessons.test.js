// What the lessons compute: terms, trees, the whole game on 2x2, statistics. No browser; 2x2 is compared with the server's solution.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { expectimax, sampled } from "../js/learn/expectimax.js";
import { compact, merge } from "../js/learn/phases.js";
import { factors, product } from "../js/learn/product.js";
import { CHECKPOINTS, OPINIONS } from "../js/learn/recorded.js";
import { directionsOf, positionsOf } from "../js/learn/recording.js";
import { allStates, boardOf, canonical, greedyBy, Learner, movesOf, perfect, uniform, worth } from "../js/learn/small.js";
import { binomialP, gamesNeeded, Mean, wilson } from "../js/learn/statistics.js";
import { heuristic, TERMS, weighted, witnesses } from "../js/learn/terms.js";
import { common, lessons, playground } from "../js/learn/texts.js";
import { blank, DIRECTIONS, format, isOver, parse, Random, slide, spawns } from "../js/rules.js";
import { Server } from "./harness.js";

const near = (/** @type {number} */ found, /** @type {number} */ expected, /** @type {number} */ within, /** @type {string} */ what) =>
  assert.ok(Math.abs(found - expected) <= within, `${what}: ${found}, expected ${expected}`);
const ROWS = "/.,.,.,./.,.,.,./.,.,.,.";
const BOARD = parse("8,.,16,8/4,2,4,2/2,8,2,4/4,2,4,2");

test("compact, merge, compact is a slide, on all lines of four with tiles to 16", () => {
  for (let number = 0; number < 5 ** 4; number++) {
    const line = [0, 1, 2, 3].map((place) => Math.floor(number / 5 ** place) % 5);
    const grid = blank(1, 4);
    grid.cells.set(line);
    assert.deepEqual(compact(merge(compact(line))), [...(slide(grid, "left")?.after ?? grid).cells], String(line));
  }
});

test("the product of seed 003 is right exactly, and wrong in 32 and 64 bits", () => {
  const lost = parse("4,2,4,2/2,4,2,4/4,2,4,2/2,4,2,4");
  assert.ok(isOver(lost) && product(factors(lost), null) !== 0n);
  assert.equal(product(factors(lost), 32), 0n);
  assert.notEqual(product(factors(lost), 64), 0n);
  const worse = parse("2,4,8,4/4,8,4,8/2,4,2,4/4,2,4,2");
  assert.ok(isOver(worse) && product(factors(worse), null) !== 0n);
  assert.equal(product(factors(worse), 64), 0n);
});

test("terms are those of the course", () => {
  /** @type {[string, string, number][]} */
  const examples = [[`2,2,.,.${ROWS}`, "1 2 8 3 1 14", 31], ["1024,512,256,128/2,4,8,64/.,.,2,32/.,.,.,16", "1 8 8 8 0 5", 18], ["2,4,4,2/.,.,.,./8,.,.,8/2,2,2,2", "0 4 5 4 4 6", 16]];
  for (const [board, terms, value] of examples) {
    const grid = parse(board);
    assert.equal(Object.values(TERMS).map((term) => term(grid)).join(" "), terms, board);
    assert.equal(heuristic(grid), value, board);
    assert.equal(weighted({ edge: 1, empty: 2 })(grid), value);
    for (const term of ["empty", "snake"]) assert.equal(witnesses(term, grid).size, TERMS[term](grid), `${term} of ${board}`);
  }
});

test("the tree has the values of the exercise expectimax", () => {
  const value = (/** @type {import("../js/rules.js").Grid} */ grid, /** @type {number} */ depth, /** @type {Direction} */ direction) => expectimax(grid, depth).moves.find((move) => move.direction === direction)?.value ?? Number.NaN;
  near(value(BOARD, 1, "right"), 8, 1e-9, "right, depth 1");
  for (const [direction, expected] of /** @type {[Direction, number][]} */ ([["left", 7.8], ["up", 7.2], ["right", 6.1]])) near(value(BOARD, 2, direction), expected, 1e-9, direction);
  near(value(parse(`4,2,.,.${ROWS}`), 2, "down"), 30.278571, 1e-6, "down");
  near(value(parse("16,4,4,2/8,2,8,2/8,32,4,16/4,.,16,8"), 3, "right"), 13, 1e-9, "right");
});

test("sampled tiles are different, weigh 1 together, and are all of them if enough are drawn", () => {
  const grid = parse(`2,2,.,.${ROWS}`);
  const random = new Random(4);
  for (const draws of [1, 3, 10, 100]) {
    const drawn = sampled(grid, draws, random);
    assert.equal(drawn.length, Math.min(draws, 28));
    assert.equal(new Set(drawn.map(({ cell, tile }) => `${cell} ${tile}`)).size, drawn.length);
    near(drawn.reduce((sum, { chance }) => sum + chance, 0), 1, 1e-12, "sum");
  }
  for (const { chance, tile } of sampled(grid, 100, random)) near(chance, spawns(grid).find((spawn) => spawn.tile === tile)?.chance ?? 0, 1e-12, "chance");
});

test("2x2 has 74 states with a move, 36 without, 67 boards after a slide, and its known values", () => {
  const states = [...allStates().keys()].map(boardOf);
  assert.deepEqual([states.filter((grid) => !isOver(grid)).length, states.filter(isOver).length], [74, 36]);
  assert.equal(new Set(states.flatMap((grid) => movesOf(grid).map((move) => canonical(move.after)))).size, 67);
  near(perfect("score").start, 66.96, 0.005, "score");
  near(perfect(4).start, 0.9625, 0.00005, "16");
  near(perfect(5).start, 0.0829, 0.00005, "32");
  near(worth(uniform, "score").start, 19.7, 0.05, "random");
  assert.ok(worth(greedyBy(({ gained }) => gained), "score").start < perfect("score").start);
});

test("every value of 2x2 is the one that the server solves", async () => {
  const server = new Server();
  after(() => server.stop());
  await server.start();
  for (const [goal, aim] of /** @type {const} */ ([[undefined, "score"], [16, 4], [32, 5]])) {
    await server.ask("/solve", { shape: "2x2", goal });
    const values = perfect(aim);
    for (const grid of [...allStates().keys()].map(boardOf).filter((board) => !isOver(board))) {
      /** @type {SolvedBoard} */
      const solved = await server.ask("/solve/move", { shape: "2x2", goal, board: format(grid) });
      if (!solved.reachable || solved.won) continue;
      near(values.of(grid), solved.value, 1e-9, `${format(grid)} for ${aim}`);
      for (const { direction, value } of solved.moves) near(values.moves(grid).find((move) => move.direction === direction)?.value ?? Number.NaN, value, 1e-9, `${format(grid)} ${direction}`);
    }
  }
});

test("a table learns 2x2 nearly perfectly, and one seed learns the same twice", () => {
  const learned = () => {
    const learner = new Learner(new Random(1));
    for (let game = 0; game < 5000; game++) learner.learn();
    return learner;
  };
  const [one, two] = [learned(), learned()];
  assert.deepEqual([...one.table], [...two.table]);
  assert.ok(one.worth > 66 && one.worth <= perfect("score").start + 1e-9, String(one.worth));
  assert.ok(one.table.size <= 67);
});

test("the recorded games are games, from their first tiles to their end, and networks that learned longer are better", () => {
  for (const [index, checkpoint] of CHECKPOINTS.entries()) {
    const last = positionsOf(checkpoint)[checkpoint.moves];
    assert.equal(directionsOf(checkpoint).length, checkpoint.moves);
    assert.equal(last.score, checkpoint.score, `${checkpoint.learned} games`);
    assert.ok(isOver(last.grid), `${checkpoint.learned} games`);
    assert.ok(index === 0 || CHECKPOINTS[index - 1].ci95[1] < checkpoint.ci95[0], `${checkpoint.learned} games`);
  }
});

test("opinions are about the legal moves of the boards that the last network met", () => {
  const met = new Set(positionsOf(CHECKPOINTS[CHECKPOINTS.length - 1]).map(({ grid }) => format(grid)));
  for (const { board, values } of OPINIONS) {
    assert.ok(met.has(board), board);
    assert.equal(values.length, CHECKPOINTS.length);
    const possible = DIRECTIONS.map((direction) => slide(parse(board), direction) !== null);
    for (const list of values) assert.deepEqual(list.map((value) => value !== null), possible, board);
  }
});

test("statistics are those of the notes", () => {
  const [low, high] = wilson(13, 100);
  near(low, 0.0776, 0.00005, "low");
  near(high, 0.2098, 0.00005, "high");
  near(wilson(0, 50)[1], 0.0713, 0.00005, "0 of 50");
  assert.equal(gamesNeeded(10_429, 500), 6830);
  near(binomialP(0, 20, 0.1), 2 * 0.9 ** 20, 1e-12, "none of 20");
  assert.ok(binomialP(6_667, 60_000, 0.1) < 2.3e-8);
  const mean = new Mean();
  for (const value of [2, 4, 4, 4, 5, 5, 7, 9]) mean.add(value);
  near(mean.mean, 5, 1e-12, "mean");
  near(mean.sd, Math.sqrt(32 / 7), 1e-12, "sd");
});

test("all words of the room are text, and none is empty", () => {
  const walk = (/** @type {unknown} */ part, /** @type {string} */ path) => {
    if (typeof part === "string") assert.ok(part !== "" || path.endsWith("raceHead.3"), path);
    else for (const [key, value] of Object.entries(/** @type {object} */ (part))) walk(value, `${path}.${key}`);
  };
  walk({ common, lessons, playground }, "texts");
});
