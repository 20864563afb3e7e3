// 2048 without merging: draw a board, tilt it, ask whether marked tiles can meet, and watch them do it.

import { say } from "../announce.js";
import { ask } from "../api.js";
import { button, copy, el, icon } from "../dom.js";
import { listen } from "../input.js";
import { paceFactor } from "../settings.js";
import { colour, TiltBoard } from "../tilt_board.js";
import { guides } from "../tilt_guide.js";

const START = "o..o.o/.ox..o/o..oo./.o.ox./oo..o.";
const SIDES = Array.from({ length: 23 }, (_, i) => i + 2);
const QUEUE = 12;
const CHIPS = 16;
/** @type {Record<Direction, [string, string]>} */
const TILTS = { up: ["N", "north"], right: ["E", "east"], down: ["S", "south"], left: ["W", "west"] };
const NAMES = Object.fromEntries(Object.values(TILTS));
/** @type {[string, string][]} */
const KINDS = [["random", "Random"], ["rings", "Rings"], ["single-cycle", "Single cycle"], ["empty", "Empty"]];

/** @param {HTMLElement} root @param {RoomParams} params */
export async function open(root, params) {
  const room = new TiltRoom(root, params);
  if (!(await room.load(params.query.get("b") ?? START))) await room.load(START);
  return room;
}

class TiltRoom {
  board = new TiltBoard((cell, mark) => this.change(cell, mark || this.marking));
  width = side("Columns", () => this.resize("width"));
  height = side("Rows", () => this.resize("height"));
  problem = el("p.problem", { role: "alert", hidden: true });
  reachable = el("output.reachable", { id: "reachable" });
  facts = el("dl.tilt-facts");
  chips = el("ul.chips", { "aria-label": "Cycles" });
  answer = el("div.stack", { id: "answer" });
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
  /** A shortest sequence that is being watched. @type {Film | null} */
  film = null;

  /** @param {HTMLElement} root @param {RoomParams} params */
  constructor(root, params) {
    this.stopListening = listen((direction) => this.tilt(TILTS[direction][0]), {}, this.board.element);
    const pad = el("div.tilt-pad", { role: "group", "aria-label": "Tilt" }, ...Object.entries(TILTS).map(([direction, [letter, name]]) =>
      el("button", { type: "button", "data-direction": direction, "aria-label": `Tilt ${name}`, onclick: () => this.tilt(letter) }, icon("arrow"))));
    const draw = button("pen", "Tiles", () => this.choose(false), { id: "draw" });
    const mark = button(null, "Marks", () => this.choose(true), { id: "mark" });
    this.modes = [draw, mark];
    this.colours = button(null, "Colours", () => this.paint(this.board.element.classList.contains("plain")), { id: "colours" });
    const left = el("div.stack", {}, this.board.element,
      el("div.tilt-tools", {}, pad,
        el("div.stack", {},
          el("div.row.even", { role: "group", "aria-label": "What a click changes" }, draw, mark),
          el("div.row.even", {}, this.colours, button("share", "Link", () => copy(location.href, "Link"))))),
      el("div.fields", {}, el("label", {}, "Columns", this.width), el("label", {}, "Rows", this.height)),
      el("div.row.even", { role: "group", "aria-label": "Constructions" }, ...KINDS.map(([kind, name]) => button(null, name, () => this.make(kind), { "data-kind": kind }))),
      this.problem,
      el("p.note", {}, "Arrow keys, WASD and swipes on the board tilt. Click cells to draw; with Shift, or M on a focused cell, mark."));
    const right = el("div.panel", {},
      el("section.card", { "aria-label": "Reachable" }, el("h2", {}, "Configurations that tilts can reach"), this.reachable, this.facts, this.chips),
      el("section.card.stack", { "aria-label": "Meeting" }, el("h2", {}, "Marked tiles"), this.askButton, this.answer));
    root.append(
      el("div.page-head", {}, el("div", {}, el("h1", {}, "Tilt"), el("p", {}, "2048 without merging: all tiles slide as far as they can, and none ever merges. Which boards can be reached, and which tiles can meet?"))),
      el("div.editor.tilt", {}, left, right),
      guides((board) => this.try(board), params.path[0]));
    this.choose(false);
    this.paint(true);
  }

  /** Shows a board from a text; a text that is none is said so. @param {string} board @param {string} [kind] */
  load(board, kind = "") {
    return this.#take(ask("/tilt/board", { body: { board } }), kind);
  }

  /** @param {string} kind */
  make(kind) {
    let [width, height] = [Number(this.width.value), Number(this.height.value)];
    if (kind === "rings") width = height = Math.max(2, Math.min(width, height) & ~1);
    return this.#take(ask("/tilt/make", { body: { kind, width, height } }), kind);
  }

