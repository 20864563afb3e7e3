// Where a step of a lesson takes place: an element to fill, a sentence about what happened, and an end to everything on leaving.

import { say } from "../announce.js";
import { el } from "../dom.js";
import { listen } from "../input.js";

/** A step shows itself on a stage. @typedef {(stage: Stage) => void} Step */

export class Stage {
  /** @param {Record<string, any>} text the texts of this step @param {() => void} onDone */
  constructor(text, onDone) {
    this.text = text;
    this.onDone = onDone;
    this.element = el("div.stage.stack");
    this.feedback = el("p.feedback", { "data-kind": "" });
    this.leaving = new AbortController();
    this.isDone = false;
  }

  /** Whether somebody is still looking. */
  get open() {
    return !this.leaving.signal.aborted;
  }

  /** @param {...(Node | string | null | false)} parts */
  add(...parts) {
    this.element.append(...parts.filter((part) => part !== null && part !== false));
  }

  /** Says something, to eyes and to screen readers. @param {string} sentence @param {"" | "good" | "bad"} [kind] */
  tell(sentence, kind = "") {
    if (!this.open) return;
    this.feedback.textContent = sentence;
    this.feedback.dataset.kind = kind;
    say(sentence);
  }

  /** The step has been done. @param {string} sentence */
  done(sentence) {
    this.tell(sentence, "good");
    if (this.isDone || !this.open) return;
    this.isDone = true;
    this.onDone();
  }

  /** Calls `move` for directions that are keyed, or swiped on `where`. @param {(direction: Direction) => void} move @param {HTMLElement} where */
  onMove(move, where) {
    const stop = listen(move, {}, where);
    this.leaving.signal.addEventListener("abort", stop);
  }

  /** Resolves after a while; never, if the step has been left. @param {number} milliseconds @returns {Promise<void>} */
  wait(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.leaving.signal.addEventListener("abort", () => clearTimeout(timer));
    });
  }

  /**
   * Does `one` so many times, a few milliseconds at a time, so that the page stays alive; `shown` is called in between.
   * @param {number} times @param {(index: number) => void} one @param {(done: number) => void} shown
   */
  async work(times, one, shown) {
    for (let done = 0; done < times && this.open; ) {
      const until = performance.now() + 12;
      do one(done++);
      while (done < times && performance.now() < until);
      shown(done);
      await this.wait(0);
    }
  }

  close() {
    this.leaving.abort();
  }
}
