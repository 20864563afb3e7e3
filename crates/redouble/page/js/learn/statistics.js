// Means, intervals and tails: what lessons and races say about numbers of games.

/** A mean that grows. */
export class Mean {
  n = 0;
  mean = 0;
  squares = 0;

  /** @param {number} value */
  add(value) {
    this.n++;
    const off = value - this.mean;
    this.mean += off / this.n;
    this.squares += off * (value - this.mean);
  }

  get sd() {
    return this.n > 1 ? Math.sqrt(this.squares / (this.n - 1)) : 0;
  }

  /** Half the width of the 95 % interval. */
  get half() {
    return this.n > 1 ? (1.96 * this.sd) / Math.sqrt(this.n) : Infinity;
  }
}

/** The 95 % interval of Wilson for k of n. @param {number} k @param {number} n @returns {[number, number]} */
export function wilson(k, n) {
  const z = 1.959963984540054;
  const middle = (k + (z * z) / 2) / (n + z * z);
  const half = (z / (n + z * z)) * Math.sqrt((k * (n - k)) / n + (z * z) / 4);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** The chance of so many or more, or so few or fewer, of n: twice the smaller tail of the binomial. @param {number} k @param {number} n @param {number} p */
export function binomialP(k, n, p) {
  const term = (/** @type {number} */ i) => Math.exp(logChoose(n, i) + i * Math.log(p) + (n - i) * Math.log(1 - p));
  const up = k > n * p;
  let tail = 0;
  for (let i = k; up ? i <= n : i >= 0; i += up ? 1 : -1) {
    const more = term(i);
    tail += more;
    if (more < tail * 1e-14) break;
  }
  return Math.min(1, 2 * tail);
}

/** @param {number} n @param {number} k */
const logChoose = (n, k) => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/** @type {number[]} */
const factorials = [0];

/** @param {number} n */
function logFactorial(n) {
  for (let i = factorials.length; i <= n; i++) factorials.push(factorials[i - 1] + Math.log(i));
  return factorials[n];
}

/** Games an arm to tell means apart that differ by so much: two-sided 5 %, power 80 %. @param {number} sd @param {number} difference */
export const gamesNeeded = (sd, difference) => Math.ceil((2 * (1.959963984540054 + 0.8416212335729143) ** 2 * sd * sd) / (difference * difference));

/** Counts in so many boxes of equal width. @param {number[]} values @param {number} width @param {number} boxes */
export function boxed(values, width, boxes) {
  const counts = Array(boxes).fill(0);
  for (const value of values) counts[Math.min(boxes - 1, Math.floor(value / width))]++;
  return counts;
}
