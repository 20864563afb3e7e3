// The solving room: a game is solved, then played with exact values beside the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { violations, stage, visit } from "./harness.js";

const { server, browser } = await stage();

/** @param {import("playwright-core").Page} page @param {string} board @param {string} aim */
async function solve(page, board, aim) {
  await page.getByRole("combobox", { name: "Board" }).selectOption(board);
  await page.getByRole("combobox", { name: "Perfect play for" }).selectOption(aim);
  await page.locator("#solve").click();
  await page.locator("#solved", { hasText: "Perfect play" }).waitFor();
  await page.locator(".bar.best").waitFor();
}

test("2x3 is solved for the score and played by keys, with values, luck and a chart", async () => {
  const { page, context, problems } = await visit(browser, `${server.url}/#/solve`, { reducedMotion: "reduce" });
  await solve(page, "2x3", "");
  await page.locator("#solved", { hasText: "scores 480.258272 on average: 17,268 states" }).waitFor();
  assert.equal(await page.locator(".bar").count(), 4);
  for (let move = 1; move <= 5; move++) {
    const best = await page.locator(".bar.best").getAttribute("data-direction");
    await page.keyboard.press(`Arrow${best?.[0].toUpperCase()}${best?.slice(1)}`);
    await page.waitForFunction((points) => (document.querySelector(".chart .line")?.getAttribute("d")?.split("L").length ?? 0) > points, move);
  }
  assert.match((await page.locator("#luck").textContent()) ?? "", /brought [+−][\d.]+ points against the average; your moves gave away 0\.$/);
  await page.locator("#polite", { hasText: "Best:" }).waitFor({ state: "attached" });
  assert.deepEqual(problems, []);
  await context.close();
});

test("2x2 is solved and on the board at the start, and no luck is told before a move (11, 41)", async () => {
  const { page, context } = await visit(browser, server.url, { reducedMotion: "reduce" });
  await page.locator(".places").getByRole("link", { name: "Lab" }).click();
  await page.locator(".tabs").getByRole("link", { name: "Solve" }).click();
  await page.locator("#solved", { hasText: "Perfect play scores" }).waitFor();
  await page.locator(".bar.best").waitFor();
  assert.equal(await page.locator("#luck").textContent(), "");
  await page.locator("#solve-best").click();
  await page.locator("#luck", { hasText: "brought" }).waitFor();
  await context.close();
});

test("the chance of a tile, played by the best move to the end", async () => {
  const { page, context } = await visit(browser, `${server.url}/#/solve`, { reducedMotion: "reduce" });
  await solve(page, "2x2", "16");
  await page.locator("#solved", { hasText: "reaches 16 with probability 0.96251125375" }).waitFor();
  for (let i = 0; i < 60 && !(await page.locator(".game-message.game-won, .game-message.game-over").count()); i++) {
    await page.locator("#solve-best").click();
    await page.waitForTimeout(60);
  }
  await page.locator(".game-message.game-won, .game-message.game-over").waitFor();
  await page.locator("#solve-new").click();
  await page.locator(".bar.best").waitFor();
  await context.close();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds nothing in ${colorScheme}, and a phone shows it whole`, async () => {
    const { page, context } = await visit(browser, `${server.url}/#/solve`, { colorScheme, bypassCSP: true, reducedMotion: "reduce", viewport: { width: 320, height: 640 } });
    await solve(page, "2x2", "32");
    assert.deepEqual(await violations(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320));
    await context.close();
  });
}
