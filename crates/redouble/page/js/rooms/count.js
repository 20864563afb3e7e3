// Counting: every board of a small game, layer by layer; the way to a board; the whole of 2x2 as a graph.

import { say } from "../announce.js";
import { ask, follow, isAsked } from "../api.js";
import { BoardView } from "../board.js";
import { chart } from "../chart.js";
import { button, choice, compact, duration, el, grouped } from "../dom.js";
import { frame, LETTERS, turn } from "../replay.js";


const BOARDS = ["2x2", "2x3", "2x4", "3x3", "2x5", "3x4", "4x4"];
const GOALS = [8, 16, 32, 64, 128, 256, 512, 1024];

/** @param {HTMLElement} root @param {RoomParams} params */
export function open(root, { query }) {
  const room = new CountRoom(root);
  room.update({ path: [], query });
  room.draw();
  return room;
}

/** @param {string[]} heads @param {(string | Node)[][]} rows @param {string} label */
const table = (heads, rows, label) =>
  el("div.table-box", { tabIndex: 0, role: "region", "aria-label": label }, el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, cell)))))));

class CountRoom {
  shape = choice("Board", BOARDS.map((board) => [board, board]), "3x3");
  goal = choice("Goal", [["", "None"], ...GOALS.map((goal) => /** @type {[number, string]} */ ([goal, String(goal)]))], "256");
  problem = el("p.problem", { role: "alert", hidden: true });
  progress = el("progress", { max: 1, hidden: true, "aria-label": "Count" });
  totals = el("p.note", { id: "totals" });
  picture = el("div");
  legend = el("div");
  table = el("div.stack");
  text = el("textarea", { rows: 4, spellcheck: false, id: "origin-text", value: "2 4 8 16\n. . 4 8\n. . . 2\n. . . ." });
  answer = el("div.stack", { id: "origin" });
  graph = el("div.graph", { tabIndex: 0, role: "region", "aria-label": "Graph" });
  graphWords = el("ul.reasons");
  graphGoal = choice("Goal", [8, 16, 32].map((goal) => [goal, String(goal)]), "16", () => this.draw());
  grouped = el("input", { type: "checkbox", checked: true, onchange: () => this.draw() });
  log = el("input", { type: "checkbox", onchange: () => this.#show() });
  zoom = 1;
  /** @type {CountLayer[]} */
  layers = [];
  /** @type {CountEvent | null} */
  told = null;
  /** @type {AbortController | null} */
  counting = null;
  closing = new AbortController();

  /** @param {HTMLElement} root */
  constructor(root) {
    this.start = button("play", "Count", () => (this.counting ? this.stop() : this.count()), { className: "main", id: "count" });
    const details = el("details", { ontoggle: () => this.#list() }, el("summary", {}, "Layer by layer"), this.table);
    this.details = details;
    const zoom = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {number} */ by) => button(null, sign, () => { this.zoom *= by; this.#size(); }, { "aria-label": name });
    root.append(
      el("div.page-head", {}, el("div", {}, el("h1", {}, "Count"), el("p", {}, "How many boards can occur? Boards that are turned or mirrored count once; every game from two tiles to its goal or its end is in it."))),
      el("div.stack.counting", {},
        el("section.card.stack", { "aria-label": "Count" },
          el("div.fields", {}, this.shape.field, this.goal.field), el("div.row", {}, this.start, el("label.row", {}, this.log, "Logarithmic")),
          this.problem, this.progress, this.totals,
          el("div.plots", {}, this.picture, this.legend), details),
        el("section.card.stack", { "aria-label": "One board" }, el("h2", {}, "Can this board occur?"),
          el("label", {}, "Board: rows of numbers, 2,4,./…, or 0x…", this.text),
          el("div.row", {}, button("bulb", "Can it occur?", () => this.trace(this.text.value), { className: "main", id: "trace" })), this.answer),
        el("section.card.stack", { "aria-label": "Graph of 2x2" }, el("h2", {}, "All of 2x2"),
          el("p.note", {}, "A column a tile sum; edges have the probability with which a move leads there. Wins and losses are left out."),
          el("div.row", {}, this.graphGoal.field, el("label.row", {}, this.grouped, "By largest tile"), zoom("−", "Smaller", 0.8), zoom("+", "Larger", 1.25)),
          this.graph, el("details", {}, el("summary", {}, "In words"), this.graphWords))));
    this.#show();
  }

  async count() {
    const counting = new AbortController();
    this.counting = counting;
    this.layers = [];
    this.told = null;
    this.problem.hidden = true;
    this.#show();
    try {
      await follow("/states/count", { board: this.shape.select.value, goal: Number(this.goal.select.value) || undefined }, (told) => this.#hear(told), counting.signal);
    } catch (error) {
      if (!counting.signal.aborted) this.#complain(error);
    }
    this.counting = null;
    this.#show();
    if (this.told) say(/** @type {string} */ (this.totals.textContent));
  }

  stop() {
    this.counting?.abort();
  }

  /** @param {unknown} error */
  #complain(error) {
    this.problem.textContent = error instanceof Error ? error.message : String(error);
    this.problem.hidden = false;
  }

  /** @param {CountEvent} told */
  #hear(told) {
    if (told.error) throw new Error(told.error);
    this.layers.push(...told.layers);
    this.told = told;
    this.#show();
  }

  /** States by largest tile: the tile, its states, and where they are. */
  #curves() {
    /** @type {Map<number, {name: string, total: number, points: [number, number][]}>} */
    const curves = new Map();
    for (const [sum, , , groups] of this.layers) {
      for (const [tile, states] of groups) {
        const curve = curves.get(tile) ?? { name: String(tile), total: 0, points: [] };
        curve.total += states;
        curve.points.push([sum, this.log.checked ? Math.log10(states) : states]);
        curves.set(tile, curve);
      }
    }
    return [...curves.values()];
  }

  #show() {
    const { told, layers, counting } = this;
    this.start.replaceChildren(counting ? "Stop" : "Count");
    this.progress.hidden = !counting;
    if (told?.done) this.progress.value = told.done;
    else this.progress.removeAttribute("value");
    const curves = this.#curves();
    this.picture.hidden = this.legend.hidden = this.details.hidden = !curves.length;
    if (!told || !curves.length) {
      this.totals.textContent = counting ? "Counting …" : "";
      return;
    }
    const sum = (/** @type {1 | 2} */ at) => grouped(layers.reduce((total, layer) => total + layer[at], 0));
    const rate = compact(told.states / Math.max(told.seconds, 1e-3));
    const stopped = told.state === "running" && !counting ? "Stopped: " : "";
    this.totals.textContent = `${stopped}${grouped(told.states)} states, ${sum(1)} boards without a move, ${sum(2)} after a move, in ${grouped(layers.length)} layers; ${duration(told.seconds)}, ${rate} states a second.`;
    const title = `States by tile sum, a curve for each largest tile; ${grouped(told.states)} in all`;
    const format = (/** @type {number} */ value) => compact(this.log.checked ? 10 ** value : value);
    this.picture.replaceChildren(chart({ title, curves, fill: !this.log.checked, format, xLabel: "tile sum" }).root);
    const key = (/** @type {number} */ index, /** @type {string} */ name) => el("span", {}, el("i", { className: `key s${index % 6}` }), name);
    this.legend.replaceChildren(table(["Largest tile", "States", "Tile sums"], curves.map(({ name, total, points }, index) => [key(index, name), grouped(total), `${points[0][0]}–${points[points.length - 1][0]}`]), "States by largest tile"));
    if (!counting) this.#list();
  }

  /** The layers as a table, only when somebody looks. */
  #list() {
    if (!this.details.open) return;
    const row = (/** @type {CountLayer} */ [sum, losing, after, groups]) => [String(sum), ...[groups.reduce((total, [, states]) => total + states, 0), losing, after].map(grouped), groups.map(([tile, states]) => `${tile}: ${grouped(states)}`).join("  ")];
    this.table.replaceChildren(table(["Tile sum", "States", "No move", "After a move", "By largest tile"], this.layers.map(row), "Layers"));
  }

  /** A board of a link: looked at once somebody has clicked. @param {string} board */
  #offer(board) {
    this.text.value = board.replaceAll("/", "/\n").replaceAll("\n\n", "\n");
    if (isAsked()) this.trace(board);
  }

