// Hints and auto-play.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stage, visit, waitForMoves } from "./harness.js";

const { server, browser } = await stage();

test("a hint shows four bars with reasons, and auto-play plays, pauses and stops when nobody looks", async () => {
  await server.ask("/games", { from: "512,512,4,2/.,.,.,./.,.,.,./.,.,.,.", seed: 1 });
  const { page, context, problems } = await visit(browser, server.url);
  await page.locator(".tile-512").first().waitFor();
  await page.locator("#coach").click();
  await page.getByLabel("Adviser", { exact: true }).selectOption("expectimax:depth=1");
  await page.locator(".bar.best").waitFor();
  assert.equal(await page.locator(".bar .why", { hasText: "makes 1024" }).count(), 2);
  assert.equal(await page.locator(".bar").count(), 4);
  assert.equal(await page.locator(".bar.none", { hasText: "no move" }).count(), 1);
  await page.locator(".pointer").waitFor();

  await page.getByRole("button", { name: "Step" }).click();
  await waitForMoves(page, 1);
  await page.getByLabel("Speed of auto-play").selectOption("0");
  await page.locator("#auto").click();
  await page.waitForFunction(() => Number(document.querySelector(".play")?.getAttribute("data-moves")) >= 10);
  await page.locator("#auto", { hasText: "Pause" }).click();
  await page.locator("#auto", { hasText: "Auto-play" }).waitFor();
  // The move that was under way is still played. Tiles that merged lie below the tile that they became until the next move.
  const filled = async () => (await server.settled(page)).board.split(/[,/]/).filter((/** @type {string} */ cell) => cell !== ".").length;
  const shown = () => page.$$eval(".tile", (tiles) => new Set(tiles.map((tile) => tile.className.match(/tile-position-\d+-\d+/)?.[0])).size);
  while ((await filled()) !== (await shown())) await page.waitForTimeout(20);

  await page.locator("#auto").click();
  await page.locator("#auto", { hasText: "Pause" }).waitFor();
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.locator("#auto", { hasText: "Auto-play" }).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test("what was said about a board goes with it; with the coach on it speaks about the next (3)", async () => {
  await server.ask("/games", { from: "2,2,.,./.,.,.,./.,.,.,./.,.,.,.", seed: 1 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile-2").first().waitFor();
  await page.locator("#hint").click();
  await page.locator(".bar.best").waitFor();
  for (const key of ["ArrowLeft", "u", "n"]) {
    await page.keyboard.press("i");
    await page.locator(".bar.best").waitFor();
    await page.keyboard.press(key);
    await page.locator(".bar").first().waitFor({ state: "hidden" });
    await page.locator(".pointer").waitFor({ state: "detached" });
    await page.waitForTimeout(100);
  }
  await page.locator("#coach").click();
  await page.locator(".bar.best").waitFor();
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => request.url().endsWith("/api/hint") && asked.push(JSON.parse(request.postData() ?? "{}").board));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  const { board } = await server.settled(page);
  while (asked.at(-1) !== board) await page.waitForTimeout(20);
  await page.locator(".bar.best").waitFor();
  await context.close();
});

test("thinking is shown after 150 ms (12)", async () => {
  await server.ask("/games", { seed: 1 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  await page.route("**/api/hint", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await route.continue();
  });
  await page.locator("#hint").click();
  await page.locator(".thinking", { hasText: "Thinking …" }).waitFor();
  assert.equal(await page.locator(".coach").getAttribute("aria-busy"), "true");
  await page.locator(".bar.best").waitFor();
  await page.locator(".thinking").waitFor({ state: "detached" });
  await context.close();
});

test("bars begin at zero, and values that read the same are as good (11)", async () => {
  await server.ask("/games", { seed: 1 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  const moves = [["up", 289_119], ["right", 289_324], ["down", 289_324.2], ["left", 144_662]].map(([direction, value]) => ({ direction, value, reason: "" }));
  await page.route("**/api/hint", (route) => route.fulfill({ json: { player: "strongest", best: "right", moves, depth: 1, nodes: 10, milliseconds: 1 } }));
  await page.locator("#hint").click();
  await page.locator(".bar.best").waitFor();
  const width = (/** @type {string} */ direction) => page.locator(`.bar[data-direction="${direction}"] i`).evaluate((fill) => Number.parseFloat(/** @type {HTMLElement} */ (fill).style.width));
  assert.ok((await width("up")) > 99);
  assert.equal(await width("right"), 100);
  assert.equal(await width("down"), 100);
  assert.ok(Math.abs((await width("left")) - 50) < 1);
  await page.locator('.bar[data-direction="down"] .value', { hasText: "as good" }).waitFor();
  await context.close();
});

test("advisers are those that fit the board, the coach first, each with its sentence (23)", async () => {
  const { page, context } = await visit(browser, server.url);
  for (const [board, network] of /** @type {const} */ ([["4x4", true], ["5x5", false]])) {
    const { id } = await server.ask("/games", { board, seed: 1 });
    await page.goto(`${server.url}/#/play/${id}`);
    await page.waitForFunction((cells) => document.querySelectorAll(".grid-cell").length === cells, Number(board[0]) ** 2);
    if (!(await page.locator(".coach").isVisible())) await page.locator("#coach").click();
    const adviser = page.getByLabel("Adviser", { exact: true });
    await adviser.waitFor();
    const offered = await adviser.locator("option").evaluateAll((options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));
    assert.equal(offered[0], "strongest");
    assert.equal(offered.includes("ntuple:depth=2"), network, offered.join());
    assert.equal(offered.includes("random"), false);
    await adviser.selectOption("greedy");
    await page.locator(".coach .note", { hasText: /[a-z]{4}.*\./ }).first().waitFor();
    await adviser.selectOption("strongest");
  }
  await context.close();
});

test("a wrong player is explained", async () => {
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  await page.locator("#coach").click();
  await page.getByLabel("Adviser", { exact: true }).selectOption("");
  await page.getByLabel("Adviser, as text").fill("expectimax:deepth=3");
  await page.getByLabel("Adviser, as text").blur();
  await page.locator("#hint").click();
  await page.locator(".problem", { hasText: "`deepth` is not a parameter of expectimax" }).waitFor();
  await context.close();
});
