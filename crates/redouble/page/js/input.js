// Keys, swipes, drags and buttons, as directions.

import { el, icon } from "./dom.js";
import { text } from "./texts.js";

/** @type {Record<string, Direction>} */
const KEYS = {
  ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left",
  w: "up", d: "right", s: "down", a: "left",
  k: "up", l: "right", j: "down", h: "left",
};
/** Old programs that drive a 2048 send only these. @type {Record<number, Direction>} */
const CODES = { 38: "up", 39: "right", 40: "down", 37: "left", 75: "up", 76: "right", 74: "down", 72: "left", 87: "up", 68: "right", 83: "down", 65: "left" };
/** How far a finger goes before it means a direction, in pixels. */
const SWIPE = 18;

/** Whether a key or swipe there belongs to what is under it. @param {EventTarget | null} target */
function isControl(target) {
  return target instanceof Element && target.closest("input, textarea, select, dialog, a, button, summary") !== null;
}

/** A key with what is held down: `Ctrl+z`, `Shift+ArrowUp`, `n`. @param {KeyboardEvent} event */
function keyName(event) {
  const key = event.key?.length === 1 ? event.key.toLowerCase() : event.key;
  const shifted = event.shiftKey && key?.length > 1;
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${shifted ? "Shift+" : ""}${key}`;
}

/**
 * Calls `move` for every direction that is keyed or swiped, and the command of a key; gives back how to stop.
 * @param {((direction: Direction) => void) | null} move
 * @param {Record<string, () => void>} [commands]
 * @param {HTMLElement | null} [swipes] where swipes and drags count
 */
export function listen(move, commands = {}, swipes = null) {
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener("keydown", (event) => {
    const inField = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    if (event.altKey || inField || document.querySelector("dialog[open]")) return;
    const key = keyName(event);
    const direction = KEYS[key] ?? (event.key ? undefined : CODES[event.keyCode ?? event.which]);
    if (direction && move) {
      event.preventDefault();
      move(direction);
    } else if (commands[key] && !(isControl(event.target) && (key === "Enter" || key === " "))) {
      event.preventDefault();
      commands[key]();
    }
  }, { signal });
  if (swipes && move) listenToSwipes(move, signal, swipes);
  return () => stop.abort();
}

/**
 * A direction counts as soon as a finger has gone far enough in it, and another one when the finger turns. What the
 * browser takes for scrolling or zooming it cancels, and that is no swipe.
 * @param {(direction: Direction) => void} move @param {AbortSignal} signal @param {HTMLElement} where
 */
export function listenToSwipes(move, signal, where) {
  /** Where the pointer was when it last turned. @type {{id: number, x: number, y: number, going: Direction | null} | null} */
  let from = null;
  where.addEventListener("pointerdown", (event) => {
    const wanted = event.isPrimary && event.button === 0 && !isControl(event.target);
    from = wanted ? { id: event.pointerId, x: event.clientX, y: event.clientY, going: null } : null;
  }, { signal });
  addEventListener("pointermove", (event) => {
    if (!from || event.pointerId !== from.id) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return;
    const going = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up";
    const turned = going !== from.going;
    from = { id: from.id, x: event.clientX, y: event.clientY, going };
    if (turned) move(going);
  }, { signal });
  const end = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId === from?.id) from = null;
  };
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", end, { signal });
}

/** Four buttons, for fingers. @param {(direction: Direction) => void} move */
export const arrows = (move) =>
  el("div.pad", { role: "group", "aria-label": "Moves" }, .../** @type {Direction[]} */ (["up", "left", "down", "right"]).map((direction) =>
    el("button", { type: "button", "data-direction": direction, "aria-label": text.directions[direction], onclick: () => move(direction) }, icon("arrow"))));
