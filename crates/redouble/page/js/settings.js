// What a person chose about the looks; kept in this browser.

import { dialog } from "./dialog.js";
import { el } from "./dom.js";
import { text } from "./texts.js";

const KEY = "redouble.settings";
/** `coach` says whether it is on, `talk` how much it then says: "quiet", "arrows" or "full". */
/** @typedef {{theme: string, pace: string, pad: boolean, coach: boolean, talk: string, askFirst: boolean, player: string}} Settings */
/** @type {Settings} */
const DEFAULTS = { theme: "auto", pace: "auto", pad: false, coach: false, talk: "full", askFirst: false, player: "" };

/** @returns {Settings} */
export function settings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return DEFAULTS;
  }
}

/** Keeps a change and shows it. @param {Partial<Settings>} change */
export function choose(change) {
  localStorage.setItem(KEY, JSON.stringify({ ...settings(), ...change }));
  apply();
}

const media = (/** @type {string} */ query) => matchMedia(`(prefers-${query})`);

/** Puts the settings on the page; js/early.js does the same before the first paint. */
export function apply() {
  const { theme, pace, pad } = settings();
  const root = document.documentElement;
  const dark = theme === "dark" || (theme !== "classic" && media("color-scheme: dark").matches);
  root.dataset.mode = dark ? "dark" : "light";
  root.dataset.tiles = theme === "auto" ? (dark ? "dark" : "classic") : theme;
  root.style.setProperty("--pace", String(paceFactor(pace)));
  document.querySelector(".pad")?.classList.toggle("always", pad);
}

/** How long animations take, as a share of the usual; 0 is off. */
export const paceFactor = (pace = settings().pace) =>
  pace === "auto" ? (media("reduced-motion: reduce").matches ? 0 : 1) : Number(pace);

for (const query of ["color-scheme: dark", "reduced-motion: reduce"]) media(query).addEventListener("change", apply);
addEventListener("storage", apply);

/** Some tiles in the colours of a theme. @param {string} theme */
const swatch = (theme) =>
  el("span.swatch", { "data-tiles": theme, "aria-hidden": "true" }, ...[1, 3, 5, 8, 11].map((step) => el("i", { "data-step": step })));

/**
 * @param {string} legend
 * @param {"theme" | "pace"} name
 * @param {string[][]} options
 */
function choices(legend, name, options) {
  const radio = (/** @type {string[]} */ [value, title]) =>
    el(
      "label",
      {},
      el("input", { type: "radio", name, value, checked: settings()[name] === value, onchange: () => choose({ [name]: value }) }),
      name === "theme" && value !== "auto" && swatch(value),
      title,
    );
  return el("fieldset.choices", {}, el("legend", {}, legend), ...options.map(radio));
}

/** Opens the settings. */
export function openSettings() {
  const { looks } = text;
  const pad = el("input", { type: "checkbox", checked: settings().pad, onchange: () => choose({ pad: pad.checked }) });
  dialog(
    looks.title,
    [choices(looks.colours, "theme", looks.themes), choices(looks.animation, "pace", looks.paces), el("label.row", {}, pad, looks.pad)],
    [[looks.close, () => {}]],
  );
}
