// Which steps of which lessons were done; kept in this browser.

const KEY = "redouble.learn";

/** @returns {Record<string, number[]>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** The steps of a lesson that were done. @param {string} lesson @returns {Set<number>} */
export function doneSteps(lesson) {
  const steps = kept()[lesson];
  return new Set(Array.isArray(steps) ? steps : []);
}

/** @param {string} lesson @param {number} step */
export function markDone(lesson, step) {
  const all = kept();
  all[lesson] = [...doneSteps(lesson).add(step)].sort((a, b) => a - b);
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing still teaches.
  }
}
