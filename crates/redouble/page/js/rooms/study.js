// One game, one tree: a game or a position, what was tried from it, what the coach thinks, and what somebody wrote beside it.

import { say, sentence } from "../announce.js";
import { ask, isAsked } from "../api.js";
import { BoardView } from "../board.js";
import { button, capital, copy, download, el, grouped, toast } from "../dom.js";
import { listen, listenToSwipes } from "../input.js";
import { players } from "../players.js";
import { replayFile } from "../replay_file.js";
import { drawSpawn, exponentOf, faceOf, format, isOver, motions, Random, slide, toValues } from "../rules.js";
import { settings } from "../settings.js";
import { Advice } from "../study/advice.js";
import { StudyEditor } from "../study/editor.js";
import { FAULTS, StudyGraph } from "../study/graph.js";
import { TreeKeeper } from "../study/keeper.js";
import { LongList } from "../study/list.js";
import { openStudyMenu } from "../study/menu.js";
import { NoteBox } from "../study/notes.js";
import { listenToCells } from "../study/pointer.js";
import { Reviewer, verdict } from "../study/reviewer.js";
import { rowOf, rows } from "../study/rows.js";
import { Branch, GLYPHS, MainLine, StudyTree } from "../study/tree.js";
import { text } from "../texts.js";

/** @typedef {import("../rules.js").Grid} Grid */
/** @typedef {import("../study/tree.js").Place} Place */
/** @typedef {import("../study/rows.js").Row} Row */
/** What is studied: a game of the history, a record, or a position. @typedef {{id: number | null, replay: Replay, tree: string}} Source */

const START = "2,4,8,16/4,8,16,32/.,.,.,./.,.,.,.";
/** The longest tree that stands in an address. */
const MAX_ADDRESS = 6000;
const words = text.study;

/** @param {HTMLElement} root @param {RoomParams} params */
export async function open(root, params) {
  return new StudyRoom(root, await source(params), params.query);
}

/** @param {RoomParams} params @returns {Promise<Source>} */
async function source({ path, query }) {
  const tree = query.get("t") ?? "";
  if (path[0]) {
    const id = Number(path[0]);
    const [replay, kept] = await Promise.all([ask(`/games/${id}/replay`), ask(`/games/${id}/tree`)]);
    return { id, replay, tree: kept.tree };
  }
  const record = query.get("record");
  if (record) return { id: null, replay: await ask("/replay", { body: { record } }), tree };
  const board = query.get("b") ?? START;
  try {
    return { id: null, replay: still(await ask("/board", { body: { text: board } })), tree };
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
    return { id: null, replay: still(await ask("/board", { body: { text: START } })), tree: "" };
  }
}

/** A game that has not begun: a position and nothing else. @param {Pick<BoardInfo, "rows" | "columns" | "cells" | "over">} board @returns {Replay} */
function still({ rows: height, columns, cells, over }) {
  const digit = (/** @type {number} */ value) => exponentOf(value).toString(36);
  return { rows: height, columns, goal: 2048, p4: 0.1, seed: null, undos: 0, over, moves: "", frames: [cells.map(digit).join("")], scores: [0], spawns: [], record: "" };
}

class StudyRoom {
  board = new BoardView();
  slider = el("input", { type: "range", min: "0", "aria-label": text.review.move });
  where = el("p.facts", { "aria-live": "polite" });
  verdict = el("div.study-verdict", { "aria-live": "polite" });
  random = new Random(BigInt(Date.now()) * 1000003n);
  spawns = el("select", { id: "spawns" }, ...words.spawns.map(([value, title]) => el("option", { value }, title)));
  element = el("div.study", { "data-part": "moves" });
  playButton = button("play", "", () => this.togglePlay(), { "aria-label": text.review.play, title: words.space });
  editButton = button("pen", "", () => this.edit(!this.editor.isOpen), { "aria-label": words.edit, title: "E", "aria-pressed": "false", id: "edit" });
  speed = el("select", { "aria-label": text.review.speed }, ...text.review.speeds.map(([value, title]) => el("option", { value }, title)));
  /** A move whose tile is still to be placed. @type {Direction | null} */
  pending = null;
  /** The place whose tile was put there by hand a moment ago: another one takes its place. @type {Place | null} */
  fresh = null;
  /** @type {AbortController | null} */
  playing = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  remembering;
  stopped = new AbortController();

