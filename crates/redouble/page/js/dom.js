// Making elements: `el("button.main", { type: "button", onclick }, "New game")`.

import { text as table } from "./texts.js";

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T | `${T}.${string}`} name the tag, and classes after dots
 * @param {Record<string, unknown>} [props] properties; `data-…`, `aria-…`, `role`, `for` and `--…` become attributes and variables
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(name, props = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(/** @type {T} */ (tag));
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("--")) element.style.setProperty(key, String(value));
    else if (/^(aria-|data-|role$|for$|list$|d$)/.test(key)) element.setAttribute(key, String(value));
    else Object.assign(element, { [key]: value });
  }
  element.append(...shown(children));
  return element;
}

/**
 * @param {(Node | string | number | null | undefined | false)[]} children
 * @returns {(Node | string)[]}
 */
const shown = (children) =>
  children.flatMap((child) => (child === null || child === undefined || child === false ? [] : [child instanceof Node ? child : String(child)]));

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

const ICONS = {
  arrow: "M12 20V5m-7 7 7-7 7 7",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5m5 5H10a6 6 0 0 0 0 12h3",
  plus: "M12 5v14M5 12h14",
  bulb: "M9 18h6m-5 3h4M12 3a6 6 0 0 0-4 10.5c1 1 1.5 1.8 1.5 2.5h5c0-.7.5-1.5 1.5-2.5A6 6 0 0 0 12 3",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14m8-14v14",
  step: "M6 5v14l9-7zM18 5v14",
  back: "M18 5v14l-9-7zM6 5v14",
  share: "M12 15V3m-4 4 4-4 4 4M5 12v8h14v-8",
  graph: "M4 4v16h16M8 15l4-5 3 3 5-7",
  bin: "M5 7h14M10 7V4h4v3m3 0-1 13H8L7 7",
  gear: "M4 7h9m4 0h3M4 17h3m4 0h9M15 4.5v5m-6 5v5",
  pen: "m4 20 1-5L16 4l4 4L9 19z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  help: "M9 9a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 2.3m0 3h.01",
  close: "m6 6 12 12M18 6 6 18",
  coach: "M4 5h16v11H9l-5 4z",
  board: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  book: "M5 4h6a2 2 0 0 1 1 1 2 2 0 0 1 1-1h6v15h-6a1 1 0 0 0-1 1 1 1 0 0 0-1-1H5z",
  bookmark: "M7 4h10v16l-5-4-5 4z",
  flask: "M9 3h6m-5 0v6l-5 9a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M8 15h8",
};

/** @param {keyof typeof ICONS} name */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

/**
 * A button with an icon and a word.
 * @param {keyof typeof ICONS | null} picture
 * @param {string} word
 * @param {() => void} onclick
 * @param {Record<string, unknown>} [props]
 */
export function button(picture, word, onclick, props = {}) {
  const { className = "", ...rest } = props;
  return el("button", { type: "button", onclick, className, ...rest }, picture && icon(picture), el("span.word", {}, word));
}

/** A labelled choice. @param {string} label @param {[string | number, string][]} options @param {string} value @param {() => void} [onchange] */
export function choice(label, options, value, onchange) {
  const select = el("select", { onchange }, ...options.map(([key, name]) => el("option", { value: String(key) }, name)));
  select.value = value;
  return { select, field: el("label", {}, label, select) };
}

/** Numbers as people read them: 12345 → 12,345. @param {number} value */
export const grouped = (value) => value.toLocaleString("en");

/** 12345 → 12.3K. @param {number} value */
export const compact = (value) => value.toLocaleString("en", { notation: "compact", maximumSignificantDigits: 3 });

/** @param {number} seconds */
export const duration = (seconds) => (seconds < 90 ? `${seconds.toFixed(seconds < 10 ? 1 : 0)} s` : `${Math.round(seconds / 60)} min`);

/** @param {Direction} direction */
export const capital = (direction) => table.directions[direction];

/** A sentence at the foot of the page for a while, with something that can be done about it. @param {string} sentence @param {{word: string, action: () => void}} [offer] */
export function toast(sentence, offer) {
  document.querySelector(".toast")?.remove();
  const act = () => {
    element.remove();
    offer?.action();
  };
  const element = el("div.toast", { role: "status" }, sentence, offer && el("button", { type: "button", onclick: act }, offer.word));
  document.body.append(element);
  setTimeout(() => element.remove(), offer ? 10_000 : 4000);
}

/** Copies a text, or shows it to be copied by hand. @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(table.copied(what));
  } catch {
    prompt(table.copyByHand(what), text);
  }
}

/** Saves a text as a file. @param {string} name @param {string} text @param {string} [type] */
export function download(name, text, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
