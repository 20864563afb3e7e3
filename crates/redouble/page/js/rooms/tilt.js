// 2048 without merging: draw a board, tilt it, ask whether marked tiles can meet, and watch them do it.

import { say } from "../announce.js";
import { ask } from "../api.js";
import { button, copy, el, icon } from "../dom.js";
import { listen } from "../input.js";
import { TiltBoard } from "../tilt_board.js";
import { guides, number } from "../tilt_guide.js";

const START = "ooxo.o/..ooo./o..o../o.oo.o/oxo.oo";
const LETTERS = { up: "N", right: "E", down: "S", left: "W" };
const KINDS = { random: "Random", rings: "Rings", "single-cycle": "Single cycle", empty: "Empty" };
/** Tilts that may wait for the server, and cycles listed one by one. */
const [QUEUE, CHIPS] = [12, 16];

/** @param {HTMLElement} root @param {RoomParams} params */
export async function open(root, { path, query }) {
  const room = new TiltRoom(root, path[0]);
  if (!(await room.take({ board: query.get("b") ?? START }))) await room.take({ board: START });
  return room;
}

class TiltRoom {
  board = new TiltBoard((cell, mark) => this.change(cell, mark || this.marking));
  width = this.#side("Columns");
  height = this.#side("Rows");
  problem = el("p.problem", { role: "alert", hidden: true });
  reachable = el("output.reachable", { id: "reachable" });
  facts = el("dl.tilt-facts");
  chips = el("ul.chips", { "aria-label": "Cycles" });
  answer = el("div.stack");
  askButton = button("bulb", "Can they meet?", () => this.ask(), { className: "main", id: "meet" });
  marking = false;
  /** @type {TiltView} */
  view = /** @type {any} */ (null);
  /** The construction on the board, as long as nobody draws on it. */
  kind = "";
  /** Counts what makes older answers worthless. */
  version = 0;
  waiting = 0;
  /** @type {Promise<unknown>} */
  queue = Promise.resolve();

  /** @param {HTMLElement} root @param {string} [guide] */
  constructor(root, guide) {
    this.stopListening = listen((direction) => this.tilt(LETTERS[direction]), {}, this.board.element);
    const pad = Object.entries(LETTERS).map(([direction, letter]) =>
      el("button", { type: "button", "data-direction": direction, "aria-label": `Tilt ${direction}`, onclick: () => this.tilt(letter) }, icon("arrow")));
    const toggle = (/** @type {string} */ id, /** @type {string} */ word, /** @type {boolean} */ on, /** @type {(on: boolean) => void} */ change) => {
      const made = button(null, word, () => {
        const next = made.getAttribute("aria-pressed") === "false";
        made.setAttribute("aria-pressed", String(next));
        change(next);
      }, { id, "aria-pressed": String(on) });
      return made;
    };
    const left = el("div.stack", {}, this.board.element,
      el("div.tilt-tools", {}, el("div.tilt-pad", { role: "group", "aria-label": "Tilt" }, ...pad),
        el("div.row.even", {},
          toggle("mark", "Mark", false, (on) => { this.marking = on; }),
          toggle("colours", "Colours", true, (on) => this.board.element.classList.toggle("plain", !on)),
          button("share", "Link", () => copy(location.href, "Link")))),
      el("div.row.even", {}, el("label", {}, "Columns", this.width), el("label", {}, "Rows", this.height)),
      el("div.row.even", { role: "group", "aria-label": "Constructions" }, ...Object.entries(KINDS).map(([kind, name]) => button(null, name, () => this.make(kind), { "data-kind": kind }))),
      this.problem,
      el("p.note", {}, "Arrow keys, WASD and swipes on the board tilt. Click cells to draw; with Mark or Shift, or M on a focused cell, to mark."));
    const right = el("div.panel", {},
      el("section.card", {}, el("h2", {}, "Configurations that tilts can reach"), this.reachable, this.facts, this.chips),
      el("section.card.stack", {}, el("h2", {}, "Marked tiles"), el("p.note", {}, "Mark two or more tiles and ask whether tilts bring two of them side by side."), this.askButton, this.answer));
    root.append(
      el("div.page-head", {}, el("div", {}, el("h1", {}, "Tilt"), el("p", {}, "2048 without merging: all tiles slide as far as they can, none ever merges. Which boards can be reached, and which tiles can meet?"))),
      el("div.editor.tilt", {}, left, right),
      guides(async (wanted) => {
        await this.take(wanted);
        this.board.element.scrollIntoView({ block: "center" });
      }, guide));
  }

