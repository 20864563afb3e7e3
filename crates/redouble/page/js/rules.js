// The rules of 2048, in the page: slides, legal moves, new tiles, and the generator of every game, so that a seed is the same
// game here and in the Rust library. Nothing here knows the page: workers and tests use this module as it is. A board
// is its shape and a flat array of exponents, rows from the top; 0 is an empty cell, 11 is 2048.

/** @typedef {{rows: number, columns: number, cells: Uint8Array}} Grid */
/** A new tile; `tile` is its exponent. @typedef {{cell: number, tile: number}} NewTile */
/** @typedef {{after: Grid, gained: number}} Slid */

/** All directions in the order of their numbers. @type {Direction[]} */
export const DIRECTIONS = ["up", "right", "down", "left"];

/** How often a new tile is a 4 in the usual game. */
export const P4 = 0.1;

/** @type {Map<number, Record<Direction, number[][]>>} */
const known = new Map();

/** The lines along which tiles slide, each a list of cells from the wall outwards. @param {number} rows @param {number} columns */
export function lines(rows, columns) {
  const key = rows * 256 + columns;
  let found = known.get(key);
  if (!found) {
    const down = range(columns).map((x) => range(rows).map((y) => y * columns + x));
    const along = range(rows).map((y) => range(columns).map((x) => y * columns + x));
    const turned = (/** @type {number[][]} */ list) => list.map((line) => line.toReversed());
    found = { up: down, right: turned(along), down: turned(down), left: along };
    known.set(key, found);
  }
  return found;
}

/** @param {number} length */
const range = (length) => Array.from({ length }, (_, index) => index);

/** The board without tiles. @param {number} rows @param {number} columns @returns {Grid} */
export const blank = (rows, columns) => ({ rows, columns, cells: new Uint8Array(rows * columns) });

/** A tile's number: exponent 11 is 2048. @param {number} exponent */
export const faceOf = (exponent) => (exponent ? 2 ** exponent : 0);

/** A tile's exponent. @param {number} value */
export const exponentOf = (value) => (value ? Math.round(Math.log2(value)) : 0);

/** A board from numbers as the server sends them. @param {{rows: number, columns: number, cells: number[]}} board @returns {Grid} */
export const fromValues = ({ rows, columns, cells }) => ({ rows, columns, cells: Uint8Array.from(cells, exponentOf) });

/** A board in numbers, as boards are shown and sent. @param {Grid} grid */
export const toValues = ({ rows, columns, cells }) => ({ rows, columns, cells: Array.from(cells, faceOf) });

/** A board from text: `2,./4,8`. @param {string} text @returns {Grid} */
export function parse(text) {
  const rows = text.split("/").map((row) => row.split(",").map((cell) => (cell === "." ? 0 : Number(cell))));
  return fromValues({ rows: rows.length, columns: rows[0].length, cells: rows.flat() });
}

/** A board as text. @param {Grid} grid */
export function format({ rows, columns, cells }) {
  const row = (/** @type {number} */ y) => Array.from(cells.subarray(y * columns, (y + 1) * columns), (cell) => faceOf(cell) || ".").join(",");
  return range(rows).map(row).join("/");
}

/**
 * Slides all lines into `after`, which is empty; what is gained, or -1 if nothing moves. A tile merges into the last one
 * written if that one is equal and has not merged yet.
 * @param {Uint8Array} cells @param {number[][]} along @param {Uint8Array} after
 */
function slideCells(cells, along, after) {
  let gained = 0;
  let moved = false;
  for (const line of along) {
    let written = 0;
    let mayMerge = false;
    for (let read = 0; read < line.length; read++) {
      const tile = cells[line[read]];
      if (tile === 0) continue;
      if (mayMerge && after[line[written - 1]] === tile) {
        after[line[written - 1]] = tile + 1;
        gained += 2 ** (tile + 1);
        mayMerge = false;
        moved = true;
      } else {
        moved ||= read !== written;
        after[line[written++]] = tile;
        mayMerge = true;
      }
    }
  }
  return moved ? gained : -1;
}

