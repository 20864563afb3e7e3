// A histogram that grows.

import { svg } from "../dom.js";

/**
 * @param {string} title what a screen reader says of it
 * @param {number[]} counts
 * @param {(box: number) => string} label of the left edge of a box
 * @param {{marks?: [number, string][]}} [options] marks at places in boxes
 */
export function histogram(title, counts, label, { marks = [] } = {}) {
  const [width, height, bottom] = [innerWidth < 600 ? 360 : 640, 200, 24];
  const most = Math.max(1, ...counts);
  const step = width / counts.length;
  const root = svg("svg", { class: "chart histogram", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title });
  counts.forEach((count, box) => {
    const tall = ((height - bottom - 14) * count) / most;
    root.append(svg("rect", { x: box * step + 1, y: height - bottom - tall, width: Math.max(1, step - 2), height: tall }));
    if (box % Math.ceil(counts.length / 8) === 0) root.append(svg("text", { x: box * step, y: height - 6 }, label(box)));
  });
  for (const [at, word] of marks) {
    root.append(svg("path", { class: "mark", d: `M${at * step} 12V${height - bottom}` }), svg("text", { x: Math.min(at * step + 4, width - 60), y: 10 }, word));
  }
  return root;
}
