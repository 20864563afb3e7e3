// Means with their intervals on one scale.

import { grouped, svg } from "../dom.js";

/** A mean with its interval. @typedef {{name: string, low: number, middle: number, high: number}} Interval */

/** @param {string} title @param {Interval[]} list @param {[number, number]} range */
export function intervals(title, list, [from, to]) {
  const [width, row] = [innerWidth < 600 ? 360 : 640, 46];
  const x = (/** @type {number} */ value) => 8 + ((Math.min(to, Math.max(from, value)) - from) / (to - from)) * (width - 16);
  const root = svg("svg", { class: "chart intervals", viewBox: `0 0 ${width} ${list.length * row + 20}`, role: "img", "aria-label": title });
  list.forEach(({ name, low, middle, high }, index) => {
    const y = index * row + 30;
    root.append(svg("text", { x: 8, y: y - 12 }, name), svg("path", { class: `line s${index}`, d: `M${x(low)} ${y}H${x(high)}` }), svg("circle", { class: `s${index}`, cx: x(middle), cy: y, r: 6 }));
  });
  const y = list.length * row + 14;
  root.append(svg("text", { x: 8, y }, grouped(from)), svg("text", { x: width - 8, y, "text-anchor": "end" }, grouped(to)));
  return root;
}
