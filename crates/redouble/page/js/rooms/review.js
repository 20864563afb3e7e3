// A game move by move: replay it, see what each move gave away, and play on from anywhere.

import { ask, follow, isAsked } from "../api.js";
import { BoardView } from "../board.js";
import { chart } from "../chart.js";
import { button, capital, copy, download, el, grouped, toast } from "../dom.js";
import { short } from "../hint.js";
import { listen } from "../input.js";
import { playerPicker } from "../players.js";
import { text as boardText, frame, LETTERS, turn } from "../replay.js";
import { replayFile } from "../replay_file.js";
import { text as table } from "../texts.js";
import { paint } from "../tiles.js";


const MARKS = ["best", "only move", "good", "lucky", "inaccuracy", "mistake", "blunder", "forced"];
const FAULTS = ["inaccuracy", "mistake", "blunder"];
const words = table.review;

/** @param {HTMLElement} root @param {RoomParams} params */
export async function open(root, { path, query }) {
  const record = query.get("record");
  const at = Number(query.get("m") ?? 0) || 0;
  if (path[0]) return new ReviewRoom(root, await ask(`/games/${Number(path[0])}/replay`), at);
  if (record) return new ReviewRoom(root, await ask("/replay", { body: { record } }), at);
  return choose(root);
}

/** Which game? @param {HTMLElement} root */
async function choose(root) {
  /** @type {Listed[]} */
  const games = await ask("/games");
  const text = el("textarea", { rows: 5, spellcheck: false });
  const problem = el("p.problem", { role: "alert", hidden: true });
  const take = async () => {
    try {
      await ask("/replay", { body: { record: text.value } });
      location.hash = `#/review?record=${encodeURIComponent(text.value.trim())}`;
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
      problem.hidden = false;
    }
  };
  const line = (/** @type {Listed} */ game) => {
    const tile = el("div.top-tile", { "aria-hidden": "true" }, game.max_tile);
    paint(tile, game.max_tile);
    return el("li", {}, tile, el("div.what", {}, el("b", {}, grouped(game.score)), words.listed(game.board, game.moves)), el("a.button.main", { href: `#/review/${game.id}` }, words.review));
  };
  const played = games.filter((game) => game.moves > 0).slice(0, 8);
  root.append(
    el("div.page-head", {}, el("div", {}, el("h1", {}, words.title), el("p", {}, words.what))),
    el(
      "div.stack",
      {},
      played.length ? el("ul.games", {}, ...played.map(line)) : el("p", {}, words.none),
      el("section.card.stack", { "aria-label": words.paste }, el("h2", {}, words.orPaste), el("label", {}, words.record, text), problem, el("div.row", {}, button(null, words.reviewIt, take, { className: "main" }))),
    ),
  );
  return { close() {} };
}

class ReviewRoom {
  board = new BoardView();
  at = 0;
  /** @type {Judged[]} */
  judged = [];
  /** @type {AbortController | null} */
  reviewing = null;
  /** @type {AbortController | null} */
  playing = null;
  slider = el("input", { type: "range", min: "0", "aria-label": words.move });
  where = el("p.facts", { "aria-live": "polite" });
  verdict = el("div.stack", { "aria-live": "polite" });
  summary = el("div.stack");
  graph = el("div");
  progress = el("progress", { hidden: true, "aria-label": words.review });
  pickerBox = el("div.grow");
  speed = el("select", { "aria-label": words.speed }, ...words.speeds.map(([value, title]) => el("option", { value }, title)));
  /** @type {ReturnType<typeof chart> | null} */
  drawn = null;
  /** @type {(() => string) | null} */
  player = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  remembering;

