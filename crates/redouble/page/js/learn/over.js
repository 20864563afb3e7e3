// Lesson 2: when is it over?

import { button, choice, el } from "../dom.js";
import { canSlide, DIRECTIONS, exponentOf, isOver, legal, parse, toValues } from "../rules.js";
import { face, mini, paint } from "../tiles.js";
import { fill, Slider } from "./parts.js";
import { factors, product, wrapped } from "./product.js";

/** @typedef {import("./stage.js").Stage} Stage */

const ONE_PAIR = "4,2,4,2/2,4,2,4/4,2,4,8/2,4,2,2";
const CHECKERBOARD = "4,2,4,2/2,4,2,4/4,2,4,2/2,4,2,4";
const PRODUCT_BOARDS = [CHECKERBOARD, ONE_PAIR, "2,4,8,4/4,8,4,8/2,4,2,4/4,2,4,2", "16,32,16,2/2,4,8,4/4,8,2,8/2,4,8,."];

/** Find the one pair. @param {Stage} stage */
function find(stage) {
  const board = new Slider(stage, parse(ONE_PAIR), (direction, slid) => {
    if (slid) stage.done(stage.text.right);
    else if (!stage.isDone) stage.tell(fill(stage.text.wrong, { direction }), "bad");
  });
  stage.add(board.element);
}

/** Which of these are lost? @param {Stage} stage */
function judge(stage) {
  const boards = ["2,4,8,16/4,8,16,32/8,16,32,64/16,32,64,64", CHECKERBOARD, "2,8,2,4/8,4,16,8/2,8,2,4/4,16,4,4", "2,16,4,2/8,2,16,4/2,8,32,16/4,2,4,8"].map(parse);
  let at = 0;
  const counter = el("p.note");
  const next = (/** @type {string} */ sentence) => {
    at++;
    if (at === boards.length) return stage.done(`${sentence} ${stage.text.right}`);
    board.put(boards[at]);
    show();
    stage.tell(sentence, "good");
  };
  const show = () => {
    counter.textContent = fill(stage.text.counter, { n: at + 1, of: boards.length });
  };
  const board = new Slider(stage, boards[0], (direction, slid) => {
    if (at === boards.length) return;
    if (slid) next(fill(stage.text.moved, { direction }));
    else stage.tell(fill(stage.text.nothing, { direction }), "bad");
  });
  const over = button(null, stage.text.over, () => {
    if (at === boards.length) return;
    if (isOver(board.grid)) return next(stage.text.yes);
    board.view.point(legal(board.grid)[0]);
    stage.tell(fill(stage.text.no, { direction: legal(board.grid)[0] }), "bad");
  }, { id: "over" });
  show();
  stage.add(counter, board.element, over);
}

/** Which of the four arrows work on a board with one tile in a corner? @param {Stage} stage */
function arrowsThatWork(stage) {
  const grid = parse("2,.,.,./.,.,.,./.,.,.,./.,.,.,.");
  const boxes = DIRECTIONS.map((direction) => el("input", { type: "checkbox", value: direction }));
  const check = button(null, stage.text.check, () => {
    const wrong = DIRECTIONS.filter((direction, index) => boxes[index].checked !== canSlide(grid, direction));
    if (wrong.length === 0) stage.done(stage.text.right);
    else stage.tell(fill(stage.text.wrong, { direction: wrong[0] }), "bad");
  }, { className: "main" });
  stage.add(
    mini(toValues(grid), { "--mini": "220px" }),
    el("fieldset.row.bare", {}, el("legend", {}, stage.text.question), ...DIRECTIONS.map((direction, index) => el("label.row", {}, boxes[index], direction))),
    check);
}

