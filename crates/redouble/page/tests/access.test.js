// For everyone: axe in light and dark, cells by keyboard, themes, less motion.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stage, violations, visit, waitForMoves } from "./harness.js";

const { server, browser } = await stage();
const { id } = await server.ask("/games", { from: "1024,512,256,128/2,4,8,64/.,.,2,32/.,.,.,16", seed: 4 });
for (let i = 0; i < 8; i++) await server.ask(`/games/${id}/auto`, { player: "greedy" });
await server.ask("/arena", { players: ["random", "greedy"], games: 20, seed: 1 });

/** What must be there before a room is looked at. @type {Record<string, string>} */
const ROOMS = { play: ".tile", games: ".games li", board: "#edit", "study/1": "#accuracy", learn: ".lessons", arena: '[data-state="done"]', count: ".graph svg", solve: "#solve", tilt: ".tilt-board .tile" };

/** @type {[string, import("playwright-core").BrowserContextOptions][]} */
const LOOKS = [["light", { colorScheme: "light" }], ["dark", { colorScheme: "dark" }], ["forced colours", { forcedColors: "active" }]];
for (const [name, look] of LOOKS) {
  test(`axe finds nothing in ${name} at 320, 390 and 1366 pixels (20, 21)`, async () => {
    // The policy keeps foreign scripts out, axe's too, unless the test says otherwise.
    const { page, context } = await visit(browser, server.url, { ...look, bypassCSP: true, reducedMotion: "reduce" });
    for (const [room, ready] of Object.entries(ROOMS)) {
      await page.goto(`${server.url}/#/${room}`);
      // A link starts no work: the review is asked for by a click, once.
      if (ready === "#accuracy") await page.locator("#start-review, #accuracy").first().waitFor();
      if (await page.locator("#start-review").count()) await page.locator("#start-review").click();
      await page.locator(ready).first().waitFor();
      for (const [width, height] of [[320, 568], [390, 844], [1366, 625]]) {
        await page.setViewportSize({ width, height });
        assert.deepEqual(await violations(page), [], `${room} at ${width}`);
        // On phones the parts of Study are behind tabs.
        for (const part of ["graph", "coach", "moves"]) {
          const tab = page.locator(`.study-tabs [data-part="${part}"]`);
          if (!(await tab.isVisible())) continue;
          await tab.click();
          assert.deepEqual(await violations(page, ".study"), [], `${part} of ${room} at ${width}`);
        }
      }
    }
    await context.close();
  });
}

test("in forced colours buttons, bars and the current room have an edge (20)", async () => {
  const { page, context } = await visit(browser, server.url, { forcedColors: "active", reducedMotion: "reduce" });
  await page.locator(".tile").first().waitFor();
  await page.locator("#hint").click();
  await page.locator(".bar.best").waitFor();
  const edges = await page.evaluate(() =>
    ["#hint", ".bar .track", ".places [aria-current]"].map((selector) => {
      const style = getComputedStyle(/** @type {Element} */ (document.querySelector(selector)));
      return Math.max(Number.parseFloat(style.borderTopWidth), Number.parseFloat(style.borderBottomWidth));
    }),
  );
  for (const edge of edges) assert.ok(edge >= 1, edges.join());
  await context.close();
});

test("numbers stand out on every tile of every theme", async () => {
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  const weak = await page.evaluate(() => {
    const light = (/** @type {string} */ colour) => {
      const [r, g, b] = (colour.match(/\d+/g) ?? []).slice(0, 3).map((part) => {
        const value = Number(part) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const found = [];
    for (const theme of ["classic", "dark", "safe", "log2"]) {
      document.documentElement.dataset.tiles = theme;
      for (let step = 1; step <= 18; step++) {
        const probe = document.createElement("div");
        probe.dataset.step = String(step);
        document.body.append(probe);
        const { backgroundColor, color } = getComputedStyle(probe);
        const [a, b] = [light(backgroundColor), light(color)].sort((x, y) => y - x);
        const contrast = (a + 0.05) / (b + 0.05);
        if (contrast < 4.5) found.push(`${theme} ${2 ** step}: ${contrast.toFixed(2)}`);
        probe.remove();
      }
    }
    return found;
  });
  assert.deepEqual(weak, []);
  await context.close();
});

test("cells are explored by Shift and arrows while arrows play, and the ring lies above the tile (2, 7, 40)", async () => {
  await server.ask("/games", { from: "2,4,.,./.,.,.,./.,.,.,./.,.,.,8", seed: 1 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  const label = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await page.keyboard.press("Shift+ArrowRight");
  assert.equal(await label(), "2, row 1, column 1");
  await page.keyboard.press("Shift+ArrowRight");
  assert.equal(await label(), "4, row 1, column 2");
  const seen = await page.evaluate(() => {
    const tile = /** @type {Element} */ (document.querySelector(".tile-4"));
    const ring = /** @type {HTMLElement} */ (document.querySelector(".ring"));
    const [a, b] = [tile, ring].map((element) => element.getBoundingClientRect());
    const over = Number(getComputedStyle(ring).zIndex) > 1 && getComputedStyle(ring).backgroundColor === "rgba(0, 0, 0, 0)";
    const cell = Number(getComputedStyle(/** @type {Element} */ (document.activeElement)).zIndex) || 0;
    return { over, cell, apart: Math.abs(a.x - b.x) + Math.abs(a.y - b.y), hidden: ring.hidden };
  });
  assert.deepEqual({ ...seen, apart: seen.apart < 2 }, { over: true, cell: 0, apart: true, hidden: false });
  await page.keyboard.press("Shift+ArrowDown");
  assert.equal(await label(), "empty, row 2, column 2");
  await page.keyboard.press("ArrowDown");
  await waitForMoves(page, 1);
  await page.keyboard.press("s");
  await page.keyboard.press("ArrowLeft");
  await waitForMoves(page, 2);
  await context.close();
});

test("0 reads the board and a digit a row; the skip link leads to where arrows play (40)", async () => {
  await server.ask("/games", { from: "2,4,.,./.,.,.,./.,.,.,./.,.,.,8", seed: 1 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  await page.keyboard.press("0");
  await page.locator("#polite", { hasText: "Row 1: 2 4 empty empty. Row 2: empty empty empty empty." }).waitFor({ state: "attached" });
  await page.keyboard.press("4");
  await page.locator("#polite", { hasText: /^Row 4: empty empty empty 8\.$/ }).waitFor({ state: "attached" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator("#polite", { hasText: "Board. Arrows move." }).waitFor({ state: "attached" });
  await page.keyboard.press("ArrowDown");
  await waitForMoves(page, 1);
  await context.close();
});

test("themes follow the system until somebody chooses, and survive a reload", async () => {
  const { page, context } = await visit(browser, server.url, { colorScheme: "dark", reducedMotion: "reduce" });
  const root = () => page.evaluate(() => ({ ...document.documentElement.dataset, pace: document.documentElement.style.getPropertyValue("--pace") }));
  await page.locator(".tile").first().waitFor();
  assert.deepEqual(await root(), { mode: "dark", tiles: "dark", pace: "0" });
  await page.locator("#settings").click();
  await page.getByText("Six colours").click();
  await page.keyboard.press("Escape");
  assert.deepEqual(await root(), { mode: "dark", tiles: "log2", pace: "0" });
  // A dialog that closes takes its entry out of the history, and a navigation would interrupt a reload.
  await page.waitForFunction(() => !history.state?.dialog);
  await page.reload();
  await page.locator(".tile").first().waitFor();
  assert.deepEqual(await root(), { mode: "dark", tiles: "log2", pace: "0" });
  await context.close();
});
