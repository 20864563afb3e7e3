// What stands before a program of the playground in its worker. The page puts rules.js and this file, without imports, into a function
// and the program after it. The program gets boards as rows of numbers; helpers are properties of the global object, so that
// the program may have names of its own. Messages are JSON in both directions.

import { DIRECTIONS, faceOf, fromValues, Game, gameSeed, legal, Random, slide, spawns, toValues } from "../rules.js";

/** @typedef {import("../rules.js").Grid} Grid */

/** The worker's own global object. @type {any} */
const world = self;
const post = world.postMessage.bind(world);
/** @param {Record<string, unknown>} message */
const tell = (message) => post(JSON.stringify(message));

/** What a program writes. @type {string[]} */
let written = [];
const MOST_LOGGED = 200;
let logged = 0;
/** Whether the program is an exercise, whose lines are answers. */
const answering = typeof world.REDOUBLE_INPUT === "string";

/** @param {Grid} grid */
function toRows(grid) {
  const { columns, cells } = toValues(grid);
  return Array.from({ length: grid.rows }, (_, y) => cells.slice(y * columns, (y + 1) * columns));
}

/** @param {number[][]} rows @returns {Grid} */
const fromRows = (rows) => fromValues({ rows: rows.length, columns: rows[0].length, cells: rows.flat() });

const show = (/** @type {unknown} */ value) => (typeof value === "string" ? value : (JSON.stringify(value) ?? String(value)));

/** @param {unknown[]} values */
function log(...values) {
  const line = values.map(show).join(" ");
  if (answering) written.push(`${line}\n`);
  else note(line);
}

/** @param {string} line */
function note(line) {
  if (logged++ < MOST_LOGGED) tell({ log: line.slice(0, 500) });
}

const random = new Random(Date.now());
const helpers = {
  slide: (/** @type {number[][]} */ board, /** @type {Direction} */ direction) => {
    const slid = slide(fromRows(board), direction);
    return slid && { board: toRows(slid.after), gained: slid.gained };
  },
  legal: (/** @type {number[][]} */ board) => legal(fromRows(board)),
  spawns: (/** @type {number[][]} */ board) => spawns(fromRows(board)).map(({ cell, tile, chance }) => ({ row: Math.floor(cell / board[0].length), column: cell % board[0].length, tile: faceOf(tile), chance })),
  random: () => random.unit(),
  console: { log, info: log, warn: (/** @type {unknown[]} */ ...values) => note(values.map(show).join(" ")), error: (/** @type {unknown[]} */ ...values) => note(values.map(show).join(" ")) },
  // As far as the starters of the course need Node: cases from standard input, answers to standard output.
  require: (/** @type {string} */ name) => {
    if (name === "fs" || name === "node:fs") return { readFileSync: () => world.REDOUBLE_INPUT ?? "" };
    throw new Error(`there is no module ${name} here`);
  },
  process: { stdout: { write: (/** @type {unknown} */ text) => written.push(String(text)) }, argv: [] },
};
for (const [name, value] of Object.entries(helpers)) {
  // A function of the program is there already, and cannot be redefined: it hides the helper of its name.
  if (Object.getOwnPropertyDescriptor(world, name)?.configurable !== false) Object.defineProperty(world, name, { value, configurable: true, writable: true });
}

/** What went wrong, and in which line of the worker's source. @param {unknown} error */
function problem(error) {
  const stack = error instanceof Error ? String(error.stack ?? "") : "";
  const line = stack.match(/blob:[^\s)]*:(\d+):\d+/)?.[1];
  tell({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error), line: Number(line ?? 0) });
}

/** Asks the program for a move. @param {any} chooses @param {Grid} grid @returns {Direction} */
function asked(chooses, grid) {
  const options = legal(grid);
  const chosen = chooses(toRows(grid), options);
  const direction = DIRECTIONS.find((name) => name === chosen || name[0] === chosen);
  if (!direction) throw new Error(`player returned ${JSON.stringify(chosen) ?? chosen}; it must return "up", "right", "down" or "left"`);
  if (!options.includes(direction)) throw new Error(`player returned "${direction}", which changes nothing on ${JSON.stringify(toRows(grid))}`);
  return direction;
}

/** Plays games and tells their moves as letters; a long game in pieces. @param {{seed: string, games: number, first: number, rows: number, columns: number}} wish */
function play({ seed, games, first, rows, columns }) {
  const chooses = typeof world.player === "function" ? world.player : lexical();
  if (typeof chooses !== "function") throw new Error("there is no function player(board, legal)");
  for (let index = first; index < first + games; index++) {
    const game = Game.start(rows, columns, gameSeed(seed, index));
    let moves = "";
    let told = Date.now();
    while (!game.over) {
      const direction = asked(chooses, game.grid);
      game.advance(direction);
      moves += direction[0];
      if (Date.now() - told < 60) continue;
      tell({ game: index, moves });
      moves = "";
      told = Date.now();
    }
    tell({ game: index, moves, over: true });
  }
  tell({ done: true });
}

/** `const player = …` is no property of the global object, but has its name. */
function lexical() {
  // @ts-expect-error the program has this name, if it has one
  return typeof player === "undefined" ? undefined : player;
}

world.onmessage = (/** @type {MessageEvent} */ { data }) => {
  try {
    play(JSON.parse(data));
  } catch (error) {
    problem(error);
  }
};

// After the program itself has run: it is there, or has written its answers.
setTimeout(() => {
  tell(answering ? { output: written.join("") } : { loaded: true });
  written = [];
}, 0);
