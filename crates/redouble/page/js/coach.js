// The coach beside the board: what it would play, for one position or for all, and auto-play. It never shows an answer about a
// board that is gone.

import { AutoPlay } from "./auto.js";
import { button, el } from "./dom.js";
import { bars, think } from "./hint.js";
import { playerPicker } from "./players.js";
import { choose, settings } from "./settings.js";
import { text } from "./texts.js";

/** After how many milliseconds thinking is shown. */
const PATIENCE = 150;
/** How long the coach waits for the next key before it thinks about this board. */
const PAUSE = 40;

export class Coach {
  answer = el("div.answer", { "aria-live": "polite" });
  pickerBox = el("div");
  /** Whether it speaks at every move. */
  on = settings().coach;
  /** @type {AbortController | null} */
  asking = null;
  /** The chosen adviser, once the list of players is there. @type {Awaited<ReturnType<typeof playerPicker>> | null} */
  adviser = null;
  /** @type {Promise<void> | null} */
  loading = null;

  /**
   * @param {() => Game} game the game to speak about
   * @param {(hint: Hint) => void} spoke
   * @param {(signal: AbortSignal) => Promise<boolean>} autoStep
   * @param {() => Promise<void>} autoStopped
   * @param {(error: Error) => void} fail
   */
  constructor(game, spoke, autoStep, autoStopped, fail) {
    this.game = game;
    this.spoke = spoke;
    this.auto = new AutoPlay(autoStep, fail, autoStopped);
    const close = button("close", "", () => this.turn(false), { "aria-label": text.coach.close, className: "icon-button" });
    this.element = el("section.coach.card.stack", { "aria-label": text.coach.title, hidden: !this.on }, el("h2", {}, text.coach.title, close), this.answer, this.auto.element, this.pickerBox);
    this.switch = button("coach", text.play.coach, () => this.turn(!this.on), { id: "coach", "aria-pressed": String(this.on), title: "C" });
  }

  /** Fetches the list of players, once; it is not needed before somebody asks. */
  load() {
    this.loading ??= this.#load();
    return this.loading;
  }

  async #load() {
    const onchange = () => (this.on || this.asking) && this.ask();
    const picker = await playerPicker({ label: text.coach.adviser, remember: true, advice: true, onchange });
    picker.fit(this.game());
    this.adviser = picker;
    this.pickerBox.replaceChildren(picker.element);
  }

  /** On or off. @param {boolean} on */
  turn(on) {
    this.on = on;
    choose({ coach: on });
    this.switch.setAttribute("aria-pressed", String(on));
    this.auto.stop();
    this.clear();
    if (on) this.ask();
  }

  /** The board changed: what was said about the old one goes at once. */
  moved() {
    this.clear();
    if (this.on && !this.auto.running) this.ask(PAUSE);
  }

  clear() {
    this.asking?.abort();
    this.asking = null;
    this.answer.replaceChildren();
    this.element.removeAttribute("aria-busy");
    this.element.hidden = !this.on && !this.auto.running;
  }

  /** Asks about the board as it stands. @param {number} [pause] in milliseconds */
  async ask(pause = 0) {
    this.clear();
    const game = this.game();
    if (game.over) return;
    const asking = new AbortController();
    this.asking = asking;
    this.element.hidden = false;
    const slow = setTimeout(() => this.#think(), pause + PATIENCE);
    try {
      if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
      if (!this.adviser) await this.load();
      if (asking.signal.aborted || !this.adviser) return;
      const hint = await think(game, this.adviser.value(), asking.signal);
      if (asking.signal.aborted) return;
      this.answer.replaceChildren(bars(hint));
      this.spoke(hint);
    } catch (error) {
      if (!asking.signal.aborted) this.answer.replaceChildren(el("p.problem", {}, error instanceof Error ? error.message : String(error)));
    } finally {
      clearTimeout(slow);
      if (this.asking === asking) this.element.removeAttribute("aria-busy");
    }
  }

  #think() {
    this.element.setAttribute("aria-busy", "true");
    this.answer.replaceChildren(el("p.thinking", {}, el("i.spinner", { "aria-hidden": "true" }), text.coach.thinking));
  }

  /** The spec of who plays. */
  async player() {
    if (!this.adviser) await this.load();
    return this.adviser?.value() ?? "";
  }

  close() {
    this.asking?.abort();
    this.auto.close();
  }
}
