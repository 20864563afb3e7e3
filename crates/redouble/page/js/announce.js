// What a screen reader hears: one sentence a move.

/** @param {string} sentence @param {"polite" | "assertive"} [how] */
export function say(sentence, how = "polite") {
  const region = /** @type {HTMLElement} */ (document.getElementById(how));
  // The same sentence twice is read twice.
  region.textContent = region.textContent === sentence ? `${sentence} ` : sentence;
}

/** A move in a sentence. @param {Turn} turn @param {{columns: number, score: number}} game */
export function sentence(turn, game) {
  /** @type {Map<number, number>} */
  const made = new Map();
  for (const { to, value, merged } of turn.motions) if (merged) made.set(to, value * 2);
  const merges = made.size ? `, made ${list([...made.values()])}, plus ${turn.gained}` : "";
  const { cell, value } = turn.spawn;
  const place = `row ${Math.floor(cell / game.columns) + 1}, column ${(cell % game.columns) + 1}`;
  return `${turn.direction}${merges}; a ${value} appeared in ${place}; score ${game.score}.`;
}

/** @param {number[]} values */
const list = (values) => values.sort((a, b) => b - a).join(" and ");
