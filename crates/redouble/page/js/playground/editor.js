// A plain editor: a text area with line numbers, and the line of an error marked. Tab leaves it, as it leaves every field.

import { el } from "../dom.js";

export class Editor {
  /** @param {string} label @param {() => void} changed */
  constructor(label, changed) {
    this.numbers = el("pre.line-numbers", { "aria-hidden": "true" });
    this.area = el("textarea.code", { spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off", rows: 20, "aria-label": label, oninput: () => {
      this.mark(0);
      changed();
    }, onscroll: () => this.#follow() });
    this.area.addEventListener("keydown", (event) => this.#indent(event));
    this.element = el("div.editor-box", {}, this.numbers, this.area);
    this.line = 0;
  }

  get code() {
    return this.area.value;
  }

  set code(text) {
    this.area.value = text;
    this.mark(0);
  }

  /** Marks a line, from 1; 0 is none. @param {number} line */
  mark(line) {
    this.line = line;
    const count = this.area.value.split("\n").length;
    this.numbers.replaceChildren(...Array.from({ length: count }, (_, index) => el(index + 1 === line ? "span.wrong" : "span", {}, `${index + 1}\n`)));
    this.area.setAttribute("aria-invalid", String(line > 0));
    this.#follow();
  }

  /** Puts the cursor at the marked line. */
  showMark() {
    const start = this.area.value.split("\n").slice(0, this.line - 1).join("\n").length + (this.line > 1 ? 1 : 0);
    this.area.focus();
    this.area.setSelectionRange(start, start);
  }

  #follow() {
    this.numbers.scrollTop = this.area.scrollTop;
  }

  /** A new line begins as deep as the one before. @param {KeyboardEvent} event */
  #indent(event) {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.isComposing) return;
    const { selectionStart, value } = this.area;
    const line = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart);
    const space = `${line.match(/^\s*/)?.[0] ?? ""}${/[{([]\s*$/.test(line) ? "  " : ""}`;
    if (!space) return;
    event.preventDefault();
    this.area.setRangeText(`\n${space}`, selectionStart, this.area.selectionEnd, "end");
    this.area.dispatchEvent(new Event("input"));
  }
}
