// What the coach thinks of the position in view: four moves with their values, which can be played by a click. Small boards have exact
// values, and say so.

import { ask, follow, isAsked, Refused } from "../api.js";
import { button, el, grouped } from "../dom.js";
import { bars, exactBars, short, think } from "../hint.js";
import { format, isOver } from "../rules.js";
import { text } from "../texts.js";

/** @typedef {import("../rules.js").Grid} Grid */

/** How long one stays at a position before the coach is asked: who steps through a game asks nothing. */
const PAUSE = 120;
/** After how many milliseconds thinking is shown. */
const PATIENCE = 150;
/** Boards of up to so many cells are solved in a moment; of up to so many others when somebody asks. */
const SOLVED_AT_ONCE = 6;
const SOLVABLE = 9;
/** The chance of a 4 for which games are solved. */
const SOLVED_P4 = 0.1;

export class Advice {
  element = el("div.study-moves", { "aria-live": "polite" });
  /** @type {AbortController | null} */
  asking = null;
  /** Whether exact values of this shape were asked for. */
  isExact = false;
  /** Whether it waits for somebody to ask: a link starts no work. */
  isOffered = false;
  /** What was played at the position in view. @type {Direction | null} */
  played = null;

  /**
   * @param {{p4: number, goal: number, rows: number, columns: number}} rules
   * @param {() => Promise<string>} player the spec of who is asked
   * @param {(direction: Direction) => void} play
   * @param {(best: Direction) => void} spoke
   */
  constructor(rules, player, play, spoke) {
    this.rules = rules;
    this.player = player;
    this.play = play;
    this.spoke = spoke;
    const cells = rules.rows * rules.columns;
    this.isSolvable = cells <= SOLVABLE && Math.abs(rules.p4 - SOLVED_P4) < 1e-6;
    this.isExact = cells <= SOLVED_AT_ONCE && this.isSolvable;
  }

  /** What was said about the board before goes at once; after a moment this one is looked at. @param {Grid} grid @param {Direction | null} played @param {boolean} [quiet] nothing is asked */
  show(grid, played, quiet = false) {
    this.stop();
    this.played = played;
    const words = text.study;
    if (isOver(grid)) return this.#say(el("p.note", {}, text.editor.noMove));
    if (quiet) return this.#say();
    this.isOffered = !isAsked();
    if (this.isOffered) return this.#say(button("bulb", text.editor.ask, () => this.#ask(grid), { className: "main", id: "ask" }), el("p.note", {}, words.how));
    this.#say();
    this.#ask(grid, PAUSE);
  }

  /** @param {...Node} content */
  #say(...content) {
    this.element.replaceChildren(...content);
  }

  /** @param {Grid} grid @param {number} [pause] */
  async #ask(grid, pause = 0) {
    const asking = new AbortController();
    this.asking = asking;
    const thinking = el("p.thinking", {}, el("i.spinner", { "aria-hidden": "true" }), text.coach.thinking);
    const slow = setTimeout(() => this.#say(thinking), pause + PATIENCE);
    try {
      if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
      if (asking.signal.aborted) return;
      const shown = this.isExact ? await this.#solved(grid, asking.signal) : await this.#thought(grid, asking.signal);
      if (!asking.signal.aborted) this.#say(...shown);
    } catch (error) {
      if (!asking.signal.aborted) this.#say(el("p.problem", {}, error instanceof Error ? error.message : String(error)));
    } finally {
      clearTimeout(slow);
    }
  }

  /** @param {Grid} grid @param {AbortSignal} signal */
  async #thought(grid, signal) {
    const hint = await think({ board: format(grid), p4: this.rules.p4, goal: this.rules.goal }, await this.player(), signal);
    if (signal.aborted) return [];
    this.spoke(hint.best);
    const exact = () => {
      this.isExact = true;
      this.show(grid, this.played);
    };
    return [this.#playable(bars(hint)), ...(this.isSolvable ? [button("flask", text.study.findExact, exact, { id: "find-exact" })] : [])];
  }

  /** @param {Grid} grid @param {AbortSignal} signal */
  async #solved(grid, signal) {
    const { rows, columns } = this.rules;
    const shape = `${rows}x${columns}`;
    /** The states of a solution are known for the server's lifetime, or until it solves something else: then it is solved again. @returns {Promise<SolvedBoard>} */
    const look = async (/** @type {boolean} */ again) => {
      if (again) await solve(shape, signal, (share) => this.#say(el("p.thinking", {}, el("i.spinner", { "aria-hidden": "true" }), text.study.solving(share))));
      try {
        return await ask("/solve/move", { body: { shape, board: format(grid) }, signal });
      } catch (error) {
        if (error instanceof Refused && error.status === 404 && !again) return look(true);
        throw error;
      }
    };
    const solved = await look(solvedShape !== shape);
    solvedShape = shape;
    if (signal.aborted) return [];
    if (!solved.best) return this.#thought(grid, signal);
    this.spoke(solved.best);
    const shown = exactBars({ best: solved.best, moves: solved.moves }, text.study.exact(grouped(Math.round(solved.value))), short);
    shown.prepend(el("p.exact-mark", {}, text.study.exactWord));
    return [this.#playable(shown)];
  }

  /** Every move with a value can be played. @param {HTMLElement} shown */
  #playable(shown) {
    for (const bar of shown.querySelectorAll("[data-direction]")) {
      const row = /** @type {HTMLElement} */ (bar);
      const play = () => this.play(/** @type {Direction} */ (row.dataset.direction));
      if (row.dataset.direction === this.played) row.querySelector(".name")?.append(text.review.played);
      row.setAttribute("role", "button");
      row.tabIndex = 0;
      row.onclick = play;
      row.onkeydown = (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        play();
      };
    }
    return shown;
  }

  stop() {
    this.asking?.abort();
    this.asking = null;
  }
}

/** The shape that the server was asked to solve last. */
let solvedShape = "";

/** Has a small game solved. @param {string} shape @param {AbortSignal} signal @param {(share: number) => void} told */
async function solve(shape, signal, told) {
  let problem = "";
  await follow("/solve", { shape }, (/** @type {SolveEvent} */ { state, done, error }) => {
    problem = error ?? problem;
    if (state !== "done" && done) told(done);
  }, signal);
  if (problem) throw new Error(problem);
}
