// Fingers, mice and keys on the cells of a board that is studied.

/** @typedef {{tap(cell: number): void, drag(from: number, to: number): void, clear(cell: number): void, type(cell: number, key: string): boolean}} CellActions */

/** Less than this, in pixels, is no drag. */
const STILL = 10;
/** @type {Record<string, Direction>} */
const ARROWS = { ArrowUp: "up", ArrowRight: "right", ArrowDown: "down", ArrowLeft: "left" };

/** @param {EventTarget | null} target */
function cellOf(target) {
  const cell = target instanceof Element ? target.closest(".grid-cell") : null;
  return cell instanceof HTMLElement ? Number(cell.dataset.cell) : null;
}

/** Tells what is done to the cells of a board. @param {import("../board.js").BoardView} board @param {CellActions} actions */
export function listenToCells(board, actions) {
  /** @type {{cell: number, x: number, y: number} | null} */
  let down = null;
  const { grid } = board;
  grid.addEventListener("pointerdown", (event) => {
    const cell = cellOf(event.target);
    down = event.isPrimary && event.button === 0 && cell !== null ? { cell, x: event.clientX, y: event.clientY } : null;
    // A finger keeps its target; where it is lifted is asked of the page.
    if (event.target instanceof Element && event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  });
  grid.addEventListener("pointerup", (event) => {
    if (!down) return;
    const { cell, x, y } = down;
    down = null;
    if (Math.hypot(event.clientX - x, event.clientY - y) < STILL) return actions.tap(cell);
    const to = cellOf(document.elementFromPoint(event.clientX, event.clientY));
    if (to !== null && to !== cell) actions.drag(cell, to);
  });
  grid.addEventListener("contextmenu", (event) => {
    const cell = cellOf(event.target);
    event.preventDefault();
    if (cell !== null) actions.clear(cell);
  });
  grid.addEventListener("keydown", (event) => {
    const cell = cellOf(event.target);
    if (cell === null || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey && event.key in ARROWS) return;
    if (event.key in ARROWS) board.explore(ARROWS[event.key]);
    else if (event.key === "Enter" || event.key === " ") actions.tap(cell);
    else if (!actions.type(cell, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}
