// The coach beside the board: what it would play, for one position or for all, and auto-play. It never shows an answer about a
// board that is gone.

import { say } from "./announce.js";
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
/** Boards with more cells get a first answer soon, and a deeper one while somebody waits, each in milliseconds. */
const LARGE = 16;
const BUDGETS = [100, 3000];
/** What a quiet coach speaks about. */
const FAULTS = ["mistake", "blunder"];

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
  /** The last answer, and the board it is about. @type {{board: string, hint: Hint} | null} */
  known = null;
  /** The move that somebody was asked about: the same one again is made. @type {{board: string, direction: Direction} | null} */
  doubted = null;

  /**
   * @param {() => Game} game the game to speak about
   * @param {(hint: Hint) => void} spoke
   * @param {() => void} advised what is done when a person was helped
   * @param {(signal: AbortSignal) => Promise<boolean>} autoStep
   * @param {() => Promise<void>} autoStopped
   * @param {(error: Error) => void} fail
   */
  constructor(game, spoke, advised, autoStep, autoStopped, fail) {
    this.game = game;
    this.spoke = spoke;
    this.advised = advised;
    this.auto = new AutoPlay(autoStep, fail, autoStopped);
    const { talk, askFirst } = settings();
    const options = text.coach.talks.map(([value, title]) => el("option", { value, selected: value === talk }, title));
    this.talk = el("select", { "aria-label": text.coach.talk, id: "talk", onchange: () => this.#choose() }, ...options);
    this.askFirst = el("input", { type: "checkbox", id: "ask-first", checked: askFirst, onchange: () => this.#choose() });
    const manners = el("div.manners.stack", {}, this.talk, el("label.row", {}, this.askFirst, text.coach.askFirst));
    const close = button("close", "", () => this.turn(false), { "aria-label": text.coach.close, className: "icon-button" });
    this.element = el("section.coach.card.stack", { "aria-label": text.coach.title, hidden: !this.on }, el("h2", {}, text.coach.title, close), this.answer, manners, this.auto.element, this.pickerBox);
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

  /** How much it says, and whether it asks. */
  #choose() {
    choose({ talk: this.talk.value, askFirst: this.askFirst.checked });
    this.moved();
  }

  /** Whether the coach says nothing before a move. */
  get quiet() {
    return this.on && this.talk.value === "quiet";
  }

  /** What it found out about a board and a move there, if that is known by now. @param {string} board @param {Direction} direction */
  #opinion(board, direction) {
    const hint = this.known?.board === board ? this.known.hint : null;
    const move = hint?.moves.find((candidate) => candidate.direction === direction);
    return hint && move ? { hint, move } : null;
  }

  /** Whether a person should look at a move again: asked once for each board and move. @param {Direction} direction */
  doubts(direction) {
    const { board } = this.game();
    const opinion = this.on && this.askFirst.checked ? this.#opinion(board, direction) : null;
    if (opinion?.move.mark !== "blunder" || (this.doubted?.board === board && this.doubted.direction === direction)) return false;
    this.doubted = { board, direction };
    this.#say(text.coach.sure(direction, opinion.hint.sentence));
    return true;
  }

  /** What a quiet coach says of a move that a person made on a board. @param {string} board @param {Direction} direction */
  played(board, direction) {
    const opinion = this.quiet ? this.#opinion(board, direction) : null;
    if (opinion && FAULTS.includes(opinion.move.mark)) this.#say(text.coach.wasMistake(direction, opinion.move.mark, opinion.hint.sentence));
  }

  /** Says a sentence, to eyes and ears; it counts as a hint. @param {string} sentence */
  #say(sentence) {
    this.answer.replaceChildren(el("p.said", { id: "said" }, sentence));
    say(sentence, "assertive");
    this.advised();
  }

  /** The board changed: what was said about the old one goes at once. */
  moved() {
    this.clear();
    if (this.on && !this.auto.running) this.ask(PAUSE, this.talk.value);
  }

  clear() {
    this.asking?.abort();
    this.asking = null;
    this.answer.replaceChildren(...(this.quiet ? [el("p.note", {}, text.coach.quietly)] : []));
    this.element.removeAttribute("aria-busy");
    this.element.hidden = !this.on && !this.auto.running;
  }

  /**
   * Asks about the board as it stands. A person who asks is answered in full.
   * @param {number} [pause] in milliseconds
   * @param {string} [manner] how much is shown of the answer
   */
  async ask(pause = 0, manner = "full") {
    this.clear();
    const game = this.game();
    if (game.over) return;
    const asking = new AbortController();
    this.asking = asking;
    this.element.hidden = false;
    const slow = manner === "full" ? setTimeout(() => this.#think(), pause + PATIENCE) : undefined;
    try {
      if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
      if (!this.adviser) await this.load();
      const budgets = game.rows * game.columns > LARGE ? BUDGETS : [undefined];
      for (const ms of budgets) {
        if (asking.signal.aborted || !this.adviser) return;
        const hint = await think(game, this.adviser.value(), asking.signal, { ms, coach: pause > 0 });
        if (asking.signal.aborted) return;
        clearTimeout(slow);
        this.element.removeAttribute("aria-busy");
        this.#show({ board: game.board, hint }, manner);
      }
    } catch (error) {
      if (!asking.signal.aborted) this.answer.replaceChildren(el("p.problem", {}, error instanceof Error ? error.message : String(error)));
    } finally {
      clearTimeout(slow);
      if (this.asking === asking) this.element.removeAttribute("aria-busy");
    }
  }

  /** @param {{board: string, hint: Hint}} known @param {string} manner */
  #show(known, manner) {
    this.known = known;
    if (manner === "quiet") return;
    this.answer.replaceChildren(manner === "full" ? bars(known.hint) : el("p.note", {}, text.coach.byArrows));
    this.spoke(known.hint);
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
