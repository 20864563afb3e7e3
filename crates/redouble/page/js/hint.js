// What a player thinks of a position: one sentence and four bars.

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
 * @param {{ms?: number, coach?: boolean}} [how] the most milliseconds to think; whether nobody asked, so that what people ask comes first
 * @returns {Promise<Hint>}
 */
export const think = ({ board, p4, goal }, player, signal, { ms, coach } = {}) => ask("/hint", { body: { board, player, p4, goal, ms, coach }, signal });

/** The loss at which a bar is empty, in hundredths of what is at stake: more than any blunder needs. */
const EMPTY = 5;
/** Smaller losses read 0.0 %. */
const TIE = 0.05;

/** Who thought, and how much. @param {Hint} hint */
function effort({ player, depth, nodes, milliseconds }) {
  const parts = [depth ? text.coach.ahead(depth) : "", text.coach.boards(compact(nodes)), `${Math.max(1, Math.round(milliseconds))} ms`];
  return text.coach.effort(player, parts.filter(Boolean));
}

/**
 * The bars of a hint: full for the best move, empty from a loss of 5 % of what is at stake on, whatever the board.
 * @param {Hint} hint
 */
export function bars(hint) {
  const share = (/** @type {ValuedMove} */ { loss }) => 1 - loss / EMPTY;
  const value = (/** @type {ValuedMove} */ move) => (move.direction === hint.best ? text.coach.bestMove : move.loss < TIE ? text.coach.asGood : text.coach.gives(move.loss));
  const because = hint.sentence && el("p.because", {}, hint.sentence);
  return lines(hint.moves, hint.best, share, value, because, effort(hint));
}

/**
 * The bars of exact values, from zero: moves that differ by little look as if they did. Values that read the same are as good.
 * @param {{best: Direction, moves: {direction: Direction, value: number, reason?: string}[]}} hint
 * @param {string} note
 * @param {(value: number) => string} format
 */
export function exactBars({ best, moves }, note, format) {
  const values = moves.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(...values)];
  const most = format(moves.find(({ direction }) => direction === best)?.value ?? high);
  const isAsGood = (/** @type {{value: number}} */ move) => format(move.value) === most;
  const share = (/** @type {{value: number}} */ move) => (isAsGood(move) || high <= low ? 1 : (move.value - low) / (high - low));
  const value = (/** @type {{direction: Direction, value: number}} */ move) => (move.direction !== best && isAsGood(move) ? text.coach.asGood : format(move.value));
  return lines(moves, best, share, value, null, note);
}

/**
 * Four lines, one a direction, with what is said under them.
 * @template {{direction: Direction, reason?: string}} Move
 * @param {Move[]} moves
 * @param {Direction} best
 * @param {(move: Move) => number} share how long its bar is, from 0 to 1
 * @param {(move: Move) => string} value what stands behind it
 * @param {HTMLElement | string | null} because
 * @param {string} note
 */
function lines(moves, best, share, value, because, note) {
  const line = (/** @type {Direction} */ direction) => {
    const name = el("span.name", {}, text.directions[direction]);
    const move = moves.find((candidate) => candidate.direction === direction);
    if (!move) return el("div.bar.none", {}, name, el("span"), el("span.value", {}, text.coach.noMove));
    const fill = el("i");
    fill.style.width = `${100 * Math.max(0, Math.min(1, share(move)))}%`;
    return el(
      "div",
      { className: direction === best ? "bar best" : "bar", "data-direction": direction },
      name,
      el("div.track", { "aria-hidden": "true" }, fill),
      el("span.value", {}, value(move)),
      move.reason && el("span.why", {}, move.reason),
    );
  };
  return el("div.bars", {}, ...DIRECTIONS.map(line), because, el("p.note", {}, note));
}

/** @param {number} value */
export const short = (value) => (Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(4))));
