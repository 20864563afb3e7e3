// What lessons are made of: boards to play on, bets, sliders, buttons that repeat, bars.

import { BoardView } from "../board.js";
import { button, el } from "../dom.js";
import { arrows } from "../input.js";
import { motions, slide, toValues } from "../rules.js";
import { mini } from "../tiles.js";
import { common } from "./texts.js";

/** @typedef {import("../rules.js").Grid} Grid */
/** @typedef {import("./stage.js").Stage} Stage */

/** Puts values into a text: `{n} games`. @param {string} text @param {Record<string, string | number>} values */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** A paragraph; what stands between backticks is code. @param {string} text */
export const paragraph = (text) =>
  el("p", {}, ...text.split("`").map((part, index) => (index % 2 ? el("code", {}, part) : part)));

/** A small still board. @param {Grid} grid @param {Record<string, unknown>} [props] */
export const still = (grid, props = {}) => mini(toValues(grid), props);

/** A board that slides without new tiles, by keys, swipes and buttons. */
export class Slider {
  /** @param {Stage} stage @param {Grid} grid @param {(direction: Direction, slid: import("../rules.js").Slid | null) => void} moved */
  constructor(stage, grid, moved) {
    this.view = new BoardView();
    this.grid = grid;
    this.moved = moved;
    this.put(grid);
    stage.onMove((direction) => this.move(direction), this.view.element);
    this.element = el("div.stack.lesson-board", {}, this.view.element, arrows((direction) => this.move(direction)));
  }

  /** @param {Grid} grid */
  put(grid) {
    this.grid = grid;
    this.view.show(toValues(grid));
  }

  /** @param {Direction} direction */
  move(direction) {
    const slid = slide(this.grid, direction);
    if (slid) {
      const ways = motions(this.grid, direction);
      this.grid = slid.after;
      this.view.slide({ motions: ways, spawn: null }, toValues(slid.after));
    }
    this.moved(direction, slid);
  }
}

/** A board with a game on it. */
export class GameBoard {
  /** @param {Stage} stage @param {import("../rules.js").Game} game @param {(turn: Turn | null, direction: Direction) => void} moved */
  constructor(stage, game, moved) {
    this.view = new BoardView();
    this.moved = moved;
    this.game = game;
    this.start(game);
    stage.onMove((direction) => this.move(direction), this.view.element);
    this.element = el("div.stack.lesson-board", {}, this.view.element, arrows((direction) => this.move(direction)));
  }

  /** @param {import("../rules.js").Game} game */
  start(game) {
    this.game = game;
    this.view.show(toValues(game.grid));
  }

  /** @param {Direction} direction */
  move(direction) {
    const turn = this.game.play(direction);
    if (turn) this.view.slide(turn, toValues(this.game.grid));
    this.moved(turn, direction);
  }
}

/**
 * A bet: answers to choose from, once.
 * @param {string} question @param {(string | Node)[]} answers @param {(index: number) => void} chosen
 */
export function bet(question, answers, chosen) {
  const buttons = answers.map((answer, index) =>
    el("button", { type: "button", onclick: () => {
      for (const other of buttons) other.disabled = true;
      buttons[index].setAttribute("aria-pressed", "true");
      buttons[index].disabled = false;
      buttons[index].onclick = null;
      chosen(index);
    } }, answer));
  return el("div.bet", { role: "group", "aria-label": question }, el("p.question", {}, question), el("div.row", {}, ...buttons));
}

/** A slider with its value beside it. @param {string} label @param {{min: number, max: number, step: number, value: number, format?: (value: number) => string}} range @param {(value: number) => void} changed */
export function slider(label, { min, max, step, value, format = String }, changed) {
  // Not an <output>: a label would name that instead of the slider.
  const output = el("b.slider-value", { "aria-hidden": "true" }, format(value));
  const input = el("input", { type: "range", min, max, step, value: String(value), oninput: () => {
    const now = Number(input.value);
    output.textContent = format(now);
    input.setAttribute("aria-valuetext", format(now));
    changed(now);
  } });
  input.setAttribute("aria-valuetext", format(value));
  return { field: el("label.slider", {}, el("span", {}, label, " ", output), input), input, set: (/** @type {number} */ to) => {
    input.value = String(to);
    output.textContent = format(to);
  } };
}

/** Buttons that do something 1, 100, 10,000 … times. @param {number[]} times @param {(times: number) => void} run */
export const repeats = (times, run) =>
  el("div.row", { role: "group", "aria-label": common.repeat }, ...times.map((count) => button(null, `× ${count.toLocaleString("en")}`, () => run(count), { "data-times": count })));

/** A number to be worked out. @param {string} label @param {(value: number) => void} answered */
export function answerField(label, answered) {
  const input = el("input", { type: "text", inputMode: "decimal", size: 8, autocomplete: "off" });
  const form = el("form.row.answer-form", {}, el("label", {}, label, input), el("button.main", { type: "submit" }, common.check));
  form.onsubmit = (event) => {
    event.preventDefault();
    const value = Number(input.value.trim().replace(",", "."));
    if (input.value.trim() !== "" && Number.isFinite(value)) answered(value);
  };
  return form;
}

/** A bar with its name and value. @param {string} name @param {number} share @param {string} value @param {boolean} [best] */
export function bar(name, share, value, best = false) {
  const inside = el("i");
  inside.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return el("div", { className: best ? "bar best" : "bar" }, el("span.name", {}, name), el("div.track", { "aria-hidden": "true" }, inside), el("span.value", {}, value));
}

/** A table. @param {string[]} head @param {(string | Node)[][]} rows */
export const table = (head, rows) =>
  el("div.table-box", {}, el("table", {}, el("thead", {}, el("tr", {}, ...head.map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, cell)))))));
