// Keys, swipes and buttons, as directions.

import { el, icon } from "./dom.js";

/** @type {Record<string, Direction>} */
const KEYS = {
  ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left",
  w: "up", d: "right", s: "down", a: "left",
  k: "up", l: "right", j: "down", h: "left",
};
/** Old programs that drive a 2048 send only these. @type {Record<number, Direction>} */
const CODES = { 38: "up", 39: "right", 40: "down", 37: "left", 75: "up", 76: "right", 74: "down", 72: "left", 87: "up", 68: "right", 83: "down", 65: "left" };
const SWIPE = 24;

/** Whether a key or swipe there belongs to what is under it. @param {EventTarget | null} target */
function isControl(target) {
  return target instanceof Element && target.closest("input, textarea, select, dialog, a, button") !== null;
}

/**
 * Calls `move` for every direction that is keyed or swiped, and the command of a letter; gives back how to stop.
 * @param {(direction: Direction) => void} move
 * @param {Record<string, () => void>} [commands]
 * @param {boolean | HTMLElement} [swipes] whether swipes count, or where; where pages scroll, they do not
 */
export function listen(move, commands = {}, swipes = true) {
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener("keydown", (event) => {
    const inField = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    if (event.ctrlKey || event.metaKey || event.altKey || inField || document.querySelector("dialog[open]")) return;
    const key = event.key?.length === 1 ? event.key.toLowerCase() : event.key;
    const direction = KEYS[key] ?? (key ? undefined : CODES[event.keyCode ?? event.which]);
    if (direction) {
      event.preventDefault();
      move(direction);
    } else if (commands[key] && !(isControl(event.target) && (key === "Enter" || key === " "))) {
      event.preventDefault();
      commands[key]();
    }
  }, { signal });
  if (swipes) listenToSwipes(move, signal, swipes === true ? document.documentElement : swipes);
  return () => stop.abort();
}

/** @param {(direction: Direction) => void} move @param {AbortSignal} signal @param {HTMLElement} where */
function listenToSwipes(move, signal, where) {
  /** @type {{x: number, y: number} | null} */
  let start = null;
  where.addEventListener("touchstart", (event) => {
    const one = event.touches.length === 1 && !isControl(event.target);
    start = one ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : null;
  }, { signal, passive: true });
  where.addEventListener("touchcancel", () => { start = null; }, { signal });
  where.addEventListener("touchend", (event) => {
    if (!start || event.touches.length > 0) return;
    const dx = event.changedTouches[0].clientX - start.x;
    const dy = event.changedTouches[0].clientY - start.y;
    start = null;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return;
    if (Math.abs(dx) > Math.abs(dy)) move(dx > 0 ? "right" : "left");
    else move(dy > 0 ? "down" : "up");
  }, { signal });
}

/** Four buttons, for fingers. @param {(direction: Direction) => void} move */
export const arrows = (move) =>
  el("div.pad", { role: "group", "aria-label": "Moves" }, .../** @type {Direction[]} */ (["up", "left", "down", "right"]).map((direction) =>
    el("button", { type: "button", "data-direction": direction, "aria-label": direction, onclick: () => move(direction) }, icon("arrow"))));
