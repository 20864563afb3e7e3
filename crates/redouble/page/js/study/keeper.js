// Keeps the tree of a game: every change is sent to the server, the last one always, one at a time.

import { ask } from "../api.js";

export class TreeKeeper {
  /** @type {string | null} */
  waiting = null;
  isSending = false;

  /** @param {number} game @param {(problem: string | null) => void} told what the page says about it: kept, or why not */
  constructor(game, told) {
    this.game = game;
    this.told = told;
  }

  /** @param {string} tree */
  async keep(tree) {
    this.waiting = tree;
    if (this.isSending) return;
    this.isSending = true;
    try {
      while (this.waiting !== null) {
        const sent = this.waiting;
        this.waiting = null;
        // It may wait for a server that is away: it is still what somebody wants when the server is back.
        await ask(`/games/${this.game}/tree`, { body: { tree: sent }, patient: true, keepalive: sent.length < 60_000 });
      }
      this.told(null);
    } catch (error) {
      this.told(error instanceof Error ? error.message : String(error));
    } finally {
      this.isSending = false;
    }
  }
}
