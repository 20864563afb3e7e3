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

/** An answer of the coach: what each move gives away, in hundredths. @param {Record<string, number>} losses @param {string} sentence */
const answer = (losses, sentence) => {
  const mark = (/** @type {number} */ loss) => (loss < 0.05 ? "best" : loss < 2 ? "good" : "blunder");
  const moves = Object.entries(losses).map(([direction, loss]) => ({ direction, value: 289_000 - 2_890 * loss, loss, mark: mark(loss), reason: "" }));
  return { player: "strongest", best: moves.toSorted((a, b) => a.loss - b.loss)[0].direction, moves, sentence, to_come: 289_000, depth: 2, nodes: 10, milliseconds: 1 };
};

test("bars begin at a fixed zero, moves that read the same are as good, and one sentence says the difference (11, 36)", async () => {
  await server.ask("/games", { seed: 1 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  const said = "Right and Down are as good; Up gives away 0.5 %.";
  await page.route("**/api/hint", (route) => route.fulfill({ json: answer({ up: 0.5, right: 0, down: 0.01, left: 50 }, said) }));
  await page.locator("#hint").click();
  await page.locator(".bar.best").waitFor();
  const width = (/** @type {string} */ direction) => page.locator(`.bar[data-direction="${direction}"] i`).evaluate((fill) => Number.parseFloat(/** @type {HTMLElement} */ (fill).style.width));
  assert.deepEqual([await width("up"), await width("right"), await width("left")], [90, 100, 0]);
  assert.ok((await width("down")) > 99);
  await page.locator('.bar[data-direction="down"] .value', { hasText: "as good" }).waitFor();
  await page.locator('.bar[data-direction="up"] .value', { hasText: "−0.5 %" }).waitFor();
  await page.locator(".because", { hasText: said }).waitFor();
  await page.locator("#polite", { hasText: said }).waitFor({ state: "attached" });
  await context.close();
});

test("a quiet coach speaks only when a move was a mistake, and by arrows it says nothing", async () => {
  await server.ask("/games", { from: "2,.,.,./.,.,.,./.,.,.,./.,.,.,4", seed: 1 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  /** @type {string[]} */
  const told = [];
  await page.route("**/api/hint", async (route) => {
    await route.fulfill({ json: answer({ up: 0, right: 0.5, down: 3, left: 3 }, "Up is best.") });
    told.push(JSON.parse(route.request().postData() ?? "{}").board);
  });
  const isTold = async () => {
    const { board } = await server.settled(page);
    while (told.at(-1) !== board) await page.waitForTimeout(20);
  };
  await page.locator("#coach").click();
  await page.locator(".bar.best").waitFor();
  await page.locator("#talk").selectOption("quiet");
  await page.locator(".bar").first().waitFor({ state: "detached" });
  while (told.length < 2) await page.waitForTimeout(20);
  await page.keyboard.press("ArrowUp");
  await waitForMoves(page, 1);
  await isTold();
  assert.equal(await page.locator("#said").count(), 0);
  assert.equal(await page.locator(".pointer").count(), 0);
  await page.keyboard.press("ArrowDown");
  await page.locator("#said", { hasText: "Down was a blunder. Up is best." }).waitFor();
  await page.locator("#talk").selectOption("arrows");
  await page.locator(".pointer").waitFor();
  assert.equal(await page.locator(".bar").count(), 0);
  await context.close();
});

test("asked to, the coach asks before a blunder, once; the same key then plays it", async () => {
  await server.ask("/games", { from: "2,.,.,./.,.,.,./.,.,.,./.,.,.,4", seed: 1 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  await page.route("**/api/hint", (route) => route.fulfill({ json: answer({ up: 0, right: 0.5, down: 3, left: 3 }, "Up is best; Down gives away 3.0 %.") }));
  await page.locator("#coach").click();
  await page.locator(".bar.best").waitFor();
  assert.equal(await page.locator("#ask-first").isChecked(), false);
  await page.locator("#ask-first").check();
  await page.locator(".bar.best").waitFor();
  await page.locator("#ask-first").blur();
  await page.keyboard.press("ArrowDown");
  await page.locator("#said", { hasText: "Sure about Down?" }).waitFor();
  await page.locator("#assertive", { hasText: "Sure about Down?" }).waitFor({ state: "attached" });
  await waitForMoves(page, 0);
  await page.keyboard.press("ArrowDown");
  await waitForMoves(page, 1);
  assert.ok((await server.settled(page)).marks.includes("hint"));
  await context.close();
});

test("on a large board the first answer comes soon and a deeper one follows (5)", async () => {
  await server.ask("/games", { board: "8x8", seed: 1 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  /** @type {number[]} */
  const budgets = [];
  page.on("request", (request) => request.url().endsWith("/api/hint") && budgets.push(JSON.parse(request.postData() ?? "{}").ms));
  await page.locator("#hint").click();
  await page.locator(".bar.best").waitFor();
  while (budgets.length < 2) await page.waitForTimeout(20);
  assert.deepEqual(budgets, [100, 3000]);
  await context.close();
});

test("a review grades against chance, tells luck apart, and draws the expected final score with its unit (9, 10)", async () => {
  const { id } = await server.ask("/games", { seed: 5 });
  for (let i = 0; i < 12; i++) await server.ask(`/games/${id}/auto`, { player: "ntuple:depth=2" });
  const { page, context } = await visit(browser, `${server.url}/#/review/${id}`);
  await page.locator("#start-review").click();
  // The reviewer's own moves give nothing away.
  await page.locator("#accuracy", { hasText: /^100$/ }).waitFor();
  await page.locator("#luck", { hasText: /^Moves gave away 0\.0 % and tiles (took|brought) \d+\.\d % of the points to come, in all\.$/ }).waitFor();
  await page.locator(".chart .axis-title", { hasText: "expected final score (points)" }).waitFor();
  assert.equal(await page.locator(".chart .dot").count(), 0);
  assert.equal(await page.locator('[data-mark="blunder"]').count(), 0);
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
