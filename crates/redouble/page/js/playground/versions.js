// Programs that are kept in this browser: a draft for each task, and versions with a name.

const KEY = "redouble.playground";

/** @typedef {{name: string, task: string, code: string, when: number, result?: string}} Version */
/** @typedef {{drafts: Record<string, string>, versions: Version[]}} Kept */

/** @returns {Kept} */
function kept() {
  try {
    const { drafts = {}, versions = [] } = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { drafts, versions };
  } catch {
    return { drafts: {}, versions: [] };
  }
}

/** Whether it could be kept. @param {Kept} all */
function keep(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} task */
export const draft = (task) => kept().drafts[task];

/** @param {string} task @param {string} code */
export function keepDraft(task, code) {
  const all = kept();
  all.drafts[task] = code;
  return keep(all);
}

/** The versions of a task, the latest first. @param {string} task */
export const versions = (task) => kept().versions.filter((version) => version.task === task).reverse();

/** @param {Version} version */
export function addVersion(version) {
  const all = kept();
  all.versions.push(version);
  return keep(all);
}

/** @param {Version} version */
export function removeVersion(version) {
  const all = kept();
  all.versions = all.versions.filter(({ task, when }) => task !== version.task || when !== version.when);
  keep(all);
}
