// What a player thinks of a position: four bars and the reason in words.

import { ask } from "./api.js";
import { capital, compact, el } from "./dom.js";


/** @type {Direction[]} */
const DIRECTIONS = ["up", "right", "down", "left"];

/**
 * Asks a player; `signal` takes the question back, and the thinking ends.
 * @param {{board: string, p4?: number, goal?: number}} game
 * @param {string} player
 * @param {AbortSignal} [signal]
 * @returns {Promise<Hint>}
 */
export const think = ({ board, p4, goal }, player, signal) => ask("/hint", { body: { board, player, p4, goal }, signal });

/** Who thought, and how much. @param {Hint} hint */
function effort({ player, depth, nodes, milliseconds }) {
  const parts = [depth ? `${depth} moves ahead` : "", `${compact(nodes)} boards`, `${Math.max(1, Math.round(milliseconds))} ms`];
  return `${player}: ${parts.filter(Boolean).join(", ")}.`;
}

/** The bars of a hint. @param {Hint | Pick<Hint, "best" | "moves">} hint @param {string} [note] @param {(value: number) => string} [format] */
export function bars(hint, note = effort(/** @type {Hint} */ (hint)), format = short) {
  const values = hint.moves.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const line = (/** @type {Direction} */ direction) => {
    const move = hint.moves.find((candidate) => candidate.direction === direction);
    if (!move) return el("div.bar.none", {}, el("span.name", {}, capital(direction)), el("span"), el("span.value", {}, "no move"));
    const share = high > low ? 8 + (92 * (move.value - low)) / (high - low) : 100;
    const isBest = direction === hint.best;
    const fill = el("i");
    fill.style.width = `${share}%`;
    return el(
      "div",
      { className: isBest ? "bar best" : "bar", "data-direction": direction },
      el("span.name", {}, capital(direction)),
      el("div.track", { "aria-hidden": "true" }, fill),
      el("span.value", {}, format(move.value)),
      move.reason && el("span.why", {}, move.reason),
    );
  };
  return el("div.bars", {}, ...DIRECTIONS.map(line), el("p.note", {}, note));
}

/** @param {number} value */
export const short = (value) => (Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(4))));