  /** @param {HTMLElement} root @param {Source} from @param {URLSearchParams} query */
  constructor(root, { id, replay, tree }, query) {
    this.id = id;
    this.query = query;
    this.replay = replay;
    this.main = new MainLine(replay);
    const { tree: read, left } = StudyTree.read(this.main, tree);
    this.tree = read;
    /** @type {Place} */
    this.here = this.tree.find(query.get("m") ?? "0");
    this.milestones = this.main.milestones();
    this.review = new Reviewer(replay, () => this.player(), () => this.#heard());
    this.graph = new StudyGraph(replay, this.milestones, (move) => this.go({ line: this.main, at: Math.max(0, Math.min(move, this.main.length)) }));
    this.keeper = id === null ? null : new TreeKeeper(id, (problem) => problem && toast(words.notKept(problem)));
    this.advice = new Advice(replay, () => this.player(), (direction) => this.play(direction), (best) => this.board.point(best));
    this.notes = new NoteBox(() => this.#changed());
    this.editor = new StudyEditor(() => this.grid, (grid) => this.setUp(grid), (record) => { location.hash = `#/study?record=${encodeURIComponent(record)}`; });
    this.list = new LongList(words.list, (/** @type {Row} */ row) => this.#row(row));
    this.slider.oninput = () => this.go({ line: this.here.line, at: Math.max(Number(this.slider.value), this.here.line instanceof Branch ? 1 : 0) });
    this.speed.value = "250";
    this.#build(root);
    this.#listen();
    if (query.get("edit")) this.edit(true);
    this.go(this.here);
    if (left) toast(words.left(left));
    if (!this.main.length) return;
    if (isAsked()) this.review.start();
    else this.review.offer();
  }

  /** The board in view. @returns {Grid} */
  get grid() {
    return this.here.line.grid(this.here.at);
  }

  /** The next move of the line. @returns {Direction | null} */
  get played() {
    const { line, at } = this.here;
    const step = at < line.length ? line.step(at + 1) : null;
    return step && "direction" in step ? step.direction : null;
  }

  /** Who is asked: the adviser that was chosen, or the strongest. */
  async player() {
    const { usual } = await players();
    const chosen = settings().player;
    const fits = chosen && (!chosen.startsWith("ntuple") || (this.replay.rows === 4 && this.replay.columns === 4));
    return fits ? chosen : usual[0].spec;
  }

  get about() {
    const { main, replay, id } = this;
    const { scores, rows: height, columns, seed, undos } = replay;
    if (!main.length && id === null) return words.position(`${height}x${columns}`);
    return text.review.about(scores[main.length], main.length, `${height}x${columns}`, seed, undos);
  }

  /** @param {HTMLElement} root */
  #build(root) {
    root.className = "wide";
    const tools = el(
      "div.study-tools",
      { role: "toolbar", "aria-label": words.tools },
      button("back", "", () => this.go(this.#end(0)), { "aria-label": text.review.start, title: "Home" }),
      button("undo", "", () => this.step(-1), { "aria-label": text.review.back, title: "←" }),
      this.playButton,
      button("redo", "", () => this.step(1), { "aria-label": text.review.on, title: "→" }),
      button("step", "", () => this.go(this.#end(1)), { "aria-label": text.review.end, title: "End" }),
      this.editButton,
      button("more", "", () => this.openMenu(), { "aria-label": words.more, id: "study-more" }),
    );
    const nextMistake = button(null, text.review.nextMistake, () => this.nextMistake(1), { id: "next-mistake", title: words.shiftRight, hidden: !this.main.length });
    const title = this.id !== null ? words.game(this.id) : this.main.length ? words.record : text.editor.title;
    const tabs = el("div.study-tabs", { role: "group", "aria-label": words.parts });
    this.element.append(
      el("div.study-board", {}, el("div.board-box", {}, this.board.element), this.slider, tools, this.editor.element),
      el(
        "div.study-side",
        {},
        el("div.study-head", {}, el("h1", {}, title), this.where),
        el("section.study-advice", { "aria-label": words.advice }, this.advice.element),
        tabs,
        el("section.study-coach", { "aria-label": text.review.thisMove }, this.verdict, el("div.row", {}, el("label", {}, words.tiles, this.spawns), nextMistake)),
        el("section.study-graph", { "aria-label": text.review.evaluation }, this.review.summary, this.review.progress, this.graph.element),
        el("section.study-list", { "aria-label": words.list }, this.notes.element, this.list.element),
      ),
    );
    for (const [part, title] of words.tabs) tabs.append(button(null, title, () => this.#showPart(part), { "data-part": part }));
    this.#showPart("moves");
    root.append(this.element);
  }

  /** On phones one of three parts is shown. @param {string} part */
  #showPart(part) {
    this.element.dataset.part = part;
    for (const tab of this.element.querySelectorAll(".study-tabs button")) tab.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (tab).dataset.part === part));
    this.list.reveal();
  }

  #listen() {
    const { signal } = this.stopped;
    const slideKeys = Object.fromEntries(Object.entries({ up: "wk", right: "dl", down: "sj", left: "ah" }).flatMap(([direction, keys]) => [...keys].map((key) => [key, () => this.play(/** @type {Direction} */ (direction))])));
    const glyphKeys = Object.fromEntries(GLYPHS.map((_, index) => [String(index + 1), () => this.notes.toggleGlyph(index + 1)]));
    const stop = listen(null, {
      ...slideKeys,
      ...glyphKeys,
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      ArrowUp: () => this.go(this.tree.beside(this.here, -1)),
      ArrowDown: () => this.go(this.tree.beside(this.here, 1)),
      "Shift+ArrowRight": () => this.nextMistake(1),
      "Shift+ArrowLeft": () => this.nextMistake(-1),
      n: () => this.nextMistake(1),
      Home: () => this.go(this.#end(0)),
      End: () => this.go(this.#end(1)),
      " ": () => this.togglePlay(),
      Delete: () => this.prune(),
      Escape: () => this.pending && this.go(this.here),
      b: () => this.notes.toggleBookmark(),
      c: () => this.notes.comment.focus(),
      e: () => this.edit(!this.editor.isOpen),
    });
    signal.addEventListener("abort", stop);
    listenToSwipes((direction) => !this.editor.isOpen && this.play(direction), signal, this.board.element);
    listenToCells(this.board, {
      tap: (cell) => (this.editor.isOpen ? this.#edited(cell, () => this.editor.tap(cell)) : this.place(cell)),
      drag: (from, to) => this.editor.isOpen && this.#edited(to, () => this.editor.drag(from, to)),
      clear: (cell) => this.editor.isOpen && this.#edited(cell, () => this.editor.clear(cell)),
      type: (cell, key) => this.editor.isOpen && this.editor.type(cell, key),
    });
  }

  /** The cell that was edited has the focus, for the keys that change it. @param {number} cell @param {() => void} change */
  #edited(cell, change) {
    change();
    this.board.focus(cell);
  }

  /** The first or the last position of the line. @param {0 | 1} end @returns {Place} */
  #end(end) {
    const { line } = this.here;
    if (end) return { line, at: line.length };
    return line instanceof Branch ? line.from : { line, at: 0 };
  }

  /** @param {1 | -1} way */
  step(way) {
    this.#stopPlaying();
    this.go(way > 0 ? this.tree.after(this.here) : this.pending ? this.here : this.tree.before(this.here), way > 0);
  }

  /** Shows a place; one step on can be seen to slide. @param {Place} to @param {boolean} [sliding] */
  go(to, sliding = false) {
    const from = this.here;
    this.here = to;
    this.pending = null;
    if (this.fresh && (this.fresh.line !== to.line || this.fresh.at !== to.at)) this.fresh = null;
    const isNext = to.at > 0 && this.#isSame(this.tree.before(to), from);
    if (sliding && isNext) this.#slide(from, to);
    else this.board.show(toValues(this.grid));
    this.#show();
  }

  /** @param {Place} a @param {Place} b */
  #isSame(a, b) {
    return a.line === b.line && a.at === b.at;
  }

  /** @param {Place} from @param {Place} to */
  #slide(from, to) {
    const step = to.line.step(to.at);
    if ("board" in step) return this.board.show(toValues(this.grid));
    const { direction, cell, tile } = step;
    const before = from.line.grid(from.at);
    const turn = { direction, gained: to.line.score(to.at) - from.line.score(from.at), motions: motions(before, direction), spawn: { cell, value: faceOf(tile) } };
    this.board.slide(turn, toValues(this.grid));
    say(sentence(turn, { columns: before.columns, score: to.line.score(to.at) }));
  }

  /** Everything that depends on the place. */
  #show() {
    const { here, tree, main } = this;
    const isMain = here.line === main;
    this.slider.max = String(here.line.length);
    this.slider.value = String(here.at);
    this.slider.disabled = here.line.length === 0;
    const fact = (/** @type {string} */ name, /** @type {string} */ value) => el("span", {}, `${name} `, el("b", {}, value));
    const moved = isMain ? text.review.at(here.at, main.length) : words.branchAt(tree.name(here), here.at, here.line.length);
    this.where.replaceChildren(fact(isMain ? text.review.move : words.branch, moved), fact(text.play.score, grouped(here.line.score(here.at))));
    this.#judge();
    this.notes.show(here);
    this.editor.show();
    this.graph.mark(tree.moveOf(here));
    this.#list();
    this.advice.show(this.grid, this.played, Boolean(this.playing));
    this.#remember();
  }

  /** What the review says about the move that was made here. */
  #judge() {
    const { here, main, replay } = this;
    const isMain = here.line === main;
    const judged = isMain ? this.review.judged[here.at] : undefined;
    if (judged && here.at < main.length) {
      this.verdict.replaceChildren(...verdict(judged));
      if (FAULTS.includes(judged.mark)) this.board.point(judged.best);
    } else if (isOver(this.grid)) {
      this.verdict.replaceChildren(el("h2", {}, text.review.over));
    } else if (here.at < here.line.length) {
      this.verdict.replaceChildren(el("h2", {}, this.#stepWords(here.line.step(here.at + 1), words.next)));
    } else {
      this.verdict.replaceChildren(el("h2", {}, isMain ? (replay.moves ? text.review.unfinished : words.start) : words.branchEnd));
    }
  }

  /** @param {import("../study/tree.js").Step} step @param {(what: string) => string} say */
  #stepWords(step, say = (what) => what) {
    return say("board" in step ? words.setUp : capital(step.direction));
  }

  #list() {
    const list = rows(this.tree, { here: this.here, faults: this.review.faults, milestones: this.milestones });
    this.list.show(list, rowOf(list, this.here));
  }

  /** @param {Row} row */
  #row({ line, from, to, indent, made }) {
    const number = (/** @type {number} */ at) => this.tree.depth({ line, at });
    const judged = line === this.main && from === to && from > 0 ? this.review.judged[from - 1] : undefined;
    const isFault = judged && FAULTS.includes(judged.mark);
    const { glyph, bookmark, comment } = (from === to && line.notes.get(from)) || {};
    const isQuiet = line === this.main && from < to && this.review.isDone;
    const title = to === 0 ? words.begin : from < to ? words.run(number(from), number(to), isQuiet) : words.move(number(from), this.#stepWords(line.step(from)));
    const target = { line, at: isFault ? from - 1 : to };
    return el(
      "button",
      { type: "button", className: from < to ? "run" : "move", "--indent": indent, "data-row": this.tree.name({ line, at: to }), onclick: () => this.go(target) },
      title,
      made && el("b.made", {}, words.made(faceOf(made))),
      glyph && el("b", { "aria-label": words.glyphs[glyph - 1] }, GLYPHS[glyph - 1]),
      isFault && el("span", { className: `grade grade-${judged.mark}` }, judged.mark),
      bookmark && el("span.marked", { role: "img", "aria-label": words.bookmark }, "🔖"),
      comment && el("span.said", {}, comment),
    );
  }

  /** The place is in the address: a reload and Back keep it. What is not kept by the server is there too. */
  #remember() {
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => {
      // An open dialog has an entry of the history of its own, which goes with it.
      if (document.querySelector("dialog[open]")) this.#remember();
      else history.replaceState(history.state, "", this.address);
    }, 200);
  }

  get address() {
    const { id, query, tree, here } = this;
    const params = new URLSearchParams();
    if (id === null && this.replay.record) params.set("record", query.get("record") ?? this.replay.record.replace(/\s+/g, " "));
    else if (id === null) params.set("b", format(this.main.grid(0)));
    if (this.editor.isOpen) params.set("edit", "on");
    const place = tree.name(here);
    if (id !== null || place !== "0") params.set("m", place);
    const kept = id === null ? tree.toString() : "";
    if (kept && kept.length < MAX_ADDRESS) params.set("t", kept);
    return `#/study${id === null ? "" : `/${id}`}?${params}`;
  }

  /** The tree changed: it is kept. */
  #changed() {
    this.keeper?.keep(this.tree.toString());
    this.#list();
    this.#remember();
  }

  /** Makes a move: the game's own if it is the same, and a branch if not. @param {Direction} direction */
  async play(direction) {
    this.#stopPlaying();
    if (this.editor.isOpen) this.edit(false);
    const from = this.here;
    const slid = slide(this.grid, direction);
    if (!slid) {
      this.board.nudge(direction);
      say(text.play.nothing(direction));
      return;
    }
    const { value: how } = this.spawns;
    if (how === "hand") return this.#wait(direction, slid.after);
    try {
      const tile = how === "chance" ? drawSpawn(slid.after, this.random, this.replay.p4) : await this.#extreme(slid.after, how);
      if (this.#isSame(from, this.here)) this.#take({ direction, ...tile });
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  /** The worst or the best tile that may appear, as the coach sees it. @param {Grid} after @param {string} how */
  async #extreme(after, how) {
    const { p4, goal } = this.replay;
    /** @type {SpawnExtremes} */
    const extremes = await ask("/spawns", { body: { board: format(after), player: await this.player(), p4, goal } });
    const { cell, value } = how === "worst" ? extremes.worst : extremes.best;
    return { cell, tile: exponentOf(value) };
  }

  /** Shows a slide whose tile is still to be placed. @param {Direction} direction @param {Grid} after */
  #wait(direction, after) {
    this.board.slide({ motions: motions(this.grid, direction), spawn: null }, toValues(after));
    this.pending = direction;
    this.verdict.replaceChildren(el("h2", {}, words.placeTile));
    this.advice.show(this.grid, null, true);
    say(words.placeTile);
  }

  /** @param {import("../study/tree.js").Step} step */
  #take(step) {
    const before = this.tree.toString();
    const to = this.tree.take(this.here, step);
    if (!to) return;
    this.go(to, true);
    if (this.tree.toString() !== before) this.#changed();
  }

  /** A tile placed by hand: that of the move that waits for one, or another one than that which appeared. @param {number} cell */
  place(cell) {
    if (this.pending) {
      const slid = slide(this.grid, this.pending);
      if (slid?.after.cells[cell] !== 0) return;
      const to = this.tree.take(this.here, { direction: this.pending, cell, tile: 1 });
      if (to) this.#placed(to);
      return;
    }
    const isFresh = this.fresh !== null && this.#isSame(this.fresh, this.here);
    const to = this.tree.retile(this.here, cell, isFresh);
    if (to) this.#placed(to);
  }

  /** @param {Place} to */
  #placed(to) {
    this.#stopPlaying();
    const isNew = to.line instanceof Branch && to.at === to.line.length;
    this.go(to);
    this.fresh = isNew ? to : null;
    this.#changed();
  }

  /** Shows a board that was set up: as a branch, or as what is studied if there is nothing else. @param {Grid} grid */
  setUp(grid) {
    const isElse = grid.rows !== this.replay.rows || grid.columns !== this.replay.columns;
    const isBare = this.id === null && !this.main.length && this.here.line === this.main && !this.tree.toString();
    if (isBare || isElse) {
      const board = encodeURIComponent(format(grid));
      if (isBare && !isElse) return this.#restart(grid);
      location.hash = `#/study?b=${board}&edit=on`;
      return;
    }
    const { line, at } = this.here;
    const isSetUp = line instanceof Branch && at === line.length && "board" in line.step(at);
    const before = isSetUp ? this.tree.prune(this.here) : this.here;
    const to = this.tree.take(before, { board: grid });
    if (!to) return;
    this.go(to);
    this.#changed();
  }

  /** Another position in place of the one that is studied. @param {Grid} grid */
  #restart(grid) {
    this.replay = still({ ...toValues(grid), over: isOver(grid) });
    this.main.replay = this.replay;
    this.go({ line: this.main, at: 0 });
  }

  /** @param {boolean} on */
  edit(on) {
    this.#stopPlaying();
    this.editor.toggle(on);
    this.editButton.setAttribute("aria-pressed", String(on));
    this.element.classList.toggle("editing", on);
    this.#remember();
  }

  /** Removes what was tried from here on. */
  prune() {
    if (!(this.here.line instanceof Branch)) {
      toast(words.gameStays);
      return;
    }
    this.go(this.tree.prune(this.here));
    this.#changed();
  }

  #heard() {
    this.graph.draw(this.review.judged);
    this.#judge();
    this.#list();
    // Whoever asked for the review is here.
    if (this.advice.isOffered) this.advice.show(this.grid, this.played);
  }

  /** Goes to the next move that gave something away, or to the one before. @param {1 | -1} way */
  nextMistake(way) {
    this.#stopPlaying();
    const { review, tree, here, main } = this;
    const at = review.mistake(tree.moveOf(here), way) ?? (way > 0 ? review.mistake(-1, 1) : null);
    if (at !== null) this.go({ line: main, at });
    else toast(review.reviewing ? text.review.noneYet : review.isDone ? text.review.noMistake : words.notReviewed);
  }

  async togglePlay() {
    if (this.playing) {
      this.#stopPlaying();
      this.#show();
      return;
    }
    const playing = new AbortController();
    this.playing = playing;
    this.playButton.setAttribute("aria-pressed", "true");
    while (!playing.signal.aborted && this.here.at < this.here.line.length) {
      const pause = Number(this.speed.value);
      this.go(this.tree.after(this.here), pause >= 90);
      await (pause ? new Promise((resolve) => setTimeout(resolve, pause)) : new Promise(requestAnimationFrame));
    }
    if (this.playing !== playing) return;
    this.#stopPlaying();
    this.#show();
  }

  #stopPlaying() {
    this.playing?.abort();
    this.playing = null;
    this.playButton.setAttribute("aria-pressed", "false");
  }

  /** Goes on playing from here: the game itself at its end, and a new game anywhere else. */
  async playOn() {
    const { id, here, main, replay } = this;
    const isEnd = id !== null && here.line === main && here.at === main.length;
    if (isEnd && !replay.over) {
      location.hash = `#/play/${id}`;
      return;
    }
    try {
      const game = await ask("/games", { body: { from: format(this.grid), score: here.line.score(here.at), p4: replay.p4, goal: replay.goal } });
      location.hash = `#/play/${game.id}`;
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  openMenu() {
    const { replay } = this;
    const link = () => {
      const params = new URLSearchParams(this.address.split("?")[1]);
      params.delete("edit");
      if (this.id === null) return `${location.origin}/#/study?${params}`;
      const tree = this.tree.toString();
      const own = new URLSearchParams({ record: replay.record.replace(/\s+/g, " "), m: this.tree.name(this.here), ...(tree && tree.length < MAX_ADDRESS ? { t: tree } : {}) });
      return `${location.origin}/#/study?${own}`;
    };
    openStudyMenu({
      about: this.about,
      isGame: this.main.length > 0,
      board: replay,
      speed: this.speed,
      playOn: () => this.playOn(),
      review: () => this.review.start(),
      adviser: () => this.advice.show(this.grid, this.played),
      occurs: () => { location.hash = `#/count?b=${format(this.grid)}`; },
      copyLink: () => copy(link(), text.review.link),
      copyBoard: () => copy(format(this.grid), text.editor.title),
      copyRecord: () => copy(replay.record, text.review.record),
      saveRecord: () => download("2048-game.record", replay.record),
      savePage: async () => download("2048-game.html", await replayFile(replay, this.review.judged, this.about, this.main.notes), "text/html"),
    });
  }

  /** @param {RoomParams} params */
  update({ path, query }) {
    const isGame = this.id !== null && Number(path[0]) === this.id;
    const isPosition = this.id === null && !path[0] && !query.get("record") && !this.main.length && query.get("b") === format(this.main.grid(0));
    if (!isGame && !isPosition) return false;
    const to = this.tree.find(query.get("m") ?? "0");
    if (!this.#isSame(to, this.here)) this.go(to);
    return true;
  }

  close() {
    clearTimeout(this.remembering);
    this.stopped.abort();
    this.advice.stop();
    this.review.stop();
    this.list.close();
    this.#stopPlaying();
  }
}
