// A race: the program of the playground and players of the laboratory play the games of the same seeds.

import { ask, follow } from "../api.js";
import { Mean } from "../learn/statistics.js";
import { DIRECTIONS, Game, gameSeed } from "../rules.js";

/** Somebody's result. @typedef {{name: string, games: number, mean: number, low: number, high: number}} Result */

/** Moves of a program, game by game, checked by the rules: a score that is counted here cannot be made up. */
export class Scores {
  mean = new Mean();
  /** @type {Map<number, Game>} */
  #games = new Map();

  /** @param {string} seed @param {(turn: Turn, game: Game) => void} [watch] */
  constructor(seed, watch) {
    this.seed = seed;
    this.watch = watch;
  }

  /** Takes moves; whether they are moves at all. @param {import("./sandbox.js").Said} said */
  take({ game: index = 0, moves = "", over = false }) {
    let game = this.#games.get(index);
    if (!game) {
      game = Game.start(4, 4, gameSeed(this.seed, index));
      this.#games.set(index, game);
    }
    for (const letter of moves) {
      const direction = DIRECTIONS.find((name) => name[0] === letter);
      const turn = direction && (this.watch ? game.play(direction) : game.advance(direction));
      if (!turn) return false;
      if (turn !== true) this.watch?.(turn, game);
    }
    if (over) {
      if (!game.over) return false;
      this.mean.add(game.score);
      this.#games.delete(index);
    }
    return true;
  }

  /** @param {string} name @returns {Result} */
  result(name) {
    const { n, mean, half } = this.mean;
    return { name, games: n, mean, low: mean - half, high: mean + half };
  }
}

/** Lets players of the laboratory play the same games. @param {string[]} players @param {number} games @param {string} seed @param {(results: Result[]) => void} shown @param {AbortSignal} signal */
export async function references(players, games, seed, shown, signal) {
  if (players.length === 0) return;
  /** @type {Started} */
  const { id } = await ask("/arena", { body: { players, games, seed: Number(seed) }, signal });
  try {
    await follow(`/arena/${id}/events`, undefined, (/** @type {Run} */ run) => shown(run.report.players.filter(({ mean }) => mean !== undefined).map(({ spec, games: played, mean = 0, ci95 = [mean, mean] }) => ({ name: spec, games: played, mean, low: ci95[0], high: ci95[1] }))), signal);
  } finally {
    // The race is shown here; the list of experiments stays as it was.
    ask(`/arena/${id}`, { method: "DELETE" }).catch(() => {});
  }
}