  /** @param {Promise<TiltView>} wanted @param {string} kind */
  async #take(wanted, kind) {
    const version = ++this.version;
    try {
      const view = await wanted;
      if (version !== this.version) return true;
      this.kind = kind;
      this.problem.hidden = true;
      this.#forget();
      this.#show(view);
      this.board.show(view);
      say(`${view.tiles} tiles; ${view.reachable} configurations can be reached.`);
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

  /** A construction is made anew in its new size; a drawing keeps its tiles. @param {"width" | "height"} changed */
  resize(changed) {
    const side = Number(this[changed].value);
    if (this.kind === "rings") this.width.value = this.height.value = String(side);
    if (this.kind) return this.make(this.kind);
    const [width, height] = [Number(this.width.value), Number(this.height.value)];
    const rows = this.view.board.split("/");
    // Rows come and go at the top, columns at the right: the corner where boards are packed stays.
    const shaped = Array.from({ length: height }, (_, y) => (rows[y + rows.length - height] ?? "").slice(0, width).padEnd(width, "."));
    return this.load(shaped.join("/"));
  }

  /** A board of a guide, brought into sight. @param {{board?: string, kind?: string, width?: number, height?: number}} wanted */
  async try({ board, kind = "", width = 4, height = width }) {
    if (board) await this.load(board);
    else await this.#take(ask("/tilt/make", { body: { kind, width, height } }), kind);
    this.board.element.scrollIntoView({ block: "center", behavior: paceFactor() ? "smooth" : "auto" });
  }

  /** Draws or marks. @param {number} cell @param {boolean} mark */
  async change(cell, mark) {
    const { width, board } = this.view;
    const at = cell + Math.floor(cell / width);
    const kind = board[at];
    if (mark && kind === ".") return say("There is no tile to mark.");
    const next = mark ? (kind === "x" ? "o" : "x") : kind === "." ? "o" : ".";
    const changed = board.slice(0, at) + next + board.slice(at + 1);
    const cycles = this.view.cycles.map((cycle, other) => (other === cell && kind === "." ? null : cycle));
    const version = ++this.version;
    this.#forget();
    this.view = { ...this.view, board: changed, cycles };
    this.board.show(this.view);
    if (!mark) this.kind = "";
    try {
      const view = await ask("/tilt/board", { body: { board: changed } });
      if (version !== this.version) return;
      this.#show(view);
      this.board.show(view);
      say(`${mark ? (next === "x" ? "Marked" : "Mark removed") : next === "o" ? "Tile placed" : "Tile removed"}; ${view.reachable} configurations can be reached.`);
    } catch (error) {
      this.#complain(error);
    }
  }

  /** @param {string} letter */
  tilt(letter) {
    this.film?.pause();
    if (this.waiting < QUEUE) this.#run(letter, () => this.#forget());
  }

  /**
   * Tilts wait for each other; what changes the board in between makes them void.
   * @param {string} tilts
   * @param {() => void} [done]
   * @param {number} [time]
   */
  #run(tilts, done, time) {
    const { version } = this;
    this.waiting++;
    const next = this.queue.then(async () => {
      if (version !== this.version) return;
      /** @type {TiltRun} */
      const run = await ask("/tilt/run", { body: { board: this.view.board, tilts } });
      if (version !== this.version) return;
      done?.();
      this.#show(run.after);
      this.board.slide(run, time);
      const moved = run.motions.filter(({ from, to }) => from !== to).length;
      say(`${NAMES[tilts] ?? tilts}: ${moved === 0 ? "nothing moves" : `${moved} of ${run.after.tiles} tiles move`}.`);
    }).catch((error) => this.#complain(error)).finally(() => this.waiting--);
    this.queue = next;
    return next;
  }

  /** The facts about the board. @param {TiltView} view */
  #show(view) {
    this.view = view;
    this.width.value = String(view.width);
    this.height.value = String(view.height);
    this.reachable.textContent = grouped(view.reachable);
    const { vertical, horizontal } = view;
    const same = vertical.cycle_type === horizontal.cycle_type;
    const facts = [
      ["Tiles", `${view.tiles} on ${view.width} × ${view.height}${view.packed ? ", packed" : ""}`],
      [same ? "Cycle type" : "Cycle type, first tilt N or S", powers(vertical.cycle_type)],
      ...(same ? [] : [["first tilt E or W", powers(horizontal.cycle_type)]]),
      ["Order of four tilts", same || vertical.order === horizontal.order ? grouped(vertical.order) : `${grouped(vertical.order)} or ${grouped(horizontal.order)}`],
    ];
    this.facts.replaceChildren(...facts.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
    const chips = view.lengths.slice(0, CHIPS).map((length, cycle) => {
      const key = el("i.chip-key", { "aria-hidden": "true" }, cycle + 1);
      colour(key, cycle);
      return el("li", {}, key, length === 1 ? "stays" : `cycle of ${length}`);
    });
    if (view.lengths.length > CHIPS) chips.push(el("li", {}, `and ${view.lengths.length - CHIPS} more`));
    this.chips.replaceChildren(...chips);
    this.askButton.disabled = view.marked < 2;
    if (!this.film && !this.answer.hasChildNodes()) this.#invite();
    history.replaceState(null, "", `#/tilt?b=${view.board}`);
  }

  #invite() {
    const { marked } = this.view;
    this.answer.replaceChildren(el("p.note", {}, marked < 2 ? `Mark ${marked ? "one more tile" : "two or more tiles"}, then ask whether tilts can bring two of them side by side.` : `${marked} tiles are marked.`));
  }