/** The board after a slide and what it gains; `null` if the move is not legal. @param {Grid} grid @param {Direction} direction @returns {Slid | null} */
export function slide({ rows, columns, cells }, direction) {
  const after = new Uint8Array(cells.length);
  const gained = slideCells(cells, lines(rows, columns)[direction], after);
  return gained < 0 ? null : { after: { rows, columns, cells: after }, gained };
}

/** The way of every tile in a slide, line by line and from the wall outwards. @param {Grid} grid @param {Direction} direction @returns {Motion[]} */
export function motions({ rows, columns, cells }, direction) {
  return lines(rows, columns)[direction].flatMap((line) => {
    /** @type {Motion[]} */
    const ways = [];
    let free = 0;
    for (const from of line) {
      if (cells[from] === 0) continue;
      const value = faceOf(cells[from]);
      const last = ways.at(-1);
      if (last && last.value === value && !last.merged) {
        last.merged = true;
        ways.push({ from, to: last.to, value, merged: true });
      } else {
        ways.push({ from, to: line[free++], value, merged: false });
      }
    }
    return ways;
  });
}

/** Whether tiles can slide in a direction: one has room or its equal before it. @param {Grid} grid @param {Direction} direction */
export function canSlide({ rows, columns, cells }, direction) {
  for (const line of lines(rows, columns)[direction]) {
    for (let i = 1; i < line.length; i++) {
      const tile = cells[line[i]];
      const before = cells[line[i - 1]];
      if (tile !== 0 && (before === 0 || before === tile)) return true;
    }
  }
  return false;
}

/** The legal moves. @param {Grid} grid */
export const legal = (grid) => DIRECTIONS.filter((direction) => canSlide(grid, direction));

/** Whether no move is left. @param {Grid} grid */
export const isOver = (grid) => !DIRECTIONS.some((direction) => canSlide(grid, direction));

/** The empty cells. @param {Grid} grid */
export function emptyCells({ cells }) {
  const found = [];
  for (let cell = 0; cell < cells.length; cell++) if (cells[cell] === 0) found.push(cell);
  return found;
}

/** The largest exponent. @param {Grid} grid */
export const largest = ({ cells }) => cells.reduce((most, tile) => Math.max(most, tile), 0);

/** The board with one tile more. @param {Grid} grid @param {NewTile} spawn @returns {Grid} */
export function spawn({ rows, columns, cells }, { cell, tile }) {
  const after = cells.slice();
  after[cell] = tile;
  return { rows, columns, cells: after };
}

/** Everything that may appear, with its probability. @param {Grid} grid @param {number} [p4] @returns {(NewTile & {chance: number})[]} */
export function spawns(grid, p4 = P4) {
  const empty = emptyCells(grid);
  const kinds = [[1, 1 - p4], [2, p4]].filter(([, chance]) => chance > 0);
  return empty.flatMap((cell) => kinds.map(([tile, chance]) => ({ cell, tile, chance: chance / empty.length })));
}

/** A random new tile: the high half of one number chooses the cell, the low half whether it is a 4. @param {Grid} grid @param {Random} random @param {number} [p4] @returns {NewTile} */
export function drawSpawn(grid, random, p4 = P4) {
  const empty = emptyCells(grid);
  random.step();
  const tile = random.low < Math.floor(p4 * 2 ** 32 + 0.5) ? 2 : 1;
  return { cell: empty[scaled(random.high, empty.length)], tile };
}

/** @param {number} high @param {number} below */
const scaled = (high, below) => Math.floor((high * below) / 2 ** 32);

const MASK = (1n << 64n) - 1n;
const GAMMA = 0x9e3779b97f4a7c15n;

/** The output function of SplitMix64. @param {bigint} state */
function mix(state) {
  let z = state & MASK;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return z ^ (z >> 31n);
}

/** The seed of a game in an experiment. @param {number | bigint | string} seed @param {number} game */
export const gameSeed = (seed, game) => (BigInt(seed) ^ mix(BigInt(game))) & MASK;

