// Lesson 5: looking ahead.

import { button, capital, el, grouped } from "../dom.js";
import { drawSpawn, parse, Random, spawn, spawns } from "../rules.js";
import { expectimax, sampled } from "./expectimax.js";
import { answerField, bar, bet, fill, repeats, Slider, slider, still } from "./parts.js";
import { Mean } from "./statistics.js";
import { best, heuristic, looked } from "./terms.js";

/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {import("../rules.js").Grid} Grid */
/** A board in the tree. A move or a new tile leads to it; its value is known when it has no choice left, or when all below are known. @typedef {{kind: "max" | "chance" | "leaf", grid: Grid, name: string, chance: number, children: TreeNode[] | null}} TreeNode */

const BOARD = parse("8,.,16,8/4,2,4,2/2,8,2,4/4,2,4,2");
const short = (/** @type {number} */ value) => String(Number(value.toFixed(3)));

/** Choose, and see what one slide shows. @param {Stage} stage */
function choose(stage) {
  const board = new Slider(stage, BOARD, (direction, slid) => {
    if (!slid) return stage.tell(fill(stage.text.nothing, { direction }));
    board.put(BOARD);
    const options = looked(BOARD, heuristic);
    values.replaceChildren(...options.map((option) => bar(capital(option.direction), option.value / 10, short(option.value), option === best(options))));
    stage.done(fill(stage.text.right, { direction, best: best(options).direction, value: short(best(options).value) }));
  });
  const values = el("div.bars");
  stage.add(board.element, values);
}

/** The children of a node. @param {TreeNode} node @param {Stage} stage @param {(after: Grid) => (import("../rules.js").NewTile & {chance: number})[]} outcomes @returns {TreeNode[]} */
function grow({ kind, grid, name }, stage, outcomes) {
  if (kind === "chance") {
    return outcomes(grid).map(({ cell, tile, chance }) => {
      const after = spawn(grid, { cell, tile });
      const dead = looked(after, () => 0).length === 0;
      const title = fill(stage.text.spawn, { value: 2 ** tile, row: Math.floor(cell / 4) + 1, column: (cell % 4) + 1 });
      return { kind: dead ? "leaf" : "max", grid: after, name: dead ? `${title}: ${stage.text.dead}` : title, chance, children: null };
    });
  }
  const below = name === "" ? "chance" : "leaf";
  return looked(grid, () => 0).map(({ direction, slid }) => ({ kind: below, grid: slid.after, name: capital(direction), chance: 1, children: null }));
}

/** The value of a node as far as the tree is open. @param {TreeNode} node @returns {number | undefined} */
function treeValue(node) {
  if (node.kind === "leaf") return heuristic(node.grid);
  const values = node.children?.map(treeValue);
  if (!values || values.some((value) => value === undefined)) return undefined;
  const known = /** @type {number[]} */ (values);
  return node.kind === "max" ? Math.max(...known) : known.reduce((sum, value, index) => sum + /** @type {TreeNode[]} */ (node.children)[index].chance * value, 0);
}

/** @param {TreeNode} node @returns {TreeNode[]} */
const all = (node) => [node, ...(node.children ?? []).flatMap(all)];

/** The tree, opened node by node. @param {Stage} stage */
function tree(stage) {
  const { text } = stage;
  const random = new Random(5);
  const place = el("ul.tree");
  const facts = el("p", { id: "tree-facts" });
  let draws = 0;
  const outcomes = (/** @type {Grid} */ after) => (draws ? sampled(after, draws, random) : spawns(after));
  /** @type {TreeNode} */
  let root = { kind: "max", grid: BOARD, name: "", chance: 1, children: null };
  const openNode = (/** @type {TreeNode} */ node) => {
    node.children ??= grow(node, stage, outcomes);
  };
  const item = (/** @type {TreeNode} */ node) => {
    const value = treeValue(node);
    const word = value === undefined ? "?" : short(value);
    const label = [still(node.grid, { "--mini": "64px" }), el("span.node-name", {}, node.name || text.root, node.chance < 1 ? el("small", {}, ` ${short(100 * node.chance)} %`) : ""), el("b.node-value", {}, word)];
    const isOpen = node.children !== null;
    const head = node.kind === "leaf" ? el("div.node", { "data-kind": "leaf" }, ...label) : el("button.node", { type: "button", "data-kind": node.kind, "aria-expanded": String(isOpen), onclick: () => {
      if (node.children) node.children = null;
      else openNode(node);
      show(node);
    } }, ...label);
    /** @type {HTMLLIElement} */
    const line = el("li", {}, head, isOpen && el("ul", {}, .../** @type {TreeNode[]} */ (node.children).map(item)));
    if (head instanceof HTMLButtonElement) buttons.set(node, head);
    return line;
  };
  /** @type {Map<TreeNode, HTMLButtonElement>} */
  const buttons = new Map();
  const show = (/** @type {TreeNode | null} */ focused) => {
    buttons.clear();
    place.replaceChildren(item(root));
    if (focused) buttons.get(focused)?.focus();
    const nodes = all(root);
    facts.textContent = fill(text.facts, { open: nodes.filter(({ children }) => children).length, boards: nodes.filter(({ kind }) => kind === "leaf").length });
    const value = treeValue(root);
    if (value === undefined) return focused && stage.tell(facts.textContent);
    const moves = /** @type {TreeNode[]} */ (root.children).map((node) => ({ name: node.name, value: /** @type {number} */ (treeValue(node)) }));
    stage.done(fill(draws ? text.sampledRight : text.right, { table: moves.map(({ name, value: of }) => `${name} ${short(of)}`).join(", "), best: best(moves).name }));
  };
  const openNext = () => {
    const next = all(root).find((node) => node.kind !== "leaf" && node.children === null);
    if (next) openNode(next);
    show(null);
    return next !== undefined;
  };
  const sampling = el("input", { type: "checkbox", id: "sampling", onchange: () => {
    draws = sampling.checked ? 1 : 0;
    root = { ...root, children: null };
    openNode(root);
    show(null);
    stage.tell(sampling.checked ? text.on : text.off);
  } });
  stage.add(
    el("div.row", {}, button("step", text.next, openNext, { id: "open-next" }), button("play", text.all, () => {
      while (openNext());
    }, { id: "open-all" }), el("label.row", {}, sampling, text.sampling)),
    facts, el("div.tree-box", { tabIndex: 0, role: "region", "aria-label": text.label }, place));
  openNode(root);
  show(null);
}

