// The board that moves. Class names are those of gabrielecirulli/2048, so that programs made for it find their way.

import { el, svg } from "./dom.js";
import { paceFactor } from "./settings.js";
import { text } from "./texts.js";
import { face, paint } from "./tiles.js";

/** The space between cells as a share of the width, by the longer side. */
export const GAPS = [0, 0, 0.04, 0.035, 0.03, 0.024, 0.02, 0.017, 0.015];
/** One cell in each direction: columns, rows. @type {Record<Direction, [number, number]>} */
const STEPS = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] };

export class BoardView {
  constructor() {
    this.rows = 0;
    this.columns = 0;
    this.grid = el("div.grid-container", { role: "grid", "aria-label": text.aloud.board });
    this.tiles = el("div.tile-container", { "aria-hidden": "true" });
    this.ring = el("div.ring", { "aria-hidden": "true", hidden: true });
    this.message = el("div.game-message", {}, el("p"), el("div.lower"));
    this.element = el("div.game-container", {}, this.message, this.grid, this.tiles, this.ring);
    // The pointer plays or draws: focus is for keys.
    this.grid.addEventListener("mousedown", (event) => event.preventDefault());
    this.grid.addEventListener("focusin", (event) => this.#showRing(event.target));
    this.grid.addEventListener("focusout", () => this.#showRing(null));
    this.grid.addEventListener("keydown", (event) => event.key === "Escape" && /** @type {HTMLElement} */ (event.target).blur());
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
   * Shows a move: tiles slide, pairs pop, the new one, if there is one, appears. A move that comes before the last has ended starts
   * from where the last one ends.
   * @param {{motions: Motion[], spawn: Spawned | null}} turn
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
    if (turn.spawn) tiles.push(this.#tile(turn.spawn.value, turn.spawn.cell, "tile-new"));
    this.tiles.replaceChildren(...tiles);
    this.#describe(after.cells);
    this.point(null);
  }

  /** Shows a move taken back: the tiles slide to where they came from. @param {Motion[]} motions @param {{rows: number, columns: number, cells: number[]}} before */
  slideBack(motions, before) {
    this.show(before);
    const pace = paceFactor();
    if (pace === 0) return;
    const tiles = motions.map(({ from, to, value }) => {
      const tile = this.#tile(value, from);
      this.#glide(tile, to, from, 100 * pace);
      return tile;
    });
    this.tiles.replaceChildren(...tiles);
  }

  /** A move that changes nothing: the board leans that way and comes back. @param {Direction} direction */
  nudge(direction) {
    const pace = paceFactor();
    if (pace === 0) {
      this.element.dataset.edge = direction;
      setTimeout(() => delete this.element.dataset.edge, 200);
      return;
    }
    const [x, y] = STEPS[direction];
    this.element.animate([{ translate: "0 0" }, { translate: `${4 * x}px ${4 * y}px` }, { translate: "0 0" }], { duration: 120 * pace });
  }

  /** Points in a direction. @param {Direction | null} direction */
  point(direction) {
    this.element.querySelector(".pointer")?.remove();
    if (!direction) return;
    const arrow = svg("svg", { viewBox: "0 0 24 24" }, svg("path", { d: "M12 2 22 13h-6v9H8v-9H2z" }));
    this.element.append(el("div.pointer", { "data-direction": direction, "aria-hidden": "true" }, arrow));
  }

  /**
   * Says how the game stands, with buttons, or stops saying it.
   * @param {"game-won" | "game-over" | null} kind
   * @param {(Node | string)[]} [sentence]
   * @param {HTMLElement[]} [buttons]
   */
  cover(kind, sentence = [], buttons = []) {
    this.message.className = `game-message ${kind ?? ""}`.trim();
    const [p, lower] = this.message.children;
    p.replaceChildren(...sentence);
    lower.replaceChildren(...buttons);
  }

  /** Goes from cell to cell, for those who listen to the board. @param {Direction} direction */
  explore(direction) {
    const at = /** @type {HTMLElement} */ (this.grid.querySelector('[tabindex="0"]'));
    const here = this.grid.contains(document.activeElement);
    const cell = Number(at.dataset.cell);
    const [dx, dy] = here ? STEPS[direction] : [0, 0];
    const [x, y] = [(cell % this.columns) + dx, Math.floor(cell / this.columns) + dy];
    if (x >= 0 && y >= 0 && x < this.columns && y < this.rows) this.focus(y * this.columns + x);
  }

  /** Gives a cell the focus, and the place of the board in the order of Tab. @param {number} cell */
  focus(cell) {
    for (const other of /** @type {NodeListOf<HTMLElement>} */ (this.grid.querySelectorAll('[tabindex="0"]'))) other.tabIndex = -1;
    const next = /** @type {HTMLElement} */ (this.grid.querySelector(`[data-cell="${cell}"]`));
    next.tabIndex = 0;
    next.focus();
  }

  /** The focused cell lies under its tile; its ring lies above both. @param {EventTarget | null} target */
  #showRing(target) {
    const cell = target instanceof HTMLElement && target.matches(":focus-visible") ? Number(target.dataset.cell) : null;
    this.ring.hidden = cell === null;
    if (cell === null) return;
    this.ring.style.setProperty("--x", String(cell % this.columns));
    this.ring.style.setProperty("--y", String(Math.floor(cell / this.columns)));
  }

  /** @param {number} rows @param {number} columns */
  #setShape(rows, columns) {
    if (rows === this.rows && columns === this.columns) return;
    this.rows = rows;
    this.columns = columns;
    for (const { style } of [this.element, this.element.parentElement ?? this.element]) {
      style.setProperty("--rows", String(rows));
      style.setProperty("--columns", String(columns));
      style.setProperty("--gap-share", String(GAPS[Math.max(rows, columns)]));
    }
    const cell = (/** @type {number} */ index) =>
      el("div.grid-cell", { role: "gridcell", tabIndex: index === 0 ? 0 : -1, "data-cell": index });
    const row = (/** @type {number} */ y) =>
      el("div.grid-row", { role: "row" }, ...Array.from({ length: columns }, (_, x) => cell(y * columns + x)));
    this.grid.replaceChildren(...Array.from({ length: rows }, (_, y) => row(y)));
    this.#showRing(null);
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
    for (const [cell, value] of cells.entries()) elements[cell].setAttribute("aria-label", text.aloud.cell(value, text.aloud.place(cell, this.columns)));
  }
}