/** xoshiro256++ seeded by SplitMix64; the definition is in crates/core/src/random.rs. Words are pairs of 32 bits, because BigInt is thirty times slower. */
export class Random {
  /** @param {number | bigint | string} seed */
  constructor(seed) {
    /** Four words, each its high and then its low half. */
    this.state = new Uint32Array(8);
    /** The halves of the last output. */
    this.high = 0;
    this.low = 0;
    for (let i = 0; i < 4; i++) {
      const word = mix(BigInt(seed) + GAMMA * BigInt(i + 1));
      this.state[2 * i] = Number(word >> 32n);
      this.state[2 * i + 1] = Number(word & 0xffffffffn);
    }
  }

  /** A generator that goes on as this one will. */
  copy() {
    const copy = new Random(0);
    copy.state.set(this.state);
    return copy;
  }

  /** Draws 64 bits into `high` and `low`. */
  step() {
    const s = this.state;
    const [h0, l0, h1, l1, h2, l2, h3, l3] = s;
    // rotl(s0 + s3, 23) + s0
    const low = (l0 + l3) >>> 0;
    const high = (h0 + h3 + (low < l0 ? 1 : 0)) >>> 0;
    const turnedHigh = ((high << 23) | (low >>> 9)) >>> 0;
    const turnedLow = ((low << 23) | (high >>> 9)) >>> 0;
    this.low = (turnedLow + l0) >>> 0;
    this.high = (turnedHigh + h0 + (this.low < l0 ? 1 : 0)) >>> 0;
    const [a2, b2, a3, b3] = [h2 ^ h0, l2 ^ l0, h3 ^ h1, l3 ^ l1];
    s[0] = h0 ^ a3;
    s[1] = l0 ^ b3;
    s[2] = h1 ^ a2;
    s[3] = l1 ^ b2;
    s[4] = a2 ^ ((h1 << 17) | (l1 >>> 15));
    s[5] = b2 ^ (l1 << 17);
    // rotl by 45 = the halves swapped, then by 13
    s[6] = (b3 << 13) | (a3 >>> 19);
    s[7] = (a3 << 13) | (b3 >>> 19);
  }

  /** A number below `n`, each equally likely. @param {number} n */
  below(n) {
    this.step();
    return scaled(this.high, n);
  }

  /** A number from 0 to 1, 1 excluded. */
  unit() {
    this.step();
    return (this.high * 2 ** 21 + (this.low >>> 11)) / 2 ** 53;
  }
}

/** A game in play: its board, its score, and the generator of the tiles to come. */
export class Game {
  /** @param {Grid} grid @param {Random} random @param {number} [p4] @param {number} [score] */
  constructor(grid, random, p4 = P4, score = 0) {
    this.grid = grid;
    this.random = random;
    this.p4 = p4;
    this.score = score;
    this.moves = 0;
  }

  /** A new game with its two tiles. @param {number} rows @param {number} columns @param {number | bigint | string} seed @param {number} [p4] */
  static start(rows, columns, seed, p4 = P4) {
    const random = new Random(seed);
    const first = blank(rows, columns);
    const second = spawn(first, drawSpawn(first, random, p4));
    return new Game(spawn(second, drawSpawn(second, random, p4)), random, p4);
  }

  /** The same game, which goes on by itself with the same tiles to come: undo is a copy kept. */
  copy() {
    const copy = new Game(this.grid, this.random.copy(), this.p4, this.score);
    copy.moves = this.moves;
    return copy;
  }

  get over() {
    return isOver(this.grid);
  }

  /** Slides and lets a tile appear; `null`, and nothing happens, if the move is not legal. @param {Direction} direction @returns {Turn | null} */
  play(direction) {
    const slid = slide(this.grid, direction);
    if (!slid) return null;
    const ways = motions(this.grid, direction);
    const { cell, tile } = this.accept(slid);
    return { direction, gained: slid.gained, motions: ways, spawn: { cell, value: faceOf(tile) } };
  }

  /** As `play`, without a word about where tiles went: for games that nobody watches. @param {Direction} direction */
  advance(direction) {
    const slid = slide(this.grid, direction);
    if (slid) this.accept(slid);
    return slid !== null;
  }

  /** Goes on after a slide of this game's board. @param {Slid} slid */
  accept({ after, gained }) {
    const drawn = drawSpawn(after, this.random, this.p4);
    this.grid = spawn(after, drawn);
    this.score += gained;
    this.moves++;
    return drawn;
  }
}
