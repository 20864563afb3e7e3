// The rules in the page are those of crates/core: the same examples, the same counts by depth, the same games by seed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import * as rules from "../js/rules.js";

const DATA = resolve(import.meta.dirname, "../../../core/tests/data");
const CELLS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
const words = (/** @type {string} */ file) =>
  readFileSync(resolve(DATA, file), "utf8").split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.trim().split(/\s+/));
const vectors = (/** @type {string} */ kind) => words("rules.vectors").filter(([first]) => first === kind);

test("slides are those of the core, with the way of every tile", () => {
  const all = vectors("slide");
  assert.ok(all.length > 300);
  for (const [, board, word, ...expected] of all) {
    const direction = /** @type {Direction} */ (word);
    const grid = rules.parse(board);
    const slid = rules.slide(grid, direction);
    const ways = rules.motions(grid, direction).map(({ from, to, merged }) => `${from}>${to}${merged ? "*" : ""}`);
    const found = slid ? [rules.format(slid.after), String(slid.gained), ...ways] : ["illegal"];
    assert.deepEqual(found, expected, `${board} ${direction}`);
    assert.equal(rules.canSlide(grid, direction), slid !== null, `${board} ${direction}`);
    assert.equal(rules.format(grid), board, "a slide leaves its board alone");
  }
});

test("a seed is the same game as in the core", () => {
  const all = vectors("game");
  assert.ok(all.length > 12);
  for (const [, shape, p4, seed, plies, ...expected] of all) {
    const [rows, columns] = shape.split("x").map(Number);
    const game = rules.Game.start(rows, columns, seed, Number(p4));
    let found = "";
    for (let at = 0; at < plies.length; at += 2) {
      const direction = rules.DIRECTIONS.find((name) => name[0] === plies[at].toLowerCase());
      assert.ok(direction);
      const copy = game.copy();
      const turn = game.play(direction);
      assert.ok(turn && copy.advance(direction));
      assert.deepEqual([copy.grid, copy.score, copy.moves], [game.grid, game.score, game.moves], "a copy plays on alike");
      found += (turn.spawn.value === 4 ? plies[at].toUpperCase() : plies[at].toLowerCase()) + CELLS[turn.spawn.cell];
    }
    const legal = rules.legal(game.grid).map((name) => name[0]).join("") || "none";
    assert.deepEqual([found, String(game.score), rules.format(game.grid), legal], [plies, ...expected], `${shape} ${seed}`);
    assert.equal(game.over, legal === "none");
  }
});

test("counts by depth are the known ones", () => {
  for (const [shape, field, ...counts] of words("known.perft")) {
    if (field !== "paths") continue;
    const [rows, columns] = shape.split("x").map(Number);
    /** Boards with the number of ways to them. @type {Map<string, number>} */
    let boards = new Map([[rules.format(rules.blank(rows, columns)), 1]]);
    const depth = Math.min(counts.length, rows * columns === 4 ? 12 : 5);
    for (let ply = 0; ply < depth; ply++) {
      /** @type {Map<string, number>} */
      const next = new Map();
      for (const [board, ways] of boards) {
        const grid = rules.parse(board);
        const after = ply < 2 || ply % 2 === 1
          ? rules.spawns(grid).map((spawn) => rules.spawn(grid, spawn))
          : rules.DIRECTIONS.flatMap((direction) => rules.slide(grid, direction)?.after ?? []);
        for (const reached of after.map(rules.format)) next.set(reached, (next.get(reached) ?? 0) + ways);
      }
      boards = next;
      assert.equal([...boards.values()].reduce((sum, ways) => sum + ways, 0), Number(counts[ply]), `${shape}, half-ply ${ply + 1}`);
    }
  }
});

test("the generator is the one of the core, for every seed of 64 bits", () => {
  const outputs = (/** @type {number | bigint | string} */ seed) => {
    const random = new rules.Random(seed);
    return Array.from({ length: 4 }, () => {
      random.step();
      return ((BigInt(random.high) << 32n) | BigInt(random.low)).toString(16).padStart(16, "0");
    });
  };
  assert.deepEqual(outputs(0), ["53175d61490b23df", "61da6f3dc380d507", "5c0fdf91ec9a7bfc", "02eebf8c3bbe5e1a"]);
  assert.deepEqual(outputs("18446744073709551615"), outputs(-1));
  assert.equal(rules.gameSeed(1, 0), 1n);
  assert.equal(rules.gameSeed(1, 1), 1n ^ 0x5692161d100b05e5n);
  const random = new rules.Random(3);
  const seen = [0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < 70_000; i++) seen[random.below(7)]++;
  assert.ok(seen.every((count) => count > 9_600 && count < 10_400), String(seen));
});

test("probabilities of new tiles sum to 1, and only empty cells get them", () => {
  const grid = rules.parse("2,.,4/.,8,.");
  const all = rules.spawns(grid);
  assert.ok(Math.abs(all.reduce((sum, { chance }) => sum + chance, 0) - 1) < 1e-12);
  assert.deepEqual([...new Set(all.map(({ cell }) => cell))], [1, 3, 5]);
  assert.deepEqual(rules.spawns(grid, 0).map(({ tile }) => tile), [1, 1, 1]);
});
