// The game. The server knows the rules; this room sends directions and shows what comes back.

import { ask, Refused } from "../api.js";
import { say, sentence } from "../announce.js";
import { AutoPlay } from "../auto.js";
import { BoardView } from "../board.js";
import { button, copy, download, el, grouped, icon, toast } from "../dom.js";
import { bars, think } from "../hint.js";
import { arrows, listen } from "../input.js";
import { openNewGame } from "../new_game.js";
import { playerPicker } from "../players.js";
import { settings } from "../settings.js";
import { openImport } from "./games.js";

/** Keys that wait for an answer; a key held down does not run away. */
const MOST_WAITING = 24;

/** @param {HTMLElement} root @param {RoomParams} params */
export async function open(root, params) {
  const room = new PlayRoom(root);
  await room.load(params);
  return room;
}

/** @typedef {{action: "move" | "undo" | "redo", direction?: Direction}} Action */

class PlayRoom {
  board = new BoardView();
  title = el("h1");
  score = el("div.score-container", {}, "0");
  best = el("div.best-container", {}, "0");
  facts = el("p.facts");
  details = el("p.note");
  undoCount = el("span.count");
  redoCount = el("span.count");
  undo = button("undo", "Undo", () => this.act({ action: "undo" }), { "aria-label": "Undo" });
  redo = button("redo", "Redo", () => this.act({ action: "redo" }), { "aria-label": "Redo" });
  hintBox = el("div", { "aria-live": "polite" }, el("p.note", {}, "Ask a player what it would do here, and why."));
  pickerBox = el("div");
  auto = new AutoPlay((signal) => this.#autoStep(signal), (error) => toast(error.message));
  /** The game as it stands; set by `load` before anything else runs. @type {Game} */
  game = /** @type {any} */ (null);
  /** The chosen player, once the list of players is there. @type {(() => string) | null} */
  player = null;
  /** @type {Action[]} */
  waiting = [];
  busy = false;
  closed = false;
  /** Whether the last move was made by auto-play. */
  wasAuto = false;
  /** @type {AbortController | null} */
  asking = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#build(root);
    this.stopListening = listen((direction) => this.move(direction), this.#commands());
    this.onShow = () => document.hidden || this.#refresh();
    document.addEventListener("visibilitychange", this.onShow);
    addEventListener("focus", this.onShow);
  }

  /** @param {HTMLElement} root */
  #build(root) {
    this.undo.append(this.undoCount);
    this.redo.append(this.redoCount);
    const restart = button("plus", "New game", () => this.askNew(), { className: "main restart-button", "aria-label": "New game" });
    const hint = button("bulb", "Hint", () => this.hint(), { "aria-label": "Hint", id: "hint" });
    const auto = button("play", "Auto", () => this.toggleAuto(), { "aria-label": "Auto-play", id: "auto" });
    const toolbar = el("div.toolbar", {}, this.undo, this.redo, hint, auto, restart);
    const pad = arrows((direction) => this.move(direction));
    pad.classList.toggle("always", settings().pad);
    const main = el(
      "div.play-main",
      {},
      el("div.heading", {}, this.title, el("div.scores", {}, this.score, this.best)),
      this.facts,
      this.board.element,
      toolbar,
      pad,
    );
    const panel = el(
      "div.panel",
      {},
      el("section.card.stack", { "aria-label": "Hint" }, el("h2", {}, "What would you play?"), this.pickerBox, this.hintBox),
      el("section.card", { "aria-label": "Auto-play" }, el("h2", {}, "Auto-play"), this.auto.element),
      el("section.card.stack", { "aria-label": "This game" }, el("h2", {}, "This game"), ...this.#gameCard()),
    );
    root.append(el("div.play", {}, main, panel));
  }

  #gameCard() {
    const record = () => ask(`/games/${this.game.id}/record`);
    const share = async () => copy(`${location.origin}/#/review?record=${encodeURIComponent((await record()).trim())}`, "Link");
    return [
      this.details,
      el(
        "div.row",
        {},
        el("a.button", { href: "#/review", id: "to-review" }, icon("graph"), "Review"),
        el("a.button", { href: "#/board", id: "to-board" }, icon("pen"), "Edit a copy"),
        button("share", "Share", share),
        button(null, "Export", async () => download(`2048-game-${this.game.id}.record`, await record())),
        button(null, "Import", openImport),
      ),
    ];
  }

