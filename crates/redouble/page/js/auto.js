// Auto-play: a player makes the moves, as fast as wanted, while somebody looks.

import { button, el, icon } from "./dom.js";

const SPEEDS = [
  ["900", "Slow"],
  ["350", "Steady"],
  ["120", "Fast"],
  ["0", "As fast as it thinks"],
];

export class AutoPlay {
  /**
   * @param {(signal: AbortSignal) => Promise<boolean>} step one move; false when there is none
   * @param {(error: Error) => void} fail
   */
  constructor(step, fail) {
    this.step = step;
    this.fail = fail;
    /** @type {AbortController | null} */
    this.running = null;
    this.speed = el("select", { "aria-label": "Speed of auto-play" }, ...SPEEDS.map(([value, title]) => el("option", { value }, title)));
    this.speed.value = "350";
    this.toggle = button("play", "Play", () => (this.running ? this.stop() : this.start()), { className: "main", id: "auto-toggle" });
    this.once = button("step", "Step", () => this.#one());
    this.element = el("div.stack", {}, el("div.row.even", {}, this.toggle, this.once), this.speed);
    this.onHidden = () => document.hidden && this.stop();
    document.addEventListener("visibilitychange", this.onHidden);
  }

  async #one() {
    this.stop();
    await this.step(new AbortController().signal).catch(this.fail);
  }

  async start() {
    if (this.running) return;
    const run = new AbortController();
    this.running = run;
    this.#show();
    try {
      while (!run.signal.aborted) {
        const begun = performance.now();
        if (!(await this.step(run.signal))) break;
        const rest = Number(this.speed.value) - (performance.now() - begun);
        // At least one frame, so that every move is seen and the page stays awake.
        await (rest > 16 ? new Promise((resolve) => setTimeout(resolve, rest)) : new Promise(requestAnimationFrame));
      }
    } catch (error) {
      if (!run.signal.aborted) this.fail(/** @type {Error} */ (error));
    } finally {
      if (this.running === run) this.stop();
    }
  }

  /** Ends the play and the thinking behind it. */
  stop() {
    this.running?.abort();
    this.running = null;
    this.#show();
  }

  close() {
    this.stop();
    document.removeEventListener("visibilitychange", this.onHidden);
  }

  #show() {
    const word = this.running ? "Pause" : "Play";
    this.toggle.replaceChildren(icon(this.running ? "pause" : "play"), el("span.word", {}, word));
    this.toggle.setAttribute("aria-pressed", String(this.running !== null));
  }
}
