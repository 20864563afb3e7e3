// The position editor: any board, from any text, shared by its address, asked about, played on.

import { ask } from "../api.js";
import { GAPS } from "../board.js";
import { button, copy, el, icon } from "../dom.js";
import { bars, think } from "../hint.js";
import { playerPicker } from "../players.js";
import { text } from "../texts.js";
import { face, paint } from "../tiles.js";

const START = "2,4,8,16/4,8,16,32/.,.,.,./.,.,.,.";
const VALUES = [0, ...Array.from({ length: 17 }, (_, i) => 2 << i)];

/** @param {HTMLElement} root @param {RoomParams} params */
export async function open(root, params) {
  const room = new BoardRoom(root);
  await room.start(params);
  return room;
}

class BoardRoom {
  grid = el("div.grid-container", { role: "grid", "aria-label": text.editor.board });
  frame = el("div.game-container", {}, this.grid);
  problem = el("p.problem", { role: "alert", hidden: true });
  text = el("textarea", { rows: 4, spellcheck: false, id: "board-text", disabled: true });
  hex = el("code");
  palette = el("div.palette", { role: "group", "aria-label": text.editor.palette });
  answer = el("div", { "aria-live": "polite" });
  pickerBox = el("div");
  rows = side("Rows", (n) => this.reshape(n, this.board.columns));
  columns = side("Columns", (n) => this.reshape(this.board.rows, n));
  brush = 2;
  /** @type {BoardInfo} */
  board = /** @type {any} */ (null);
  /** @type {AbortController | null} */
  asking = null;
  /** @type {(() => string) | null} */
  player = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.palette.append(...VALUES.map((value) => this.#brushButton(value)));
    this.askButton = button("bulb", text.editor.ask, () => this.ask(), { className: "main", id: "ask" });
    const left = el(
      "div.stack",
      {},
      this.frame,
      el("div.fields", {}, el("label", {}, text.editor.rows, this.rows), el("label", {}, text.editor.columns, this.columns)),
      this.palette,
      el("p.note", {}, text.editor.how),
    );
    const right = el(
      "div.panel",
      {},
      el("section.card.stack", { "aria-label": text.editor.asking }, el("h2", {}, text.editor.question), this.pickerBox, this.askButton, this.answer),
      el(
        "section.card.stack",
        { "aria-label": text.editor.asText },
        el("h2", {}, text.editor.asText),
        el("label", {}, text.editor.text, this.text),
        this.problem,
        el("div.row", {}, button(null, text.editor.use, () => this.take(this.text.value), { className: "main" }), button(null, text.editor.clear, () => this.clear())),
        el("p.note", {}, text.editor.hex, this.hex),
      ),
      el(
        "section.card.row",
        { "aria-label": text.editor.goOn },
        button("play", text.editor.play, () => this.play(), { id: "play-here" }),
        button(null, text.editor.occurs, () => { location.hash = `#/count?b=${this.board.board}`; }),
        button("share", text.editor.copyLink, () => copy(location.href, text.editor.link)),
        button(null, text.editor.copyText, () => copy(this.board.board, text.editor.title)),
      ),
    );
    root.append(
      el("div.page-head", {}, el("div", {}, el("h1", {}, text.editor.title), el("p", {}, text.editor.what))),
      el("div.editor", {}, left, right),
    );
  }

  /** @param {RoomParams} params */
  async start({ query }) {
    if (!(await this.take(query.get("b") ?? START))) await this.take(START, true);
    const picker = await playerPicker({ label: text.editor.player, advice: true, value: query.get("player") ?? undefined, remember: !query.has("player"), onchange: () => this.answer.replaceChildren() });
    this.player = picker.value;
    this.fit = picker.fit;
    picker.fit(this.board);
    this.pickerBox.replaceChildren(picker.element);
    this.choose(2);
  }

  /** Reads a board and shows it; a text that is none is said so. @param {string} text @param {boolean} [quietly] */
  async take(text, quietly = false) {
    try {
      this.show(await ask("/board", { body: { text } }));
      if (!quietly) this.problem.hidden = true;
      return true;
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
      this.problem.hidden = false;
      return false;
    }
  }

  /** @param {BoardInfo} board */
  show(board) {
    const reshaped = board.rows !== this.board?.rows || board.columns !== this.board?.columns;
    this.board = board;
    if (reshaped) {
      this.#build();
      this.fit?.(board);
    }
    const cells = this.grid.querySelectorAll("button");
    board.cells.forEach((value, cell) => {
            cells[cell].textContent = value ? face(value) : "";
      cells[cell].setAttribute("aria-label", text.aloud.cell(value, text.aloud.place(cell, board.columns)));
      paint(cells[cell], value);
    });
    // Until the first board is there, what somebody types would be lost.
    this.text.disabled = false;
    this.text.value = board.board.replaceAll("/", "/\n");
    this.hex.textContent = board.hex ?? text.editor.noHex;
    this.rows.value = String(board.rows);
    this.columns.value = String(board.columns);
    this.askButton.disabled = board.over;
    this.asking?.abort();
    this.answer.replaceChildren(board.over ? el("p.note", {}, text.editor.noMove) : "");
    history.replaceState(null, "", `#/board?b=${encodeURIComponent(board.board)}`);
  }

  #build() {
    const { rows, columns } = this.board;
    const { style } = this.frame;
    style.setProperty("--rows", String(rows));
    style.setProperty("--columns", String(columns));
    style.setProperty("--gap-share", String(GAPS[Math.max(rows, columns)]));
    const cell = (/** @type {number} */ index) =>
      el("div", { role: "gridcell" }, el("button.grid-cell", { type: "button", tabIndex: index === 0 ? 0 : -1, "data-cell": index, onclick: () => this.put(index) }));
    const row = (/** @type {number} */ y) => el("div.grid-row", { role: "row" }, ...Array.from({ length: columns }, (_, x) => cell(y * columns + x)));
    this.grid.replaceChildren(...Array.from({ length: rows }, (_, y) => row(y)));
  }

