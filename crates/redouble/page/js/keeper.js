// Tells the server what was done to a game here, in batches and in order. Nothing is told twice, though it may be sent twice: a
// batch says after how many changes of the game it comes, and the server knows what it has had. While the server is
// away the changes wait, in memory and in the outbox of the browser.

import { Away, ask } from "./api.js";
import { drop, keep, kept } from "./outbox.js";

/** The most changes in a batch; the server remembers twice as many. */
const BATCH = 256;
/** How often a server that is away is tried, in milliseconds. */
const RETRY = 400;

export class Keeper {
  /** @type {string[]} */
  waiting = [];
  id = 0;
  seed = "";
  after = 0;
  /** Whether something lies in the outbox. */
  inOutbox = false;
  /** @type {Promise<void> | null} */
  telling = null;
  closed = false;

  /**
   * @param {(game: Game) => void} confirmed the server has everything
   * @param {(game: Game, lost: number) => void} refused the game went on elsewhere; so many changes were not made
   * @param {(error: Error) => void} failed
   */
  constructor(confirmed, refused, failed) {
    this.confirmed = confirmed;
    this.refused = refused;
    this.failed = failed;
  }

  /** From here on changes are those of this game. @param {{known: Game, changes: number}} played */
  follow({ known, changes }) {
    this.id = known.id;
    this.seed = known.generator.seed;
    this.after = changes;
    this.waiting = [];
  }

  /** @param {string} change a move with its tile, `undo`, `redo` or `hint` */
  tell(change) {
    this.waiting.push(change);
    if (this.inOutbox) this.#keep();
    this.telling ??= this.#tell();
  }

  /** Resolves when the server has everything. */
  async told() {
    while (this.telling) await this.telling;
  }

  async #tell() {
    try {
      while (this.waiting.length && !this.closed) await this.#batch();
    } catch (error) {
      this.waiting = [];
      this.failed(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.telling = null;
      if (this.inOutbox && !this.waiting.length) this.#emptied();
    }
  }

  async #batch() {
    const { id, seed, after } = this;
    const changes = this.waiting.slice(0, BATCH);
    try {
      const answer = await tell({ id, seed, after, changes });
      this.#heard(answer, changes);
    } catch (error) {
      if (!(error instanceof Away)) throw error;
      this.inOutbox = true;
      this.#keep();
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }

  /** @param {CaughtUp} answer @param {string[]} changes */
  #heard({ made, stale, game }, changes) {
    const lost = this.waiting.slice(made).filter(counts).length;
    this.after += changes.filter(counts).length;
    this.waiting = stale ? [] : this.waiting.slice(changes.length);
    if (stale) this.refused(game, lost);
    else if (!this.waiting.length) this.confirmed(game);
  }

  #keep() {
    const { id, seed, after, waiting } = this;
    keep({ id, seed, after, changes: [...waiting] }).catch(() => {});
  }

  #emptied() {
    this.inOutbox = false;
    drop(this.id).catch(() => {});
  }

  close() {
    this.closed = true;
  }
}

const counts = (/** @type {string} */ change) => change !== "hint";

/** @param {import("./outbox.js").Untold} untold @returns {Promise<CaughtUp>} */
const tell = ({ id, seed, after, changes }) => ask(`/games/${id}/changes`, { body: { seed, after, changes: changes.join(" ") }, keepalive: true });

/** Tells what an earlier visit could not; gives back how many changes were too late. */
export async function tellKept() {
  let lost = 0;
  for (const untold of await kept().catch(() => [])) {
    let { after, changes } = untold;
    try {
      while (changes.length) {
        const batch = changes.slice(0, BATCH);
        const { made, stale } = await tell({ ...untold, after, changes: batch });
        if (stale) lost += changes.slice(made).filter(counts).length;
        after += batch.filter(counts).length;
        changes = stale ? [] : changes.slice(BATCH);
      }
    } catch (error) {
      // Whatever is not told yet stays for the next visit; a game that is gone does not.
      if (error instanceof Away) return lost;
      lost += changes.filter(counts).length;
    }
    await drop(untold.id);
  }
  return lost;
}
