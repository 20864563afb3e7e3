// The game: the door of the page. The page's own rules answer every key (js/game.js); the keeper tells the server.

import { aloud, say, sentence } from "../announce.js";
import { ask, isAway, Refused } from "../api.js";
import { BoardView } from "../board.js";
import { Coach } from "../coach.js";
import { button, el, grouped, toast } from "../dom.js";
import { endButtons, endFacts } from "../end_card.js";
import { PlayedGame, ply } from "../game.js";
import { openGameMenu } from "../game_menu.js";
import { arrows, listen } from "../input.js";
import { Keeper, tellKept } from "../keeper.js";
import { kept } from "../outbox.js";
import { settings } from "../settings.js";
import { text } from "../texts.js";

/** After so many moves somebody knows how to play. */
const LEARNT = 5;
/** So many moves after the goal was made, that is old news. */
const OLD_NEWS = 3;
/** @type {Direction[]} */
const DIRECTIONS = ["up", "right", "down", "left"];

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
  score = el("div.score-container", { "data-label": text.play.score }, "0");
  best = el("div.best-container", { "data-label": text.play.best }, "0");
  line = el("p.facts");
  redoCount = el("span.count");
  undo = button("undo", text.play.undo, () => this.act({ action: "undo" }), { "aria-label": text.play.undo, title: "U" });
  redo = button("redo", text.play.redo, () => this.act({ action: "redo" }), { "aria-label": text.play.redo, title: "Y" });
  coach = new Coach(() => this.game, (hint) => this.#hinted(hint), () => this.#advised(), (signal) => this.#autoStep(signal), () => this.#autoStopped(), (error) => this.#fail(error));
  keeper = new Keeper((game) => this.#confirmed(game), (game, lost) => this.#overtaken(game, lost), (error) => this.#fail(error));
  /** The game in play; set by `load` before anything else runs. @type {PlayedGame} */
  played = /** @type {any} */ (null);
  /** The number of moves at which the goal was made. @type {number | null} */
  wonAt = null;
  /** The search for the costliest move. @type {AbortController | null} */
  ending = null;
  starting = false;
  element = el("div.play");
  main = el("div.play-main");
  foot = el("div.play-foot");
  /** The positions of earlier visits, while they are fetched. @type {Promise<Replay> | null} */
  past = null;
  closed = false;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#build(root);
    this.stopListening = listen((direction) => this.move(direction), this.#commands(), this.main);
    this.onShow = () => document.hidden || this.#refresh();
    document.addEventListener("visibilitychange", this.onShow);
    addEventListener("focus", this.onShow);
  }

  /** @returns {Game} */
  get game() {
    return this.played.view;
  }

  /** @param {HTMLElement} root */
  #build(root) {
    root.classList.add("wide");
    this.redo.append(this.redoCount);
    const start = button("plus", text.play.newGame, () => this.newGame(), { className: "main restart-button", "aria-label": text.play.newGame, title: "N" });
    const more = button("more", "", () => openGameMenu(this.game, (kind) => this.start(kind)), { className: "icon-button", "aria-label": text.play.more, id: "more" });
    const hint = button("bulb", text.play.hint, () => this.coach.ask(), { "aria-label": text.play.hint, id: "hint", title: "I" });
    const toolbar = el("div.toolbar", { role: "toolbar", "aria-label": text.menu.title }, this.undo, this.redo, hint, this.coach.switch);
    const pad = arrows((direction) => this.move(direction));
    pad.classList.toggle("always", settings().pad);
    const head = el("div.play-head", {}, this.title, el("div.scores", {}, this.score, this.best), start, more);
    this.foot.append(this.board.message, toolbar, this.line);
    this.main.append(head, el("div.board-box", {}, this.board.element), this.foot, pad);
    this.element.append(this.main, this.coach.element);
    root.append(this.element);
  }

  /** @returns {Record<string, () => void>} */
  #commands() {
    const undo = () => this.act({ action: "undo" });
    const redo = () => this.act({ action: "redo" });
    const again = () => (this.played.over ? this.newGame() : this.#dismiss());
    const rows = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((row) => [row, () => say(aloud(this.game, row))]));
    const explore = Object.fromEntries(DIRECTIONS.map((direction) => [`Shift+Arrow${text.directions[direction]}`, () => this.board.explore(direction)]));
    return {
      u: undo, Backspace: undo, "Ctrl+z": undo,
      y: redo, "Ctrl+y": redo,
      n: () => this.newGame(),
      r: () => this.played.over && this.newGame(),
      i: () => this.coach.ask(),
      c: () => this.coach.turn(!this.coach.on),
      p: () => this.toggleAuto(),
      ".": () => this.#oneAuto(),
      Escape: () => this.#dismiss(),
      Enter: again,
      0: () => say(aloud(this.game)),
      ...rows,
      ...explore,
    };
  }

  /** @param {RoomParams} params */
  async load({ path }) {
    const id = Number(path[0]);
    const wanted = () => ask(id ? `/games/${id}/open` : "/games/current", { body: {}, patient: true });
    const [game, untold] = await Promise.all([wanted(), kept().catch(() => [])]);
    const lost = untold.length ? await tellKept() : 0;
    this.take(untold.length ? await wanted() : game);
    if (lost) toast(text.play.lost(lost));
  }

  /** Plays a game as the server has it. @param {Game} game */
  take(game) {
    this.played = new PlayedGame(game);
    this.keeper.follow(this.played);
    this.wonAt = null;
    this.coach.adviser?.fit(game);
    this.show();
  }

  /** Shows the game as it stands, without movement. */
  show() {
    this.board.show(this.game);
    this.#changed();
  }

  /** Everything around the board, after a change. */
  #changed() {
    const { game } = this;
    const { end, play } = text;
    this.element.dataset.moves = String(game.moves);
    this.element.dataset.undos = String(game.undos);
    this.title.textContent = String(game.goal);
    this.score.firstChild?.replaceWith(grouped(game.score));
    this.best.textContent = grouped(game.best);
    this.best.title = game.marks.length ? play.notCounted(game.marks) : "";
    this.#describe(game);
    this.undo.disabled = game.moves === 0;
    this.redo.disabled = game.redoable === 0;
    this.redoCount.textContent = game.redoable ? `${game.redoable}` : "";
    this.ending?.abort();
    if (game.over) {
      this.ending = new AbortController();
      this.board.cover("game-over", endFacts(game, this.ending.signal), endButtons(game, () => this.newGame(), () => this.act({ action: "undo" })));
    } else if (this.wonAt !== null && game.won && game.moves <= this.wonAt + OLD_NEWS) {
      const keep = el("button.main.keep-playing-button", { type: "button", onclick: () => this.#dismiss() }, end.keepGoing);
      this.board.cover("game-won", [el("b", {}, end.won(game.goal))], [keep, button(null, play.newGame, () => this.newGame())]);
    } else {
      this.board.cover(null);
    }
    this.foot.classList.toggle("ended", game.over || this.board.message.classList.contains("game-won"));
    this.coach.moved();
  }

  /** The line under the board: how to play, then how the game goes. @param {Game} game */
  #describe(game) {
    const { play } = text;
    const isNew = game.moves < LEARNT;
    const facts = [play.moves(game.moves), play.highest(game.max_tile), game.undos && play.undone(game.undos), game.won && play.reached(game.goal)];
    this.line.textContent = isNew ? play.howTo(game.goal) : facts.filter(Boolean).join(" · ");
    this.line.classList.toggle("how", isNew);
  }

  /** @param {Direction} direction */
  move(direction) {
    this.act({ action: "move", direction });
  }

  /** A move, undo or redo by the person: done in this frame. @param {Action} action */
  act(action) {
    if (!this.played) return;
    const { auto } = this.coach;
    if (auto.running) {
      auto.stop();
      toast(text.coach.paused);
    } else if (auto.settling) {
      auto.settling.then(() => this.act(action));
    } else if (action.action === "undo") {
      this.#undo();
    } else {
      this.#slide(action);
    }
  }

  /** @param {Action} action */
  #slide({ action, direction }) {
    if (direction && this.coach.doubts(direction)) return;
    const { board } = this.game;
    const turn = direction ? this.played.slide(direction) : this.played.redo();
    if (turn) {
      this.keeper.tell(action === "redo" ? "redo" : ply(turn));
      this.#turned(turn);
      say(sentence(turn, this.game));
      if (direction) this.coach.played(board, direction);
    } else if (direction) {
      this.board.nudge(direction);
      say(text.play.nothing(direction));
    } else {
      toast(text.play.nothingToRedo);
    }
  }

  /** Shows a turn that was made. @param {Turn} turn */
  #turned(turn) {
    const { game } = this;
    const made = turn.motions.some(({ merged, value }) => merged && 2 * value === game.goal);
    if (made && game.max_tile === game.goal && !this.coach.auto.running) {
      this.wonAt = game.moves;
      say(text.end.wonSaid(game.goal), "assertive");
    }
    this.board.slide(turn, game);
    this.#changed();
    this.#float(turn.gained);
    if (game.over) say(text.end.overSaid(game.score), "assertive");
  }

  async #undo() {
    if (this.played.moves === 0) {
      toast(text.play.nothingToUndo);
      return;
    }
    if (!this.played.before.length && !(await this.#fetchPast())) return;
    const taken = this.played.undo();
    if (!taken) return;
    this.keeper.tell("undo");
    this.board.slideBack(taken.motions, this.game);
    this.#changed();
    say(text.play.undoSaid(taken.direction, this.played.score));
  }

  /** Moves of earlier visits: their positions are fetched once. */
  async #fetchPast() {
    if (isAway()) {
      toast(text.play.undoAway);
      return false;
    }
    const { played } = this;
    this.past ??= ask(`/games/${played.known.id}/replay`).finally(() => { this.past = null; });
    const replay = await this.past;
    if (played === this.played && !played.before.length) played.remember(replay);
    return played === this.played;
  }

  /** @param {number} gained */
  #float(gained) {
    this.score.querySelector(".score-addition")?.remove();
    if (gained) this.score.append(el("div.score-addition", { "aria-hidden": "true" }, `+${gained}`));
  }

  #dismiss() {
    if (this.wonAt === null) return;
    this.wonAt = null;
    this.#changed();
  }

  /** The same kind of game, at once; the old one is a click away for a while. */
  newGame() {
    const { rows, columns, p4, goal } = this.game;
    return this.start({ board: `${rows}x${columns}`, p4, goal });
  }

  /** @param {import("../new_game.js").Kind} kind */
  async start(kind) {
    if (this.starting) return;
    this.starting = true;
    this.coach.auto.stop();
    try {
      await this.coach.auto.settling;
      if (isAway()) throw new Error(text.server.needed);
      await this.keeper.told();
      const old = this.game;
      this.#opened(await ask("/games", { body: kind }));
      say(text.play.newGameSaid);
      if (old.moves) toast(text.play.newGameSaid, { word: text.play.backToOld, action: () => this.#backTo(old.id) });
    } catch (error) {
      this.#fail(error);
    } finally {
      this.starting = false;
    }
  }

  /** @param {number} id */
  async #backTo(id) {
    try {
      await this.keeper.told();
      const { id: left, moves } = this.game;
      this.#opened(await ask(`/games/${id}/open`, { body: {} }));
      if (!moves) await ask(`/games/${left}`, { method: "DELETE" });
      say(text.play.isBack);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {Game} game */
  #opened(game) {
    this.take(game);
    history.replaceState(history.state, "", "#/play");
  }

  /** @param {Hint} hint */
  #hinted(hint) {
    this.board.point(hint.best);
    say(text.coach.best(hint.best, hint.sentence));
    this.#advised();
  }

  /** A game in which the coach helped is marked. */
  #advised() {
    if (this.played.marks.has("hint")) return;
    this.played.marks.add("hint");
    this.keeper.tell("hint");
  }

  toggleAuto() {
    if (this.coach.auto.running) this.coach.auto.stop();
    else if (!this.played.over) {
      this.coach.element.hidden = false;
      this.coach.auto.start();
    }
  }

  #oneAuto() {
    if (!this.played.over) this.coach.auto.one();
  }

  /** The server may have made one more move than was shown. */
  async #autoStopped() {
    await this.#refresh();
    this.coach.moved();
  }

  /** @param {AbortSignal} signal */
  async #autoStep(signal) {
    if (this.played.over) return false;
    const player = await this.coach.player();
    await this.keeper.told();
    if (signal.aborted || this.closed) return false;
    const { id, moves } = this.game;
    /** @type {AutoActed} */
    const acted = await ask(`/games/${id}/auto?moves=${moves}`, { body: { player }, signal });
    if (this.closed || signal.aborted) return false;
    this.#takeAuto(acted);
    if (acted.game.over) say(text.coach.autoEnded);
    return (acted.changed || acted.stale) && !acted.game.over;
  }

  /** @param {AutoActed} acted */
  #takeAuto({ turn, game }) {
    const made = turn && this.played.slide(turn.direction);
    if (!made || this.game.board !== game.board) {
      this.take(game);
      return;
    }
    this.played.confirm(game);
    this.keeper.follow(this.played);
    this.#turned(made);
  }

  /** The server has everything. @param {Game} game */
  #confirmed(game) {
    if (this.closed || game.id !== this.played.known.id) return;
    this.played.confirm(game);
    const { best, marks } = this.game;
    this.best.textContent = grouped(best);
    this.best.title = marks.length ? text.play.notCounted(marks) : "";
  }

  /** The game went on in another window. @param {Game} game @param {number} lost */
  #overtaken(game, lost) {
    if (this.closed) return;
    this.take(game);
    toast(lost ? text.play.lost(lost) : text.play.elsewhere);
  }

  /** @param {unknown} error */
  async #fail(error) {
    toast(error instanceof Error ? error.message : String(error));
    const isGone = error instanceof Refused && error.status === 404;
    if (this.closed || !(error instanceof Refused)) return;
    this.take(isGone ? await ask("/games/current", { body: {} }) : await ask(`/games/${this.played.known.id}`));
    if (isGone) toast(text.play.removed);
  }

  /** Another tab may have gone on with this game. */
  async #refresh() {
    if (!this.played || this.keeper.telling || this.coach.auto.running || isAway()) return;
    const { played } = this;
    const before = played.changes;
    const game = await ask(`/games/${played.known.id}`).catch(() => null);
    const untouched = played === this.played && played.changes === before && !this.keeper.telling;
    if (game && untouched && !this.closed && (game.moves + 2 * game.undos !== before || game.board !== played.view.board)) this.take(game);
  }

  /** @param {RoomParams} params */
  update(params) {
    this.coach.auto.stop();
    this.keeper.told().then(() => this.load(params)).catch((error) => this.#fail(error));
    return true;
  }

  close() {
    this.closed = true;
    this.ending?.abort();
    this.keeper.close();
    this.coach.close();
    this.stopListening();
    document.removeEventListener("visibilitychange", this.onShow);
    removeEventListener("focus", this.onShow);
  }
}

