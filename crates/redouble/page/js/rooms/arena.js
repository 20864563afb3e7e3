// The arena: many games of several players, watched as they are played, kept and compared.

import { ask, follow } from "../api.js";
import { chart } from "../chart.js";
import { button, compact, duration, el, grouped, toast } from "../dom.js";
import { playerPicker } from "../players.js";

/** @typedef {Awaited<ReturnType<typeof playerPicker>>} Picker */

const MOST = 8;

/** @param {HTMLElement} root */
export async function open(root) {
  const room = new ArenaRoom(root);
  await room.start();
  return room;
}

class ArenaRoom {
  /** @type {{picker: Picker, row: HTMLElement}[]} */
  contestants = [];
  /** @type {Map<number, HTMLElement>} */
  cards = new Map();
  closing = new AbortController();
  list = el("div.contestants");
  games = el("input", { type: "number", min: "1", max: "50000", value: "50", required: true, id: "arena-games" });
  seed = el("input", { type: "number", min: "0", value: "1", required: true });
  board = el("input", { value: "4x4", pattern: "[2-8]x[2-8]", required: true });
  problem = el("p.problem", { role: "alert", hidden: true });
  runs = el("div.runs", { "aria-live": "polite" });

  /** @param {HTMLElement} root */
  constructor(root) {
    this.more = button("plus", "Another player", () => this.enter("expectimax:depth=1"));
    const form = el(
      "form.arena-form",
      {},
      this.list,
      el("div.row", {}, this.more),
      el("div.fields", {}, el("label", {}, "Games each", this.games), el("label", {}, "Seed", this.seed), el("label", {}, "Board", this.board)),
      this.problem,
      el("div.row", {}, el("button.main", { type: "submit", id: "arena-start" }, "Start")),
    );
    form.onsubmit = (event) => {
      event.preventDefault();
      this.begin();
    };
    const beside = button(null, "Side by side", () => {
      const on = this.runs.classList.toggle("beside");
      beside.setAttribute("aria-pressed", String(on));
    }, { "aria-pressed": "false", className: "beside-button" });
    root.append(
      el("div.page-head", {}, el("div", {}, el("h1", {}, "Arena"), el("p", {}, "Every player plays the same games. The same seed gives the same result, on any machine.")), beside),
      el("div.arena", {}, el("section.card", { "aria-label": "New experiment" }, el("h2", {}, "New experiment"), form), this.runs),
    );
  }

  async start() {
    await this.enter("random");
    await this.enter("greedy");
    /** @type {Run[]} */
    const runs = await ask("/arena");
    for (const run of runs) this.#place(run, false);
    for (const run of runs) if (run.state === "running") this.#follow(run.id);
  }

  /** Adds a player. @param {string} spec */
  async enter(spec) {
    if (this.contestants.length >= MOST) return;
    const picker = await playerPicker({ label: `Player ${this.contestants.length + 1}`, value: spec });
    const row = el("div.row", {}, picker.element);
    const entry = { picker, row };
    row.append(
      button("bin", "", () => {
        if (this.contestants.length === 1) return;
        this.contestants = this.contestants.filter((other) => other !== entry);
        row.remove();
      }, { className: "icon-button", "aria-label": "Leave this player out" }),
    );
    this.contestants.push(entry);
    this.list.append(row);
  }

  async begin() {
    const body = {
      players: this.contestants.map(({ picker }) => picker.value()),
      games: Number(this.games.value),
      seed: Number(this.seed.value),
      board: this.board.value,
    };
    try {
      const { id } = await ask("/arena", { body });
      this.problem.hidden = true;
      this.#follow(id);
    } catch (error) {
      this.problem.textContent = error instanceof Error ? error.message : String(error);
      this.problem.hidden = false;
    }
  }

