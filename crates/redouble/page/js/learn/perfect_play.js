// Lesson 7: perfect play on 2x2, where the whole game fits on the screen.

import { button, capital, choice, el, svg } from "../dom.js";
import { DIRECTIONS, Game, isOver, largest, spawn, spawns, toValues } from "../rules.js";
import { BoardView } from "../board.js";
import { mini } from "../tiles.js";
import { answerField, bar, bet, fill, GameBoard, still, table } from "./parts.js";
import { allStates, boardOf, canonical, greedyBy, movesOf, perfect, tileSum, uniform, worth } from "./small.js";

/** @typedef {import("./stage.js").Stage} Stage */
/** @typedef {import("./small.js").Aim} Aim */

const freshSeed = () => crypto.getRandomValues(new BigUint64Array(1))[0];
const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(2)} %`;
/** @param {Aim} aim @param {number} value */
const shown = (aim, value) => (aim === "score" ? value.toFixed(2) : percent(value));

/** Ten games to 16. @param {Stage} stage */
function ten(stage) {
  const GOAL = 4;
  const best = perfect(GOAL);
  let [games, won] = [0, 0];
  const facts = el("p", { id: "won" });
  const next = () => Game.start(2, 2, freshSeed());
  const settle = () => {
    const wins = largest(board.game.grid) >= GOAL;
    if (games === 10 || (!wins && !board.game.over)) return;
    games++;
    if (wins) won++;
    facts.textContent = fill(stage.text.facts, { games, won });
    if (games === 10) return stage.done(fill(stage.text.right, { won }));
    stage.tell(fill(wins ? stage.text.win : stage.text.loss, { games, won }), wins ? "good" : "bad");
    board.start(next());
  };
  const board = new GameBoard(stage, next(), settle);
  const help = () => {
    const at = games;
    while (games === at && games < 10) {
      const moves = best.moves(board.game.grid);
      if (moves.length === 0) return settle();
      board.game.accept(moves.reduce((a, b) => (b.value > a.value ? b : a)));
      settle();
    }
  };
  stage.add(board.element, button("bulb", stage.text.help, help, { id: "perfect" }), facts);
}

/** How often is it possible? @param {Stage} stage */
function reveal(stage) {
  const [p16, p32] = [perfect(4).start, perfect(5).start];
  const answers = ["8 %", "50 %", "81 %", "96 %", "100 %"];
  let bets = 0;
  const ask = (/** @type {string} */ question, /** @type {number} */ truth) => bet(question, answers, (index) => {
    bets++;
    const sentence = fill(Math.abs(Number.parseInt(answers[index], 10) / 100 - truth) < 0.01 ? stage.text.yes : stage.text.no, { truth: percent(truth) });
    if (bets === 2) stage.done(`${sentence} ${stage.text.right}`);
    else stage.tell(sentence);
  });
  stage.add(ask(stage.text.sixteen, p16), ask(stage.text.thirtyTwo, p32));
}

/** All states on one map. @param {Stage} stage */
function map(stage) {
  const { text } = stage;
  const states = allStates();
  /** @type {Map<number, number[]>} */
  const layers = new Map();
  for (const name of states.keys()) layers.set(tileSum(boardOf(name)), [...(layers.get(tileSum(boardOf(name))) ?? []), name]);
  /** @type {Aim} */
  let aim = "score";
  let values = perfect(aim);
  /** @type {Set<number>} */
  const seen = new Set();
  /** @type {Map<number, HTMLButtonElement>} */
  const nodes = new Map();
  const edges = svg("svg", { class: "edges", "aria-hidden": "true" });
  const panel = el("div.stack.map-panel");
  const wanted = choice(text.aim, [["score", text.score], ["4", text.win16], ["5", text.win32]], "score", () => {
    aim = wanted.select.value === "score" ? "score" : Number(wanted.select.value);
    values = perfect(aim);
    select(selected);
  });
  let selected = /** @type {number} */ (states.keys().next().value);
  const node = (/** @type {number} */ name) => {
    const made = el("button.state", { type: "button", "aria-pressed": "false", "data-state": name, onclick: () => {
      seen.add(name);
      select(name);
      const moves = values.moves(boardOf(name));
      const words = moves.map(({ direction, value }) => `${direction} ${shown(aim, value)}`).join(", ") || text.over;
      if (seen.size >= 3) stage.done(words);
      else stage.tell(words);
    } }, still(boardOf(name), { "--mini": "40px" }), isOver(boardOf(name)) && el("span.unseen", {}, text.lost));
    nodes.set(name, made);
    return made;
  };
  const rows = [...layers].map(([sum, names]) => el("div.layer-row", {}, el("span.layer-sum", {}, sum), ...names.map(node)));
  const graph = el("div.map", { role: "group", "aria-label": fill(text.graph, { n: states.size }), tabIndex: 0 }, edges, ...rows);
  const draw = () => {
    const from = graph.getBoundingClientRect();
    const middle = (/** @type {number} */ name) => {
      const box = /** @type {HTMLElement} */ (nodes.get(name)).getBoundingClientRect();
      return [box.x - from.x + graph.scrollLeft + box.width / 2, box.y - from.y + graph.scrollTop + box.height / 2];
    };
    edges.setAttribute("width", String(graph.scrollWidth));
    edges.setAttribute("height", String(graph.scrollHeight));
    const [x, y] = middle(selected);
    edges.replaceChildren(...[.../** @type {Set<number>} */ (states.get(selected))].map((name) => {
      const [toX, toY] = middle(name);
      return svg("path", { d: `M${x} ${y}L${toX} ${toY}` });
    }));
  };
  const select = (/** @type {number} */ name) => {
    selected = name;
    const next = /** @type {Set<number>} */ (states.get(name));
    for (const [other, element] of nodes) {
      element.setAttribute("aria-pressed", String(other === name));
      element.classList.toggle("next", next.has(other));
    }
    const grid = boardOf(name);
    const moves = values.moves(grid);
    const most = Math.max(...moves.map(({ value }) => value));
    panel.replaceChildren(wanted.field, mini(toValues(grid), { "--mini": "130px" }),
      el("p", { id: "state-value" }, fill(text.value, { value: shown(aim, values.of(grid)), sum: tileSum(grid), next: next.size })),
      el("div.bars", {}, ...moves.map(({ direction, value }) => bar(capital(direction), value / (aim === "score" ? 80 : 1), shown(aim, value), value === most))));
    requestAnimationFrame(draw);
  };
  stage.add(el("div.map-box", {}, graph, panel));
  select(selected);
}

/** The three states in which taking the gain loses most. */
function mistakes() {
  const best = perfect("score");
  const greedy = greedyBy(({ gained }) => gained);
  const found = [...allStates().keys()].flatMap((name) => {
    const grid = boardOf(name);
    const moves = best.moves(grid);
    if (moves.length < 2) return [];
    const taken = moves[greedy(grid, moves).indexOf(1)];
    return [{ grid, moves, taken, loss: best.of(grid) - taken.value }];
  });
  return found.sort((a, b) => b.loss - a.loss).slice(0, 3);
}

/** Repair three wrong arrows. @param {Stage} stage */
function repair(stage) {
  const wrong = mistakes();
  const view = new BoardView();
  const counter = el("p.note");
  let at = 0;
  const show = () => {
    view.show(toValues(wrong[at].grid));
    view.point(wrong[at].taken.direction);
    counter.textContent = fill(stage.text.counter, { n: at + 1, of: wrong.length, loss: wrong[at].loss.toFixed(1), direction: wrong[at].taken.direction });
  };
  const answer = (/** @type {Direction} */ direction) => {
    if (at === wrong.length) return;
    const { moves } = wrong[at];
    const most = Math.max(...moves.map(({ value }) => value));
    const chosen = moves.find((move) => move.direction === direction);
    if (!chosen) return stage.tell(fill(stage.text.nothing, { direction }), "bad");
    if (most - chosen.value > 1e-9) return stage.tell(fill(stage.text.worse, { direction, loss: (most - chosen.value).toFixed(1) }), "bad");
    view.point(direction);
    at++;
    if (at === wrong.length) return stage.done(stage.text.right);
    stage.tell(stage.text.yes, "good");
    show();
  };
  stage.onMove(answer, view.element);
  stage.add(counter, view.element, el("div.row", { role: "group", "aria-label": stage.text.group }, ...DIRECTIONS.map((direction) => button(null, capital(direction), () => answer(direction), { "data-answer": direction }))));
  show();
}

/** What each player loses. @param {Stage} stage */
function losses(stage) {
  /** @type {Record<string, import("./small.js").Policy>} */
  const players = {
    chance: uniform,
    gains: greedyBy(({ gained }) => gained),
    room: greedyBy(({ after }) => after.cells.reduce((count, tile) => count + (tile === 0 ? 1 : 0), 0)),
    looks: greedyBy(({ gained, after }) => gained + spawns(after).reduce((sum, tile) => sum + tile.chance * Math.max(0, ...movesOf(spawn(after, tile)).map((move) => move.gained)), 0)),
  };
  const names = Object.keys(players);
  const best = perfect("score").start;
  const values = names.map((name) => /** @type {Aim[]} */ (["score", 4, 5]).map((aim) => worth(players[name], aim).start));
  const least = values.reduce((a, b, index) => (b[0] > values[a][0] ? index : a), 0);
  stage.add(bet(stage.text.question, names.map((name) => stage.text.players[name]), (index) => {
    stage.add(table(stage.text.head, [...names.map((name, row) => [stage.text.players[name], values[row][0].toFixed(2), (best - values[row][0]).toFixed(2), percent(values[row][1]), percent(values[row][2])]),
      [stage.text.perfect, best.toFixed(2), "0", percent(perfect(4).start), percent(perfect(5).start)]]));
    stage.done(fill(index === least ? stage.text.right : stage.text.wrong, { name: stage.text.players[names[least]] }));
  }));
}

/** A value from those that follow. @param {Stage} stage */
function backwards(stage) {
  const best = perfect("score");
  // The state with one legal kind of afterstate, two outcomes and something to average.
  const found = [...allStates().keys()].map(boardOf).flatMap((grid) => {
    const moves = best.moves(grid);
    const kinds = new Set(moves.map(({ after }) => canonical(after)));
    if (kinds.size !== 1) return [];
    const { after, gained } = moves[0];
    const outcomes = spawns(after).map((outcome) => ({ ...outcome, grid: spawn(after, outcome), value: best.of(spawn(after, outcome)) }));
    return outcomes.length === 2 && outcomes[0].value !== outcomes[1].value ? [{ grid, gained, outcomes, truth: moves[0].value, direction: moves[0].direction }] : [];
  });
  const { grid, gained, outcomes, truth, direction } = found[0];
  const field = answerField(stage.text.question, (answer) => {
    if (Math.abs(answer - truth) < 0.02) stage.done(fill(stage.text.right, { truth: truth.toFixed(2) }));
    else stage.tell(stage.text.wrong, "bad");
  });
  field.dataset.answer = String(truth);
  stage.add(
    el("div.outcomes", {}, el("figure", {}, still(grid, { "--mini": "110px" }), el("figcaption", {}, fill(stage.text.move, { direction, gained }))),
      ...outcomes.map((outcome) => el("figure", {}, still(outcome.grid, { "--mini": "110px" }), el("figcaption", {}, fill(stage.text.outcome, { chance: Math.round(100 * outcome.chance), value: outcome.value.toFixed(2) }))))),
    field);
}

/** How far does it go? @param {Stage} stage */
function far(stage) {
  stage.add(bet(stage.text.question, stage.text.answers, (index) => {
    stage.add(table(stage.text.head, stage.text.rows));
    stage.done(index === 2 ? stage.text.right : stage.text.wrong);
  }));
}

/** @type {import("./stage.js").Step[]} */
export const steps = [ten, reveal, map, repair, losses, backwards, far];
