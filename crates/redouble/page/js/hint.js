// What a player thinks of a position: four bars and the reason in words.

import { ask } from "./api.js";
import { compact, el } from "./dom.js";
import { text } from "./texts.js";

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
  const parts = [depth ? text.coach.ahead(depth) : "", text.coach.boards(compact(nodes)), `${Math.max(1, Math.round(milliseconds))} ms`];
  return text.coach.effort(player, parts.filter(Boolean));
}

/**
 * The bars of a hint, from zero: moves that differ by little look as if they did. Values that read the same are as good.
 * @param {Hint | Pick<Hint, "best" | "moves">} hint
 * @param {string} [note]
 * @param {(value: number) => string} [format]
 */
export function bars(hint, note = effort(/** @type {Hint} */ (hint)), format = short) {
  const values = hint.moves.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(...values)];
  const best = hint.moves.find(({ direction }) => direction === hint.best);
  const line = (/** @type {Direction} */ direction) => {
    const name = el("span.name", {}, text.directions[direction]);
    const move = hint.moves.find((candidate) => candidate.direction === direction);
    if (!move) return el("div.bar.none", {}, name, el("span"), el("span.value", {}, text.coach.noMove));
    const isBest = move === best;
    const isAsGood = !isBest && best && format(move.value) === format(best.value);
    const fill = el("i");
    fill.style.width = isBest || isAsGood || high <= low ? "100%" : `${(100 * (move.value - low)) / (high - low)}%`;
    return el(
      "div",
      { className: isBest ? "bar best" : "bar", "data-direction": direction },
      name,
      el("div.track", { "aria-hidden": "true" }, fill),
      el("span.value", {}, isAsGood ? text.coach.asGood : format(move.value)),
      move.reason && el("span.why", {}, move.reason),
    );
  };
  const because = best?.reason && el("p.because", {}, text.coach.because(best.direction, best.reason));
  return el("div.bars", {}, ...DIRECTIONS.map(line), because, el("p.note", {}, note));
}

/** @param {number} value */
export const short = (value) => (Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(4))));
