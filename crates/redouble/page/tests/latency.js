// How long a key takes to change the board, in a real browser. `node tests/latency.js [PROGRAM …]`: each program (by default the one that is
// tested) serves its own page, in turn, several times in one run; read the ratios, not the milliseconds.

import { launch, PROGRAM, Server, visit } from "./harness.js";

const programs = process.argv.length > 2 ? process.argv.slice(2) : [PROGRAM];
const ROUNDS = 3;
const MOVES = 60;
const browser = await launch();
/** @type {Map<string, number[]>} */
const times = new Map(programs.map((program) => [program, []]));

for (let round = 0; round < ROUNDS; round++) {
  for (const program of programs) {
    const server = await new Server({ program }).start();
    await server.ask("/games", { seed: round + 1 });
    const { page, context } = await visit(browser, server.url);
    await page.locator(".tile").first().waitFor();
    const measured = await page.evaluate(async (moves) => {
      const board = /** @type {Element} */ (document.querySelector(".tile-container"));
      const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
      const found = [];
      for (let i = 0; found.length < moves && i < 4 * moves; i++) {
        const changed = new Promise((resolve) => {
          const observer = new MutationObserver(() => {
            observer.disconnect();
            resolve(performance.now());
          });
          observer.observe(board, { childList: true });
        });
        const begun = performance.now();
        document.dispatchEvent(new KeyboardEvent("keydown", { key: ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"][i % 4], bubbles: true }));
        const at = await Promise.race([changed, pause(1000)]);
        if (typeof at === "number") found.push(at - begun);
        await pause(20);
      }
      return found;
    }, MOVES);
    times.get(program)?.push(...measured);
    await context.close();
    await server.stop();
  }
}
for (const [program, all] of times) {
  const sorted = all.sort((a, b) => a - b);
  const quantile = (/** @type {number} */ share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(1);
  console.log(`${program}: ${sorted.length} moves, key to changed board p50 ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms, most ${quantile(1)} ms`);
}
await browser.close();
