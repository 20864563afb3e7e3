// Solving: a small game solved completely, then played with the exact value of every move beside it.

import { say, sentence } from "../announce.js";
import { ask, follow, isAsked } from "../api.js";
import { BoardView } from "../board.js";
import { chart } from "../chart.js";
import { button, choice, duration, el, grouped } from "../dom.js";
import { exactBars, short } from "../hint.js";
import { arrows, listen } from "../input.js";
import { text } from "../texts.js";


const BOARDS = ["2x2", "2x3", "2x4", "3x3"];

/** @param {HTMLElement} root */
export function open(root) {
  return new SolveRoom(root);
}

class SolveRoom {
  board = new BoardView();
  shape = choice("Board", BOARDS.map((board) => [board, board]), "2x2", () => this.#aims());
  aim = choice("Perfect play for", [], "");
  problem = el("p.problem", { role: "alert", hidden: true });
  progress = el("progress", { max: 1, hidden: true, "aria-label": "Solve" });
  note = el("p.note", { id: "solved" });
  values = el("div");
  luck = el("p", { id: "luck" });
  graph = el("div");
  /** @type {AbortController | null} */
  solving = null;
  /** What is solved. @type {{shape: string, goal?: number} | null} */
  game = null;
  /** @type {SolvedBoard | null} */
  at = null;
  /** The value after every move. @type {[number, number][]} */
  curve = [];
  score = 0;
  totals = { luck: 0, loss: 0 };
  busy = false;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.start = button(null, "", () => (this.solving ? this.solving.abort() : this.solve()), { className: "main", id: "solve" });
    this.stopListening = listen((direction) => this.move(direction), {}, this.board.element);
    this.table = el("div.editor", { hidden: true },
      el("div.stack", {}, this.board.element, arrows((direction) => this.move(direction)),
        el("div.row.even", {}, button("plus", "New game", () => this.begin(), { id: "solve-new" }), button("bulb", "Best move", () => this.at?.best && this.move(this.at.best), { id: "solve-best" }))),
      el("div.panel", {},
        el("section.card.stack", { "aria-label": "Values" }, el("h2", {}, "What each move is worth"), this.values),
        el("section.card.stack", { "aria-label": "Luck" }, el("h2", {}, "How lucky was I?"), this.luck, this.graph)));
    root.append(
      el("div.page-head", {}, el("div", {}, el("h1", {}, "Solve"), el("p", {}, "Perfect play, exactly: the value of every position of a small board, computed from the end of the game backwards."))),
      el("section.card.stack.solve-card", { "aria-label": "Solve" }, el("div.fields", {}, this.shape.field, this.aim.field), el("div.row", {}, this.start), this.problem, this.progress, this.note),
      this.table);
    this.#aims();
    this.#show();
    if (isAsked()) this.solve();
  }

