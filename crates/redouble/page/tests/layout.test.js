// The whole board and everything to play with, in view at every size, and usable where nothing fits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stage, visit, waitForMoves } from "./harness.js";

const { server, browser } = await stage();
const SIZES = [[1366, 625], [844, 390], [667, 375], [390, 844], [320, 568], [2560, 1440]];

/** What lies outside the window, or under something else. @param {import("playwright-core").Page} page */
const unseen = (page) =>
  page.evaluate(() => {
    const wanted = [".game-container", ".toolbar", ".play-head", ".restart-button", "#more", ".score-container", ".best-container", ...[1, 2, 3, 4].map((n) => `.toolbar button:nth-child(${n})`)];
    return wanted.filter((selector) => {
      const element = /** @type {Element} */ (document.querySelector(selector));
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      const outside = left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5 || width < 20 || height < 20;
      const corners = [[left + 8, top + 8], [right - 8, bottom - 8]];
      return outside || corners.some(([x, y]) => !element.contains(document.elementFromPoint(x, y)));
    });
  });

for (const [width, height] of SIZES) {
  test(`the whole board and the toolbar are in view at ${width}x${height} (4)`, async () => {
    const touch = height < 900 && width < 900 ? { hasTouch: true, isMobile: true } : {};
    const { page, context } = await visit(browser, server.url, { viewport: { width, height }, ...touch });
    const { id } = await server.ask("/games", { seed: 1 });
    await page.goto(`${server.url}/#/play/${id}`);
    await page.locator(".tile").first().waitFor();
    assert.deepEqual(await unseen(page), []);
    const scrolls = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 1 || document.documentElement.scrollWidth > innerWidth);
    assert.equal(scrolls, false);
    const { header, cell } = await page.evaluate(() => ({
      header: document.querySelector(".top")?.getBoundingClientRect().height ?? 0,
      cell: document.querySelector(".grid-cell")?.getBoundingClientRect().width ?? 0,
    }));
    assert.ok(header <= 49, `the header is ${header} pixels high`);
    assert.ok(cell >= 55, `a cell is ${cell} pixels wide`);
    await context.close();
  });
}

test("boards of other shapes are in view whole, or their cells keep 40 pixels and the page scrolls (39)", async () => {
  for (const [width, height] of SIZES) {
    const { page, context } = await visit(browser, server.url, { viewport: { width, height } });
    for (const [rows, columns] of [[8, 8], [8, 2], [2, 8], [5, 5], [2, 2]]) {
      const { id } = await server.ask("/games", { board: `${rows}x${columns}`, seed: 1 });
      await page.goto(`${server.url}/#/play/${id}`);
      await page.waitForFunction(([r, c]) => document.querySelectorAll(".grid-row").length === r && document.querySelectorAll(".grid-cell").length === r * c, [rows, columns]);
      const { bottom, right, cell } = await page.evaluate(() => {
        const board = /** @type {Element} */ (document.querySelector(".game-container")).getBoundingClientRect();
        return { bottom: board.bottom + scrollY, right: board.right, cell: document.querySelector(".grid-cell")?.getBoundingClientRect().width ?? 0 };
      });
      const where = `${rows}x${columns} at ${width}x${height}: ${cell} pixels, to ${bottom}`;
      assert.ok(right <= width, where);
      // Gaps and edges take some six and a half pixels a cell.
      assert.ok(cell >= Math.min(40, (width - 24) / columns - 6.5), where);
      assert.ok(bottom <= height || cell <= 46, where);
    }
    await context.close();
  }
});

for (const [zoom, width, height] of [[200, 683, 312], [400, 341, 156]]) {
  test(`at ${zoom} % zoom cells keep 40 pixels, tiles are read and every control is reached (6)`, async () => {
    await server.ask("/games", { from: "2,2,.,./.,.,.,./.,.,.,./.,.,.,.", seed: 3 });
    const { page, context } = await visit(browser, server.url, { viewport: { width, height } });
    await page.locator(".tile-2").first().waitFor();
    const { cell, font, wide } = await page.evaluate(() => ({
      cell: document.querySelector(".grid-cell")?.getBoundingClientRect().width ?? 0,
      font: Number.parseFloat(getComputedStyle(/** @type {Element} */ (document.querySelector(".tile-inner"))).fontSize),
      wide: document.documentElement.scrollWidth,
    }));
    assert.ok(cell >= 40 && font >= 12, `${cell} pixels, font ${font}`);
    assert.ok(wide <= width, `${wide} pixels wide`);
    for (const control of [".restart-button", "#more", "#hint", "#coach", ".places a:nth-child(3)"]) {
      await page.locator(control).scrollIntoViewIfNeeded();
      await page.locator(control).click({ trial: true });
    }
    await page.keyboard.press("ArrowLeft");
    await waitForMoves(page, 1);
    await context.close();
  });
}

test("three destinations are in view at 390 and 320 pixels, and every room is reached from them (22)", async () => {
  for (const width of [1366, 390, 320]) {
    const { page, context } = await visit(browser, server.url, { viewport: { width, height: 640 } });
    assert.deepEqual(await page.locator(".places a").allTextContents(), ["Play", "Study", "Lab"]);
    for (const [place, rooms] of Object.entries({ Study: ["Games", "Board"], Lab: ["Arena", "Count", "Solve", "Tilt"] })) {
      await page.locator(".places").getByRole("link", { name: place }).click();
      for (const room of rooms) {
        await page.locator(".tabs").getByRole("link", { name: room, exact: true }).click();
        await page.locator(".tabs [aria-current]", { hasText: room }).waitFor();
        await page.locator("main h1", { hasText: room }).waitFor();
        await page.locator(".places [aria-current]", { hasText: place }).waitFor();
      }
    }
    const outside = await page.$$eval(".places a, .tabs a", (links) => links.filter((link) => link.getBoundingClientRect().right > innerWidth || link.getBoundingClientRect().left < 0).length);
    assert.equal(outside, 0);
    await context.close();
  }
});

test("old addresses open what they meant", async () => {
  const { id } = await server.ask("/games", { seed: 8 });
  for (let i = 0; i < 5; i++) await server.ask(`/games/${id}/auto`, { player: "greedy" });
  const { page, context } = await visit(browser, server.url);
  const record = encodeURIComponent((await server.ask(`/games/${id}/record`)).trim());
  for (const address of [`review/${id}`, `review/${id}?m=3`, `study/${id}`, `study/${id}?m=3`, `review?record=${record}`, `review?record=${record}&m=3`]) {
    await page.goto(`${server.url}/#/${address}`);
    await page.locator(".facts", { hasText: `Move ${address.includes("m=3") ? 3 : 0} of 5` }).waitFor();
    assert.ok(page.url().includes("#/study"), page.url());
  }
  await page.goto(`${server.url}/#/board?b=2,4/8,.`);
  await page.locator(".study .tile-8.tile-position-1-2").waitFor();
  await page.locator(".palette").waitFor();
  for (const [address, ready] of Object.entries({ board: ".palette", review: ".games", study: ".games", games: ".games", solve: "#solve", arena: ".arena-form", "": ".play", [`play/${id}`]: ".play" })) {
    await page.goto(`${server.url}/#/${address}`);
    await page.locator(ready).waitFor();
  }
  await context.close();
});
