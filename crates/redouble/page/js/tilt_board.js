// A board whose tiles slide and never merge. The server says which tile goes where; here it is drawn.

import { el } from "./dom.js";
import { paceFactor } from "./settings.js";

export class TiltBoard {
  grid = el("div.grid-container", { role: "grid", "aria-label": "Board" });
  tiles = el("div.tile-container", { "aria-hidden": "true" });
  element = el("div.game-container.tilt-board", {}, this.grid, this.tiles);
  /** The element of the tile on each cell. @type {Map<number, HTMLElement>} */
  at = new Map();
  width = 0;
  height = 0;

  /** @param {(cell: number, mark: boolean) => void} change what a click, Enter or M does to a cell */
  constructor(change) {
    const cellOf = (/** @type {Event} */ event) => {
      const found = /** @type {HTMLElement} */ (event.target).closest?.(".grid-cell");
      return found instanceof HTMLElement ? Number(found.dataset.cell) : -1;
    };
    // The pointer draws and leaves the arrow keys to the tilts: focus stays out of the grid.
    this.grid.addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    this.grid.addEventListener("click", (event) => cellOf(event) >= 0 && change(cellOf(event), event.shiftKey));
    this.grid.addEventListener("keydown", (event) => {
      const steps = { ArrowUp: -this.width, ArrowDown: this.width, ArrowLeft: -1, ArrowRight: 1 };
      const by = steps[/** @type {keyof typeof steps} */ (event.key)];
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") /** @type {HTMLElement} */ (event.target).blur();
      else if (event.key === "Enter" || event.key === " ") change(cellOf(event), false);
      else if (event.key.toLowerCase() === "m") change(cellOf(event), true);
      else if (by !== undefined) this.#focus(cellOf(event), by);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Shows a board without movement. @param {TiltView} view */
  show(view) {
    this.#shape(view.width, view.height);
    this.at = new Map([...text(view)].flatMap((kind, cell) => (kind === "." ? [] : [[cell, this.at.get(cell) ?? el("div.tile", {}, el("div.tile-inner"))]])));
    this.#settle(view);
  }

  /** Every tile goes its way. @param {TiltRun} run @param {number} [time] in milliseconds */
  slide({ after, motions }, time = 180) {
    const before = this.at;
    this.at = new Map(motions.flatMap(({ from, to }) => {
      const tile = before.get(from);
      return tile ? [[to, tile]] : [];
    }));
    this.#settle(after);
    const duration = time * paceFactor();
    if (!duration) return;
    for (const { from, to } of motions) {
      const dx = (from % this.width) - (to % this.width);
      const dy = Math.floor(from / this.width) - Math.floor(to / this.width);
      if (!dx && !dy) continue;
      const way = (/** @type {number} */ steps) => `calc(${steps} * (100% + var(--gap)))`;
      this.at.get(to)?.animate([{ transform: `translate(${way(dx)}, ${way(dy)})` }, { transform: "none" }], { duration, easing: "cubic-bezier(.35, 0, .25, 1)" });
    }
  }

  /** Points out the tiles that have met. @param {number[]} cells */
  met(cells) {
    for (const cell of cells) this.at.get(cell)?.classList.add("met");
  }

  /** @param {number} width @param {number} height */
  #shape(width, height) {
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.at = new Map();
    const { style } = this.element;
    style.setProperty("--rows", String(height));
    style.setProperty("--columns", String(width));
    style.setProperty("--gap-share", String(0.12 / Math.max(width, height, 4)));
    const cell = (/** @type {number} */ index) => el("div.grid-cell", { role: "gridcell", tabIndex: index ? -1 : 0, "data-cell": index });
    const row = (/** @type {number} */ y) => el("div.grid-row", { role: "row" }, ...Array.from({ length: width }, (_, x) => cell(y * width + x)));
    this.grid.replaceChildren(...Array.from({ length: height }, (_, y) => row(y)));
  }

  /** Puts every tile where it is, in the colour of its cycle, and names the cells. @param {TiltView} view */
  #settle(view) {
    const cells = this.grid.querySelectorAll(".grid-cell");
    [...text(view)].forEach((kind, cell) => {
      const [x, y] = [cell % this.width, Math.floor(cell / this.width)];
      const cycle = view.cycles[cell];
      const tile = this.at.get(cell);
      if (tile) {
        tile.className = kind === "x" ? "tile marked" : "tile";
        tile.style.setProperty("--x", String(x));
        tile.style.setProperty("--y", String(y));
        colour(tile, cycle);
        /** @type {HTMLElement} */ (tile.firstChild).textContent = cycle === null || view.lengths.length < 2 ? "" : String(cycle + 1);
      }
      const what = kind === "." ? "empty" : `${kind === "x" ? "marked tile" : "tile"}${cycle === null ? "" : `, cycle ${cycle + 1} of length ${view.lengths[cycle]}`}`;
      cells[cell].setAttribute("aria-label", `${what}, row ${y + 1}, column ${x + 1}`);
    });
    this.tiles.replaceChildren(...this.at.values());
  }

  /** @param {number} cell @param {number} by */
  #focus(cell, by) {
    const leavesRow = Math.abs(by) === 1 && Math.floor(cell / this.width) !== Math.floor((cell + by) / this.width);
    const next = this.grid.querySelector(`[data-cell="${cell + by}"]`);
    if (!(next instanceof HTMLElement) || leavesRow) return;
    for (const other of this.grid.querySelectorAll(".grid-cell")) /** @type {HTMLElement} */ (other).tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

/** The cells of a board, row by row, without what separates rows. @param {{board: string}} view */
const text = ({ board }) => board.replaceAll("/", "");

/** Gives something the colour of a cycle; neighbours in number are far apart in hue. @param {HTMLElement} element @param {number | null} cycle */
export function colour(element, cycle) {
  element.toggleAttribute("data-plain", cycle === null);
  element.style.setProperty("--hue", String((28 + (cycle ?? 0) * 137.508) % 360));
  element.style.setProperty("--shade", String(Math.floor((cycle ?? 0) / 9) % 3));
}
