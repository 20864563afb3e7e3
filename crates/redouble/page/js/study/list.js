// A list of which only what is in view exists: rows are equally high and are made when they are scrolled to.

import { el } from "../dom.js";

/** How many rows are made above and below those in view. */
const MARGIN = 8;

/** @template T */
export class LongList {
  /** @type {T[]} */
  items = [];
  current = -1;
  list = el("ul");

  /**
   * @param {string} label
   * @param {(item: T) => HTMLElement} render the content of a row, which can have the focus
   */
  constructor(label, render) {
    this.render = render;
    this.element = el("div.long-list", { role: "group", "aria-label": label }, this.list);
    this.element.addEventListener("scroll", () => this.#draw(), { passive: true });
    this.resized = new ResizeObserver(() => this.reveal());
    this.resized.observe(this.element);
  }

  get #height() {
    return matchMedia("(pointer: coarse)").matches ? 44 : 34;
  }

  /** Shows other items; the current one comes into view. @param {T[]} items @param {number} current */
  show(items, current) {
    const hadFocus = this.element.contains(document.activeElement);
    this.items = items;
    this.current = current;
    this.list.style.height = `${items.length * this.#height}px`;
    this.reveal();
    if (hadFocus) this.list.querySelector("[aria-current]")?.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Brings the current row into view. */
  reveal() {
    const height = this.#height;
    const { scrollTop, clientHeight } = this.element;
    const top = this.current * height;
    if (this.current >= 0 && (top < scrollTop || top + height > scrollTop + clientHeight)) this.element.scrollTop = top - (clientHeight - height) / 2;
    this.#draw();
  }

  #draw() {
    const height = this.#height;
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / height) - MARGIN);
    const last = Math.min(this.items.length, Math.ceil((scrollTop + clientHeight) / height) + MARGIN);
    const row = (/** @type {number} */ index) =>
      el("li", { "--top": `${index * height}px`, "--height": `${height}px`, "aria-setsize": this.items.length, "aria-posinset": index + 1, "aria-current": index === this.current && "true" }, this.render(this.items[index]));
    this.list.replaceChildren(...Array.from({ length: Math.max(0, last - first) }, (_, i) => row(first + i)));
  }

  close() {
    this.resized.disconnect();
  }
}
