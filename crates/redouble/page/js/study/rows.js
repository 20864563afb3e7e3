// The move list of a study, as rows: what is worth a look stands alone, and quiet runs fold into one row, so that a game of twenty thousand
// moves reads by its milestones.

import { Branch } from "./tree.js";

/** @typedef {import("./tree.js").Line} Line */
/** @typedef {import("./tree.js").Place} Place */
/** Moves `from` to `to` of a line in one row; `made` is the exponent of a tile that is first made by the last of them. @typedef {{line: Line, from: number, to: number, indent: number, made?: number}} Row */

/** Tiles from this exponent on end a row when they are first made. */
const MILESTONE = 5;

/**
 * @param {import("./tree.js").StudyTree} tree
 * @param {{here: Place, faults: number[], milestones: [number, number][]}} view where one stands, the moves of the game that gave something
 * away, from 1 and in order, and where tiles were first made
 * @returns {Row[]}
 */
export function rows(tree, { here, faults, milestones }) {
  /** @type {Row[]} */
  const found = [];
  const visit = (/** @type {Line} */ line, /** @type {number} */ indent) => {
    const isMain = !(line instanceof Branch);
    const made = new Map(isMain ? milestones.filter(([, tile]) => tile >= MILESTONE) : []);
    const own = [...line.notes.keys(), ...[...line.branches.keys()].flatMap((at) => [at, at + 1]), ...(here.line === line ? [here.at] : [])];
    // A branch shows its first move: that is what was tried.
    const alone = new Set([...own, ...(isMain ? faults : [1])]);
    const ends = [...new Set([...alone, ...made.keys(), line.length])].filter((at) => at >= 1 && at <= line.length).sort((a, b) => a - b);
    if (isMain) found.push({ line, from: 0, to: 0, indent });
    const branches = (/** @type {number} */ at) => {
      for (const branch of line.branches.get(at) ?? []) visit(branch, indent + 1);
    };
    let from = 1;
    for (const end of ends) {
      if (!alone.has(end)) {
        found.push({ line, from, to: end, indent, made: made.get(end) });
      } else {
        if (from < end) found.push({ line, from, to: end - 1, indent });
        found.push({ line, from: end, to: end, indent, made: made.get(end) });
      }
      branches(end - 1);
      from = end + 1;
    }
    branches(line.length);
  };
  visit(tree.main, 0);
  return found;
}

/** The row in which a place stands. @param {Row[]} list @param {Place} place */
export const rowOf = (list, { line, at }) => list.findIndex((row) => row.line === line && row.from <= at && at <= row.to);
