// The tree of a game: the main line is the game itself, and what somebody tried is a branch. Nothing here knows the page. The text form is
// that of crates/api/src/tree.rs, which checks it.

import { DIRECTIONS, format, parse, slide, spawn } from "../rules.js";

/** @typedef {import("../rules.js").Grid} Grid */
/** A move and the tile that appears; `tile` is its exponent. @typedef {{direction: Direction, cell: number, tile: number}} Ply */
/** What leads from one position to the next: a move, or a board that was set up. @typedef {Ply | {board: Grid}} Step */
/** @typedef {{glyph?: number, bookmark?: boolean, comment?: string}} Note */
/** A position: so many steps of a line. @typedef {{line: Line, at: number}} Place */

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const CELLS = `${DIGITS}-_`;
const LETTERS = "urdl";
/** Exponents by digit. */
const RANK = new Map([...DIGITS].map((digit, exponent) => [digit, exponent]));

/** Glyphs by their numbers from 1. */
export const GLYPHS = ["!", "?", "!!", "??", "!?", "?!"];
/** The longest text that is kept of one game; crates/api/src/tree.rs has the same. */
export const MAX_TEXT = 64 * 1024;
/** The longest comment. */
export const MAX_COMMENT = 2000;

/** What a step leads to; `null` if the rules do not allow it. @param {Grid} grid @param {Step} step @returns {{grid: Grid, gained: number} | null} */
function taken(grid, step) {
  if ("board" in step) return step.board.rows === grid.rows && step.board.columns === grid.columns ? { grid: step.board, gained: 0 } : null;
  const slid = slide(grid, step.direction);
  if (!slid || step.cell >= grid.cells.length || slid.after.cells[step.cell] !== 0) return null;
  return { grid: spawn(slid.after, step), gained: slid.gained };
}

/** Whether two steps are the same. @param {Step} a @param {Step} b */
function isSame(a, b) {
  if ("board" in a || "board" in b) return "board" in a && "board" in b && format(a.board) === format(b.board);
  return a.direction === b.direction && a.cell === b.cell && a.tile === b.tile;
}

/** @param {Step} step */
function stepText(step) {
  if ("board" in step) return `=${format(step.board)};`;
  const letter = LETTERS[DIRECTIONS.indexOf(step.direction)];
  return (step.tile === 2 ? letter.toUpperCase() : letter) + CELLS[step.cell];
}

/** @param {string} text @returns {Step[]} */
function readSteps(text) {
  const [, board, plies] = /** @type {RegExpMatchArray} */ (text.match(/^(?:=([^;]*);)?(.*)$/s));
  const steps = Array.from({ length: Math.floor(plies.length / 2) }, (_, i) => ({
    direction: DIRECTIONS[LETTERS.indexOf(plies[2 * i].toLowerCase())],
    cell: CELLS.indexOf(plies[2 * i + 1]),
    tile: plies[2 * i] === plies[2 * i].toLowerCase() ? 1 : 2,
  }));
  return board === undefined ? steps : [{ board: parse(board) }, ...steps];
}

/** A line of positions: the game, or a branch. Position 0 is that from which it begins. */
export class Line {
  /** The branches that leave this line, by the position that they leave. @type {Map<number, Branch[]>} */
  branches = new Map();
  /** @type {Map<number, Note>} */
  notes = new Map();

  /** How many steps it has. @returns {number} */
  get length() {
    return 0;
  }

  /** The board after so many steps. @param {number} _at @returns {Grid} */
  grid(_at) {
    throw new Error("a line has positions");
  }

  /** The score there. @param {number} _at @returns {number} */
  score(_at) {
    return 0;
  }

  /** The step that leads to a position, from 1. @param {number} _at @returns {Step} */
  step(_at) {
    throw new Error("a line has steps");
  }
}

/** The game as it was played; boards are read when somebody looks, so that twenty thousand of them cost nothing. */
export class MainLine extends Line {
  /** @param {Replay} replay */
  constructor(replay) {
    super();
    this.replay = replay;
  }

  /** @override */
  get length() {
    return this.replay.moves.length;
  }

  /** @override @param {number} at @returns {Grid} */
  grid(at) {
    const { rows, columns, frames } = this.replay;
    return { rows, columns, cells: Uint8Array.from(frames[at], (digit) => RANK.get(digit) ?? 0) };
  }

  /** @override @param {number} at */
  score(at) {
    return this.replay.scores[at];
  }

  /** @override @param {number} at @returns {Step} */
  step(at) {
    const [cell, value] = this.replay.spawns[at - 1];
    return { direction: DIRECTIONS[LETTERS.indexOf(this.replay.moves[at - 1])], cell, tile: value === 4 ? 2 : 1 };
  }

  /** Where each tile was first made that is larger than all before, as position and exponent. @returns {[number, number][]} */
  milestones() {
    /** @type {[number, number][]} */
    const found = [];
    let most = 0;
    this.replay.frames.forEach((cells, at) => {
      let largest = 0;
      for (const digit of cells) largest = Math.max(largest, RANK.get(digit) ?? 0);
      if (largest > most && at > 0) found.push([at, largest]);
      most = Math.max(most, largest);
    });
    return found;
  }
}

