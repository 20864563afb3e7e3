// What somebody writes beside a position: a glyph, a bookmark, a comment.

import { button, el } from "../dom.js";
import { text } from "../texts.js";
import { GLYPHS, MAX_COMMENT, note } from "./tree.js";

/** @typedef {import("./tree.js").Place} Place */

export class NoteBox {
  /** @type {Place | null} */
  place = null;
  glyphs = GLYPHS.map((glyph, index) => button(null, glyph, () => this.toggleGlyph(index + 1), { "aria-label": text.study.glyphs[index], "aria-pressed": "false", title: String(index + 1) }));
  bookmark = button("bookmark", "", () => this.toggleBookmark(), { "aria-label": text.study.bookmark, "aria-pressed": "false", title: "B", id: "bookmark" });
  comment = el("textarea", { rows: 1, maxLength: MAX_COMMENT, placeholder: text.study.comment, "aria-label": text.study.comment, id: "comment" });

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.comment.onchange = () => this.#change({ comment: this.comment.value.trim() });
    this.comment.onkeydown = (event) => {
      if ((event.key !== "Enter" || event.shiftKey) && event.key !== "Escape") return;
      event.preventDefault();
      this.comment.blur();
    };
    this.element = el("div.study-notes", {}, el("div.glyphs", { role: "group", "aria-label": text.study.notes }, ...this.glyphs, this.bookmark), this.comment);
  }

  /** @param {Place} place */
  show(place) {
    this.place = place;
    const { glyph, bookmark, comment = "" } = place.line.notes.get(place.at) ?? {};
    for (const [index, one] of this.glyphs.entries()) one.setAttribute("aria-pressed", String(glyph === index + 1));
    this.bookmark.setAttribute("aria-pressed", String(Boolean(bookmark)));
    if (this.comment.value !== comment) this.comment.value = comment;
  }

  /** @param {import("./tree.js").Note} change */
  #change(change) {
    if (!this.place) return;
    note(this.place, change);
    this.show(this.place);
    this.changed();
  }

  /** @param {number} number */
  toggleGlyph(number) {
    const now = this.place?.line.notes.get(this.place.at)?.glyph;
    this.#change({ glyph: now === number ? 0 : number });
  }

  toggleBookmark() {
    this.#change({ bookmark: !this.place?.line.notes.get(this.place.at)?.bookmark });
  }
}
