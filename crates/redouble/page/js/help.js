// The sheet behind `?`: the rules and the keys.

import { dialog } from "./dialog.js";
import { el } from "./dom.js";
import { text } from "./texts.js";

export function openHelp() {
  const table = (/** @type {[string, string][]} */ keys) => el("dl.keys", {}, ...keys.map(([key, meaning]) => el("div", {}, el("dt", {}, key), el("dd", {}, meaning))));
  dialog(text.help.title, [el("p", {}, text.play.how), el("p", {}, text.help.rules), table(text.help.keys), el("h3", {}, text.help.study), table(text.help.studyKeys)], [[text.help.close, () => {}]]);
}
