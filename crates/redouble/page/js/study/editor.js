// Setting up a position: a palette of tiles, turning and mirroring, other shapes, and boards as text.

import { ask } from "../api.js";
import { button, choice, el } from "../dom.js";
import { blank, exponentOf, faceOf, format, fromValues } from "../rules.js";
import { text } from "../texts.js";
import { face, paint } from "../tiles.js";

/** @typedef {import("../rules.js").Grid} Grid */

const VALUES = [0, ...Array.from({ length: 17 }, (_, i) => 2 << i)];
const words = text.editor;

/** A board made of another one, cell by cell. @param {number} rows @param {number} columns @param {(y: number, x: number) => number} tile @returns {Grid} */
const made = (rows, columns, tile) => ({ rows, columns, cells: Uint8Array.from({ length: rows * columns }, (_, i) => tile(Math.floor(i / columns), i % columns)) });

/** A quarter turn to the right. @param {Grid} grid */
export const turned = ({ rows, columns, cells }) => made(columns, rows, (y, x) => cells[(rows - 1 - x) * columns + y]);
/** Left and right exchanged. @param {Grid} grid */
export const mirrored = ({ rows, columns, cells }) => made(rows, columns, (y, x) => cells[y * columns + columns - 1 - x]);
/** As many rows and columns as wanted; what is outside is lost. @param {Grid} grid @param {number} rows @param {number} columns */
export const reshaped = (grid, rows, columns) => made(rows, columns, (y, x) => (y < grid.rows && x < grid.columns ? grid.cells[y * grid.columns + x] : 0));
/** Another tile in a cell. @param {Grid} grid @param {number} cell @param {number} tile @returns {Grid} */
const withTile = (grid, cell, tile) => ({ ...grid, cells: grid.cells.map((old, index) => (index === cell ? tile : old)) });

export class StudyEditor {
  brush = 1;
  palette = el("div.palette", { role: "group", "aria-label": words.palette });
  field = el("textarea", { rows: 3, spellcheck: false, id: "board-text" });
  problem = el("p.problem", { role: "alert", hidden: true });
  hex = el("code");
  /** The board whose text is in the field. */
  shown = "";

  /**
   * @param {() => Grid} grid the board as it stands
   * @param {(grid: Grid) => void} put
   * @param {(record: string) => void} openRecord
   */
  constructor(grid, put, openRecord) {
    this.grid = grid;
    this.put = put;
    this.openRecord = openRecord;
    const side = (/** @type {string} */ label, /** @type {(n: number) => Grid} */ change) => {
      const { select, field } = choice(label, [2, 3, 4, 5, 6, 7, 8].map((n) => [n, String(n)]), "4", () => put(change(Number(select.value))));
      return { select, field };
    };
    this.rows = side(words.rows, (n) => reshaped(grid(), n, grid().columns));
    this.columns = side(words.columns, (n) => reshaped(grid(), grid().rows, n));
    this.palette.append(...VALUES.map((value) => this.#brushButton(value)));
    this.element = el(
      "section.study-editor",
      { "aria-label": words.board, hidden: true },
      this.palette,
      el(
        "div.row",
        {},
        button(null, text.study.turn, () => put(turned(grid())), { id: "turn-board" }),
        button(null, text.study.mirror, () => put(mirrored(grid())), { id: "mirror-board" }),
        button(null, words.clear, () => put(blank(grid().rows, grid().columns))),
      ),
      el("details", {}, el("summary", {}, words.asText), this.#textPart()),
      el("p.note", {}, text.study.editHow),
    );
    this.choose(1);
  }

  #textPart() {
    return el(
      "div.stack",
      {},
      el("label", {}, text.study.pasteText, this.field),
      this.problem,
      el("div.row", {}, button(null, words.use, () => this.take(this.field.value), { className: "main" }), this.rows.field, this.columns.field),
      el("p.note", {}, words.hex, this.hex),
    );
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** @param {boolean} open */
  toggle(open) {
    this.element.hidden = !open;
    if (open) this.show();
  }

  /** @param {number} value */
  #brushButton(value) {
    const chosen = el("button", { type: "button", "data-value": value, "aria-label": value ? words.place(value) : words.erase, onclick: () => this.choose(exponentOf(value)) }, value ? face(value) : "×");
    paint(chosen, value);
    return chosen;
  }

  /** @param {number} tile */
  choose(tile) {
    this.brush = tile;
    for (const other of this.palette.children) other.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (other).dataset.value === String(faceOf(tile))));
  }

  /** The board changed. */
  show() {
    const { rows, columns } = this.grid();
    const board = format(this.grid());
    this.rows.select.value = String(rows);
    this.columns.select.value = String(columns);
    if (!this.isOpen || board === this.shown) return;
    this.shown = board;
    this.field.value = board.replaceAll("/", "/\n");
    this.problem.hidden = true;
    this.#showHex(board);
  }

  /** @param {string} board */
  async #showHex(board) {
    const { hex } = await ask("/board", { body: { text: board } }).catch(() => ({ hex: null }));
    if (this.shown === board) this.hex.textContent = hex ?? words.noHex;
  }

  /** Reads a board, or opens a record; a text that is neither is said so. @param {string} pasted */
  async take(pasted) {
    if (pasted.trim().startsWith("redouble-game")) return this.openRecord(pasted.trim());
    try {
      /** @type {BoardInfo} */
      const board = await ask("/board", { body: { text: pasted } });
      this.problem.hidden = true;
      this.put(fromValues(board));
      this.show();
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
      this.problem.hidden = false;
    }
  }

  /** A click on a cell: the chosen tile, or nothing if it is there already. @param {number} cell */
  tap(cell) {
    this.put(withTile(this.grid(), cell, this.grid().cells[cell] === this.brush ? 0 : this.brush));
  }

  /** A tile goes to another cell. @param {number} from @param {number} to */
  drag(from, to) {
    const grid = this.grid();
    if (grid.cells[from]) this.put(withTile(withTile(grid, from, 0), to, grid.cells[from]));
  }

  /** @param {number} cell */
  clear(cell) {
    this.put(withTile(this.grid(), cell, 0));
  }

  /** Keys on a cell double, halve and clear it; false for any other. @param {number} cell @param {string} key */
  type(cell, key) {
    const tile = this.grid().cells[cell];
    if (key === "+" || key === "=") this.put(withTile(this.grid(), cell, Math.min(tile + 1, 17)));
    else if (key === "-") this.put(withTile(this.grid(), cell, Math.max(tile - 1, 0)));
    else if (key === "0" || key === "Delete" || key === "Backspace") this.clear(cell);
    else return false;
    return true;
  }
}
