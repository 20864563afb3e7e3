// The review of a game: a player looks at every move, and what it said so far is there to be asked for.

import { follow } from "../api.js";
import { button, capital, el } from "../dom.js";
import { text } from "../texts.js";
import { FAULTS } from "./graph.js";

const MARKS = ["best", "only move", "good", "lucky", "inaccuracy", "mistake", "blunder", "forced"];
const words = text.review;

export class Reviewer {
  /** By the position at which the move was made. @type {Judged[]} */
  judged = [];
  isDone = false;
  /** The moves that gave something away, from 1. @type {number[]} */
  faults = [];
  summary = el("div.study-summary");
  progress = el("progress", { hidden: true, "aria-label": words.review });
  /** @type {AbortController | null} */
  reviewing = null;

  /** @param {Replay} replay @param {() => Promise<string>} player @param {() => void} heard */
  constructor(replay, player, heard) {
    this.replay = replay;
    this.player = player;
    this.heard = heard;
  }

  /** Offers a review: a link opens a game, but starts no work. */
  offer() {
    this.summary.replaceChildren(button("graph", words.reviewThis, () => this.start(), { className: "main", id: "start-review" }));
  }

  /** Has the player look at every move. It ends with the room. */
  async start() {
    this.stop();
    const reviewing = new AbortController();
    this.reviewing = reviewing;
    this.judged = [];
    this.faults = [];
    this.isDone = false;
    this.summary.replaceChildren();
    this.progress.hidden = false;
    this.progress.value = 0;
    this.progress.max = Math.max(1, this.replay.moves.length);
    try {
      const player = await this.player();
      await follow("/review", { record: this.replay.record, player }, (event) => this.#hear(event), reviewing.signal);
    } catch (error) {
      if (!reviewing.signal.aborted) this.summary.replaceChildren(el("p.problem", {}, error instanceof Error ? error.message : String(error)));
    } finally {
      if (this.reviewing === reviewing) {
        this.reviewing = null;
        this.progress.hidden = true;
      }
    }
  }

  /** @param {ReviewEvent} event */
  #hear({ moves = [], done, error }) {
    if (error) throw new Error(error);
    for (const judged of moves) {
      this.judged[judged.move] = judged;
      if (FAULTS.includes(judged.mark)) this.faults.push(judged.move + 1);
    }
    this.progress.value = this.judged.length;
    if (done) this.#summarise(done);
    this.isDone ||= Boolean(done);
    this.heard();
  }

  /** @param {Accuracy} done */
  #summarise({ accuracy, loss, luck, counts }) {
    const grade = (/** @type {string} */ mark) =>
      el("li", { "data-mark": mark }, el("span", { className: gradeClass(mark) }, counts[mark]), ` ${words.grade(mark, counts[mark])}`);
    this.summary.replaceChildren(
      el("span.accuracy", { id: "accuracy" }, words.grading(accuracy)),
      el("span", {}, words.accuracy),
      el("p.note", { id: "luck" }, words.luck(loss, luck)),
      el("ul.grades", {}, ...MARKS.filter((mark) => counts[mark] > 0).map(grade)),
    );
  }

  /** The position of the next mistake, or of the one before; `null` if there is none that way. @param {number} move @param {1 | -1} way */
  mistake(move, way) {
    const positions = this.faults.map((fault) => fault - 1);
    return (way > 0 ? positions.find((at) => at > move) : positions.findLast((at) => at < move)) ?? null;
  }

  stop() {
    this.reviewing?.abort();
  }
}

/** @param {string} mark */
const gradeClass = (mark) => `grade grade-${mark.replace(" ", "-")}`;

/** A move and its worth, in words. @param {Judged} judged */
export function verdict({ move, played, best, loss, luck, mark, reason }) {
  const isFault = FAULTS.includes(mark);
  return [
    el("h2", {}, `${move + 1}. ${capital(played)}: `, el("span", { className: gradeClass(mark) }, mark)),
    el("p.note", {}, isFault || mark === "lucky" ? words.better(best, loss, reason) : words.because(reason), luck !== null && ` ${words.tile(luck)}`),
  ];
}
