// The tilt room: draw, tilt by key and by swipe, mark, ask, and watch two tiles meet.

import assert from "node:assert/strict";
import { test } from "node:test";
import { violations, stage, visit } from "./harness.js";

const { server, browser } = await stage();

/** @param {import("playwright-core").Page} page */
const board = (page) => page.evaluate(() => location.hash.split("b=")[1]);
/** @param {import("playwright-core").Page} page @param {string} wanted */
const shows = (page, wanted) => page.waitForFunction((expected) => location.hash.endsWith(`b=${expected}`), wanted);
/** @param {import("playwright-core").Page} page @param {string} place */
async function openRoom(page, place) {
  await page.goto(`${server.url}/#/tilt${place}`);
  await page.locator("#reachable").filter({ hasText: /\d/ }).waitFor();
}

test("a board is drawn, tilted by keys and marked, and the marked tiles meet", async () => {
  const { page, context, problems } = await visit(browser, server.url, { reducedMotion: "reduce" });
  await openRoom(page, "?b=..../..../....");
  assert.equal(await page.locator("#reachable").textContent(), "1");
  const cell = (/** @type {number} */ index) => page.locator(`.tilt-board [data-cell="${index}"]`);
  // The pattern x.o. / .oo. / o..x of the library's example: its two marks meet in SENWS.
  for (const index of [0, 2, 5, 6, 8, 11]) await cell(index).click();
  await shows(page, "o.o./.oo./o..o");
  await page.waitForFunction(() => document.querySelectorAll(".tilt-board .tile").length === 6);
  const reachable = await page.locator("#reachable").textContent();
  await page.keyboard.press("ArrowLeft");
  await shows(page, "oo../oo../oo..");
  await page.keyboard.press("d");
  await shows(page, "..oo/..oo/..oo");
  await page.goto(`${server.url}/#/tilt?b=o.o./.oo./o..o`);
  await page.locator('.tilt-board [data-cell="0"][aria-label^="tile"]').waitFor();
  assert.equal(await page.locator("#reachable").textContent(), reachable);
  assert.ok(await page.locator("#meet").isDisabled());
  await page.locator("#mark").click();
  await cell(0).click();
  await cell(11).click();
  await shows(page, "x.o./.oo./o..x");
  await page.locator("#meet").click();
  await page.locator(".verdict", { hasText: "They meet in 5 tilts" }).waitFor();
  await page.locator("#film-step").click();
  await page.waitForFunction(() => document.querySelectorAll(".way .done").length === 1);
  await page.locator("#film-play").click();
  await page.waitForFunction(() => document.querySelectorAll(".way .done").length === 5 && document.querySelectorAll(".tile.met").length === 2);
  const cells = (await board(page)).split("/");
  const marks = cells.flatMap((row, y) => [...row].flatMap((kind, x) => (kind === "x" ? [[x, y]] : [])));
  assert.equal(Math.abs(marks[0][0] - marks[1][0]) + Math.abs(marks[0][1] - marks[1][1]), 1, cells.join("/"));
  await page.locator("#film-start").click();
  await shows(page, "x.o./.oo./o..x");
  assert.deepEqual(problems, []);
  await context.close();
});

test("cells are reached and changed by keyboard alone, and sentences are said", async () => {
  const { page, context } = await visit(browser, server.url, { reducedMotion: "reduce" });
  await openRoom(page, "?b=o../.../...");
  await page.locator('.tilt-board [tabindex="0"]').focus();
  const label = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  assert.equal(await label(), "tile, cycle 1 of length 1, row 1, column 1");
  await page.keyboard.press("ArrowRight");
  assert.equal(await label(), "empty, row 1, column 2");
  await page.keyboard.press("Enter");
  await page.keyboard.press("m");
  await shows(page, "ox./.../...");
  await page.locator("#polite", { hasText: "Marked" }).waitFor({ state: "attached" });
  await page.keyboard.press("s");
  await shows(page, ".../.../ox.");
  await page.locator("#polite", { hasText: "south: 2 of 2 tiles move." }).waitFor({ state: "attached" });
  await context.close();
});

test("tiles that never meet are given their reason; constructions have their counts", async () => {
  const { page, context, problems } = await visit(browser, server.url, { reducedMotion: "reduce" });
  await openRoom(page, "?b=xo.o/oooo/.o../x.oo");
  await page.locator("#meet").click();
  await page.locator(".verdict", { hasText: "They never meet." }).waitFor();
  assert.match((await page.locator(".reasons").textContent()) ?? "", /First tilt .*modulo/);
  await page.getByRole("combobox", { name: "Columns" }).selectOption("10");
  await page.getByRole("combobox", { name: "Rows" }).selectOption("10");
  await page.locator('[data-kind="single-cycle"]').click();
  await page.locator("#reachable", { hasText: "356" }).waitFor();
  assert.equal(await page.locator(".chips li").count(), 1);
  await page.locator('[data-kind="rings"]').click();
  await page.locator("#reachable", { hasText: "63,240" }).waitFor();
  await page.locator("#guide-even summary").click();
  await page.getByRole("button", { name: "5 tiles, one cycle" }).click();
  await shows(page, ".../oo./ooo");
  await page.locator("#guide-count summary").click();
  await page.getByRole("button", { name: "20 × 20", exact: true }).waitFor();
  await page.locator("#guide-space summary").click();
  await page.getByText("20,160 packed configurations").waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test("a swipe on the board tilts, a swipe beside it scrolls", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: /** @type {const} */ ("reduce") };
  const { page, context } = await visit(browser, server.url, phone);
  await openRoom(page, "?b=..o/o../...");
  const box = await page.locator(".tilt-board").boundingBox();
  assert.ok(box);
  const session = await context.newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x - 90, y }] });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await shows(page, "o../o../...");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 390));
  await context.close();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds nothing in ${colorScheme}, with an answer and all guides open`, async () => {
    const { page, context } = await visit(browser, server.url, { colorScheme, bypassCSP: true, reducedMotion: "reduce" });
    await openRoom(page, "?b=x.o./.oo./o..x");
    await page.locator("#meet").click();
    await page.locator("#film-step").click();
    for (const guide of ["even", "count", "marks", "space"]) {
      await page.locator(`#guide-${guide} summary`).click();
      await page.waitForTimeout(200);
      assert.deepEqual(await violations(page), [], guide);
    }
    await context.close();
  });
}
