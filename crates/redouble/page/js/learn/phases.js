// The phases of a slide, each by itself, on the exponents of a line.

/** Tiles to the front, in their order. @param {number[]} line */
export const compact = (line) => [...line.filter(Boolean), ...line.filter((tile) => !tile)];

/** Equal neighbours merge from the front; a hole is left behind each. @param {number[]} line */
export function merge(line) {
  const after = [...line];
  for (let i = 0; i + 1 < after.length; i++) {
    if (after[i] && after[i] === after[i + 1]) {
      after[i] += 1;
      after[i + 1] = 0;
    }
  }
  return after;
}
