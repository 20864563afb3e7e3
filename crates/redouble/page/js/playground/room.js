// The playground: a program in an editor, which plays or solves an exercise. It runs in a sandbox (sandbox.js) and only when somebody says so.

import { say } from "../announce.js";
import { ask } from "../api.js";
import { BoardView } from "../board.js";
import { button, copy, el, grouped } from "../dom.js";
import { intervals } from "../learn/intervals.js";
import { fill, still, table } from "../learn/parts.js";
import { playground as text } from "../learn/texts.js";
import { Game, gameSeed, parse, toValues } from "../rules.js";
import { paceFactor } from "../settings.js";
import { Editor } from "./editor.js";
import { markdown } from "./markdown.js";
import { references, Scores } from "./race.js";
import { Sandbox } from "./sandbox.js";
import { addVersion, draft, keepDraft, removeVersion, versions } from "./versions.js";

const PLAYER = "player";
const OPPONENTS = ["random", "greedy", "expectimax:depth=1", "expectimax:depth=2"];
/** Seconds that a race may take, and without a move. */
const [RACE, SILENCE] = [120, 10];

/** @param {HTMLElement} root @param {URLSearchParams} query */
export function open(root, query) {
  return new Playground(root, query);
}

/** Text as a link carries it, and back. @param {string} code */
const encoded = (code) => btoa(String.fromCharCode(...new TextEncoder().encode(code))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
/** @param {string} code */
function decoded(code) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}

class Playground {
  sandbox = new Sandbox();
  leaving = new AbortController();
  editor = new Editor(text.editor, () => keepDraft(this.task, this.editor.code));
  problem = el("p.problem", { role: "alert", hidden: true });
  log = el("pre.log", { hidden: true, tabIndex: 0, "aria-label": text.log });
  notice = el("p.notice", { hidden: true });
  side = el("div.stack");
  kept = el("ul.versions");
  task = PLAYER;
  starter = text.starter;
  /** The last result, for the version that is kept next. */
  result = "";

  /** @param {HTMLElement} root @param {URLSearchParams} query */
  constructor(root, query) {
    this.tasks = el("select", { id: "task", onchange: () => { location.hash = this.tasks.value === PLAYER ? "#/learn/playground" : `#/learn/playground?exercise=${this.tasks.value}`; } }, el("option", { value: PLAYER }, text.player));
    this.stopButton = button("pause", text.stop, () => this.sandbox.stop(), { disabled: true, id: "stop" });
    const name = el("input", { id: "version-name", maxLength: 60, autocomplete: "off" });
    const keep = el("form.row.answer-form", {}, el("label", {}, text.versionName, name), el("button", { type: "submit", id: "keep" }, text.keep));
    keep.onsubmit = (event) => {
      event.preventDefault();
      this.#keep(name.value.trim());
      name.value = "";
    };
    root.append(
      el("div.page-head", {}, el("div", {}, el("h1", {}, text.title), el("p", {}, text.about)), el("a.button", { href: "#/learn" }, text.all)),
      el("div.playground", {},
        el("section.card.stack", { "aria-label": text.program }, el("label", {}, text.task, this.tasks), this.notice, this.editor.element, this.problem,
          el("div.row", {}, this.stopButton, button("undo", text.reset, () => this.#reset(), { id: "reset" }), button("share", text.share, () => this.#share(), { id: "share" })), this.log,
          el("h2", {}, text.versions), keep, this.kept),
        this.side));
    this.#open(query).catch((error) => this.#complain(error instanceof Error ? error.message : String(error)));
  }

  /** @param {URLSearchParams} query */
  async #open(query) {
    const wanted = query.get("exercise");
    /** @type {CourseEntry[]} */
    const entries = wanted === null ? [] : await ask("/course");
    const fillTasks = (/** @type {CourseEntry[]} */ list) => this.tasks.append(...list.map(({ id, title }) => el("option", { value: id }, `${id}: ${title}`)));
    if (wanted === null) ask("/course", { signal: this.leaving.signal }).then(fillTasks, () => {});
    else fillTasks(entries);
    if (entries.some(({ id }) => id === wanted)) await this.#openExercise(/** @type {string} */ (wanted));
    else this.side.replaceChildren(this.#watchCard(), this.#raceCard(), el("section.card.stack", {}, el("h2", {}, text.helpTitle), ...markdown(text.help)));
    this.tasks.value = this.task;
    this.editor.code = draft(this.task) ?? this.starter;
    const linked = query.get("code");
    if (linked !== null) this.#openLinked(decoded(linked));
    this.#showVersions();
  }

  /** A program that came by a link: shown, never run by itself. @param {string | null} code */
  #openLinked(code) {
    this.notice.hidden = false;
    this.notice.textContent = code === null ? text.badLink : text.linked;
    if (code !== null) this.editor.code = code;
  }

  /** @param {string} id */
  async #openExercise(id) {
    /** @type {CourseExercise} */
    const exercise = await ask(`/course/${id}`);
    this.task = id;
    this.starter = exercise.starter;
    this.side.replaceChildren(this.#checkCard(exercise), el("section.card.stack.statement", { "aria-label": text.statement }, ...markdown(exercise.statement)));
  }

  /** Runs the program and says how it ended. @param {Omit<Parameters<Sandbox["run"]>[1], "said">} wish @param {(said: import("./sandbox.js").Said) => void} said */
  async #run(wish, said) {
    this.problem.hidden = true;
    this.problem.textContent = "";
    this.editor.mark(0);
    this.log.hidden = true;
    this.log.textContent = "";
    this.stopButton.disabled = false;
    const ended = await this.sandbox.run(this.editor.code, { ...wish, said: (word) => {
      if (word.log === undefined) return said(word);
      this.log.hidden = false;
      this.log.append(`${word.log}\n`);
    } });
    this.stopButton.disabled = true;
    if (ended.kind === "error") this.#complainAt(ended.message ?? "", ended.line ?? 0);
    if (ended.kind === "time") this.#complain(fill(text.time, { seconds: wish.silence ?? wish.seconds }));
    if (ended.kind === "flood") this.#complain(text.flood);
    return ended;
  }

