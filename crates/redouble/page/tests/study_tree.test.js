// The tree of a study, without a browser: branches, places, text, and rows that fold.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Game, Random } from "../js/rules.js";
import { rows } from "../js/study/rows.js";
import { Branch, MainLine, note, StudyTree } from "../js/study/tree.js";

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** A replay as the server sends it, of a game that chance plays. @param {number} moves @param {number} seed @returns {Replay} */
function played(moves, seed) {
  const game = Game.start(4, 4, seed);
  const random = new Random(seed);
  const frame = () => Array.from(game.grid.cells, (tile) => DIGITS[tile]).join("");
  /** @type {Replay} */
  const replay = { rows: 4, columns: 4, goal: 2048, p4: 0.1, seed, undos: 0, over: false, moves: "", frames: [frame()], scores: [0], spawns: [], record: "" };
  while (replay.moves.length < moves && !game.over) {
    const turn = game.play(/** @type {Direction[]} */ (["up", "right", "down", "left"])[random.below(4)]);
    if (!turn) continue;
    replay.moves += turn.direction[0];
    replay.frames.push(frame());
    replay.scores.push(game.score);
    replay.spawns.push([turn.spawn.cell, turn.spawn.value]);
  }
  return replay;
}

const tree = () => new StudyTree(new MainLine(played(40, 3)));

/** A step that is legal at a place and not the game's own. @param {StudyTree} of @param {import("../js/study/tree.js").Place} place */
function other(of, place) {
  const own = of.next(place).map(({ line, at }) => line.step(at));
  for (const direction of /** @type {Direction[]} */ (["up", "right", "down", "left"])) {
    for (let cell = 0; cell < 16; cell++) {
      const step = { direction, cell, tile: 1 };
      const isOwn = own.some((known) => "direction" in known && known.direction === direction);
      if (!isOwn && new Branch(place).add(step)) return step;
    }
  }
  throw new Error("no other move");
}

test("the game's own move leads along the game, another one opens a branch, and the branch goes on", () => {
  const study = tree();
  const start = { line: study.main, at: 5 };
  assert.deepEqual(study.take(start, study.main.step(6)), { line: study.main, at: 6 });
  assert.equal(study.toString(), "");
  const step = other(study, start);
  const branch = study.take(start, step);
  assert.ok(branch && branch.line instanceof Branch);
  assert.deepEqual(study.take(start, step), branch);
  const deeper = study.take(branch, other(study, branch));
  assert.deepEqual([deeper?.line, deeper?.at], [branch.line, 2]);
  assert.equal(study.name(branch), "5.1");
  assert.equal(study.name(/** @type {any} */ (deeper)), "5.1.2");
  assert.deepEqual(study.find("5.1"), branch);
  assert.deepEqual(study.find("5.1.2"), deeper);
  assert.deepEqual(study.find("5.9"), start);
  assert.equal(study.moveOf(/** @type {any} */ (deeper)), 5);
  assert.equal(study.depth(/** @type {any} */ (deeper)), 7);
  assert.deepEqual(study.before(branch), start);
});

test("a tree is read as it was written, and what does not fit another game is counted", () => {
  const study = tree();
  const first = study.take({ line: study.main, at: 5 }, other(study, { line: study.main, at: 5 }));
  assert.ok(first);
  study.take({ line: study.main, at: 5 }, { board: study.main.grid(9) });
  const inner = study.take(first, other(study, first));
  assert.ok(inner);
  study.take(first, other(study, first));
  note(first, { glyph: 4, bookmark: true });
  note({ line: study.main, at: 7 }, { comment: "Why not up? ä\n%20" });
  const text = study.toString();
  const again = StudyTree.read(new MainLine(study.main.replay), text);
  assert.deepEqual([again.left, again.tree.toString()], [0, text]);
  note(first, { glyph: 0, bookmark: false });
  assert.ok(!study.toString().includes("!4"));
  const elsewhere = StudyTree.read(new MainLine(played(6, 9)), text);
  assert.ok(elsewhere.left > 0);
  assert.ok(!elsewhere.tree.toString().includes("7"), "the game has no seventh move");
});

test("Up and Down go from one thing done at a position to the next, Delete removes it and what follows", () => {
  const study = tree();
  const start = { line: study.main, at: 5 };
  const own = { line: study.main, at: 6 };
  const first = study.take(start, other(study, start));
  assert.ok(first);
  const second = study.take(start, { board: study.main.grid(0) });
  assert.ok(second);
  assert.deepEqual(study.beside(own, 1), first);
  assert.deepEqual(study.beside(first, 1), second);
  assert.deepEqual(study.beside(second, -1), first);
  assert.deepEqual(study.beside(first, -1), own);
  assert.deepEqual(study.beside(start, 1), first);
  const deeper = study.take(first, other(study, first));
  assert.ok(deeper);
  assert.deepEqual(study.beside(deeper, -1), start);
  assert.deepEqual(study.prune(deeper), first);
  assert.deepEqual(study.prune(first), start);
  assert.equal(study.name(second), "5.1");
  assert.deepEqual(study.prune(second), start);
  assert.deepEqual(study.prune(own), own);
  assert.equal(study.toString(), "");
});

test("another tile than that which appeared is a branch; one put by hand a moment ago makes room", () => {
  const study = tree();
  const place = { line: study.main, at: 8 };
  const step = study.main.step(8);
  assert.ok("cell" in step);
  const empty = study.main.grid(8).cells.indexOf(0);
  const moved = study.retile(place, empty, false);
  assert.ok(moved);
  assert.deepEqual(moved.line.step(1), { direction: step.direction, cell: empty, tile: 1 });
  const four = study.retile(moved, empty, true);
  assert.ok(four);
  assert.deepEqual(four.line.step(1), { direction: step.direction, cell: empty, tile: 2 });
  assert.equal(study.main.branches.get(7)?.length, 1);
  const taken = study.main.grid(8).cells.findIndex((tile, cell) => tile > 0 && cell !== step.cell);
  assert.equal(study.retile(place, taken, false), null);
  assert.equal(study.retile({ line: study.main, at: 0 }, 0, false), null);
});

test("quiet runs fold into a row, milestones end one, and a game of 20,000 moves has few rows", () => {
  const study = tree();
  const here = { line: study.main, at: 20 };
  const branch = study.take({ line: study.main, at: 9 }, other(study, { line: study.main, at: 9 }));
  assert.ok(branch);
  const { length } = study.main;
  /** @type {[number, number][]} */
  const milestones = [[3, 3], [30, 6]];
  const found = rows(study, { here, faults: [15], milestones }).map(({ line, from, to, made }) => [line === study.main ? "game" : "branch", from, to, made]);
  assert.deepEqual(found, [
    ["game", 0, 0, undefined],
    ["game", 1, 8, undefined],
    ["game", 9, 9, undefined],
    ["game", 10, 10, undefined],
    ["branch", 1, 1, undefined],
    ["game", 11, 14, undefined],
    ["game", 15, 15, undefined],
    ["game", 16, 19, undefined],
    ["game", 20, 20, undefined],
    ["game", 21, 30, 6],
    ["game", 31, length, undefined],
  ]);
  const frames = Array.from({ length: 20_001 }, (_, at) => `${DIGITS[1 + Math.floor(at / 2000)]}100000000000000`);
  const long = new MainLine({ ...played(1, 1), moves: "l".repeat(20_000), frames });
  assert.equal(long.milestones().length, 10);
  const list = rows(new StudyTree(long), { here: { line: long, at: 12_345 }, faults: [], milestones: long.milestones() });
  assert.ok(list.length < 15, `${list.length} rows`);
});
