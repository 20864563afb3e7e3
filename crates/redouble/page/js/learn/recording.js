// Recorded games, position by position. Their tiles come from their seeds, so that directions are all that is kept.

import { DIRECTIONS, Game, gameSeed } from "../rules.js";
import { SEED } from "./recorded.js";

/** @typedef {typeof import("./recorded.js").CHECKPOINTS[number]} Checkpoint */

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";

/** The directions of a recorded game: three to a character. @param {Checkpoint} checkpoint */
export const directionsOf = ({ directions, moves }) =>
  Array.from(directions, (character) => DIGITS.indexOf(character)).flatMap((three) => [three >> 4, (three >> 2) & 3, three & 3]).slice(0, moves).map((number) => DIRECTIONS[number]);

/** Every position of a recorded game. @param {Checkpoint} checkpoint */
export function positionsOf(checkpoint) {
  const game = Game.start(4, 4, gameSeed(SEED, checkpoint.game));
  const positions = [{ grid: game.grid, score: 0 }];
  for (const direction of directionsOf(checkpoint)) {
    if (!game.advance(direction)) throw new Error(`move ${game.moves + 1} is not legal`);
    positions.push({ grid: game.grid, score: game.score });
  }
  return positions;
}