  /** Shows an experiment as it goes on. @param {number} id */
  async #follow(id) {
    try {
      await follow(`/arena/${id}/events`, undefined, (run) => this.#place(run, true), this.closing.signal);
    } catch (error) {
      if (!this.closing.signal.aborted) toast(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {Run} run @param {boolean} first whether a new one goes to the top */
  #place(run, first) {
    const card = this.#card(run);
    const old = this.cards.get(run.id);
    if (old) old.replaceWith(card);
    else if (first) this.runs.prepend(card);
    else this.runs.append(card);
    this.cards.set(run.id, card);
  }

  /** @param {Run} run */
  #card(run) {
    const { report, state, played, total, seconds } = run;
    const rate = played / Math.max(seconds, 1e-3);
    const left = state === "running" && played ? `, about ${duration((total - played) / rate)} left` : "";
    const progress = el("progress", { max: total, value: played, "aria-label": `${played} of ${total} games` });
    const said = `${grouped(played)} of ${grouped(total)} games in ${duration(seconds)}${left}${state === "stopped" ? ", stopped" : ""}.`;
    return el(
      "section.card.stack",
      { "data-run": run.id, "data-state": state, "aria-label": `Experiment ${run.id}` },
      el("h2", {}, `${report.board}, ${grouped(report.games)} games each, seed ${report.seed}`, this.#remove(run)),
      state === "running" ? progress : null,
      el("p.note", {}, said),
      run.error ? el("p.problem", {}, run.error) : null,
      played ? table(run) : null,
      played ? plots(run) : null,
      state === "running" ? null : exports(run),
    );
  }

  /** @param {Run} run */
  #remove(run) {
    const running = run.state === "running";
    const act = async () => {
      await ask(`/arena/${run.id}`, { method: "DELETE" }).catch((error) => toast(error.message));
      if (running) return;
      this.cards.get(run.id)?.remove();
      this.cards.delete(run.id);
    };
    return running ? button("pause", "Stop", act) : button("bin", "", act, { className: "icon-button", "aria-label": "Remove this result" });
  }

  close() {
    this.closing.abort();
  }
}

/** @param {Run} run */
function table({ report }) {
  const number = (/** @type {number} */ value) => grouped(Math.round(value));
  const heads = ["Player", "Mean", "95 %", "Median", "SD", "Median tile", "Highest", "2048 (95 %)", "Moves/s"];
  const row = (/** @type {PlayerReport} */ player, /** @type {number} */ index) => {
    const key = el("i", { className: `key s${index % 6}` });
    const name = el("td", {}, key, el("span.mono", {}, player.spec));
    // Of an experiment that has just begun, or was stopped, somebody may have no game yet.
    if (!player.games) return el("tr", {}, name, el("td", { colSpan: heads.length - 1 }, "no game yet"));
    const figures = /** @type {Required<PlayerReport>} */ (player);
    const half = (figures.ci95[1] - figures.ci95[0]) / 2;
    const goal = figures.tiles["2048"];
    const reached = goal ? `${percent(goal.rate)} (${percent(goal.low)}–${percent(goal.high)})` : "0 %";
    return el(
      "tr",
      {},
      name,
      ...[number(figures.mean), `± ${number(half)}`, number(figures.median), number(figures.sd), figures.median_tile, figures.max_tile, reached, compact(figures.moves_per_second)].map((cell) => el("td", {}, cell)),
    );
  };
  return el("div.table-box", { tabIndex: 0, role: "region", "aria-label": "Results" }, el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, ...report.players.map(row))));
}

/** @param {Run} run */
function plots(run) {
  const { curves, report, specs } = run;
  const log = (/** @type {[number, number][]} */ points) => points.map(([score, share]) => /** @type {[number, number]} */ ([Math.log10(Math.max(score, 1)), 100 * share]));
  const scores = curves.map((points, index) => ({ name: specs[index], points: log(points) }));
  const all = scores.flatMap(({ points }) => points.map(([x]) => x));
  const range = /** @type {[number, number]} */ ([Math.min(...all), Math.max(...all)]);
  const powers = Array.from({ length: 8 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();
  const scoreTicks = powers.filter((value) => Math.log10(value) >= range[0] && Math.log10(value) <= range[1]).map((value) => /** @type {[number, string]} */ ([Math.log10(value), value >= 1000 ? `${value / 1000}k` : String(value)]));
  const values = [...new Set(report.players.flatMap(({ tiles = {} }) => Object.keys(tiles).map(Number)))].sort((a, b) => a - b);
  const reach = report.players.map(({ tiles }, index) => {
    if (!tiles) return { name: specs[index], points: [], band: [] };
    const least = Math.min(...Object.keys(tiles).map(Number));
    const at = (/** @type {number} */ value) => tiles[value] ?? (value < least ? { rate: 1, low: 1, high: 1 } : { rate: 0, low: 0, high: 0 });
    return {
      name: specs[index],
      points: values.map((value) => /** @type {[number, number]} */ ([Math.log2(value), 100 * at(value).rate])),
      band: values.map((value) => /** @type {[number, number]} */ ([100 * at(value).low, 100 * at(value).high])),
    };
  });
  const figure = (/** @type {string} */ title, /** @type {Node} */ drawing) => el("figure.plot", {}, el("figcaption", {}, title), drawing);
  return el(
    "div.plots",
    {},
    figure("Games that reach a score (%)", chart({ title: "Games that reach a score", curves: scores, yRange: [0, 100], xTicks: scoreTicks, xLabel: "score" }).root),
    figure("Games that reach a tile (%), 95 % intervals", chart({ title: "Games that reach a tile", curves: reach, yRange: [0, 100], xTicks: values.map((value) => [Math.log2(value), String(value)]), xLabel: "tile" }).root),
  );
}

/** @param {Run} run */
function exports({ id }) {
  const link = (/** @type {string} */ file, /** @type {string} */ word) => el("a.button", { href: `/api/arena/${id}/${file}`, download: `arena-${id}-${file}` }, word);
  return el("div.row", {}, link("report.json", "JSON"), link("games.csv", "CSV of games"), link("scores.svg", "Scores SVG"), link("tiles.svg", "Tiles SVG"));
}

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;
