// The open problems of "2048 Without Merging" as short pages, each with boards to try.

import { ask } from "./api.js";
import { el } from "./dom.js";

/** @typedef {{board?: string, kind?: string, width?: number, height?: number}} Wanted */
/** @typedef {(wanted: Wanted) => void} Try */

/** @param {Try} attempt shows a board in the room @param {string} [opened] the name of the guide to open */
export function guides(attempt, opened) {
  const page = (/** @type {string} */ name, /** @type {string} */ title, /** @type {(Node | string)[]} */ ...content) =>
    el("details.card", { name: "tilt-guide", open: name === opened, id: `guide-${name}` }, el("summary", {}, title),
      el("div.stack", {}, ...content.map((part) => (typeof part === "string" ? el("p", {}, part) : part))));
  const boards = (/** @type {[string, Wanted][]} */ ...wanted) =>
    el("div.row", {}, ...wanted.map(([title, board]) => el("button", { type: "button", onclick: () => attempt(board) }, title)));
  const growth = el("div.table-box");
  const counting = page("count", "How fast does the number of reachable boards grow?",
    "Packed into a corner, the tiles always fill the same staircase, and four tilts N E S W permute them. If that permutation has order k, tilts reach 4k packed boards. The order is the least common multiple of the cycle lengths.",
    "The rings of the paper have 3, 10, 17, 24, … tiles and give 2 to the power of about √t for t tiles. From above, cycles of an even length come in pairs, so no board beats Landau's function with powers of two at double price, e to the √(t log t). Largest orders found by search meet that bound again and again; a construction that always does is missing.",
    growth, boards(["Rings, 8 × 8", { kind: "rings", width: 8 }], ["Rings, 20 × 20", { kind: "rings", width: 20 }]));
  counting.addEventListener("toggle", () => counting.open && grow(growth, attempt));
  if (counting.open) grow(growth, attempt);
  return el("section.stack.guides", { "aria-label": "Open problems" }, el("h2", {}, "The open problems"),
    page("even", "Why an even number of tiles never forms one cycle",
      "Mirror the board after every tilt, so that the tiles are packed to the south-west again. Then a vertical tilt only reverses every column, and a horizontal tilt every row. Four tilts are columns, rows, columns, rows: the same step f done twice.",
      "Doing a step twice keeps a cycle of odd length whole, but splits a cycle of even length 2n into two of length n. So cycles of even length only ever come in pairs, and one cycle with all tiles has an odd number of them.",
      "Try it: start with one cycle and add or take away a single tile.",
      boards(["5 tiles, one cycle", { board: ".../oo./ooo" }], ["6 tiles: it breaks", { board: ".../ooo/ooo" }], ["29 tiles, one cycle", { kind: "single-cycle", width: 6 }])),
    counting,
    page("marks", "The shortest way for many marked tiles",
      "Every tile runs on a ring and advances by one slot a tilt. Two tiles touch when both are in touching slots at the same time: one Chinese remainder for every pair of such slots. The paper decides whether any two of s marked tiles meet in O(st) time and asks for less; t √s log t is enough.",
      "Its sequence need not be a shortest one: it keeps one marked tile for each remainder, and a nearer one may be lost. The answer here is exact. And when tiles never meet, their distance modulo the rings' common divisor is the proof.",
      boards(["Five marks", { board: "x.o..o/.oo.xo/o.x.o./oo..oo/.o.x.x" }], ["Two that never meet", { board: "xox/ooo/ooo" }], ["A long way", { board: LONG }])),
    page("space", "Three dimensions",
      "In a box, tilts go along three axes. Packed tiles still fill one shape, and a tilt reverses all its lines. But three reversals no longer make one cycle: shortest ways need not turn, and the number of boards grows like a factorial. Two tiles still meet by a search over few patterns; whether it can be done in less than t² steps is open.",
      "Click a cell: empty, tile, marked tile.", new Box("oo/oo//oo/o.").element));
}

