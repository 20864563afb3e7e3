// A board whose tiles slide and never merge. The server says which tile goes where; here it is drawn.

import { BoardView } from "./board.js";
import { el } from "./dom.js";
import { paceFactor } from "./settings.js";

/** In this grid the arrows go from cell to cell. @type {Record<string, Direction>} */
const ARROWS = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" };

export class TiltBoard extends BoardView {
  /** The element of the tile on each cell. @type {Map<number, HTMLElement>} */
  at = new Map();

  /** @param {(cell: number, mark: boolean) => void} change what a click, Enter or M does to a cell */
  constructor(change) {
    super();
    this.element.classList.add("tilt-board");
    const cell = (/** @type {Event} */ { target }) => Number(/** @type {HTMLElement} */ (target).dataset.cell ?? -1);
    // The pointer draws and leaves the arrow keys to the tilts: focus stays out of the grid.
    this.grid.onmousedown = (event) => {
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    };
    this.grid.onclick = (event) => cell(event) >= 0 && change(cell(event), event.shiftKey);
    this.grid.onkeydown = (event) => {
      const way = ARROWS[event.key];
      if (way && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        event.stopPropagation();
        this.explore(way);
        return;
      }
      if (!["Enter", " ", "m"].includes(event.key)) return;
      event.preventDefault();
      change(cell(event), event.key === "m");
    };
  }

  /** Shows a board without movement. @param {TiltView} view */
  put(view) {
    if (view.width !== this.columns || view.height !== this.rows) this.at.clear();
    this.show({ rows: view.height, columns: view.width, cells: [] });
    this.element.style.setProperty("--gap-share", String(0.12 / Math.max(view.width, view.height, 4)));
    this.#settle(view, (cell) => this.at.get(cell));
  }

  /** Every tile goes its way. @param {TiltRun} run @param {number} time in milliseconds */
  move({ after, motions }, time) {
    const came = new Map(motions.map(({ from, to }) => [to, from]));
    const before = this.at;
    this.#settle(after, (cell) => before.get(came.get(cell) ?? -1));
    for (const { from, to } of motions) {
      const way = (/** @type {number} */ steps) => `calc(${steps} * (100% + var(--gap)))`;
      const x = way((from % this.columns) - (to % this.columns));
      const y = way(Math.floor(from / this.columns) - Math.floor(to / this.columns));
      if (from !== to) this.at.get(to)?.animate([{ transform: `translate(${x}, ${y})` }, {}], { duration: time * paceFactor(), easing: "ease-in-out" });
    }
  }

  /** Puts every tile where it is, in the colour of its cycle, and names the cells. @param {TiltView} view @param {(cell: number) => HTMLElement | undefined} old */
  #settle({ board, width, cycles, lengths }, old) {
    const cells = this.grid.querySelectorAll(".grid-cell");
    /** @type {typeof this.at} */
    const at = new Map();
    [...board.replaceAll("/", "")].forEach((kind, cell) => {
      const [x, y, cycle] = [cell % width, Math.floor(cell / width), cycles[cell] ?? 0];
      let what = "empty";
      if (kind !== ".") {
        const tile = old(cell) ?? el("div", {}, el("div.tile-inner"));
        at.set(cell, tile);
        tile.className = kind === "x" ? "tile marked" : "tile";
        tile.style.setProperty("--x", String(x));
        tile.style.setProperty("--y", String(y));
        tile.style.setProperty("--cycle", String(cycle));
        /** @type {HTMLElement} */ (tile.firstChild).textContent = lengths.length > 1 ? String(cycle + 1) : "";
        what = `${kind === "x" ? "marked " : ""}tile, cycle ${cycle + 1} of length ${lengths[cycle]}`;
      }
      cells[cell].setAttribute("aria-label", `${what}, row ${y + 1}, column ${x + 1}`);
    });
    this.at = at;
    this.tiles.replaceChildren(...at.values());
  }
}
