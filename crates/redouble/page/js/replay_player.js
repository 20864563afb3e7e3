// A game that replays by itself, from one file and without a server. js/replay_file.js puts this module and js/rules.js into the file;
// nothing else is there, so everything that it shows is made here.

import { faceOf, motions, parse, slide, spawn } from "./rules.js";

/** @type {Record<string, Direction>} */
const LETTERS = { u: "up", r: "right", d: "down", l: "left" };
const CELLS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

/** What the file says about its game. @typedef {{start: string, score: number, plies: string, about: string, marks: [number, string, string][], notes: [number, string][], curve: [number, number][], words: Record<string, string>}} ReplayData */

/** @typedef {{grid: import("./rules.js").Grid, score: number, ways: Motion[], born: number}} Frame */

/** Every position of a game. @param {ReplayData} data */
export function frames({ start, score, plies }) {
  /** @type {Frame[]} */
  const found = [{ grid: parse(start), score, ways: [], born: -1 }];
  for (let at = 0; at < plies.length; at += 2) {
    const last = found[found.length - 1];
    const letter = plies[at].toLowerCase();
    const slid = slide(last.grid, LETTERS[letter]);
    if (!slid) throw new Error(`move ${at / 2 + 1} is not legal`);
    const cell = CELLS.indexOf(plies[at + 1]);
    const grid = spawn(slid.after, { cell, tile: letter === plies[at] ? 1 : 2 });
    found.push({ grid, score: last.score + slid.gained, ways: motions(last.grid, LETTERS[letter]), born: cell });
  }
  return found;
}

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** A tile on its cell. @param {number} exponent @param {number} cell @param {number} columns @param {string} [extra] */
function tile(exponent, cell, columns, extra = "") {
  const element = document.createElement("i");
  element.className = `tile t${Math.min(exponent, 12)} ${extra}`;
  element.textContent = String(faceOf(exponent));
  element.style.setProperty("--digits", String(Math.max(2, element.textContent.length)));
  element.style.gridArea = `${Math.floor(cell / columns) + 1} / ${(cell % columns) + 1}`;
  return element;
}

/** Draws a position; a step forward is seen to slide. @param {Frame} frame @param {boolean} sliding */
function draw({ grid, ways, born }, sliding) {
  const { rows, columns, cells } = grid;
  const board = part("board");
  board.style.setProperty("--rows", String(rows));
  board.style.setProperty("--columns", String(columns));
  const empty = Array.from(cells, (_, cell) => tile(0, cell, columns, "cell"));
  const tiles = Array.from(cells).flatMap((exponent, cell) => (exponent ? [tile(exponent, cell, columns, sliding && cell === born ? "born" : "")] : []));
  board.replaceChildren(...empty, ...tiles);
  if (!sliding || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const { from, to } of ways) {
    const moved = tiles.find((element) => element.style.gridArea === tile(1, to, columns).style.gridArea);
    const [dx, dy] = [(from % columns) - (to % columns), Math.floor(from / columns) - Math.floor(to / columns)];
    moved?.animate([{ transform: `translate(${dx * 106}%, ${dy * 106}%)` }, { transform: "none" }], { duration: 100 });
  }
}

/** The graph, with a mark for every mistake. @param {ReplayData} data @param {number} last @param {(at: number) => void} go */
function graph({ curve, marks }, last, go) {
  if (!curve.length) return;
  const values = curve.map(([, value]) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (/** @type {number} */ at) => (600 * at) / Math.max(1, last);
  const y = (/** @type {number} */ value) => 90 - (80 * (value - low)) / (high - low || 1);
  const node = (/** @type {string} */ name, /** @type {Record<string, string | number>} */ attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    return element;
  };
  const line = node("path", { class: "line", d: curve.map(([at, value], i) => `${i ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("") });
  const value = new Map(curve);
  const dots = marks.map(([at, mark]) => node("circle", { class: mark, r: 4, cx: x(at), cy: y(value.get(at) ?? low) }));
  const picture = part("graph");
  picture.append(line, ...dots, node("path", { id: "here" }));
  picture.addEventListener("click", (event) => {
    const { left, width } = picture.getBoundingClientRect();
    go(Math.round((last * (event.clientX - left)) / width));
  });
}

/** Shows the game of a file. @param {ReplayData} data */
export function play(data) {
  const all = frames(data);
  const last = all.length - 1;
  const slider = /** @type {HTMLInputElement} */ (part("slider"));
  let at = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let running;
  const go = (/** @type {number} */ to) => {
    const before = at;
    at = Math.max(0, Math.min(last, to));
    draw(all[at], at === before + 1);
    slider.value = String(at);
    part("where").textContent = `${data.words.move} ${at} / ${last} · ${data.words.score} ${all[at].score.toLocaleString("en")}`;
    const mark = data.marks.find(([move]) => move === at);
    part("mark").textContent = mark ? `${mark[1]}: ${mark[2]}` : "";
    part("note").textContent = data.notes.find(([move]) => move === at)?.[1] ?? "";
    document.getElementById("here")?.setAttribute("d", `M${(600 * at) / Math.max(1, last)} 0V100`);
  };
  const stop = () => {
    clearInterval(running);
    running = undefined;
    part("play").textContent = "▶";
  };
  const toggle = () => {
    if (running) return stop();
    if (at === last) go(0);
    part("play").textContent = "❚❚";
    running = setInterval(() => (at < last ? go(at + 1) : stop()), 180);
  };
  const nextMistake = () => go((data.marks.find(([move]) => move > at) ?? data.marks[0] ?? [at])[0]);
  slider.max = String(last);
  slider.oninput = () => go(Number(slider.value));
  /** @type {Record<string, () => void>} */
  const buttons = { first: () => go(0), back: () => go(at - 1), play: toggle, next: () => go(at + 1), last: () => go(last), mistake: nextMistake };
  for (const [id, action] of Object.entries(buttons)) part(id).onclick = action;
  /** @type {Record<string, () => void>} */
  const keys = { ArrowLeft: buttons.back, ArrowRight: buttons.next, Home: buttons.first, End: buttons.last, " ": toggle, n: nextMistake };
  document.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.target === slider) return;
    event.preventDefault();
    keys[event.key]();
  });
  part("mistake").hidden = !data.marks.length;
  graph(data, last, go);
  go(0);
}
