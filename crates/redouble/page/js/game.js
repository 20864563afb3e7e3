// A game in play by the page's own rules: a key changes the board in the frame in which it comes. The server draws its
// tiles from the same generator (js/rules.js), so that both have the same game; js/keeper.js tells it what was done here.

import { drawSpawn, faceOf, format, fromValues, isOver, largest, legal, motions, Random, slide, spawn, toValues } from "./rules.js";

/** The names of cells in records. */
const CELLS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
/** @type {Record<string, Direction>} */
const LETTERS = { u: "up", r: "right", d: "down", l: "left" };

/** @typedef {import("./rules.js").Grid} Grid */
/** A position that a move was made in. @typedef {{grid: Grid, score: number, direction: Direction}} Before */
/** What undo shows: the way of the tiles, and the move. @typedef {{direction: Direction, motions: Motion[]}} TakenBack */

export class PlayedGame {
  /** @param {Game} game as the server has it */
  constructor(game) {
    this.known = game;
    this.grid = fromValues(game);
    this.score = game.score;
    this.moves = game.moves;
    this.undos = game.undos;
    this.marks = new Set(game.marks);
    /** The positions before the last moves; earlier ones are fetched when they are wanted. @type {Before[]} */
    this.before = [];
    /** What can be made again, the next one last. @type {Direction[]} */
    this.undone = [...game.undone].reverse().map((letter) => LETTERS[letter]);
    this.random = this.#generator(0);
  }

  /** What only the server knows, once it has caught up. @param {Game} game */
  confirm(game) {
    this.known = game;
    for (const mark of game.marks) this.marks.add(mark);
  }

  /** How many changes the game has had; the server counts them in the same way. */
  get changes() {
    return this.moves + 2 * this.undos;
  }

  get over() {
    return isOver(this.grid);
  }

  /** The game as it is shown. @returns {Game} */
  get view() {
    const { known, grid, score, moves, undos } = this;
    const max_tile = faceOf(largest(grid));
    const marks = [...this.marks].sort();
    const best = marks.length ? known.best : Math.max(known.best, score);
    const { cells } = toValues(grid);
    return { ...known, cells, board: format(grid), score, best, max_tile, moves, undos, redoable: this.undone.length, legal: legal(grid), over: this.over, won: max_tile >= known.goal, marks };
  }

  /** Slides, and a tile appears; `null`, and nothing happens, if nothing moves. @param {Direction} direction @returns {Turn | null} */
  slide(direction) {
    const turn = this.#advance(direction);
    if (turn) this.undone = [];
    return turn;
  }

  /** Makes the move taken back last again. @returns {Turn | null} */
  redo() {
    const direction = this.undone.pop();
    return direction ? this.#advance(direction) : null;
  }

  /** Takes the last move back; `null` if the position before it is not here. @returns {TakenBack | null} */
  undo() {
    const last = this.before.pop();
    if (!last) return null;
    const { grid, score, direction } = last;
    this.grid = grid;
    this.score = score;
    this.moves--;
    this.undos++;
    this.undone.push(direction);
    this.marks.add("undo");
    this.random = this.#generator(this.moves - this.known.moves);
    return { direction, motions: motions(grid, direction) };
  }

  /** The positions before all moves, from the server. @param {Replay} replay */
  remember(replay) {
    const missing = this.moves - this.before.length;
    const cells = (/** @type {string} */ frame) => Uint8Array.from(frame, (digit) => DIGITS.indexOf(digit));
    const earlier = Array.from({ length: missing }, (_, at) => ({
      grid: { rows: replay.rows, columns: replay.columns, cells: cells(replay.frames[at]) },
      score: replay.scores[at],
      direction: LETTERS[replay.moves[at]],
    }));
    this.before = [...earlier, ...this.before];
  }

  /** @param {Direction} direction @returns {Turn | null} */
  #advance(direction) {
    const { grid, score } = this;
    const slid = slide(grid, direction);
    if (!slid) return null;
    const drawn = drawSpawn(slid.after, this.random, this.known.p4);
    this.before.push({ grid, score, direction });
    this.grid = spawn(slid.after, drawn);
    this.score += slid.gained;
    this.moves++;
    return { direction, gained: slid.gained, motions: motions(grid, direction), spawn: { cell: drawn.cell, value: faceOf(drawn.tile) } };
  }

  /** The generator as it stands so many moves after the game that the server told. @param {number} moves */
  #generator(moves) {
    const { seed, drawn } = this.known.generator;
    const random = new Random(seed);
    for (let i = 0; i < drawn + moves; i++) random.step();
    return random;
  }
}

/** The digits of frames in a replay. */
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A move with its new tile, as records have it: `l7`, `L7` if the tile is a 4. @param {Turn} turn */
export function ply({ direction, spawn: { cell, value } }) {
  const letter = value === 4 ? direction[0].toUpperCase() : direction[0];
  return letter + CELLS[cell];
}
