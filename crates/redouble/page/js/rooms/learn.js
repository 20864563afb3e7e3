// The room to learn in: eight lessons that are played, and a playground. A lesson is a list of steps; a step shows itself on a stage.

import { button, el } from "../dom.js";
import { fill, paragraph } from "../learn/parts.js";
import { doneSteps, markDone } from "../learn/progress.js";
import { Stage } from "../learn/stage.js";
import { common, lessons as texts } from "../learn/texts.js";

/** @typedef {import("../learn/stage.js").Step} Step */

/** The lessons in their order, with the exercises they open, or other rooms and commands. @type {{name: keyof typeof texts, exercises: string[], ways?: [string, string, string][], load: () => Promise<{steps: Step[]}>}[]} */
const LESSONS = [
  { name: "line", exercises: ["compact", "merge", "gain"], load: () => import("../learn/line.js") },
  { name: "over", exercises: ["over", "can-move", "legal"], load: () => import("../learn/over.js") },
  { name: "good-board", exercises: ["terms", "heuristic", "greedy"], load: () => import("../learn/good_board.js") },
  { name: "dice", exercises: ["spawn", "sampling"], load: () => import("../learn/dice.js") },
  { name: "looking-ahead", exercises: ["monte-carlo", "expectimax"], load: () => import("../learn/looking_ahead.js") },
  { name: "learning", exercises: [], ways: [["#/learn/playground", common.writePlayer, "redouble course show p-heuristics"], ["#/arena", common.toArena, "redouble train --minutes 2 --out my.net"]], load: () => import("../learn/learning.js") },
  { name: "perfect-play", exercises: [], ways: [["#/count", common.toCount, "redouble states count --board 2x2"], ["#/solve", common.toSolve, "redouble solve --board 2x2"]], load: () => import("../learn/perfect_play.js") },
  { name: "how-many-games", exercises: [], ways: [["#/learn/playground", common.raceOwn, "redouble course show x-record"], ["#/arena", common.toArena, "redouble course show x-table"]], load: () => import("../learn/how_many_games.js") },
];

/** @param {HTMLElement} root @param {RoomParams} params */
export async function open(root, params) {
  const room = new LearnRoom(root);
  await room.show(params, false);
  return room;
}