  /** Whether a board can occur, and how. @param {string} board */
  async trace(board) {
    this.text.value = board.replaceAll("/", "/\n").replaceAll("\n\n", "\n");
    this.answer.replaceChildren(el("p.note", {}, "Going back …"));
    try {
      /** @type {OriginInfo} */
      const found = await ask("/states/origin", { body: { board }, signal: this.closing.signal });
      const facts = el("p.note", {}, `Tile sum ${grouped(found.sum)}; as it is counted, turned or mirrored: `, el("code", {}, found.canonical));
      this.answer.replaceChildren(el("p.verdict", {}, found.sentence), facts);
      say(found.sentence);
      if (found.record) this.answer.append(this.#film(await ask("/replay", { body: { record: found.record } })));
      history.replaceState(null, "", `#/count?b=${encodeURIComponent(found.board)}`);
    } catch (error) {
      if (!this.closing.signal.aborted) this.answer.replaceChildren(el("p.problem", { role: "alert" }, error instanceof Error ? error.message : String(error)));
    }
  }

  /** A game, step by step. @param {Replay} replay */
  #film(replay) {
    const board = new BoardView();
    const last = replay.moves.length;
    const slider = el("input", { type: "range", min: "0", max: String(last), value: "0", "aria-label": "Move", oninput: () => go(Number(slider.value)) });
    const where = el("p.note", { "aria-live": "polite" });
    let at = 0;
    const go = async (/** @type {number} */ to) => {
      if (to < 0 || to > last) return;
      const isNext = to === at + 1;
      at = to;
      slider.value = String(to);
      if (isNext) board.slide(await turn(replay, to - 1), frame(replay, to));
      else board.show(frame(replay, to));
      const next = to < last ? `, then ${LETTERS[replay.moves[to]]}` : "";
      where.textContent = `Move ${to} of ${last}${next}.`;
    };
    go(0);
    const controls = el("div.row", {}, button("back", "", () => go(0), { "aria-label": "To the start" }), button("undo", "", () => go(at - 1), { "aria-label": "One move back" }),
      button("redo", "Step", () => go(at + 1), { id: "step" }), button("step", "", () => go(last), { "aria-label": "To the end" }),
      el("a.button", { href: `#/study?record=${encodeURIComponent(replay.record.replace(/\s+/g, " "))}` }, "Review"));
    return el("div.film", {}, board.element, el("div.scrub", {}, slider, controls, where));
  }