/** Seed 003's product, factor by factor, in a register. @param {Stage} stage */
function multiply(stage) {
  const { text } = stage;
  const register = el("output.register", { role: "img" });
  const list = el("p.factors");
  const verdict = el("p.verdict");
  /** @type {{value: bigint, at: number, factors: bigint[]}} */
  let state = { value: 1n, at: 0, factors: [] };
  const board = choice(text.board, PRODUCT_BOARDS.map((_, index) => [index, fill(text.boardName, { n: index + 1 })]), "0", () => restart());
  const width = choice(text.width, [["32", text.bits32], ["64", text.bits64], ["", text.exact]], "32", () => restart());
  const picture = el("div");
  const bits = () => (width.select.value ? Number(width.select.value) : null);
  const grid = () => parse(PRODUCT_BOARDS[Number(board.select.value)]);
  const restart = () => {
    state = { value: 1n, at: 0, factors: factors(grid()) };
    picture.replaceChildren(mini(toValues(grid()), { "--mini": "200px" }));
    show();
    stage.tell("");
  };
  const show = () => {
    const { value, at } = state;
    const size = bits();
    const shown = size === null ? value.toString(2) : BigInt.asUintN(size, value).toString(2).padStart(size, "0");
    register.replaceChildren(...[...shown].map((bit) => el("i", { className: bit === "1" ? "one" : "" })));
    register.setAttribute("aria-label", fill(text.register, { value: value.toString() }));
    list.textContent = fill(text.factors, { at, of: state.factors.length, last: at ? state.factors[at - 1].toString() : "–", value: value.toString() });
    verdict.textContent = "";
  };
  const step = (/** @type {number} */ times) => {
    for (let i = 0; i < times && state.at < state.factors.length; i++) state.value = wrapped(state.value * state.factors[state.at++], bits());
    show();
    if (state.at < state.factors.length) return;
    const says = state.value !== 0n;
    const truth = isOver(grid());
    verdict.textContent = fill(text.verdict, { says: says ? text.over : text.alive, truth: truth ? text.over : text.alive });
    verdict.dataset.kind = says === truth ? "good" : "bad";
    if (says !== truth && bits() === 32) stage.done(text.right);
    else stage.tell(verdict.textContent, says === truth ? "good" : "bad");
  };
  stage.add(
    el("div.fields", {}, board.field, width.field),
    el("div.beside-board", {}, picture, el("div.stack", {}, register, list, verdict)),
    el("div.row", {}, button("step", text.one, () => step(1), { id: "factor" }), button("play", text.all, () => step(Infinity), { className: "main", id: "factors" }), button("undo", text.again, restart)));
  restart();
}

/** Find a lost board that 64 bits call alive. @param {Stage} stage */
function breakIt(stage) {
  const { text } = stage;
  const values = toValues(parse(CHECKERBOARD)).cells;
  const out = el("dl.tilt-facts");
  const cells = values.map((_, cell) => el("button.edit-cell", { type: "button", onclick: () => {
    values[cell] = values[cell] === 64 ? 2 : values[cell] * 2;
    show();
  } }));
  const grid = () => ({ rows: 4, columns: 4, cells: Uint8Array.from(values, exponentOf) });
  const show = () => {
    cells.forEach((element, cell) => {
      element.textContent = face(values[cell]);
      paint(element, values[cell]);
      element.setAttribute("aria-label", fill(text.cell, { row: Math.floor(cell / 4) + 1, column: (cell % 4) + 1, value: values[cell] }));
    });
    const list = factors(grid());
    const over = isOver(grid());
    const word = (/** @type {boolean} */ is) => (is ? text.over : text.alive);
    const rows = [[text.truth, word(over)], ...[32, 64, null].map((bits) => [bits ? fill(text.bits, { bits }) : text.exact, word(product(list, bits) !== 0n)])];
    out.replaceChildren(...rows.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", { className: value === rows[0][1] ? "" : "problem" }, value))));
    if (over && product(list, 64) === 0n) stage.done(text.right);
    else if (over) stage.tell(text.lost);
    else stage.tell(fill(text.living, { direction: legal(grid())[0] }));
  };
  stage.add(el("div.beside-board", {}, el("div.edit-board", { role: "group", "aria-label": text.boardLabel }, ...cells), out));
  show();
}

/** @type {import("./stage.js").Step[]} */
export const steps = [find, judge, arrowsThatWork, multiply, breakIt];