  /** @param {string} label */
  #side(label) {
    return el("select", { "aria-label": label, onchange: () => this.resize() }, ...Array.from({ length: 23 }, (_, i) => el("option", {}, i + 2)));
  }

  get size() {
    return { width: Number(this.width.value), height: Number(this.height.value) };
  }

  /** A construction is made anew in its new size; a drawing keeps its tiles. */
  resize() {
    if (this.kind) this.make(this.kind);
    else this.take({ board: this.view.board, ...this.size });
  }

  /** @param {string} kind */
  make(kind) {
    const { size } = this;
    // Rings live on even squares: the side that was changed, else the smaller one, decides.
    const side = Math.max(2, (kind !== this.kind ? Math.min(size.width, size.height) : size.width !== this.view.width ? size.width : size.height) & ~1);
    this.take({ kind, ...(kind === "rings" ? { width: side, height: side } : size) });
  }

  /** Takes a board, or a construction; what cannot be taken is said. @param {Wanted} wanted @param {string} [done] what a reader hears first */
  async take(wanted, done = "") {
    const version = ++this.version;
    try {
      /** @type {TiltView} */
      const view = await ask(wanted.kind ? "/tilt/make" : "/tilt/board", { body: wanted });
      if (version !== this.version) return true;
      this.kind = wanted.kind ?? "";
      this.problem.hidden = true;
      this.#forget();
      this.#show(view);
      this.board.put(view);
      say(`${done}${view.tiles} tiles; ${view.reachable} configurations can be reached.`);
      return true;
    } catch (error) {
      this.#complain(error);
      return false;
    }
  }

  /** @param {unknown} error */
  #complain(error) {
    this.problem.textContent = error instanceof Error ? error.message : String(error);
    this.problem.hidden = false;
  }

  /** Draws or marks. @param {number} cell @param {boolean} mark */
  change(cell, mark) {
    const { width, board } = this.view;
    const at = cell + Math.floor(cell / width);
    const kind = board[at];
    if (mark && kind === ".") return say("There is no tile to mark.");
    const next = mark ? (kind === "x" ? "o" : "x") : kind === "." ? "o" : ".";
    this.view = { ...this.view, board: board.slice(0, at) + next + board.slice(at + 1) };
    this.take({ board: this.view.board }, mark ? (next === "x" ? "Marked. " : "Mark removed. ") : "");
  }

  /** @param {string} letter */
  tilt(letter) {
    if (this.waiting < QUEUE) this.#run(letter, 180, true);
  }

  /** Tilts wait for each other; what changes the board in between makes them void. @param {string} tilts @param {number} time @param {boolean} [forget] */
  #run(tilts, time, forget = false) {
    const { version } = this;
    this.waiting++;
    const run = async () => {
      if (version !== this.version) return;
      /** @type {TiltRun} */
      const done = await ask("/tilt/run", { body: { board: this.view.board, tilts } });
      if (version !== this.version) return;
      if (forget) this.#forget();
      this.#show(done.after);
      this.board.move(done, time);
      say(done.sentence);
    };
    this.queue = this.queue.then(run).catch((error) => this.#complain(error)).finally(() => this.waiting--);
    return this.queue;
  }

  /** The facts about the board. @param {TiltView} view */
  #show(view) {
    this.view = view;
    this.width.value = String(view.width);
    this.height.value = String(view.height);
    this.reachable.textContent = number(view.reachable);
    this.facts.replaceChildren(...[["Tiles", view.tiles], ...view.facts].map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
    const chips = view.lengths.slice(0, CHIPS).map((length, cycle) => el("li", {}, el("i.chip-key", { "--cycle": cycle }, cycle + 1), length === 1 ? "stays" : `cycle of ${length}`));
    if (view.lengths.length > CHIPS) chips.push(el("li", {}, `and ${view.lengths.length - CHIPS} more`));
    this.chips.replaceChildren(...chips);
    this.askButton.disabled = view.marked < 2;
    history.replaceState(null, "", `#/tilt?b=${view.board}`);
  }

  /** An answer is about one board. */
  #forget() {
    clearInterval(this.playing);
    this.answer.replaceChildren();
  }

  async ask() {
    this.#forget();
    const { view } = this;
    try {
      /** @type {TiltMeeting} */
      const found = await ask("/tilt/meet", { body: { board: view.board } });
      if (view !== this.view) return;
      const verdict = el("p.verdict", {}, found.sentence);
      if (found.adjacent) this.answer.replaceChildren(verdict, this.#film(view, /** @type {Required<TiltMeeting>} */ (found)));
      else this.answer.replaceChildren(verdict, el("ul.reasons", {}, ...(found.why ?? []).map((reason) => el("li", {}, reason))));
      say([found.sentence, ...(found.why ?? [])].join(" "));
    } catch (error) {
      this.#complain(error);
    }
  }

  /** The way to a meeting: played, stepped through, begun again. @param {TiltView} base @param {Required<TiltMeeting>} found */
  #film(base, { jump, word, to }) {
    const steps = [...(jump ? [jump] : []), ...word];
    const way = el("ol.way", {}, ...steps.map((step) => el("li", {}, step)));
    let at = 0;
    const pause = () => {
      clearInterval(this.playing);
      this.playing = undefined;
      play.replaceChildren(icon("play"), "Play");
    };
    const mark = () => {
      [...way.children].forEach((item, i) => { item.className = i < at ? "done" : ""; });
      step.disabled = at === steps.length;
      if (!step.disabled) return;
      pause();
      for (const cell of to) this.board.at.get(cell)?.classList.add("met");
      say("They touch.");
    };
    const go = async () => {
      if (this.waiting || at === steps.length) return;
      await this.#run(steps[at++], 260);
      mark();
    };
    const start = () => {
      pause();
      this.version++;
      at = 0;
      this.#show(base);
      this.board.put(base);
      mark();
    };
    const play = button(null, "", () => {
      if (this.playing !== undefined) return pause();
      if (at === steps.length) start();
      play.replaceChildren(icon("pause"), "Pause");
      this.playing = setInterval(go, 600);
      go();
    }, { id: "film-play" });
    const step = button("step", "Step", () => { pause(); go(); }, { id: "film-step" });
    pause();
    mark();
    return el("div.stack", { hidden: !steps.length }, way, el("div.row.even", {}, play, step, button("back", "Start", start, { id: "film-start" })));
  }

  /** @type {ReturnType<typeof setInterval> | undefined} */
  playing;

  /** @param {RoomParams} params */
  update({ query }) {
    const board = query.get("b");
    if (board && board !== this.view.board) this.take({ board });
    return true;
  }

  close() {
    this.version++;
    clearInterval(this.playing);
    this.stopListening();
  }
}
