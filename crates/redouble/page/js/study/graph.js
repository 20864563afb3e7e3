// The graph of a reviewed game: what the score is expected to be in the end, the moves that gave something away, and where tiles were
// first made.

import { chart } from "../chart.js";
import { el, svg } from "../dom.js";
import { short } from "../hint.js";
import { faceOf } from "../rules.js";
import { text } from "../texts.js";

/** Moves that gave something away. */
export const FAULTS = ["inaccuracy", "mistake", "blunder"];
/** Milestones from this exponent on are written on the graph. */
const WRITTEN = 7;
/** A long game has no more pixels than this. */
const POINTS = 600;
const MAX_DOTS = 200;

export class StudyGraph {
  element = el("div.study-chart");
  /** @type {ReturnType<typeof chart> | null} */
  drawn = null;
  here = 0;

  /** @param {Replay} replay @param {[number, number][]} milestones @param {(move: number) => void} go */
  constructor(replay, milestones, go) {
    this.replay = replay;
    this.milestones = milestones;
    this.go = go;
    this.element.hidden = true;
  }

  /** @param {Judged[]} judged */
  draw(judged) {
    // Players that do not count points have no expected score: then it is the value of the best move.
    const inPoints = judged.every(({ expected }) => expected !== null);
    const value = (/** @type {Judged} */ { expected, values }) => expected ?? Math.max(...Object.values(values));
    const { low, high } = bounds(judged.map(value), inPoints);
    // A lost position is worth so little that it would flatten all the rest: it touches the ground, however deep it is.
    const at = (/** @type {Judged} */ one) => /** @type {[number, number]} */ ([one.move, Math.max(value(one), low)]);
    const stride = Math.max(1, Math.floor(judged.length / POINTS));
    const faults = judged.filter(({ mark }) => FAULTS.includes(mark)).sort((a, b) => b.loss - a.loss).slice(0, MAX_DOTS);
    const drawn = chart({
      title: text.review.graph(faults.length, inPoints),
      yLabel: inPoints ? text.review.finalScore : text.review.value,
      curves: [{ name: "", points: judged.filter((_, index) => index % stride === 0).map(at) }],
      dots: faults.map((one) => ({ at: at(one), kind: one.mark, title: text.review.dot(one.move + 1, one.mark), index: one.move })),
      yRange: high > low ? [low, high + 0.05 * (high - low)] : undefined,
      xRange: [0, Math.max(1, this.replay.moves.length)],
      xLabel: text.review.moveAxis,
      fill: true,
      format: short,
      width: innerWidth < 600 ? 360 : 440,
      height: 120,
    });
    drawn.root.addEventListener("click", (event) => {
      const { left, width } = drawn.root.getBoundingClientRect();
      const dot = event.target instanceof Element ? event.target.closest("[data-index]") : null;
      this.go(dot ? Number(dot.getAttribute("data-index")) : Math.round(drawn.invert((event.clientX - left) / width)));
    });
    this.drawn = drawn;
    for (const [move, tile] of this.milestones.filter(([, exponent]) => exponent >= WRITTEN)) {
      drawn.root.append(
        svg("path", { class: "milestone", d: `M${drawn.px(move)} ${drawn.top}V${drawn.bottom}` }),
        svg("text", { x: drawn.px(move) - 3, y: drawn.top + 8, "text-anchor": "end" }, String(faceOf(tile))),
      );
    }
    this.element.replaceChildren(drawn.root);
    this.element.hidden = false;
    this.mark(this.here);
  }

  /** Marks where one stands. @param {number} move */
  mark(move) {
    this.here = move;
    if (!this.drawn) return;
    const { root, px, top, bottom } = this.drawn;
    root.querySelector(".here")?.remove();
    root.append(svg("path", { class: "here", d: `M${px(move)} ${top}V${bottom}` }));
  }
}

/** What the graph shows: points from zero on, other measures from where most of them are. @param {number[]} values @param {boolean} inPoints */
function bounds(values, inPoints) {
  const sorted = values.toSorted((a, b) => a - b);
  const quantile = (/** @type {number} */ share) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const high = quantile(1);
  if (inPoints) return { low: 0, high };
  return { low: Math.max(quantile(0), quantile(0.1) - 1.5 * (high - quantile(0.1))), high };
}