  /** What can be wanted depends on the board. */
  #aims() {
    const [rows, columns] = this.shape.select.value.split("x").map(Number);
    const tiles = Array.from({ length: rows * columns - 1 }, (_, i) => 8 << i);
    this.aim.select.replaceChildren(el("option", { value: "" }, "the score"), ...tiles.map((tile) => el("option", { value: String(tile) }, `reaching ${tile}`)));
  }

  async solve() {
    const solving = new AbortController();
    const game = { shape: this.shape.select.value, goal: Number(this.aim.select.value) || undefined };
    this.solving = solving;
    this.problem.hidden = true;
    this.note.textContent = "";
    this.#show();
    try {
      await follow("/solve", game, (told) => this.#hear(told, game), solving.signal);
    } catch (error) {
      if (!solving.signal.aborted) this.#complain(error);
    }
    this.solving = null;
    this.#show();
  }

  /** @param {Required<SolveEvent>} told @param {{shape: string, goal?: number}} game */
  #hear(told, game) {
    if (told.error) throw new Error(told.error);
    if (told.state !== "done") {
      if (told.done) this.progress.value = told.done;
      this.note.textContent = `${told.state === "counting" ? "Finding the states" : "Solving"}: tile sum ${told.sum}, ${grouped(told.states)} states.`;
      return;
    }
    this.game = game;
    this.note.textContent = `Perfect play ${game.goal ? `reaches ${game.goal} with probability ${told.value.toPrecision(12)}` : `scores ${told.value.toFixed(6)} on average`}: ${grouped(told.states)} states, solved in ${duration(told.seconds)}.`;
    say(this.note.textContent);
    this.begin();
  }

  #show() {
    this.start.replaceChildren(this.solving ? "Stop" : "Solve");
    this.progress.hidden = !this.solving;
    this.progress.removeAttribute("value");
  }

  /** @param {unknown} error */
  #complain(error) {
    this.problem.textContent = error instanceof Error ? error.message : String(error);
    this.problem.hidden = false;
  }

  /** @param {number} value */
  #text(value) {
    return this.game?.goal ? `${Number((100 * value).toPrecision(6))} %` : short(value);
  }

  /** A new game on the solved board. */
  async begin() {
    this.curve = [];
    this.score = 0;
    this.totals = { luck: 0, loss: 0 };
    await this.#ask({});
  }

  /** @param {Direction} direction */
  move(direction) {
    if (!this.at?.moves.some((move) => move.direction === direction)) return;
    this.#ask({ board: this.at.board, direction });
  }

  /** @param {{board?: string, direction?: Direction}} what */
  async #ask(what) {
    if (!this.game || this.busy) return;
    this.busy = true;
    try {
      this.#take(await ask("/solve/move", { body: { ...this.game, ...what } }));
    } catch (error) {
      this.#complain(error);
    }
    this.busy = false;
  }

  /** @param {SolvedBoard} at */
  #take(at) {
    this.at = at;
    this.table.hidden = false;
    this.totals.luck += at.luck;
    this.totals.loss += at.loss;
    this.score += at.turn?.gained ?? 0;
    const goal = this.game?.goal;
    this.curve.push([this.curve.length, goal ? 100 * at.value : this.score + at.value]);
    if (at.turn) this.board.slide(at.turn, at);
    else this.board.show(at);
    if (at.won) this.board.cover("game-won", [text.end.wonPlain]);
    else if (!at.best) this.board.cover("game-over", [text.end.overPlain]);
    else this.board.cover(null);
    const moves = at.moves.map((move) => ({ ...move, reason: "" }));
    const now = goal ? `Chance of ${goal} from here: ${this.#text(at.value)}.` : `Score ${grouped(this.score)}, and ${short(at.value)} more to come with perfect play.`;
    this.values.replaceChildren(at.best ? exactBars({ best: at.best, moves }, now, (value) => this.#text(value)) : el("p.note", {}, at.won ? "The goal is reached." : `No move is left. Score ${grouped(this.score)}.`));
    this.#drawLuck();
    if (at.turn) say(`${sentence(at.turn, { columns: at.columns, score: this.score })} ${at.best ? `Best: ${at.best}.` : at.won ? "You win." : "Game over."}`);
  }

  #drawLuck() {
    const { luck, loss } = this.totals;
    const [unit, factor] = this.game?.goal ? [" percentage points", 100] : [" points", 1];
    const signed = `${luck < 0 ? "−" : "+"}${short(Math.abs(luck * factor))}`;
    this.luck.textContent = this.curve.length < 2 ? "" : `The tiles that appeared brought ${signed}${unit} against the average; your moves gave away ${short(loss * factor)}.`;
    const title = this.game?.goal ? "Chance of the goal over the game, in percent" : "Score to be expected over the game";
    this.graph.replaceChildren(chart({ title, curves: [{ name: "", points: this.curve }], yRange: this.game?.goal ? [0, 100] : undefined, xRange: [0, Math.max(5, this.curve.length - 1)], xLabel: "move", fill: true, height: 220 }).root, el("p.note", {}, `${title}.`));
  }

  close() {
    this.solving?.abort();
    this.stopListening();
  }
}