const LONG = "oooo....../ooooo...../oooooxo.../ooooooo.../oooooooo../ooooooooo./oxoooooooo/oooooooooo/oooooooooo/oooooooooo";

/** The rings, size by size. @param {HTMLElement} box @param {Try} attempt */
async function grow(box, attempt) {
  if (box.hasChildNodes()) return;
  const sizes = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20];
  /** @type {TiltView[]} */
  const views = await Promise.all(sizes.map((side) => ask("/tilt/make", { body: { kind: "rings", width: side, height: side } })));
  const most = views.at(-1)?.reachable.length ?? 1;
  const row = (/** @type {TiltView} */ { width, tiles, reachable }) =>
    el("tr", {}, el("td", {}, el("button", { type: "button", onclick: () => attempt({ kind: "rings", width }) }, `${width} × ${width}`)), el("td", {}, tiles),
      el("td", {}, reachable.replace(/\B(?=(\d{3})+$)/g, ",")), el("td.growth", { "aria-hidden": "true" }, el("i.growth-bar", { "--share": reachable.length / most })));
  const head = ["Rings", "Tiles", "Reachable", ""].map((name) => (name ? el("th", { scope: "col" }, name) : el("td")));
  box.replaceChildren(el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...views.map(row))));
}

const WAYS = [["W", "west"], ["E", "east"], ["S", "south"], ["N", "north"], ["D", "down"], ["U", "up"]];

/** A small box, layer beside layer. */
class Box {
  layers = el("div.layers");
  count = el("p.note", { role: "status" });
  element = el("div.stack", {}, this.layers,
    el("div.row", { role: "group", "aria-label": "Tilt the box" }, ...WAYS.map(([letter, name]) =>
      el("button", { type: "button", "aria-label": `Tilt ${name}`, "data-tilt": letter, onclick: () => this.show(this.board, letter) }, letter))),
    this.count);

  /** @param {string} board layers from the lowest on */
  constructor(board) {
    this.board = board;
    this.draw();
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry.isIntersecting) return;
      seen.disconnect();
      this.show(this.board);
    });
    seen.observe(this.element);
  }

  /** @param {string} board @param {string} [tilt] */
  async show(board, tilt) {
    try {
      const found = await ask("/tilt/space", { body: { board, tilt } });
      this.board = found.board;
      this.draw();
      const meeting = !found.asked ? "Mark two tiles to ask for their way." : found.tilts === null ? "The marked tiles never meet." : found.tilts ? `The marked tiles meet after ${found.tilts}.` : "Marked tiles touch.";
      this.count.textContent = `${Number(found.reachable_packed).toLocaleString("en")} packed configurations in ${found.patterns} sets of full cells. ${meeting}`;
    } catch (error) {
      this.count.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  draw() {
    const focused = document.activeElement?.getAttribute("data-at");
    const layers = this.board.split("//");
    let at = 0;
    const drawn = layers.map((layer, z) => {
      const rows = layer.split("/");
      const cells = rows.flatMap((row, y) => [...row].map((kind, x) => {
        const here = at + y * (row.length + 1) + x;
        const next = { ".": "o", o: "x", x: "." }[kind] ?? ".";
        const name = `${{ ".": "empty", o: "tile", x: "marked tile" }[kind]}, row ${y + 1}, column ${x + 1}, layer ${z + 1}`;
        return el("button", { type: "button", "data-kind": kind, "data-at": here, "aria-label": name, onclick: () => this.show(this.board.slice(0, here) + next + this.board.slice(here + 1)) });
      }));
      at += layer.length + 2;
      return el("figure", {}, el("div.layer", { "--columns": rows[0].length }, ...cells), el("figcaption", {}, z ? `Layer ${z + 1}` : "Layer 1, lowest"));
    });
    this.layers.replaceChildren(...drawn);
    if (focused) /** @type {HTMLElement | null} */ (this.layers.querySelector(`[data-at="${focused}"]`))?.focus();
  }
}
