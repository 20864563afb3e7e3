// The open problems of "2048 Without Merging" as short pages, each with boards to try.

import { ask } from "./api.js";
import { el } from "./dom.js";

/** Digits in groups of three, however many. @param {string} digits */
export const number = (digits) => BigInt(digits).toLocaleString("en");

/** @param {(wanted: Wanted) => void} attempt shows a board in the room @param {string} [opened] the name of the guide to open */
export function guides(attempt, opened) {
  const trial = (/** @type {string} */ title, /** @type {Wanted} */ wanted) => el("button", { type: "button", onclick: () => attempt(wanted) }, title);
  const rings = (/** @type {number} */ side) => ({ kind: "rings", width: side, height: side });
  const page = (/** @type {string} */ name, /** @type {string} */ title, /** @type {(Node | string)[]} */ ...content) =>
    el("details.card", { name: "tilt-guide", open: name === opened, id: `guide-${name}` }, el("summary", {}, title),
      el("div.stack", {}, ...content.map((part) => (typeof part === "string" ? el("p", {}, part) : part))));
  const growth = el("div.table-box");
  const count = page("count", "How fast does the number of reachable boards grow?",
    "Packed into a corner, the tiles always fill the same staircase, and four tilts permute them. If that permutation has order k, tilts reach 4k packed boards. The rings below reach 2 to the power of about √t boards for t tiles. As even cycles come in pairs, no board beats Landau's function with powers of two at double price, about e to the √(t log t). The largest orders found meet that bound again and again; a construction that always does is missing.",
    growth);
  count.ontoggle = async () => {
    if (!count.open || growth.hasChildNodes()) return;
    /** @type {TiltView[]} */
    const views = await Promise.all([2, 4, 6, 8, 10, 12, 16, 20, 24].map((side) => ask("/tilt/make", { body: rings(side) })));
    const most = views[views.length - 1].reachable.length;
    growth.replaceChildren(el("table", {}, el("tbody", {}, ...views.map(({ width, tiles, reachable }) =>
      el("tr", {}, el("td", {}, trial(`${width} × ${width}`, rings(width))), el("td", {}, `${tiles} tiles`), el("td", {}, number(reachable), el("i.growth-bar", { "--share": reachable.length / most })))))));
  };
  return el("section.stack.guides", {}, el("h2", {}, "The open problems"),
    page("even", "Why an even number of tiles never forms one cycle",
      "Mirror the board after every tilt, so that the tiles are packed to the south-west again. Then a vertical tilt only reverses every column, a horizontal one every row. Four tilts are columns, rows, columns, rows: one step done twice.",
      "Doing a step twice keeps a cycle of odd length whole but splits one of even length in two equal halves. So cycles of even length come in pairs, and a single cycle has an odd number of tiles. Add or take away one:",
      el("div.row", {}, trial("5 tiles, one cycle", { board: ".../oo./ooo" }), trial("29 tiles, one cycle", { kind: "single-cycle", width: 6, height: 6 }))),
    count,
    page("marks", "The shortest way for many marked tiles",
      "Every tile runs on a ring, one slot a tilt. Two tiles touch when both are in touching slots at the same time: a Chinese remainder for every pair of such slots. The paper decides for s marked tiles in O(st) time and asks for less: O(t √s log t) is enough. Its sequence need not be a shortest one, the one here is. And when tiles never meet, their distance modulo the rings' common divisor is the proof.",
      el("div.row", {}, trial("Five marks", { board: "x.o..o/.oo..o/o.x.o./oo..oo/xo.x.x" }), trial("Two that never meet", { board: "xo.o/oooo/.o../x.oo" }))),
    page("space", "Three dimensions",
      "In a box, packed tiles still fill one shape and a tilt reverses all its lines. But three reversals make no single cycle: shortest ways need not turn, and the number of boards grows like a factorial. Whether two tiles can be decided in less than t² steps is open. Click a cell: empty, tile, marked.",
      box()));
}

/** A small box, layer beside layer. */
function box() {
  let board = "oo/oo//oo/o.";
  const layers = el("div.row");
  const count = el("p.note", { role: "status" });
  const show = async (/** @type {string} */ wanted, /** @type {string | undefined} */ tilt = undefined) => {
    const found = await ask("/tilt/space", { body: { board: wanted, tilt } });
    board = found.board;
    draw();
    count.textContent = `${number(found.reachable_packed)} packed configurations. ${!found.asked ? "Mark two tiles to see their way." : found.tilts === null ? "They never meet." : `They meet after ${found.tilts.length} tilts ${found.tilts}.`}`;
  };
  const draw = () => {
    const focused = document.activeElement?.getAttribute("data-at");
    const cell = (/** @type {string} */ kind, /** @type {number} */ at) => {
      const name = kind === "." ? "empty" : kind === "o" ? "tile" : "marked tile";
      const next = kind === "." ? "o" : kind === "o" ? "x" : ".";
      const place = `row ${Math.floor((at % 7) / 3) + 1}, column ${((at % 7) % 3) + 1}`;
      return el("button", { type: "button", "data-kind": kind, "data-at": at, "aria-label": `${name}, ${place}`, onclick: () => show(board.slice(0, at) + next + board.slice(at + 1)) });
    };
    const cells = [...board].map((kind, at) => (kind === "/" ? null : cell(kind, at))).filter((made) => made !== null);
    layers.replaceChildren(el("div.layer", { role: "group", "aria-label": "Lower layer" }, ...cells.slice(0, 4)), el("div.layer", { role: "group", "aria-label": "Upper layer" }, ...cells.slice(4)));
    if (focused) /** @type {HTMLElement | null} */ (layers.querySelector(`[data-at="${focused}"]`))?.focus();
  };
  show(board);
  return el("div.stack", {}, layers, el("div.row", { role: "group", "aria-label": "Tilt the box" }, ...["West", "East", "South", "North", "Down", "Up"].map((name) => el("button", { type: "button", onclick: () => show(board, name[0]) }, name))), count);
}
