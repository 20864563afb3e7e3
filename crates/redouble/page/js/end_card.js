// How a game went, in facts: its score and largest tile, its rank among your games, and the move that cost most.

import { ask, follow } from "./api.js";
import { button, el, grouped, icon } from "./dom.js";
import { players } from "./players.js";
import { text } from "./texts.js";

/**
 * The facts of a finished game; what must be looked for comes when it is found.
 * @param {Game} game
 * @param {AbortSignal} signal ends the search
 */
export function endFacts(game, signal) {
  const rank = el("span", { id: "end-rank" });
  const costliest = el("span.costliest", { id: "end-costliest", "aria-live": "polite" });
  ranked(game).then((place) => rank.append(place ? ` · ${text.end.rank(place)}` : "")).catch(() => {});
  findCostliest(game, costliest, signal).catch(() => costliest.replaceChildren());
  return [el("b", {}, text.end.over), el("span", { id: "end-score" }, ` · ${grouped(game.score)} · ${game.max_tile}`), rank, el("br"), costliest];
}

/** The place of a game among those that a person played alone on the same board; none for a game that was not. @param {Game} game */
async function ranked(game) {
  if (game.marks.length) return null;
  /** @type {Listed[]} */
  const games = await ask("/games");
  const rivals = games.filter(({ id, board, marks }) => id !== game.id && board === `${game.rows}x${game.columns}` && !marks.length);
  return 1 + rivals.filter(({ score }) => score > game.score).length;
}

/** @param {Game} game @param {HTMLElement} where @param {AbortSignal} signal */
async function findCostliest(game, where, signal) {
  where.textContent = text.end.looking;
  const [record, { usual }] = await Promise.all([ask(`/games/${game.id}/record`), players()]);
  /** @type {Judged | null} */
  let worst = null;
  let isDone = false;
  await follow("/review", { record, player: usual[0].spec }, (/** @type {ReviewEvent} */ { moves = [], done }) => {
    for (const judged of moves) if (judged.loss > (worst?.loss ?? 0)) worst = judged;
    isDone ||= Boolean(done);
  }, signal);
  if (!isDone) throw new Error("the review did not end");
  const found = /** @type {Judged | null} */ (worst);
  if (!found || !["inaccuracy", "mistake", "blunder", "lucky"].includes(found.mark)) where.textContent = text.end.noMistake;
  else where.replaceChildren(`${text.end.costliest(found.move + 1, found.played)} `, el("a", { href: `#/study/${game.id}?m=${found.move}`, id: "look" }, text.end.look));
}

/** What can be done at the end. @param {Game} game @param {() => void} again @param {() => void} undo */
export const endButtons = (game, again, undo) => [
  el("button.main.retry-button", { type: "button", onclick: again, title: "Enter" }, text.end.again),
  button("undo", text.play.undo, undo),
  el("a.button", { href: `#/study/${game.id}` }, icon("graph"), text.end.study),
];
