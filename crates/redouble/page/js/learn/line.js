// Lesson 1: a line slides.

import { button, el } from "../dom.js";
import { blank, parse } from "../rules.js";
import { bet, fill, Slider, still } from "./parts.js";
import { compact, merge } from "./phases.js";

/** @typedef {import("./stage.js").Stage} Stage */

/** @param {number[]} line */
const grid = (line) => {
  const made = blank(1, line.length);
  made.cells.set(line);
  return made;
};

/** One line, one arrow. @param {Stage} stage */
function first(stage) {
  const board = new Slider(stage, parse(".,.,2,2"), (direction, slid) => {
    if (slid && direction === "left") stage.done(fill(stage.text.right, { gained: slid.gained }));
    else if (slid) stage.tell(stage.text.other);
    else stage.tell(stage.text.nothing, "bad");
  });
  stage.add(board.element, again(stage, () => board.put(parse(".,.,2,2"))));
}

/** @param {Stage} stage @param {() => void} reset */
const again = (stage, reset) => button("undo", stage.text.again, () => {
  reset();
  stage.tell("");
});

/** What becomes of 2 2 4? @param {Stage} stage */
function once(stage) {
  const start = parse("2,2,4,.");
  const board = new Slider(stage, start, () => {});
  const answers = ["8,.,.,.", "4,4,.,.", "2,2,4,."].map((text) => still(parse(text), { "--mini": "150px" }));
  stage.add(board.element, bet(stage.text.question, answers, async (chosen) => {
    board.put(start);
    board.move("left");
    await stage.wait(350);
    board.view.element.querySelector(".tile-merged")?.classList.add("locked");
    stage.done(chosen === 1 ? stage.text.right : stage.text.wrong);
  }));
}

/** Which two of three meet? @param {Stage} stage */
function front(stage) {
  const start = parse("2,2,2,.");
  /** @type {Set<Direction>} */
  const seen = new Set();
  const board = new Slider(stage, start, async (direction, slid) => {
    if (!slid) return stage.tell(stage.text.nothing);
    seen.add(direction);
    const sentence = direction === "left" ? stage.text.left : stage.text.rightward;
    if (seen.size === 2) stage.done(`${sentence} ${stage.text.both}`);
    else stage.tell(`${sentence} ${stage.text.other}`);
    await stage.wait(1200);
    board.put(start);
  });
  stage.add(board.element);
}

/** 8 from four 2s. @param {Stage} stage */
function puzzle(stage) {
  const start = parse("2,2,2,2");
  let moves = 0;
  const board = new Slider(stage, start, (_, slid) => {
    if (!slid) return stage.tell(stage.text.nothing);
    moves++;
    if (!board.grid.cells.includes(3)) stage.tell(fill(stage.text.going, { moves }));
    else if (moves === 2) stage.done(stage.text.right);
    else stage.tell(fill(stage.text.more, { moves }), "bad");
  });
  stage.add(board.element, again(stage, () => {
    moves = 0;
    board.put(start);
  }));
}

/** The machine: compact, merge, compact; each phase can be left out. @param {Stage} stage */
function machine(stage) {
  const { phases, lines: samples, skip, broken, fine } = stage.text;
  const out = el("ol.phases");
  const skips = skip.map(() => el("input", { type: "checkbox", onchange: () => restart() }));
  let line = [1, 1, 1, 0];
  let now = line;
  let at = 0;
  let broke = false;
  const run = [compact, merge, compact];
  const show = (/** @type {number[]} */ cells, /** @type {string} */ name) => out.append(el("li", {}, el("span", {}, name), still(grid(cells), { "--mini": "180px" })));
  const restart = () => {
    now = line;
    at = 0;
    out.replaceChildren();
    show(line, stage.text.start);
    stage.tell("");
  };
  const step = () => {
    if (at === 3) return restart();
    const skipped = (at === 0 && skips[0].checked) || (at === 2 && skips[1].checked);
    if (!skipped) now = run[at](now);
    show(now, skipped ? `${phases[at]}: ${stage.text.left}` : phases[at]);
    at++;
    if (at < 3) return stage.tell(phases[at - 1]);
    const right = compact(merge(compact(line)));
    const isRight = right.every((tile, cell) => tile === now[cell]);
    broke ||= !isRight;
    const sentence = isRight ? fine : fill(broken, { right: right.map((tile) => (tile ? 2 ** tile : ".")).join(",") });
    if (broke) stage.done(sentence);
    else stage.tell(sentence);
  };
  const choose = samples.map((/** @type {string} */ text) => button(null, text, () => {
    line = [...parse(text).cells];
    restart();
  }));
  stage.add(
    el("div.row", { role: "group", "aria-label": stage.text.choose }, ...choose),
    ...skips.map((/** @type {HTMLInputElement} */ box, /** @type {number} */ index) => el("label.row", {}, box, skip[index])),
    button("step", stage.text.step, step, { className: "main", id: "phase" }),
    out);
  restart();
}

/** Right is reverse, left, reverse. @param {Stage} stage */
function mirror(stage) {
  const start = [1, 1, 1, 0];
  const steps = [start, start.toReversed(), compact(merge(compact(start.toReversed()))), compact(merge(compact(start.toReversed()))).toReversed()];
  const out = el("ol.phases");
  let at = 0;
  const step = () => {
    if (at === steps.length) {
      at = 0;
      out.replaceChildren();
    }
    out.append(el("li", {}, el("span", {}, stage.text.names[at]), still(grid(steps[at]), { "--mini": "180px" })));
    stage.tell(stage.text.names[at]);
    at++;
    if (at === steps.length) stage.done(stage.text.right);
  };
  stage.add(button("step", stage.text.step, step, { className: "main", id: "phase" }), out);
  step();
}

/** @type {import("./stage.js").Step[]} */
export const steps = [first, once, front, puzzle, machine, mirror];