class LearnRoom {
  /** @type {Stage | null} */
  stage = null;
  /** @type {Room | null} */
  playground = null;
  shows = 0;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
  }

  /** @param {RoomParams} params */
  update(params) {
    this.show(params, true);
    return true;
  }

  /** Shows what the address names. @param {RoomParams} params @param {boolean} focus */
  async show({ path: [name, number], query }, focus) {
    const shown = ++this.shows;
    this.#leave();
    if (name === "playground") {
      const { open: openPlayground } = await import("../playground/room.js");
      if (shown !== this.shows) return;
      this.root.replaceChildren();
      this.playground = openPlayground(this.root, query);
      return;
    }
    const lesson = LESSONS.find((candidate) => candidate.name === name);
    if (!lesson) return this.root.replaceChildren(...index());
    const { steps } = await lesson.load();
    if (shown !== this.shows) return;
    const at = Math.min(Math.max(1, Number(number) || 1), steps.length + 1);
    this.root.replaceChildren(...(at > steps.length ? this.#door(lesson, steps.length) : this.#step(lesson, steps, at - 1)));
    if (focus) this.root.querySelector("h2")?.focus();
  }

  /** @param {typeof LESSONS[number]} lesson @param {Step[]} steps @param {number} at */
  #step(lesson, steps, at) {
    const text = texts[lesson.name];
    const step = /** @type {Record<string, any>} */ (text.steps[at]);
    const next = el("a.button", { href: `#/learn/${lesson.name}/${at + 2}` }, common.next);
    const stage = new Stage(step, () => {
      markDone(lesson.name, at);
      next.classList.add("main");
      dots.children[at].classList.add("done");
    });
    this.stage = stage;
    const dots = progress(lesson.name, steps.length, at);
    const back = at > 0 && el("a.button", { href: `#/learn/${lesson.name}/${at}` }, common.back);
    steps[at](stage);
    return [
      head(text.title, lesson.name),
      dots,
      el("section.card.step", {},
        el("h2", { tabIndex: -1 }, step.title),
        paragraph(step.say),
        stage.element,
        stage.feedback,
        el("div.row.steps-nav", {}, back || el("span"), next)),
    ];
  }

  /** The end of a lesson: the way to its exercises. @param {typeof LESSONS[number]} lesson @param {number} length */
  #door({ name, exercises, ways = [] }, length) {
    const text = texts[name];
    const following = LESSONS[LESSONS.findIndex((lesson) => lesson.name === name) + 1];
    const way = (/** @type {[string, string, string]} */ [href, word, command]) => el("li", {}, el("a.button.main", { href }, word), el("code", {}, command));
    const exercise = (/** @type {string} */ id) => way([`#/learn/playground?exercise=${id}`, fill(common.solveHere, { id }), `redouble course start ${id} --language python`]);
    return [
      head(text.title, name),
      progress(name, length, length),
      el("section.card.step", {},
        el("h2", { tabIndex: -1 }, common.doorTitle),
        paragraph(text.door),
        el("ul.doors", {}, ...exercises.map(exercise), ...ways.map(way)),
        paragraph(common.doorNote),
        el("div.row.steps-nav", {}, el("a.button", { href: `#/learn/${name}/${length}` }, common.back),
          following ? el("a.button", { href: `#/learn/${following.name}` }, fill(common.following, { title: texts[following.name].title })) : el("a.button", { href: "#/learn/playground" }, common.playground))),
    ];
  }

  #leave() {
    this.stage?.close();
    this.stage = null;
    this.playground?.close();
    this.playground = null;
  }

  close() {
    this.shows++;
    this.#leave();
  }
}

/** @param {string} title @param {string} lesson */
const head = (title, lesson) =>
  el("div.page-head", {}, el("div", { "data-lesson": lesson }, el("h1", {}, title)), el("a.button", { href: "#/learn" }, common.all));

/** The steps of a lesson as dots. @param {string} lesson @param {number} length @param {number} at */
function progress(lesson, length, at) {
  const done = doneSteps(lesson);
  const dot = (/** @type {number} */ step) => {
    const link = el("a.step-dot", { href: `#/learn/${lesson}/${step + 1}`, "aria-label": fill(step < length ? common.step : common.end, { n: step + 1, of: length }) }, step < length ? step + 1 : "★");
    if (step === at) link.setAttribute("aria-current", "step");
    return el("li", { className: done.has(step) ? "done" : "" }, link);
  };
  return el("ol.dots", { "aria-label": common.steps }, ...Array.from({ length: length + 1 }, (_, step) => dot(step)));
}

/** All lessons, and how far each has come. */
function index() {
  const card = (/** @type {typeof LESSONS[number]} */ { name }, /** @type {number} */ number) => {
    const text = texts[name];
    const done = [...doneSteps(name)].filter((step) => step < text.steps.length).length;
    return el("li.card", { "data-lesson": name },
      el("h2", {}, el("a.lesson-link", { href: `#/learn/${name}` }, `${number + 1}. ${text.title}`)),
      el("p", {}, text.about),
      el("progress", { max: text.steps.length, value: done, "aria-label": fill(common.doneOf, { done, of: text.steps.length }) }),
      el("p.note", {}, fill(common.doneOf, { done, of: text.steps.length })));
  };
  return [
    el("div.page-head", {}, el("div", {}, el("h1", {}, common.title), el("p", {}, common.about))),
    el("ol.lessons", {}, ...LESSONS.map(card),
      el("li.card", { "data-lesson": "playground" }, el("h2", {}, el("a.lesson-link", { href: "#/learn/playground" }, common.playground)), el("p", {}, common.playgroundAbout), button("play", common.toPlayground, () => { location.hash = "#/learn/playground"; }))),
  ];
}
