// The dialog of a new game: any board, any chance of a 4, any goal, any seed.

import { ask } from "./api.js";
import { dialog } from "./dialog.js";
import { el } from "./dom.js";

/**
 * @param {{rows: number, columns: number, p4: number, goal: number}} usual
 * @param {(game: Game) => void} started
 */
export function openNewGame(usual, started) {
  const sides = ["2", "3", "4", "5", "6", "7", "8"];
  const side = (/** @type {string} */ label, /** @type {number} */ value) => {
    const select = el("select", { name: label.toLowerCase() }, ...sides.map((n) => el("option", { value: n }, n)));
    select.value = String(value);
    return select;
  };
  const rows = side("Rows", usual.rows);
  const columns = side("Columns", usual.columns);
  const p4 = el("input", { type: "number", min: "0", max: "1", step: "any", value: String(usual.p4), required: true });
  const goal = el("select", {}, ...Array.from({ length: 15 }, (_, i) => el("option", { value: String(8 << i) }, String(8 << i))));
  goal.value = String(usual.goal);
  const seed = el("input", { inputMode: "numeric", pattern: "[0-9]{1,16}", placeholder: "by chance" });
  const start = async () => {
    const body = {
      board: `${rows.value}x${columns.value}`,
      p4: Number(p4.value),
      goal: Number(goal.value),
      ...(seed.value && { seed: Number(seed.value) }),
    };
    try {
      started(await ask("/games", { body }));
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  dialog(
    "New game",
    [
      el("div.fields", {}, el("label", {}, "Rows", rows), el("label", {}, "Columns", columns), el("label", {}, "Goal", goal)),
      el("div.fields", {}, el("label", {}, "Chance of a 4", p4), el("label", {}, "Seed", seed)),
      el("p.note", {}, "The game you leave stays under Games. The same seed is the same game, here and everywhere."),
    ],
    [["Cancel", () => {}], ["Start", start]],
  );
}