  /** An answer is about one board. */
  #forget() {
    this.film?.pause();
    this.film = null;
    this.answer.replaceChildren();
  }

  async ask() {
    this.#forget();
    const { view, version } = this;
    try {
      /** @type {TiltMeeting} */
      const found = await ask("/tilt/meet", { body: { board: view.board } });
      if (version !== this.version || view !== this.view) return;
      if (found.adjacent) this.#meet(view, found);
      else {
        this.answer.replaceChildren(el("p.verdict", {}, "They never meet."), el("ul.reasons", {}, ...found.why.map((reason) => el("li", {}, reason))));
        say(`They never meet. ${found.why[0]}`);
      }
    } catch (error) {
      this.#complain(error);
    }
  }

  /** @param {TiltView} base @param {TiltMeeting} found */
  #meet(base, found) {
    const sentence = found.length === "0" ? "They are side by side already." : `They meet in ${grouped(found.length)} ${found.length === "1" ? "tilt" : "tilts"}; no fewer do.`;
    this.film = new Film(found, {
      run: (tilts) => this.#run(tilts, undefined, tilts.length > 1 ? 500 : 260),
      end: () => {
        this.board.met(found.to);
        say(`They touch: ${place(found.to[0], base)} and ${place(found.to[1], base)}.`);
      },
      start: () => {
        this.version++;
        this.#show(base);
        this.board.show(base);
      },
    });
    this.answer.replaceChildren(el("p.verdict", {}, sentence), this.film.element);
    if (found.length === "0") this.board.met(found.to);
    say(sentence);
  }

  /** @param {boolean} marking */
  choose(marking) {
    this.marking = marking;
    this.modes.forEach((mode, i) => { mode.setAttribute("aria-pressed", String((i === 1) === marking)); });
  }

  /** @param {boolean} coloured */
  paint(coloured) {
    this.board.element.classList.toggle("plain", !coloured);
    this.colours.setAttribute("aria-pressed", String(coloured));
  }

  /** @param {RoomParams} params */
  update({ query }) {
    const wanted = query.get("b");
    if (wanted && wanted !== this.view?.board) this.load(wanted);
    return true;
  }

  close() {
    this.version++;
    this.film?.pause();
    this.stopListening();
  }
}

/** A sequence of tilts to be watched: played, stepped through, begun again. */
class Film {
  at = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** @param {TiltMeeting} found @param {{run(tilts: string): Promise<unknown>, end(): void, start(): void}} on */
  constructor(found, on) {
    this.on = on;
    this.steps = [...(found.jump ? [found.jump] : []), ...found.word];
    this.way = el("ol.way", { "aria-label": "Tilts" }, ...this.steps.map((step) => el("li", {}, step)));
    this.playButton = button("play", "Play", () => (this.timer === undefined ? this.play() : this.pause()), { id: "film-play" });
    this.stepButton = button("step", "Step", () => { this.pause(); this.step(); }, { id: "film-step" });
    const again = button("back", "Start", () => this.rewind(), { id: "film-start" });
    this.element = el("div.stack", { hidden: this.steps.length === 0 }, this.way, el("div.row.even", {}, this.playButton, this.stepButton, again));
    this.#mark();
  }

  async step() {
    if (this.at >= this.steps.length || this.busy) return;
    this.busy = true;
    await this.on.run(this.steps[this.at++]);
    this.busy = false;
    this.#mark();
    if (this.at === this.steps.length) this.on.end();
  }

  play() {
    if (this.at === this.steps.length) this.rewind();
    const next = async () => {
      await this.step();
      if (this.timer === undefined) return;
      if (this.at === this.steps.length) this.pause();
      else this.timer = setTimeout(next, 420);
    };
    this.timer = setTimeout(next, 60);
    this.#label("pause", "Pause");
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.#label("play", "Play");
  }

  rewind() {
    this.pause();
    this.at = 0;
    this.on.start();
    this.#mark();
  }

  /** @param {"play" | "pause"} picture @param {string} word */
  #label(picture, word) {
    this.playButton.replaceChildren(icon(picture), el("span.word", {}, word));
  }

  #mark() {
    [...this.way.children].forEach((item, i) => {
      item.className = i < this.at ? "done" : "";
      item.toggleAttribute("aria-current", i === this.at);
    });
    this.stepButton.disabled = this.at === this.steps.length;
  }
}

/** @param {string} label @param {() => void} onchange */
const side = (label, onchange) => el("select", { "aria-label": label, onchange }, ...SIDES.map((n) => el("option", { value: String(n) }, n)));

/** Digits in groups of three, however many. @param {string} digits */
const grouped = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ",");

/** Cycle lengths with multiplicities: 3^2 5 → 3², 5. @param {string} type */
const powers = (type) => type.replace(/\^(\d+)/g, (_, count) => count.replace(/\d/g, (/** @type {string} */ digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)])).replaceAll(" ", ", ") || "none";

/** @param {number} cell @param {TiltView} view */
const place = (cell, { width }) => `row ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}`;