  /** @param {string} sentence */
  #complain(sentence) {
    this.problem.textContent = sentence;
    this.problem.hidden = false;
  }

  /** @param {string} message @param {number} line */
  #complainAt(message, line) {
    const inside = line > 0 && line <= this.editor.code.split("\n").length;
    this.#complain(inside ? fill(text.line, { line, message }) : message);
    this.editor.mark(inside ? line : 0);
    if (inside) this.problem.append(" ", button(null, text.goTo, () => this.editor.showMark()));
  }

  #watchCard() {
    const board = new BoardView();
    const facts = el("p", { id: "watch-facts" }, text.watchStart);
    const speed = el("select", { "aria-label": text.speed }, ...text.speeds.map(([value, name]) => el("option", { value }, name)));
    board.show({ rows: 4, columns: 4, cells: Array(16).fill(0) });
    const watch = async () => {
      start.disabled = true;
      const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
      board.show(toValues(Game.start(4, 4, gameSeed(seed, 0)).grid));
      /** @type {{turn: Turn, cells: {rows: number, columns: number, cells: number[]}, score: number, moves: number}[]} */
      const queue = [];
      const scores = new Scores(seed, (turn, game) => queue.push({ turn, cells: toValues(game.grid), score: game.score, moves: game.moves }));
      let running = true;
      let fair = true;
      const shown = (async () => {
        for (;;) {
          const pace = Number(speed.value);
          if (pace === 0) queue.splice(0, queue.length - 1);
          const next = queue.shift();
          if (next) {
            if (pace === 0 || paceFactor() === 0) board.show(next.cells);
            else board.slide(next.turn, next.cells);
            facts.textContent = fill(text.watching, { score: grouped(next.score), moves: grouped(next.moves) });
          } else if (!running) return;
          await new Promise((done) => setTimeout(done, pace || 16));
          if (this.leaving.signal.aborted) return;
        }
      })();
      const ended = await this.#run({ ask: { seed, games: 1, first: 0, rows: 4, columns: 4 }, seconds: RACE, silence: SILENCE }, (said) => {
        if (said.moves !== undefined && fair && !scores.take(said)) {
          fair = false;
          this.sandbox.stop();
        }
      });
      running = false;
      await shown;
      start.disabled = false;
      if (!fair) this.#complain(text.notLegal);
      if (ended.kind === "done") say(`${facts.textContent} ${text.watchOver}`);
    };
    const start = button("play", text.watch, watch, { className: "main", id: "watch" });
    return el("section.card.stack", { "aria-label": text.watchTitle }, el("h2", {}, text.watchTitle), board.element, facts, el("div.row", {}, start, speed));
  }

  #raceCard() {
    const games = el("select", { id: "race-games" }, ...[10, 50, 200, 1000].map((count) => el("option", { value: String(count) }, count)));
    const seed = el("input", { value: "1", inputMode: "numeric", pattern: "[0-9]{1,9}", id: "race-seed" });
    const boxes = OPPONENTS.map((name, index) => el("input", { type: "checkbox", value: name, checked: index < 2 }));
    const out = el("div.stack", { id: "race-result" });
    const race = async () => {
      if (!seed.reportValidity()) return;
      start.disabled = true;
      const asked = { seed: seed.value || "1", games: Number(games.value) };
      const scores = new Scores(asked.seed);
      /** @type {import("./race.js").Result[]} */
      let others = [];
      let fair = true;
      const show = () => this.#showRace(out, [...(scores.mean.n ? [scores.result(text.yours)] : []), ...others]);
      const players = boxes.filter(({ checked }) => checked).map(({ value }) => value);
      const theirs = references(players, asked.games, asked.seed, (results) => {
        others = results;
        show();
      }, this.leaving.signal).catch((error) => {
        if (!this.leaving.signal.aborted) this.#complain(error instanceof Error ? error.message : String(error));
      });
      const ended = await this.#run({ ask: { ...asked, first: 0, rows: 4, columns: 4 }, seconds: RACE, silence: SILENCE }, (said) => {
        if (said.moves === undefined || !fair) return;
        fair = scores.take(said);
        if (!fair) this.sandbox.stop();
        else if (said.over) show();
      });
      if (!fair) this.#complain(text.notLegal);
      if (ended.kind === "time" && scores.mean.n) this.#complain(fill(text.raceTime, { n: scores.mean.n, seconds: RACE }));
      await theirs;
      start.disabled = false;
      if (this.leaving.signal.aborted || scores.mean.n === 0) return;
      const own = scores.result(text.yours);
      this.result = fill(text.resultLine, { mean: grouped(Math.round(own.mean)), half: Number.isFinite(own.high) ? grouped(Math.round(own.high - own.mean)) : "?", n: own.games });
      show();
      say(this.result);
    };
    const start = button("play", text.race, race, { className: "main", id: "race" });
    return el("section.card.stack", { "aria-label": text.raceTitle }, el("h2", {}, text.raceTitle), el("p.note", {}, text.raceNote),
      el("div.fields", {}, el("label", {}, text.games, games), el("label", {}, text.seed, seed)),
      el("fieldset.row.bare", {}, el("legend", {}, text.against), ...boxes.map((box) => el("label.row", {}, box, box.value))), el("div.row", {}, start), out);
  }

  /** @param {HTMLElement} out @param {import("./race.js").Result[]} results */
  #showRace(out, results) {
    const most = Math.max(...results.map(({ high, mean }) => (Number.isFinite(high) ? high : mean)));
    const [own, ...others] = results;
    const apart = (/** @type {import("./race.js").Result} */ other) => Math.abs(own.mean - other.mean) > Math.hypot(own.high - own.mean, other.high - other.mean);
    const verdict = (/** @type {import("./race.js").Result} */ other) => (own.name !== text.yours || other === own ? "" : apart(other) ? (own.mean > other.mean ? text.better : text.worse) : text.undecided);
    out.replaceChildren(
      intervals(text.raceChart, results.map(({ name, low, mean, high }) => ({ name, low: Number.isFinite(low) ? low : mean, middle: mean, high: Number.isFinite(high) ? high : mean })), [0, Math.ceil((most || 1) / 500) * 500]),
      table(text.raceHead, [own, ...others].map((result) => [result.name, String(result.games), `${grouped(Math.round(result.mean))} ± ${Number.isFinite(result.high) ? grouped(Math.round(result.high - result.mean)) : "?"}`, verdict(result)])));
  }

  /** @param {CourseExercise} exercise */
  #checkCard(exercise) {
    const out = el("div.stack", { id: "check-result" });
    let hint = 1;
    const check = async () => {
      start.disabled = true;
      out.replaceChildren(el("p", {}, text.checking));
      try {
        /** @type {CourseCases} */
        const { seed, input } = await ask(`/course/${exercise.id}/cases`, { signal: this.leaving.signal });
        let output = "";
        const ended = await this.#run({ input, seconds: exercise.seconds }, (said) => {
          output = said.output ?? output;
        });
        if (ended.kind === "stopped" || ended.kind === "flood" || this.leaving.signal.aborted) return out.replaceChildren();
        if (ended.kind === "error") return out.replaceChildren(el("p.problem", {}, text.crashed));
        /** @type {CourseReport} */
        const report = await ask(`/course/${exercise.id}/answers`, { body: { seed, output, errors: this.log.textContent ?? "", stopped: ended.kind === "time", hint } });
        this.#showReport(out, report);
        const nextHint = report.failure?.hint && hint < report.failure.hint.of;
        if (nextHint) out.append(button("bulb", text.nextHint, () => {
          hint++;
          check();
        }));
      } finally {
        start.disabled = false;
      }
    };
    const start = button("play", text.check, () => check().catch((error) => this.#complain(error instanceof Error ? error.message : String(error))), { className: "main", id: "check" });
    return el("section.card.stack", { "aria-label": text.checkTitle }, el("h2", {}, text.checkTitle), el("p.note", {}, fill(text.checkNote, { file: exercise.file, id: exercise.id })), el("div.row", {}, start), out);
  }

  /** @param {HTMLElement} out @param {CourseReport} report */
  #showReport(out, report) {
    const { failure } = report;
    this.result = fill(report.passed ? text.passed : text.failed, { cases: grouped(report.cases), failed: grouped(report.failed) });
    say(this.result);
    const fact = (/** @type {string} */ name, /** @type {string | null | undefined} */ value) => (value ? [el("dt", {}, name), el("dd", {}, value.length > 400 ? `${value.slice(0, 400)} …` : value)] : []);
    out.replaceChildren(
      el("p.verdict", { "data-kind": report.passed ? "good" : "bad" }, this.result),
      ...(failure ? [
        ...(failure.case ? [el("h3", {}, text.smallest), drawn(failure.case)] : []),
        el("dl.report", {}, ...fact(text.yourAnswer, failure.answer), ...fact(text.rightAnswer, failure.right), ...fact(text.why, failure.why),
          ...fact(failure.match === "equal" ? text.thisIs : text.looksLike, failure.misconception ? `${failure.misconception}: ${failure.says}` : ""),
          ...fact(fill(text.hint, { n: failure.hint?.number ?? 1, of: failure.hint?.of ?? 1 }), failure.hint?.text)),
      ] : []));
  }

  #reset() {
    this.editor.code = this.starter;
    keepDraft(this.task, this.starter);
    this.notice.hidden = true;
  }

  #share() {
    const exercise = this.task === PLAYER ? "" : `exercise=${this.task}&`;
    copy(`${location.origin}/#/learn/playground?${exercise}code=${encoded(this.editor.code)}`, text.link);
  }

  /** @param {string} name */
  #keep(name) {
    const own = name || fill(text.unnamed, { n: versions(this.task).length + 1 });
    const stored = addVersion({ name: own, task: this.task, code: this.editor.code, when: Date.now(), result: this.result });
    if (stored) say(fill(text.keptAs, { name: own }));
    else this.#complain(text.notKept);
    this.#showVersions();
  }

  #showVersions() {
    this.kept.replaceChildren(...versions(this.task).map((version) =>
      el("li", {}, el("span.grow", {}, el("b", {}, version.name), " ", version.result ?? ""),
        button(null, text.open, () => {
          this.editor.code = version.code;
          keepDraft(this.task, version.code);
        }, { "aria-label": fill(text.openVersion, { name: version.name }) }),
        button("bin", "", () => {
          removeVersion(version);
          this.#showVersions();
        }, { "aria-label": fill(text.removeVersion, { name: version.name }) }))));
  }

  close() {
    this.leaving.abort();
    this.sandbox.stop();
  }
}

/** A case with its boards drawn. @param {string} words */
function drawn(words) {
  const shown = words.length > 300 ? `${words.slice(0, 300)} …` : words;
  const boards = shown.split(/\s+/).filter((word) => /^[\d.,/]+$/.test(word) && word.includes(",")).map(parse).filter(({ columns, cells }) => columns <= 8 && cells.length <= 64);
  return el("div.stack", {}, el("code", {}, shown), ...boards.map((grid) => still(grid, { "--mini": `${Math.min(4, grid.columns) * 50}px` })));
}
