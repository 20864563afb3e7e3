// For everyone: axe in light and dark, cells by keyboard, themes, less motion.

import assert from "node:assert/strict";
import { test } from "node:test";
import { serious, stage, visit } from "./harness.js";

const { server, browser } = await stage();
const { id } = await server.ask("/games", { from: "1024,512,256,128/2,4,8,64/.,.,2,32/.,.,.,16", seed: 4 });
for (let i = 0; i < 8; i++) await server.ask(`/games/${id}/auto`, { player: "greedy" });
await server.ask("/arena", { players: ["random", "greedy"], games: 20, seed: 1 });

/** What must be there before a room is looked at. @type {Record<string, string>} */
const ROOMS = { play: ".tile", games: ".games li", board: "#ask", review: ".games li", "review/1": "#accuracy", arena: '[data-state="done"]', count: ".graph svg", solve: "#solve", tilt: ".tilt-board .tile" };

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds nothing serious in ${colorScheme}`, async () => {
    // The policy keeps foreign scripts out, axe's too, unless the test says otherwise.
    const { page, context } = await visit(browser, server.url, { colorScheme, bypassCSP: true, reducedMotion: "reduce" });
    for (const [room, ready] of Object.entries(ROOMS)) {
      await page.goto(`${server.url}/#/${room}`);
      await page.locator(ready).first().waitFor();
      assert.deepEqual(await serious(page), [], room);
    }
    await context.close();
  });
}

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

test("cells are explored by keyboard while WASD plays", async () => {
  await server.ask("/games", { from: "2,4,.,./.,.,.,./.,.,.,./.,.,.,8", seed: 1 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  await page.locator('.grid-cell[tabindex="0"]').focus();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "2, row 1, column 1");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "4, row 1, column 2");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "empty, row 2, column 2");
  await page.keyboard.press("s");
  await page.locator(".facts", { hasText: "Moves 1" }).waitFor();
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
  await page.reload();
  await page.locator(".tile").first().waitFor();
  assert.deepEqual(await root(), { mode: "dark", tiles: "log2", pace: "0" });
  await context.close();
});
