// Line charts, drawn to the width they are given.

import { svg } from "./dom.js";

/** @typedef {{name: string, points: [number, number][], band?: [number, number][]}} Curve */
/** @typedef {{at: [number, number], kind: string, title: string, index: number}} Dot */
/**
 * @typedef {object} Options
 * @property {string} title what a screen reader says of it
 * @property {Curve[]} curves
 * @property {Dot[]} [dots]
 * @property {[number, number]} [xRange]
 * @property {[number, number]} [yRange]
 * @property {[number, string][]} [xTicks]
 * @property {string} [xLabel]
 * @property {string} [yLabel] stands above the axis, with its unit
 * @property {(value: number) => string} [format]
 * @property {boolean} [fill] whether the space below the first curve is tinted
 * @property {number} [width]
 * @property {number} [height]
 */

const LEFT = 52;
const RIGHT = 10;
/** With a title of the axis above it there is more. */
const TOP = 10;
const TITLED = 26;
const BOTTOM = 36;

/** @param {Options} options */
export function chart(options) {
  const { title, curves, dots = [], format = tickText, width = innerWidth < 600 ? 360 : 640, height = 280 } = options;
  const all = curves.flatMap((curve) => [...curve.points, .../** @type {[number, number][]} */ (curve.band?.flatMap(([low, high], i) => [[curve.points[i][0], low], [curve.points[i][0], high]]) ?? [])]);
  const top = options.yLabel ? TITLED : TOP;
  const [x0, x1] = options.xRange ?? spread(all.map(([x]) => x));
  const [y0, y1] = options.yRange ?? spread(all.map(([, y]) => y));
  const px = (/** @type {number} */ x) => LEFT + ((x - x0) / (x1 - x0 || 1)) * (width - LEFT - RIGHT);
  const py = (/** @type {number} */ y) => height - BOTTOM - ((y - y0) / (y1 - y0 || 1)) * (height - top - BOTTOM);
  const path = (/** @type {[number, number][]} */ points) => points.map(([x, y], i) => `${i ? "L" : "M"}${px(x).toFixed(1)} ${py(y).toFixed(1)}`).join("");
  const root = svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title });
  for (const value of ticks(y0, y1)) {
    root.append(svg("path", { class: "axis", d: `M${LEFT} ${py(value)}H${width - RIGHT}` }), svg("text", { x: LEFT - 8, y: py(value) + 4, "text-anchor": "end" }, format(value)));
  }
  const xTicks = options.xTicks ?? ticks(x0, x1).map((value) => /** @type {[number, string]} */ ([value, tickText(value)]));
  for (const [value, text] of xTicks) root.append(svg("text", { x: px(value), y: height - BOTTOM + 18, "text-anchor": "middle" }, text));
  if (options.yLabel) root.append(svg("text", { class: "axis-title", x: 4, y: 14 }, options.yLabel));
  if (options.xLabel) root.append(svg("text", { x: width - RIGHT, y: height - 2, "text-anchor": "end" }, options.xLabel));
  curves.forEach((curve, index) => {
    const { points, band } = curve;
    if (!points.length) return;
    if (options.fill) root.append(svg("path", { class: `area s${index % 6}`, d: `${path(points)}L${px(points[points.length - 1][0])} ${py(y0)}L${px(points[0][0])} ${py(y0)}Z` }));
    if (band) {
      const low = band.map(([value], i) => /** @type {[number, number]} */ ([points[i][0], value]));
      const high = band.map(([, value], i) => /** @type {[number, number]} */ ([points[i][0], value]));
      root.append(svg("path", { class: `area s${index % 6}`, d: `${path([...low, ...high.reverse()])}Z` }));
    }
    root.append(svg("path", { class: `line s${index % 6}`, fill: "none", d: path(points) }));
  });
  for (const { at, kind, title: name, index } of dots) {
    root.append(svg("circle", { class: `dot grade-${kind}`, cx: px(at[0]), cy: py(at[1]), r: 4.5, "data-index": index }, svg("title", {}, name)));
  }
  return { root, px, invert: (/** @type {number} */ share) => x0 + ((share * width - LEFT) / (width - LEFT - RIGHT)) * (x1 - x0), top, bottom: height - BOTTOM };
}

/** @param {number[]} values @returns {[number, number]} */
const spread = (values) => {
  const [low, high] = values.reduce(([a, b], value) => [Math.min(a, value), Math.max(b, value)], [Infinity, -Infinity]);
  return Number.isFinite(low) && high > low ? [low, high] : [Number.isFinite(low) ? low - 1 : 0, Number.isFinite(low) ? low + 1 : 1];
};

/** About five round numbers in a range. @param {number} low @param {number} high */
function ticks(low, high) {
  const rough = (high - low) / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough;
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.max(0, Math.floor(high / step + 1e-9) - first + 1) }, (_, i) => (first + i) * step);
}

/** @param {number} value */
const tickText = (value) => (Math.abs(value) >= 10000 ? `${value / 1000}k` : String(Number(value.toPrecision(6))));