  #commands() {
    const dismiss = () => this.board.message.classList.contains("game-won") && this.board.cover(null);
    return {
      u: () => this.act({ action: "undo" }),
      Backspace: () => this.act({ action: "undo" }),
      r: () => this.act({ action: "redo" }),
      n: () => this.askNew(),
      i: () => this.hint(),
      p: () => this.toggleAuto(),
      ".": () => this.auto.once.click(),
      Escape: dismiss,
      Enter: dismiss,
    };
  }

  /** @param {RoomParams} params */
  async load({ path }) {
    const id = Number(path[0]);
    this.show(id ? await ask(`/games/${id}/open`, { body: {} }) : await ask("/games/current"));
    const picker = await playerPicker({ label: "Player", remember: true, onchange: () => this.asking && this.hint() });
    this.player = picker.value;
    this.pickerBox.replaceChildren(picker.element);
  }

  /** Shows a game as it stands. @param {Game} game */
  show(game) {
    this.game = game;
    this.board.show(game);
    this.#describe();
    this.board.cover(null);
    if (game.over) this.#coverOver();
  }

  /** Everything around the board. */
  #describe() {
    const { game } = this;
    this.title.textContent = String(game.goal);
    this.score.firstChild?.replaceWith(grouped(game.score));
    this.best.textContent = grouped(game.best);
    const fact = (/** @type {string} */ name, /** @type {string | number} */ value) => [el("span", {}, `${name} `, el("b", {}, value))];
    this.facts.replaceChildren(
      ...fact("Moves", grouped(game.moves)),
      ...fact("Highest", game.max_tile),
      ...fact("Undone", game.undos),
      ...(game.won ? fact("Goal", "reached") : []),
    );
    this.undo.disabled = game.moves === 0;
    this.redo.disabled = game.redoable === 0;
    this.undoCount.textContent = game.undos ? `${game.undos}` : "";
    this.redoCount.textContent = game.redoable ? `${game.redoable}` : "";
    const seed = game.seed === null ? "from a given board" : `seed ${game.seed}`;
    this.details.textContent = `Game ${game.id}: ${game.rows}x${game.columns}, a 4 with probability ${game.p4}, goal ${game.goal}, ${seed}.`;
    document.getElementById("to-review")?.setAttribute("href", `#/review/${game.id}`);
    document.getElementById("to-board")?.setAttribute("href", `#/board?b=${encodeURIComponent(game.board)}`);
  }

  /** @param {Direction} direction */
  move(direction) {
    if (this.board.message.classList.contains("game-won")) return;
    this.act({ action: "move", direction });
  }

  /** A move, undo or redo by the person; keys are never lost to an animation. @param {Action} action */
  act(action) {
    this.auto.stop();
    if (this.waiting.length >= MOST_WAITING) return;
    this.waiting.push(action);
    this.#work();
  }

  async #work() {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let next = this.waiting.shift(); next && !this.closed; next = this.waiting.shift()) await this.#perform(next);
    } catch (error) {
      this.waiting = [];
      toast(error instanceof Error ? error.message : String(error));
      if (error instanceof Refused && error.status === 404) this.show(await ask("/games/current"));
    } finally {
      this.busy = false;
    }
  }

  /** @param {Action} action */
  async #perform({ action, direction }) {
    const { id, moves } = this.game;
    /** @type {Acted} */
    const acted = await ask(`/games/${id}/${action}?moves=${moves}`, { body: { direction } });
    this.#take(acted, action);
  }

  /** @param {Acted} acted @param {string} action */
  #take(acted, action) {
    if (acted.stale) {
      this.show(acted.game);
      // Auto-play that was interrupted may have made one more move than it could show.
      if (!this.wasAuto) toast("This game went on in another window; here is where it stands.");
      this.wasAuto = false;
      return;
    }
    this.wasAuto = action === "auto";
    if (!acted.changed) return;
    const hadWon = this.game.won;
    this.hintStale();
    if (!acted.turn) {
      this.show(acted.game);
      say(`${action}; score ${acted.game.score}.`);
      return;
    }
    this.game = acted.game;
    this.board.slide(acted.turn, acted.game);
    this.board.cover(null);
    this.#describe();
    this.#float(acted.turn.gained);
    if (acted.game.over) this.#coverOver();
    else if (acted.game.won && !hadWon) this.#coverWon();
    if (!this.auto.running) say(sentence(acted.turn, acted.game));
  }

  /** @param {number} gained */
  #float(gained) {
    this.score.querySelector(".score-addition")?.remove();
    if (gained) this.score.append(el("div.score-addition", { "aria-hidden": "true" }, `+${gained}`));
  }

  #coverWon() {
    if (this.auto.running) {
      toast(`${this.game.goal} reached.`);
      return;
    }
    const keep = el("button.main.keep-playing-button", { type: "button", onclick: () => this.board.cover(null) }, "Keep going");
    this.board.cover("game-won", "You win!", [keep, button(null, "New game", () => this.askNew())]);
    say(`You made ${this.game.goal}. You win! Enter keeps going.`, "assertive");
  }

  #coverOver() {
    const { id, score } = this.game;
    this.board.cover("game-over", "Game over!", [
      el("button.main.retry-button", { type: "button", onclick: () => this.startAgain() }, "Try again"),
      button("undo", "Undo", () => this.act({ action: "undo" })),
      el("a.button", { href: `#/review/${id}` }, icon("graph"), "Review"),
    ]);
    say(`Game over with ${score} points, highest tile ${this.game.max_tile}.`, "assertive");
  }

  async startAgain() {
    const { rows, columns, p4, goal } = this.game;
    this.opened(await ask("/games", { body: { board: `${rows}x${columns}`, p4, goal } }));
  }

  askNew() {
    this.auto.stop();
    openNewGame(this.game, (game) => this.opened(game));
  }

  /** @param {Game} game */
  opened(game) {
    this.hintStale();
    this.show(game);
    say("New game.");
    history.replaceState(null, "", "#/play");
  }

  /** Asks the chosen player about this position. */
  async hint() {
    if (this.game.over || !this.player) return;
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.hintBox.setAttribute("aria-busy", "true");
    try {
      const hint = await think(this.game, this.player(), asking.signal);
      this.hintBox.replaceChildren(bars(hint));
      this.board.point(hint.best);
    } catch (error) {
      if (!asking.signal.aborted) this.hintBox.replaceChildren(el("p.problem", {}, error instanceof Error ? error.message : String(error)));
    } finally {
      if (this.asking === asking) this.hintBox.removeAttribute("aria-busy");
    }
  }

  /** The position changed: a question about the old one is taken back. */
  hintStale() {
    this.asking?.abort();
    this.asking = null;
    this.hintBox.removeAttribute("aria-busy");
  }

  toggleAuto() {
    if (this.auto.running) this.auto.stop();
    else this.auto.start();
  }

  /** @param {AbortSignal} signal */
  async #autoStep(signal) {
    if (this.game.over || !this.player) return false;
    const { id, moves } = this.game;
    /** @type {AutoActed} */
    const acted = await ask(`/games/${id}/auto?moves=${moves}`, { body: { player: this.player() }, signal });
    if (this.closed) return false;
    if (acted.stale) this.wasAuto = true;
    this.#take(acted, "auto");
    if (acted.hint) this.hintBox.replaceChildren(bars(acted.hint));
    if (acted.game.over) say("Auto-play has ended: game over.");
    return (acted.changed || acted.stale) && !acted.game.over;
  }

  /** Another tab may have gone on with this game. */
  async #refresh() {
    if (this.busy || this.auto.running || !this.game) return;
    const game = await ask(`/games/${this.game.id}`).catch(() => null);
    const differs = game && !this.busy && (game.moves !== this.game.moves || game.score !== this.game.score || game.undos !== this.game.undos);
    if (differs && game.id === this.game.id) this.show(game);
  }

  /** @param {RoomParams} params */
  update(params) {
    this.auto.stop();
    this.load(params).catch((error) => toast(error.message));
    return true;
  }

  close() {
    this.closed = true;
    this.hintStale();
    this.auto.close();
    this.stopListening();
    document.removeEventListener("visibilitychange", this.onShow);
    removeEventListener("focus", this.onShow);
  }
}
