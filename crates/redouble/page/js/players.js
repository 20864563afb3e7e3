// Choosing a player: one of the usual ones, or any that can be written down.

import { ask } from "./api.js";
import { el } from "./dom.js";
import { choose, settings } from "./settings.js";

/** @type {Promise<PlayerList> | undefined} */
let catalog;

/** What players there are. */
export const players = () => {
  catalog ??= ask("/players");
  return catalog;
};

let pickers = 0;

/**
 * A field to choose a player. `value()` is its spec.
 * @param {{label: string, value?: string, remember?: boolean, onchange?: (spec: string) => void}} options
 */
export async function playerPicker({ label, value, remember = false, onchange = () => {} }) {
  const { kinds, usual } = await players();
  const wanted = (value ?? (remember ? settings().player : "")) || usual[0].spec;
  const isUsual = usual.some(({ spec }) => spec === wanted);
  const option = (/** @type {string} */ to, /** @type {string} */ title) => el("option", { value: to }, title);
  const select = el("select", { "aria-label": label }, ...usual.map(({ spec, title }) => option(spec, title)), option("", "Another …"));
  const help = `player-help-${++pickers}`;
  const text = el("input", { value: wanted, spellcheck: false, autocapitalize: "off", "aria-label": `${label}, as text`, "aria-describedby": help });
  const note = el("p.note", { id: help }, `One of ${kinds.map(({ name }) => name).join(", ")}, with settings such as expectimax:depth=2.`);
  const free = el("div.stack", { hidden: isUsual }, text, note);
  select.value = isUsual ? wanted : "";
  const current = () => select.value || text.value.trim();
  const changed = () => {
    free.hidden = select.value !== "";
    if (select.value) text.value = select.value;
    if (remember) choose({ player: current() });
    onchange(current());
  };
  select.onchange = changed;
  text.onchange = changed;
  return { element: el("div.stack.grow", {}, select, free), value: current };
}