/** Something that was tried. */
export class Branch extends Line {
  /** @type {Step[]} */
  steps = [];
  /** @type {Grid[]} */
  grids;
  /** @type {number[]} */
  scores;

  /** @param {Place} from */
  constructor(from) {
    super();
    this.from = from;
    this.grids = [from.line.grid(from.at)];
    this.scores = [from.line.score(from.at)];
  }

  /** @override */
  get length() {
    return this.steps.length;
  }

  /** @override @param {number} at */
  grid(at) {
    return this.grids[at];
  }

  /** @override @param {number} at */
  score(at) {
    return this.scores[at];
  }

  /** @override @param {number} at */
  step(at) {
    return this.steps[at - 1];
  }

  /** Goes a step on; false if the rules do not allow it. @param {Step} step */
  add(step) {
    const next = taken(this.grids[this.length], step);
    if (!next) return false;
    this.scores.push(this.scores[this.length] + next.gained);
    this.grids.push(next.grid);
    this.steps.push(step);
    return true;
  }

  /** Forgets all steps from one on. @param {number} at */
  cut(at) {
    this.steps.length = at - 1;
    this.grids.length = at;
    this.scores.length = at;
    for (const kept of [this.branches, this.notes]) for (const key of kept.keys()) if (key >= at) kept.delete(key);
  }
}

export class StudyTree {
  /** @param {MainLine} main */
  constructor(main) {
    this.main = main;
  }

  /** The tree of a text, as far as it fits the game; `left` says how many words did not. @param {MainLine} main @param {string} text */
  static read(main, text) {
    const tree = new StudyTree(main);
    /** Branches by the position that they leave, with those that do not fit: numbers count them all. @type {Map<string, (Branch | null)[]>} */
    const declared = new Map();
    let left = 0;
    for (const word of text.split(" ").filter(Boolean)) {
      const [, place, kind, rest] = /** @type {RegExpMatchArray} */ (word.match(/^([\d.]*)(.)(.*)$/s));
      const at = tree.#declaredPlace(place, declared);
      if (kind === "/") {
        const branch = at && branchOf(at, rest);
        declared.set(place, [...(declared.get(place) ?? []), branch]);
        if (branch && at) append(at.line.branches, at.at, branch);
        else left++;
      } else if (at) {
        note(at, kind === "*" ? { bookmark: true } : kind === "!" ? { glyph: Number(rest) } : { comment: decodeURIComponent(rest) });
      } else {
        left++;
      }
    }
    return { tree, left };
  }