  /** @param {HTMLElement} root @param {Replay} replay @param {number} at the move to begin with */
  constructor(root, replay, at) {
    this.replay = replay;
    this.slider.max = String(replay.moves.length);
    this.slider.oninput = () => this.go(Number(this.slider.value));
    this.speed.value = "250";
    this.#build(root);
    this.stopListening = listen(null, {
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1, true),
      Home: () => this.go(0),
      End: () => this.go(replay.moves.length),
      " ": () => this.togglePlay(),
      n: () => this.nextFault(),
      "Shift+ArrowRight": () => this.nextFault(),
    });
    this.go(at);
    this.#start();
  }

  async #start() {
    const picker = await playerPicker({ label: words.reviewer });
    this.player = picker.value;
    this.pickerBox.replaceChildren(picker.element);
    if (isAsked()) await this.review();
    else this.summary.replaceChildren(button("bulb", words.reviewThis, () => this.review(), { className: "main", id: "start-review" }));
  }

  /** @param {HTMLElement} root */
  #build(root) {
    const { replay } = this;
    const last = replay.moves.length;
    const about = words.about(replay.scores[last], last, `${replay.rows}x${replay.columns}`, replay.seed, replay.undos);
    this.playButton = button("play", "", () => this.togglePlay(), { "aria-label": words.play });
    const controls = el(
      "div.scrub",
      {},
      this.slider,
      el(
        "div.row",
        {},
        button("back", "", () => this.go(0), { "aria-label": words.start }),
        button("undo", "", () => this.go(this.at - 1), { "aria-label": words.back }),
        this.playButton,
        button("redo", "", () => this.go(this.at + 1, true), { "aria-label": words.on }),
        button("step", "", () => this.go(last), { "aria-label": words.end }),
        this.speed,
      ),
    );
    const left = el("div.stack", {}, this.board.element, controls, this.where);
    const faults = button(null, words.nextMistake, () => this.nextFault(), { className: "main", id: "next-mistake" });
    const whatIf = button("play", words.whatIf, () => this.playOn(), { id: "what-if" });
    const right = el(
      "div.panel",
      {},
      el("section.card.stack", { "aria-label": words.thisMove }, this.verdict, el("div.row", {}, faults, whatIf)),
      el("section.card", { "aria-label": words.evaluation }, this.summary, this.graph, this.progress),
      el("section.card.stack", { "aria-label": words.reviewer }, el("h2", {}, words.whoReviews), this.pickerBox, el("div.row", {}, button("graph", words.again, () => this.review()))),
      el(
        "section.card.row",
        { "aria-label": words.share },
        button("share", words.copyLink, () => copy(`${location.origin}/#/review?record=${encodeURIComponent(replay.record.replace(/\s+/g, " "))}`, words.link)),
        button(null, words.copyText, () => copy(replay.record, words.record)),
        button(null, words.export, () => download("2048-game.record", replay.record)),
        button(null, table.file.export, async () => download("2048-game.html", await replayFile(replay, this.judged, about), "text/html"), { id: "export-page" }),
      ),
    );
    root.append(el("div.page-head", {}, el("div", {}, el("h1", {}, words.title), el("p", {}, about))), el("div.review", {}, left, right));
  }

  /** Shows the position after `at` moves; one move on can be seen to slide. @param {number} at @param {boolean} [sliding] */
  async go(at, sliding = false) {
    const { moves } = this.replay;
    const to = Math.max(0, Math.min(at, moves.length));
    const isNext = to === this.at + 1;
    this.at = to;
    this.slider.value = String(to);
    this.#remember();
    if (sliding && isNext) this.board.slide(await turn(this.replay, to - 1), frame(this.replay, to));
    else this.board.show(frame(this.replay, to));
    if (this.at !== to) return;
    this.#describe();
  }

  /** The place is in the address: a reload and Back keep it. */
  #remember() {
    const [path, query = ""] = location.hash.split("?");
    const params = new URLSearchParams(query);
    params.set("m", String(this.at));
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => history.replaceState(history.state, "", `${path}?${params}`), 200);
  }

  #describe() {
    const { at, replay } = this;
    const { moves, scores } = replay;
    const fact = (/** @type {string} */ name, /** @type {string} */ value) => el("span", {}, `${name} `, el("b", {}, value));
    this.where.replaceChildren(fact(words.move, words.at(at, moves.length)), fact(table.play.score, grouped(scores[at])));
    const judged = this.judged[at];
    const played = at < moves.length ? LETTERS[moves[at]] : null;
    if (!played) {
      this.verdict.replaceChildren(el("h2", {}, replay.over ? words.over : words.unfinished));
    } else if (!judged) {
      this.verdict.replaceChildren(el("h2", {}, words.next(played)));
    } else {
      this.verdict.replaceChildren(...verdict(judged));
      this.board.point(FAULTS.includes(judged.mark) ? judged.best : null);
    }
    this.#markHere();
  }

  /** Goes to the next move that gave something away. */
  nextFault() {
    const isFault = (/** @type {Judged} */ judged) => FAULTS.includes(judged.mark);
    const next = this.judged.find((judged) => judged.move > this.at && isFault(judged)) ?? this.judged.find(isFault);
    if (next) this.go(next.move);
    else toast(this.reviewing ? words.noneYet : words.noMistake);
  }

  /** Starts a game from this position; the reviewed one stays as it is. */
  async playOn() {
    const { p4, goal } = this.replay;
    try {
      const game = await ask("/games", { body: { from: boardText(this.replay, this.at), score: this.replay.scores[this.at], p4, goal } });
      location.hash = `#/play/${game.id}`;
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
  }

  async togglePlay() {
    if (this.playing) {
      this.#stopPlaying();
      return;
    }
    const playing = new AbortController();
    this.playing = playing;
    this.playButton?.setAttribute("aria-pressed", "true");
    if (this.at >= this.replay.moves.length) await this.go(0);
    while (!playing.signal.aborted && this.at < this.replay.moves.length) {
      const pause = Number(this.speed.value);
      await this.go(this.at + 1, pause >= 90);
      await (pause ? new Promise((resolve) => setTimeout(resolve, pause)) : new Promise(requestAnimationFrame));
    }
    if (this.playing === playing) this.#stopPlaying();
  }

  #stopPlaying() {
    this.playing?.abort();
    this.playing = null;
    this.playButton?.setAttribute("aria-pressed", "false");
  }

  /** Has the chosen player look at every move. It stops when this room is left. */
  async review() {
    this.reviewing?.abort();
    const reviewing = new AbortController();
    this.reviewing = reviewing;
    this.judged = [];
    this.progress.hidden = false;
    this.progress.max = Math.max(1, this.replay.moves.length);
    const body = { record: this.replay.record, player: this.player?.() ?? "" };
    try {
      await follow("/review", body, (event) => this.#hear(event), reviewing.signal);
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
    for (const judged of moves) this.judged[judged.move] = judged;
    this.progress.value = this.judged.length;
    this.#draw();
    if (done) this.#summarise(done);
    this.#describe();
  }

  /** @param {Accuracy} done */
  #summarise({ accuracy, loss, luck, counts }) {
    const grade = (/** @type {string} */ mark) =>
      el("li", { "data-mark": mark }, el("span", { className: gradeClass(mark) }, counts[mark]), ` ${words.grade(mark, counts[mark])}`);
    this.summary.replaceChildren(
      el("div.row", {}, el("span.accuracy", { id: "accuracy" }, words.grading(accuracy)), el("span", {}, words.accuracy)),
      el("p.note", { id: "luck" }, words.luck(loss, luck)),
      el("ul.grades", {}, ...MARKS.filter((mark) => counts[mark] > 0).map(grade)),
    );
  }

  /** The score at the end that the reviewer expects; of one that does not count points, the value of its best move. */
  #draw() {
    const inPoints = this.judged.every(({ expected }) => expected !== null);
    const height = (/** @type {Judged} */ { expected, values }) => expected ?? Math.max(...Object.values(values));
    const stride = Math.max(1, Math.floor(this.judged.length / 600));
    const points = this.judged.filter((_, index) => index % stride === 0).map((judged) => /** @type {[number, number]} */ ([judged.move, height(judged)]));
    const dots = this.judged
      .filter(({ mark }) => FAULTS.includes(mark))
      .sort((a, b) => b.loss - a.loss)
      .slice(0, 200)
      .map((judged) => ({ at: /** @type {[number, number]} */ ([judged.move, height(judged)]), kind: judged.mark, title: words.dot(judged.move + 1, judged.mark), index: judged.move }));
    const high = points.reduce((most, [, value]) => Math.max(most, value), 0);
    const drawn = chart({
      title: words.graph(dots.length, inPoints),
      yLabel: inPoints ? words.finalScore : words.value,
      curves: [{ name: "", points }],
      dots,
      yRange: inPoints && high > 0 ? [0, 1.05 * high] : undefined,
      xRange: [0, Math.max(1, this.replay.moves.length)],
      xLabel: words.moveAxis,
      fill: true,
      format: short,
      height: 240,
    });
    drawn.root.addEventListener("click", (event) => {
      const { left, width } = drawn.root.getBoundingClientRect();
      const dot = event.target instanceof Element ? event.target.closest("[data-index]") : null;
      this.go(dot ? Number(dot.getAttribute("data-index")) : Math.round(drawn.invert((event.clientX - left) / width)));
    });
    this.drawn = drawn;
    this.graph.replaceChildren(drawn.root);
    this.#markHere();
  }

  #markHere() {
    if (!this.drawn) return;
    const { root, px, top, bottom } = this.drawn;
    root.querySelector(".here")?.remove();
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
    line.setAttribute("class", "here");
    line.setAttribute("d", `M${px(this.at)} ${top}V${bottom}`);
    root.append(line);
  }

  close() {
    clearTimeout(this.remembering);
    this.reviewing?.abort();
    this.#stopPlaying();
    this.stopListening();
  }
}

/** @param {string} mark */
const gradeClass = (mark) => `grade grade-${mark.replace(" ", "-")}`;

/** A move and its worth, in words and numbers. @param {Judged} judged */
function verdict({ move, played, best, values, loss, luck, mark, reason }) {
  const rows = Object.entries(values).sort(([, a], [, b]) => b - a);
  const isFault = FAULTS.includes(mark);
  const line = (/** @type {[string, number]} */ [direction, value]) =>
    el("tr", {}, el("td", {}, capital(/** @type {Direction} */ (direction)), direction === played && words.played), el("td", {}, short(value)));
  return [
    el("h2", {}, `${move + 1}. ${capital(played)}: `, el("span", { className: gradeClass(mark) }, mark)),
    el("p.note", {}, isFault || mark === "lucky" ? words.better(best, loss, reason) : words.because(reason), luck !== null && ` ${words.tile(luck)}`),
    el("table", {}, el("tbody", {}, ...rows.map(line))),
  ];
}