  /** @param {number} value */
  #brushButton(value) {
    const chosen = el("button", { type: "button", "data-value": value, "aria-label": value ? text.editor.place(value) : text.editor.erase, onclick: () => this.choose(value) }, value ? face(value) : "×");
    paint(chosen, value);
    return chosen;
  }

  /** @param {number} value */
  choose(value) {
    this.brush = value;
    for (const other of this.palette.children) other.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (other).dataset.value === String(value)));
  }

  /** @param {number} cell @param {number} [value] */
  async put(cell, value = this.board.cells[cell] === this.brush ? 0 : this.brush) {
    const cells = [...this.board.cells];
    cells[cell] = value;
    if (await this.take(asText(cells, this.board.columns))) this.#focus(cell);
  }

  /** @param {number} rows @param {number} columns */
  reshape(rows, columns) {
    const { board } = this;
    const at = (/** @type {number} */ y, /** @type {number} */ x) => (y < board.rows && x < board.columns ? board.cells[y * board.columns + x] : 0);
    const cells = Array.from({ length: rows * columns }, (_, i) => at(Math.floor(i / columns), i % columns));
    this.take(asText(cells, columns));
  }

  clear() {
    this.take(asText(this.board.cells.map(() => 0), this.board.columns));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const cell = Number(/** @type {HTMLElement} */ (event.target).dataset.cell);
    const value = this.board.cells[cell];
    const { columns } = this.board;
    /** @type {Record<string, number>} */
    const steps = { ArrowUp: -columns, ArrowDown: columns, ArrowLeft: -1, ArrowRight: 1 };
    if (event.key in steps) {
      event.preventDefault();
      const leavesRow = Math.abs(steps[event.key]) === 1 && Math.floor(cell / columns) !== Math.floor((cell + steps[event.key]) / columns);
      if (!leavesRow) this.#focus(cell + steps[event.key]);
    } else if (event.key === "+" || event.key === "=") this.put(cell, value ? value * 2 : 2);
    else if (event.key === "-") this.put(cell, value > 2 ? value / 2 : 0);
    else if (event.key === "0" || event.key === "Delete" || event.key === "Backspace") this.put(cell, 0);
  }

  /** @param {number} cell */
  #focus(cell) {
    const next = this.grid.querySelector(`[data-cell="${cell}"]`);
    if (!(next instanceof HTMLElement)) return;
    for (const other of this.grid.querySelectorAll("button")) other.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  async ask() {
    if (!this.player) return;
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.answer.replaceChildren(el("p.note", {}, text.coach.thinking));
    try {
      this.answer.replaceChildren(bars(await think(this.board, this.player(), asking.signal)));
    } catch (error) {
      if (!asking.signal.aborted) this.answer.replaceChildren(el("p.problem", {}, error instanceof Error ? error.message : String(error)));
    }
  }

  async play() {
    try {
      const game = await ask("/games", { body: { from: this.board.board } });
      location.hash = `#/play/${game.id}`;
    } catch (error) {
      this.answer.replaceChildren(el("p.problem", {}, icon("more"), error instanceof Error ? error.message : String(error)));
    }
  }

  /** @param {RoomParams} params */
  update({ query }) {
    const wanted = query.get("b");
    if (wanted && wanted !== this.board.board) this.take(wanted);
    return true;
  }

  close() {
    this.asking?.abort();
  }
}

/** @param {number[]} cells @param {number} columns */
const asText = (cells, columns) =>
  Array.from({ length: cells.length / columns }, (_, y) => cells.slice(y * columns, (y + 1) * columns).map((value) => value || ".").join(",")).join("/");

/** @param {string} name @param {(n: number) => void} onchange */
function side(name, onchange) {
  const select = el("select", { name: name.toLowerCase() }, ...[2, 3, 4, 5, 6, 7, 8].map((n) => el("option", { value: String(n) }, n)));
  select.onchange = () => onchange(Number(select.value));
  return select;
}
