// Lesson 6, on 4x4: a network as it was at some points of its learning, in recorded games and in its opinions of a board.

import { BoardView } from "../board.js";
import { button, capital, choice, el, grouped } from "../dom.js";
import { DIRECTIONS, faceOf, largest, motions, parse, toValues } from "../rules.js";
import { bet, fill, slider, still, table } from "./parts.js";
import { CHECKPOINTS, OPINIONS } from "./recorded.js";
import { directionsOf, positionsOf } from "./recording.js";

/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {import("./recording.js").Checkpoint} Checkpoint */

/** A recorded game on a board: it runs, stands still, and goes where one wishes. */
class Film {
  running = false;

  /** @param {Stage} stage @param {(position: {grid: import("../rules.js").Grid, score: number}, at: number) => void} shown */
  constructor(stage, shown) {
    this.stage = stage;
    this.shown = shown;
    this.view = new BoardView();
    /** @type {ReturnType<typeof positionsOf>} */
    this.positions = [];
    /** @type {Direction[]} */
    this.directions = [];
    this.at = 0;
  }

  get last() {
    return this.positions.length - 1;
  }

  /** @param {Checkpoint} checkpoint */
  load(checkpoint) {
    this.running = false;
    this.positions = positionsOf(checkpoint);
    this.directions = directionsOf(checkpoint);
    this.go(0);
  }

  /** @param {number} to */
  go(to) {
    const { at: from, positions } = this;
    this.at = Math.max(0, Math.min(this.last, to));
    const { grid } = positions[this.at];
    if (this.at === from + 1) this.#slide(from);
    else this.view.show(toValues(grid));
    this.shown(positions[this.at], this.at);
  }

  /** @param {number} from */
  #slide(from) {
    const before = this.positions[from].grid;
    const { cells, ...shape } = this.positions[from + 1].grid;
    const ways = motions(before, this.directions[from]);
    const taken = new Set(ways.map(({ to }) => to));
    const cell = cells.findIndex((tile, index) => tile > 0 && !taken.has(index));
    this.view.slide({ motions: ways, spawn: { cell, value: faceOf(cells[cell]) } }, toValues({ ...shape, cells }));
  }

  /** Goes on until somebody stops it or the game ends: `pace()` is a pause in milliseconds and how many moves come after it. @param {() => [number, number]} pace */
  async run(pace) {
    this.running = true;
    while (this.running && this.at < this.last && this.stage.open) {
      const [pause, moves] = pace();
      this.go(this.at + moves);
      await this.stage.wait(pause);
    }
    this.running = false;
  }
}

/** Games of a network that learned for a while, and for longer. @param {Stage} stage */
export function watch(stage) {
  const right = CHECKPOINTS.findIndex(({ rates }) => rates[2048] > 0.5);
  stage.add(bet(stage.text.question, CHECKPOINTS.map(({ learned }) => grouped(learned)), (index) => {
    stage.tell(fill(index === right ? stage.text.yes : stage.text.no, { games: grouped(CHECKPOINTS[right].learned), percent: Math.round(100 * CHECKPOINTS[right].rates[2048]) }), index === right ? "good" : "");
    stage.add(...cinema(stage));
  }));
}

