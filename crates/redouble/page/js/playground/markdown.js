// The statements of the course as elements: headings, paragraphs, lists, tables, code. Text only; nothing in it becomes markup by itself.

import { el } from "../dom.js";

/** Emphasis and code within a line. @param {string} text */
function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/).map((part) => {
    if (part.startsWith("`")) return el("code", {}, part.slice(1, -1));
    if (part.startsWith("**")) return el("b", {}, part.slice(2, -2));
    if (part.startsWith("*") && part.length > 2) return el("em", {}, part.slice(1, -1));
    return part;
  });
}

/** @param {string[]} lines */
function rows(lines) {
  const cells = (/** @type {string} */ line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim());
  const [head, , ...body] = lines.map(cells);
  return el("div.table-box", {}, el("table", {}, el("thead", {}, el("tr", {}, ...head.map((cell) => el("th", { scope: "col" }, ...inline(cell))))),
    el("tbody", {}, ...body.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, ...inline(cell))))))));
}

/** @param {string} text @returns {Node[]} */
export function markdown(text) {
  const parts = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; ) {
    const block = (/** @type {(line: string) => boolean} */ belongs) => {
      const start = at;
      while (at < lines.length && belongs(lines[at])) at++;
      return lines.slice(start, at);
    };
    const line = lines[at];
    if (line.startsWith("```")) {
      at++;
      parts.push(el("pre", { tabIndex: 0 }, block((next) => !next.startsWith("```")).join("\n")));
      at++;
    } else if (line.startsWith("#")) {
      parts.push(el("h3", {}, line.replace(/^#+ /, "")));
      at++;
    } else if (line.startsWith("|")) parts.push(rows(block((next) => next.startsWith("|"))));
    else if (/^[-*] /.test(line)) parts.push(el("ul", {}, ...block((next) => /^([-*] | {2})/.test(next)).join("\n").split(/\n?^[-*] /m).filter(Boolean).map((item) => el("li", {}, ...inline(item.replace(/\s+/g, " "))))));
    else if (line.trim() === "") at++;
    else parts.push(el("p", {}, ...inline(block((next) => next.trim() !== "" && !/^(#|\||```)/.test(next)).join(" "))));
  }
  return parts;
}
