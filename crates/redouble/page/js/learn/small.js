// The game on 2x2, small enough for the page to know all of it: its states, perfect play, what a player is worth, and a table that learns.

import { blank, DIRECTIONS, faceOf, Game, largest, slide, spawn, spawns } from "../rules.js";

/** @typedef {import("../rules.js").Grid} Grid */
/** A move in a state. @typedef {{direction: Direction, after: Grid, gained: number}} Move */
/** @typedef {(grid: Grid, moves: Move[]) => number[]} Policy the probability of each move */
/** What counts: points, or the chance to make a tile of this exponent. @typedef {"score" | number} Aim */

/** The eight turns and mirrors of 2x2, as cells. */
const IMAGES = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0], [0, 2, 1, 3], [2, 0, 3, 1], [1, 3, 0, 2], [3, 1, 2, 0]];

/** Boards that are turned or mirrored have one name: that of the largest image, read row by row. @param {Grid} grid */
export function canonical({ cells }) {
  let most = -1;
  for (const [a, b, c, d] of IMAGES) most = Math.max(most, ((cells[a] * 16 + cells[b]) * 16 + cells[c]) * 16 + cells[d]);
  return most;
}

/** The board of a name. @param {number} name @returns {Grid} */
export const boardOf = (name) => ({ rows: 2, columns: 2, cells: Uint8Array.of(name >> 12, (name >> 8) & 15, (name >> 4) & 15, name & 15) });

/** The legal moves of a board. @param {Grid} grid @returns {Move[]} */
export const movesOf = (grid) =>
  DIRECTIONS.flatMap((direction) => {
    const slid = slide(grid, direction);
    return slid ? [{ direction, ...slid }] : [];
  });

/** The first boards of a game with their probabilities. @returns {{grid: Grid, chance: number}[]} */
export const starts = () =>
  spawns(blank(2, 2)).flatMap((first) => {
    const one = spawn(blank(2, 2), first);
    return spawns(one).map((second) => ({ grid: spawn(one, second), chance: first.chance * second.chance }));
  });

/** The sum of the tiles. @param {Grid} grid */
export const tileSum = ({ cells }) => cells.reduce((sum, tile) => sum + faceOf(tile), 0);

/** All states, folded by symmetry, with the names of those that can follow, by rising sum of tiles. @returns {Map<number, Set<number>>} */
export function allStates() {
  /** @type {Map<number, Set<number>>} */
  const found = new Map();
  const waiting = starts().map(({ grid }) => canonical(grid));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    const next = new Set(movesOf(boardOf(name)).flatMap(({ after }) => spawns(after).map((tile) => canonical(spawn(after, tile)))));
    found.set(name, next);
    waiting.push(...next);
  }
  return new Map([...found].sort(([a], [b]) => tileSum(boardOf(a)) - tileSum(boardOf(b)) || a - b));
}

/** Values of states under a way to choose. */
class Values {
  /** @type {Map<number, number>} */
  known = new Map();

  /** @param {Aim} aim @param {(grid: Grid, moves: (Move & {value: number})[]) => number} choose the value of a state from those of its moves */
  constructor(aim, choose) {
    this.aim = aim;
    this.choose = choose;
  }

  /** What is still to come on this board. @param {Grid} grid @returns {number} */
  of(grid) {
    const name = canonical(grid);
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const value = this.aim !== "score" && largest(grid) >= this.aim ? 1 : this.#searched(grid);
    this.known.set(name, value);
    return value;
  }

  /** @param {Grid} grid */
  #searched(grid) {
    const moves = this.moves(grid);
    return moves.length ? this.choose(grid, moves) : 0;
  }

  /** The moves with what each brings. @param {Grid} grid */
  moves(grid) {
    return movesOf(grid).map((move) => ({ ...move, value: (this.aim === "score" ? move.gained : 0) + this.after(move.after) }));
  }

  /** The mean over the new tiles. @param {Grid} after */
  after(after) {
    return spawns(after).reduce((sum, tile) => sum + tile.chance * this.of(spawn(after, tile)), 0);
  }

  /** The value of the whole game. */
  get start() {
    return starts().reduce((sum, { grid, chance }) => sum + chance * this.of(grid), 0);
  }
}

/** Perfect play. @param {Aim} aim */
export const perfect = (aim) => new Values(aim, (_, moves) => Math.max(...moves.map(({ value }) => value)));

/** What a player is worth. @param {Policy} policy @param {Aim} aim */
export const worth = (policy, aim) =>
  new Values(aim, (grid, moves) => {
    const shares = policy(grid, moves);
    return moves.reduce((sum, { value }, index) => sum + shares[index] * value, 0);
  });

/** A policy that takes the first of the best. @param {(move: Move) => number} value @returns {Policy} */
export const greedyBy = (value) => (_, moves) => {
  const values = moves.map(value);
  const at = values.indexOf(Math.max(...values));
  return moves.map((_move, index) => (index === at ? 1 : 0));
};

/** Every move alike. @type {Policy} */
export const uniform = (_, moves) => moves.map(() => 1 / moves.length);

/** A table that learns what boards after a slide are worth, from its own games: after each game the errors are carried back, TD(0). */
export class Learner {
  /** @type {Map<number, number>} */
  table = new Map();
  games = 0;
  /** The game that it played last. @type {{slides: Move[], score: number}} */
  last = { slides: [], score: 0 };

  /** @param {import("../rules.js").Random} random @param {number} alpha @param {number} explore how often a move is left to chance */
  constructor(random, alpha = 0.1, explore = 0) {
    this.random = random;
    this.alpha = alpha;
    this.explore = explore;
  }

  /** What it believes of a board after a slide. @param {Grid} after */
  value(after) {
    return this.table.get(canonical(after)) ?? 0;
  }

  /** @param {Move} move */
  believes = (move) => move.gained + this.value(move.after);

  /** Plays a game; the slides in their order. */
  play() {
    const game = Game.start(2, 2, (BigInt(this.random.below(2 ** 31)) << 31n) | BigInt(this.random.below(2 ** 31)));
    /** @type {Move[]} */
    const slides = [];
    for (let moves = movesOf(game.grid); moves.length > 0; moves = movesOf(game.grid)) {
      const shares = greedyBy(this.believes)(game.grid, moves);
      const chosen = this.random.unit() < this.explore ? moves[this.random.below(moves.length)] : moves[shares.indexOf(1)];
      slides.push(chosen);
      game.accept(chosen);
    }
    return { slides, score: game.score };
  }

  /** The error of a slide: what followed it against what was believed. @param {Move[]} slides @param {number} at */
  error(slides, at) {
    const next = slides[at + 1];
    return (next ? this.believes(next) : 0) - this.value(slides[at].after);
  }

  /** Carries the error of one slide into the table. @param {Move[]} slides @param {number} at */
  carry(slides, at) {
    const error = this.error(slides, at);
    this.table.set(canonical(slides[at].after), this.value(slides[at].after) + this.alpha * error);
    return error;
  }

  /** Plays a game and learns from it, the last slide first. */
  learn() {
    this.last = this.play();
    const { slides } = this.last;
    for (let at = slides.length - 1; at >= 0; at--) this.carry(slides, at);
    this.games++;
  }

  /** The exact mean score of play by this table, without exploring. */
  get worth() {
    return worth(greedyBy(this.believes), "score").start;
  }
}