/** The games, to be chosen and watched. @param {Stage} stage */
function cinema(stage) {
  /** @type {Set<number>} */
  const seen = new Set();
  let [chosen, checkpoint] = [0, CHECKPOINTS[0]];
  const facts = el("p", { id: "recorded" });
  const where = el("p", { id: "recorded-move" });
  const film = new Film(stage, ({ grid, score }, at) => {
    where.textContent = fill(stage.text.where, { at: grouped(at), of: grouped(film.last), score: grouped(score), tile: faceOf(largest(grid)) });
    track.set(at);
    if (at === film.last && !seen.has(chosen)) ended(grid);
  });
  const ended = (/** @type {import("../rules.js").Grid} */ grid) => {
    seen.add(chosen);
    const sentence = fill(stage.text.ended, { games: grouped(checkpoint.learned), score: grouped(checkpoint.score), tile: faceOf(largest(grid)) });
    if (seen.size > 1) stage.done(`${sentence} ${stage.text.right}`);
    else stage.tell(`${sentence} ${stage.text.other}`);
  };
  const track = slider(stage.text.move, { min: 0, max: checkpoint.moves, step: 1, value: 0, format: grouped }, (value) => {
    film.running = false;
    film.go(value);
  });
  const speed = choice(stage.text.speed, stage.text.speeds, "30 1");
  const pace = () => /** @type {[number, number]} */ (speed.select.value.split(" ").map(Number));
  const play = button("play", stage.text.play, async () => {
    if (film.running) {
      film.running = false;
      return;
    }
    if (film.at === film.last) film.go(0);
    label(true);
    await film.run(pace);
    label(false);
  }, { className: "main", id: "film" });
  const label = (/** @type {boolean} */ running) => {
    /** @type {HTMLElement} */ (play.querySelector(".word")).textContent = running ? stage.text.pause : stage.text.play;
  };
  const load = (/** @type {number} */ index) => {
    [chosen, checkpoint] = [index, CHECKPOINTS[index]];
    for (const [other, element] of networks.entries()) element.setAttribute("aria-pressed", String(other === index));
    const { learned, mean, ci95, rates } = checkpoint;
    facts.textContent = fill(stage.text.facts, { games: grouped(learned), mean: grouped(mean), low: grouped(ci95[0]), high: grouped(ci95[1]), p2048: Math.round(100 * rates[2048]), p4096: Math.round(100 * rates[4096]) });
    track.input.max = String(checkpoint.moves);
    film.load(checkpoint);
  };
  const networks = CHECKPOINTS.map(({ learned }, index) => button(null, fill(stage.text.network, { games: grouped(learned) }), () => load(index), { "data-learned": learned }));
  load(0);
  return [
    el("div.row", { role: "group", "aria-label": stage.text.networks }, ...networks),
    facts,
    el("div.beside-board", {}, film.view.element, el("div.stack", {},
      where,
      el("div.row", {}, play, button("step", stage.text.end, () => {
        film.running = false;
        film.go(film.last);
      }, { id: "film-end" })),
      track.field,
      speed.field)),
  ];
}

/** What each of them believes of the same board. @param {Stage} stage */
export function opinions(stage) {
  let at = 0;
  const place = el("div.stack");
  const show = () => {
    const { board, values } = OPINIONS[at];
    const best = (/** @type {(number | null)[]} */ list) => DIRECTIONS[list.indexOf(Math.max(...list.map((value) => value ?? -1)))];
    const last = best(values[values.length - 1]);
    const moves = DIRECTIONS.filter((_, index) => values[0][index] !== null);
    const cell = (/** @type {(number | null)[]} */ list, /** @type {number} */ index) => {
      const value = list[index];
      if (value === null) return stage.text.none;
      return DIRECTIONS[index] === best(list) ? el("b", {}, `${grouped(value)} ✓`) : grouped(value);
    };
    place.replaceChildren(
      el("p.note", {}, fill(stage.text.counter, { n: at + 1, of: OPINIONS.length })),
      still(parse(board), { "--mini": "220px" }),
      bet(stage.text.question, moves.map(capital), (index) => {
        place.append(table([stage.text.learned, ...DIRECTIONS.map(capital)], values.map((list, number) => [grouped(CHECKPOINTS[number].learned), ...DIRECTIONS.map((_, direction) => cell(list, direction))])));
        const agree = values.filter((list) => best(list) === last).length;
        const sentence = fill(moves[index] === last ? stage.text.yes : stage.text.no, { direction: capital(last), agree, of: values.length });
        if (++at === OPINIONS.length) return stage.done(`${sentence} ${stage.text.right}`);
        stage.tell(sentence);
        place.append(button("step", stage.text.next, show, { className: "main", id: "next-board" }));
      }),
    );
  };
  show();
  stage.add(place);
}
