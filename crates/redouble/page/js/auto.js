// Auto-play: a player makes the moves, as fast as wanted, while somebody looks.

import { button, el, icon } from "./dom.js";
import { text } from "./texts.js";

export class AutoPlay {
  /**
   * @param {(signal: AbortSignal) => Promise<boolean>} step one move; false when there is none
   * @param {(error: Error) => void} fail
   * @param {() => Promise<void>} stopped what is done when no more moves come
   */
  constructor(step, fail, stopped) {
    this.step = step;
    this.fail = fail;
    this.stopped = stopped;
    /** @type {AbortController | null} */
    this.running = null;
    /** The move that is thought about. @type {Promise<boolean> | null} */
    this.stepping = null;
    /** Ends when it is known whether the last move was made. @type {Promise<void> | null} */
    this.settling = null;
    this.speed = el("select", { "aria-label": text.coach.speed }, ...text.coach.speeds.map(([value, title]) => el("option", { value }, title)));
    this.speed.value = "350";
    this.toggle = button("play", text.coach.play, () => (this.running ? this.stop() : this.start()), { id: "auto" });
    this.once = button("step", text.coach.step, () => this.one());
    this.rate = el("p.note", { id: "auto-rate" });
    this.element = el("div.auto.stack", {}, el("div.row.even", {}, this.toggle, this.once), el("div.row", {}, el("div.grow", {}, this.speed), this.rate));
    this.onHidden = () => document.hidden && this.stop();
    document.addEventListener("visibilitychange", this.onHidden);
    this.#show();
  }

  /** One move. */
  async one() {
    this.stop();
    await this.step(new AbortController().signal).catch(this.fail);
  }

  async start() {
    if (this.running) return;
    const run = new AbortController();
    this.running = run;
    this.#show();
    /** When the last moves were made. @type {number[]} */
    const made = [];
    try {
      while (this.running === run) {
        const begun = performance.now();
        this.stepping = this.step(run.signal);
        if (!(await this.stepping)) break;
        this.#measure(made);
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

  /** Says how fast it goes, over the last moves. @param {number[]} made */
  #measure(made) {
    made.push(performance.now());
    if (made.length > 32) made.shift();
    if (made.length > 4) this.rate.textContent = text.coach.rate((1000 * (made.length - 1)) / (made[made.length - 1] - made[0]));
  }

  /** Ends the play. A move that is as good as made is waited for, longer thinking is broken off. */
  stop() {
    const run = this.running;
    if (!run) return;
    this.running = null;
    this.#show();
    this.settling = this.#settle(run).finally(() => { this.settling = null; });
  }

  /** @param {AbortController} run */
  async #settle(run) {
    const patience = new Promise((resolve) => setTimeout(resolve, 300));
    await Promise.race([this.stepping?.catch(() => {}), patience]);
    run.abort();
    await this.stopped();
  }

  close() {
    this.running?.abort();
    this.running = null;
    document.removeEventListener("visibilitychange", this.onHidden);
  }

  #show() {
    this.toggle.replaceChildren(icon(this.running ? "pause" : "play"), el("span.word", {}, this.running ? text.coach.pause : text.coach.play));
    this.toggle.setAttribute("aria-pressed", String(this.running !== null));
    if (!this.running) this.rate.textContent = "";
  }
}