  /** @param {string} text @param {Map<string, (Branch | null)[]>} declared @returns {Place | null} */
  #declaredPlace(text, declared) {
    const [moves, ...turnings] = text.split(".");
    /** @type {Place | null} */
    let place = Number(moves) <= this.main.length ? { line: this.main, at: Number(moves) } : null;
    let name = moves;
    for (let i = 0; i + 1 < turnings.length; i += 2) {
      const line = declared.get(name)?.[Number(turnings[i]) - 1];
      const at = Number(turnings[i + 1]);
      place = place && line && at <= line.length ? { line, at } : null;
      name = `${name}.${turnings[i]}.${turnings[i + 1]}`;
    }
    return place;
  }

  /** The whole tree as text. */
  toString() {
    /** @type {string[]} */
    const words = [];
    const visit = (/** @type {Line} */ line, /** @type {string} */ prefix) => {
      const places = [...new Set([...line.notes.keys(), ...line.branches.keys()])].sort((a, b) => a - b);
      for (const at of places) {
        const place = `${prefix}${at}`;
        const { glyph, bookmark, comment } = line.notes.get(at) ?? {};
        if (glyph) words.push(`${place}!${glyph}`);
        if (bookmark) words.push(`${place}*`);
        if (comment) words.push(`${place}"${encodeURIComponent(comment)}`);
        line.branches.get(at)?.forEach((branch, index) => {
          words.push(`${place}/${branch.steps.map(stepText).join("")}`);
          visit(branch, `${place}.${index + 1}.`);
        });
      }
    };
    visit(this.main, "");
    return words.join(" ");
  }

  /** A place as it stands in addresses: `181`, `181.2` for the first position of branch 2, `181.2.3`. @param {Place} place @returns {string} */
  name({ line, at }) {
    return this.#fullName({ line, at }).replace(/(\.\d+)\.1$/, "$1");
  }

  /** @param {Place} place @returns {string} */
  #fullName({ line, at }) {
    if (!(line instanceof Branch)) return String(at);
    const number = (line.from.line.branches.get(line.from.at) ?? []).indexOf(line) + 1;
    return `${this.#fullName(line.from)}.${number}.${at}`;
  }

  /** The place that an address names, or what comes nearest. @param {string} name @returns {Place} */
  find(name) {
    const [moves, ...turnings] = name.split(".").map((part) => Number(part) || 0);
    /** @type {Place} */
    let place = { line: this.main, at: Math.min(Math.max(0, moves), this.main.length) };
    for (let i = 0; i < turnings.length; i += 2) {
      const line = place.line.branches.get(place.at)?.[turnings[i] - 1];
      if (!line) break;
      place = { line, at: Math.min(Math.max(1, turnings[i + 1] ?? 1), line.length) };
    }
    return place;
  }

  /** The position before; the branch is left where it begins. @param {Place} place @returns {Place} */
  before({ line, at }) {
    if (line instanceof Branch && at <= 1) return line.from;
    return { line, at: Math.max(0, at - 1) };
  }

  /** The next position of the line. @param {Place} place @returns {Place} */
  after({ line, at }) {
    return { line, at: Math.min(at + 1, line.length) };
  }

  /** How many steps of the game lead to a place, or to where its branch leaves the game. @param {Place} place @returns {number} */
  moveOf({ line, at }) {
    return line instanceof Branch ? this.moveOf(line.from) : at;
  }

  /** How many moves were made before a place, on its own line. @param {Place} place @returns {number} */
  depth({ line, at }) {
    return line instanceof Branch ? this.depth(line.from) + at : at;
  }

  /** What was done at a position, each in its own line: the line's own next position first, then its branches. @param {Place} place @returns {Place[]} */
  next({ line, at }) {
    const own = at < line.length ? [{ line, at: at + 1 }] : [];
    return [...own, ...(line.branches.get(at) ?? []).map((branch) => ({ line: branch, at: 1 }))];
  }

  /**
   * The place to which Up and Down lead: another thing done at the same position. Where there is none, down is into the first branch and up is
   * out of this one.
   * @param {Place} place @param {1 | -1} way @returns {Place}
   */
  beside(place, way) {
    const isStart = place.at === 0;
    const siblings = isStart ? [] : this.next(this.before(place));
    const here = siblings.findIndex(({ line }) => line === place.line);
    const other = siblings[here + way];
    if (other) return other;
    const first = place.line.branches.get(place.at)?.[0];
    if (way > 0) return first ? { line: first, at: 1 } : place;
    return place.line instanceof Branch && siblings.length === 1 ? place.line.from : place;
  }

  /** Takes a step: along the line, into a branch that begins with it, or into a new branch; `null` if the rules do not allow it. @param {Place} place @param {Step} step @returns {Place | null} */
  take(place, step) {
    const known = this.next(place).find(({ line, at }) => isSame(line.step(at), step));
    if (known) return known;
    const { line, at } = place;
    if (line instanceof Branch && at === line.length) return line.add(step) ? { line, at: at + 1 } : null;
    const branch = new Branch(place);
    if (!branch.add(step)) return null;
    append(line.branches, at, branch);
    return { line: branch, at: 1 };
  }

  /** Removes a place of a branch and all that follows; gives where one stands then. The game itself stays. @param {Place} place @returns {Place} */
  prune(place) {
    const { line, at } = place;
    if (!(line instanceof Branch)) return place;
    if (at > 1) {
      line.cut(at);
      return { line, at: at - 1 };
    }
    const { line: parent, at: from } = line.from;
    const others = (parent.branches.get(from) ?? []).filter((other) => other !== line);
    if (others.length) parent.branches.set(from, others);
    else parent.branches.delete(from);
    return line.from;
  }

  /** Puts another tile in the place of the one that appeared, as a move of its own. A leaf of a branch that says no more makes room for it. @param {Place} place @param {number} cell @param {boolean} replace @returns {Place | null} */
  retile(place, cell, replace) {
    if (place.at === 0) return null;
    const step = place.line.step(place.at);
    if ("board" in step) return null;
    const before = this.before(place);
    const isLeaf = place.line instanceof Branch && place.at === place.line.length && !place.line.notes.has(place.at) && !place.line.branches.has(place.at);
    const tile = cell === step.cell ? 3 - step.tile : 1;
    if (cell !== step.cell && place.line.grid(place.at).cells[cell] !== 0) return null;
    if (!replace || !isLeaf) return this.take(before, { direction: step.direction, cell, tile });
    return this.take(this.prune(place), { direction: step.direction, cell, tile });
  }
}

/** @param {Place} from @param {string} steps */
function branchOf(from, steps) {
  const branch = new Branch(from);
  return readSteps(steps).every((step) => branch.add(step)) ? branch : null;
}

/** @template T @param {Map<number, T[]>} lists @param {number} key @param {T} item */
const append = (lists, key, item) => lists.set(key, [...(lists.get(key) ?? []), item]);

/** Changes what is noted at a place; what is empty goes. @param {Place} place @param {Note} change */
export function note({ line, at }, change) {
  const { glyph, bookmark, comment } = { ...line.notes.get(at), ...change };
  /** @type {Note} */
  const kept = { ...(glyph ? { glyph } : {}), ...(bookmark ? { bookmark } : {}), ...(comment ? { comment } : {}) };
  if (Object.keys(kept).length) line.notes.set(at, kept);
  else line.notes.delete(at);
}