  /** The graph of 2x2. */
  async draw() {
    try {
      const { svg, states, edges } = await ask("/states/graph", { body: { goal: Number(this.graphGoal.select.value), grouped: this.grouped.checked }, signal: this.closing.signal });
      const drawing = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
      drawing.setAttribute("role", "img");
      drawing.setAttribute("aria-label", `${states.length} states and ${edges} edges between them; listed below in words`);
      this.graph.replaceChildren(drawing);
      this.graphWords.replaceChildren(...states.map((/** @type {[string, string[]]} */ [board, next]) => el("li", {}, `${board} → ${next.join("; ") || "a win or a loss"}`)));
      this.#size();
    } catch (error) {
      if (!this.closing.signal.aborted) this.graph.replaceChildren(el("p.problem", {}, error instanceof Error ? error.message : String(error)));
    }
  }

  #size() {
    const drawing = this.graph.querySelector("svg");
    if (!drawing) return;
    const { width, height } = drawing.viewBox.baseVal;
    drawing.setAttribute("width", String(width * this.zoom));
    drawing.setAttribute("height", String(height * this.zoom));
  }

  /** @param {RoomParams} params */
  update({ query }) {
    const board = query.get("b");
    if (board) this.#offer(board);
    return true;
  }

  close() {
    this.stop();
    this.closing.abort();
  }
}