/** One average by hand. @param {Stage} stage */
function average(stage) {
  const slid = looked(BOARD, () => 0).find(({ direction }) => direction === "left");
  if (!slid) return;
  const outcomes = spawns(slid.slid.after).map((outcome) => {
    const grid = spawn(slid.slid.after, outcome);
    const options = looked(grid, heuristic);
    return { ...outcome, grid, value: options.length ? best(options).value : heuristic(grid) };
  });
  const truth = outcomes.reduce((sum, { chance, value }) => sum + chance * value, 0);
  stage.add(
    el("div.outcomes", {}, ...outcomes.map(({ grid, chance, value }) => el("figure", {}, still(grid, { "--mini": "110px" }), el("figcaption", {}, fill(stage.text.outcome, { chance: short(100 * chance), value: short(value) }))))),
    answerField(stage.text.question, (answer) => {
      const plain = outcomes.reduce((sum, { value }) => sum + value, 0) / outcomes.length;
      if (Math.abs(answer - truth) < 0.005) stage.done(fill(stage.text.right, { truth: short(truth) }));
      else if (Math.abs(answer - plain) < 0.005) stage.tell(stage.text.plain, "bad");
      else stage.tell(stage.text.wrong, "bad");
    }));
}

/** Runs by chance instead of the tree. @param {Stage} stage */
function monteCarlo(stage) {
  const random = new Random(crypto.getRandomValues(new BigUint64Array(1))[0]);
  const arms = looked(BOARD, () => 0).map(({ direction, slid }) => ({ direction, after: slid.after, mean: new Mean() }));
  const out = el("div.bars");
  const show = () => {
    const ranked = arms.map(({ direction, mean }) => ({ direction, mean, value: mean.mean }));
    out.replaceChildren(...ranked.map((arm) => bar(capital(arm.direction), arm.mean.mean / 10, arm.mean.n ? `${arm.mean.mean.toFixed(2)} ± ${Number.isFinite(arm.mean.half) ? arm.mean.half.toFixed(2) : "?"}` : "–", arm.mean.n > 0 && arm === best(ranked))));
  };
  const once = (/** @type {Grid} */ after) => {
    let grid = spawn(after, drawSpawn(after, random));
    for (let depth = 1; depth < 3; depth++) {
      const options = looked(grid, () => 0);
      if (options.length === 0) break;
      const { after: next } = options[random.below(options.length)].slid;
      grid = spawn(next, drawSpawn(next, random));
    }
    return heuristic(grid);
  };
  const run = async (/** @type {number} */ times) => {
    await stage.work(times, () => {
      for (const arm of arms) arm.mean.add(once(arm.after));
    }, show);
    const [first, second] = arms.map(({ mean }) => mean).sort((a, b) => b.mean - a.mean);
    const safe = first.mean - first.half > second.mean + second.half;
    const sentence = fill(safe ? stage.text.safe : stage.text.open, { n: grouped(first.n) });
    if (safe || first.n >= 10_000) stage.done(sentence);
    else stage.tell(sentence);
  };
  const buttons = repeats([10, 100, 1000, 10_000], run);
  buttons.hidden = true;
  stage.add(still(BOARD, { "--mini": "150px" }), bet(stage.text.question, ["10", "100", "1,000", "10,000"], () => {
    buttons.hidden = false;
    stage.tell(stage.text.now);
  }), buttons, out);
  show();
}

/** Deeper: what it costs and what it changes. @param {Stage} stage */
function deeper(stage) {
  const random = new Random(7);
  const out = el("div.stack");
  const sampling = el("input", { type: "checkbox", onchange: () => show(Number(depth.input.value)) });
  const show = (/** @type {number} */ at) => {
    const started = performance.now();
    const { moves, boards } = expectimax(BOARD, at, sampling.checked ? (after) => sampled(after, 2, random) : undefined);
    const time = performance.now() - started;
    const chosen = best(moves);
    out.replaceChildren(el("div.bars", {}, ...moves.map((move) => bar(capital(move.direction), move.value / 16, short(move.value), move === chosen))));
    const sentence = fill(stage.text.result, { depth: at, direction: chosen.direction, boards: grouped(boards), time: time < 1 ? "1" : time.toFixed(0) });
    if (at >= 3) stage.done(sentence);
    else stage.tell(sentence);
  };
  const depth = slider(stage.text.depth, { min: 1, max: 4, step: 1, value: 1 }, show);
  stage.add(still(BOARD, { "--mini": "150px" }), depth.field, el("label.row", {}, sampling, stage.text.sampling), out);
  show(1);
}

/** @type {import("./stage.js").Step[]} */
export const steps = [choose, tree, average, monteCarlo, deeper];
