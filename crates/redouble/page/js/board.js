// The board that moves. Class names are those of gabrielecirulli/2048, so that programs made for it find their way.

import { el, svg } from "./dom.js";
import { paceFactor } from "./settings.js";
import { face, paint } from "./tiles.js";

/** The space between cells as a share of the width, by the longer side. */
export const GAPS = [0, 0, 0.04, 0.035, 0.03, 0.024, 0.02, 0.017, 0.015];

export class BoardView {
  constructor() {
    this.rows = 0;
    this.columns = 0;
    this.grid = el("div.grid-container", { role: "grid", "aria-label": "Board" });
    this.tiles = el("div.tile-container", { "aria-hidden": "true" });
    this.message = el("div.game-message", {}, el("p"), el("div.lower"));
    this.element = el("div.game-container", {}, this.message, this.grid, this.tiles);
    this.grid.addEventListener("keydown", (event) => this.#explore(event));
  }

  /** Shows a board without movement. @param {{rows: number, columns: number, cells: number[]}} board */
  show(board) {
    this.#setShape(board.rows, board.columns);
    const tiles = board.cells.flatMap((value, cell) => (value ? [this.#tile(value, cell)] : []));
    this.tiles.replaceChildren(...tiles);
    this.#describe(board.cells);
    this.point(null);
  }

  /**
   * Shows a move: tiles slide, pairs pop, the new one appears. A move that comes before the last has ended starts
   * from where the last one ends.
   * @param {Turn} turn
   * @param {{rows: number, columns: number, cells: number[]}} after
   */
  slide(turn, after) {
    this.#setShape(after.rows, after.columns);
    const pace = paceFactor();
    if (pace === 0) {
      this.show(after);
      return;
    }
    /** @type {Set<number>} */
    const merged = new Set();
    const tiles = turn.motions.map(({ from, to, value, merged: merges }) => {
      const tile = this.#tile(value, to);
      if (merges) merged.add(to);
      this.#glide(tile, from, to, 100 * pace);
      return tile;
    });
    for (const cell of merged) tiles.push(this.#tile(after.cells[cell], cell, "tile-merged"));
    tiles.push(this.#tile(turn.spawn.value, turn.spawn.cell, "tile-new"));
    this.tiles.replaceChildren(...tiles);
    this.#describe(after.cells);
    this.point(null);
  }

  /** Points in a direction. @param {Direction | null} direction */
  point(direction) {
    this.element.querySelector(".pointer")?.remove();
    if (!direction) return;
    const arrow = svg("svg", { viewBox: "0 0 24 24" }, svg("path", { d: "M12 2 22 13h-6v9H8v-9H2z" }));
    this.element.append(el("div.pointer", { "data-direction": direction, "aria-hidden": "true" }, arrow));
  }

  /**
   * Covers the board with a sentence and buttons, or uncovers it.
   * @param {"game-won" | "game-over" | null} kind
   * @param {string} [sentence]
   * @param {HTMLElement[]} [buttons]
   */
  cover(kind, sentence = "", buttons = []) {
    this.message.className = `game-message ${kind ?? ""}`.trim();
    const [p, lower] = this.message.children;
    p.textContent = sentence;
    lower.replaceChildren(...buttons);
  }

  /** @param {number} rows @param {number} columns */
  #setShape(rows, columns) {
    if (rows === this.rows && columns === this.columns) return;
    this.rows = rows;
    this.columns = columns;
    const { style } = this.element;
    style.setProperty("--rows", String(rows));
    style.setProperty("--columns", String(columns));
    style.setProperty("--gap-share", String(GAPS[Math.max(rows, columns)]));
    const cell = (/** @type {number} */ index) =>
      el("div.grid-cell", { role: "gridcell", tabIndex: index === 0 ? 0 : -1, "data-cell": index });
    const row = (/** @type {number} */ y) =>
      el("div.grid-row", { role: "row" }, ...Array.from({ length: columns }, (_, x) => cell(y * columns + x)));
    this.grid.replaceChildren(...Array.from({ length: rows }, (_, y) => row(y)));
  }

  /** @param {number} value @param {number} cell @param {string} [extra] */
  #tile(value, cell, extra = "") {
    const [x, y] = [cell % this.columns, Math.floor(cell / this.columns)];
    const inner = el("div.tile-inner", {}, face(value));
    paint(inner, value);
    const name = `tile tile-${value} tile-position-${x + 1}-${y + 1} ${value > 2048 ? "tile-super " : ""}${extra}`;
    return el("div", { className: name.trim(), "--x": x, "--y": y }, inner);
  }

  /** @param {HTMLElement} tile @param {number} from @param {number} to @param {number} duration */
  #glide(tile, from, to, duration) {
    const dx = (from % this.columns) - (to % this.columns);
    const dy = Math.floor(from / this.columns) - Math.floor(to / this.columns);
    if (dx === 0 && dy === 0) return;
    const way = (/** @type {number} */ steps) => `calc(${steps} * (100% + var(--gap)))`;
    tile.animate([{ transform: `translate(${way(dx)}, ${way(dy)})` }, { transform: "none" }], {
      duration,
      easing: "ease-in-out",
    });
  }

  /** Names the cells for screen readers. @param {number[]} cells */
  #describe(cells) {
    const elements = this.grid.querySelectorAll(".grid-cell");
    cells.forEach((value, cell) => {
      const place = `row ${Math.floor(cell / this.columns) + 1}, column ${(cell % this.columns) + 1}`;
      elements[cell].setAttribute("aria-label", `${value || "empty"}, ${place}`);
    });
  }

  /** In the grid the arrows go from cell to cell. @param {KeyboardEvent} event */
  #explore(event) {
    const cell = Number(/** @type {HTMLElement} */ (event.target).dataset.cell);
    const steps = { ArrowUp: -this.columns, ArrowDown: this.columns, ArrowLeft: -1, ArrowRight: 1 };
    const by = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (event.key === "Escape") /** @type {HTMLElement} */ (event.target).blur();
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const leavesRow = Math.abs(by) === 1 && Math.floor(cell / this.columns) !== Math.floor((cell + by) / this.columns);
    const next = this.grid.querySelector(`[data-cell="${cell + by}"]`);
    if (!(next instanceof HTMLElement) || leavesRow) return;
    for (const other of this.grid.querySelectorAll(".grid-cell")) /** @type {HTMLElement} */ (other).tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
