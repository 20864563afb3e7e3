// The sheet behind `?`: the rules and the keys.

import { dialog } from "./dialog.js";
import { el } from "./dom.js";
import { text } from "./texts.js";

export function openHelp() {
  const keys = text.help.keys.map(([key, meaning]) => el("div", {}, el("dt", {}, key), el("dd", {}, meaning)));
  dialog(text.help.title, [el("p", {}, text.play.how), el("p", {}, text.help.rules), el("dl.keys", {}, ...keys)], [[text.help.close, () => {}]]);
}
