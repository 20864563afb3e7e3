// Choosing a player: one of the usual ones, or any that can be written down.

import { ask } from "./api.js";
import { el } from "./dom.js";
import { choose, settings } from "./settings.js";
import { text } from "./texts.js";

/** @type {Promise<PlayerList> | undefined} */
let catalog;

/** What players there are. */
export const players = () => {
  catalog ??= ask("/players");
  return catalog;
};

/** Whether a player has something to say about a board: the network is for 4x4, and chance gives no advice. @param {string} spec @param {{rows: number, columns: number}} board */
const advises = (spec, { rows, columns }) => spec !== "random" && (!spec.startsWith("ntuple") || (rows === 4 && columns === 4));

let pickers = 0;

/**
 * A field to choose a player. `value()` is its spec. With `advice` it asks for an adviser: the coach first, then those
 * that fit the board, which `fit` tells.
 * @param {{label: string, value?: string, remember?: boolean, advice?: boolean, onchange?: (spec: string) => void}} options
 */
export async function playerPicker({ label, value, remember = false, advice = false, onchange = () => {} }) {
  const { kinds, usual } = await players();
  const [first, ...others] = usual;
  const option = (/** @type {string} */ to, /** @type {string} */ title) => el("option", { value: to }, title);
  const select = el("select", { "aria-label": label });
  const help = `player-help-${++pickers}`;
  const free = el("input", { spellcheck: false, autocapitalize: "off", "aria-label": text.coach.player(label), "aria-describedby": help });
  const note = el("p.note", { id: help });
  const current = () => select.value || free.value.trim();
  const describe = () => {
    const sentence = kinds.find(({ name }) => current().split(":")[0] === name)?.sentence;
    note.textContent = select.value ? (sentence ? `${sentence[0].toUpperCase()}${sentence.slice(1)}.` : "") : text.coach.kinds(kinds.map(({ name }) => name));
    note.hidden = !note.textContent;
    free.hidden = select.value !== "";
  };
  /** Offers what fits a board. @param {{rows: number, columns: number} | null} board */
  const fit = (board) => {
    const wanted = select.options.length ? current() : (value ?? (remember ? settings().player : "")) || first.spec;
    const fitting = others.filter(({ spec }) => !advice || !board || advises(spec, board)).map(({ spec, title }) => option(spec, title));
    const more = [...fitting, option("", text.coach.another)];
    select.replaceChildren(option(first.spec, advice ? text.coach.strongest : first.title), ...(advice ? [el("optgroup", { label: text.coach.others }, ...more)] : more));
    const offered = [...select.options].some((choice) => choice.value === wanted);
    const unfit = !offered && usual.some(({ spec }) => spec === wanted);
    select.value = offered ? wanted : unfit ? first.spec : "";
    if (!select.value) free.value = wanted;
    describe();
  };
  const changed = () => {
    if (select.value) free.value = select.value;
    describe();
    if (remember) choose({ player: current() });
    onchange(current());
  };
  select.onchange = changed;
  free.onchange = changed;
  fit(null);
  return { element: el("div.stack.grow", {}, select, free, note), value: current, fit };
}
