// On a phone: swipes, targets large enough for a finger, nothing wider than the screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stage, visit, waitForMoves } from "./harness.js";

const { server, browser } = await stage();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A finger that goes from point to point. @param {import("playwright-core").Page} page @param {[number, number][]} points */
async function drag(page, points) {
  const session = await page.context().newCDPSession(page);
  const send = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {{x: number, y: number}[]} */ touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", [{ x: points[0][0], y: points[0][1] }]);
  for (let i = 1; i < points.length; i++) {
    const [[x0, y0], [x1, y1]] = [points[i - 1], points[i]];
    for (let step = 1; step <= 8; step++) await send("touchMove", [{ x: x0 + ((x1 - x0) * step) / 8, y: y0 + ((y1 - y0) * step) / 8 }]);
  }
  await send("touchEnd", []);
}

test("swipes on the board and beside it move tiles, short ones too, and several in one drag (34)", async () => {
  await server.ask("/games", { from: ".,.,.,./.,2,2,./.,.,.,./.,.,.,.", seed: 2 });
  const { page, context, problems } = await visit(browser, server.url, PHONE);
  await page.locator(".tile").first().waitFor();
  await drag(page, [[200, 500], [80, 510]]);
  await page.locator(".tile-4.tile-position-1-2").waitFor();
  await waitForMoves(page, 1);
  // 20 pixels are enough, and the move comes before the finger is lifted.
  await drag(page, [[200, 200], [200, 221]]);
  await waitForMoves(page, 2);
  await drag(page, [[100, 450], [220, 455], [225, 330], [100, 335]]);
  await waitForMoves(page, 5);
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.deepEqual(problems, []);
  await context.close();
});

test("scrolling the page never plays a move (1)", async () => {
  const { id } = await server.ask("/games", { from: "2,2,4,8/.,.,.,./.,2,.,./.,.,.,.", seed: 2 });
  const { page, context } = await visit(browser, server.url, PHONE);
  await page.locator(".tile").first().waitFor();
  await page.locator("#coach").click();
  await page.locator(".coach .bar.best").waitFor();
  const sheet = await page.locator(".coach").boundingBox();
  assert.ok(sheet);
  // Longer than the window, so that there is something to scroll to.
  await page.evaluate(() => { document.body.style.minHeight = "1800px"; });
  await drag(page, [[195, sheet.y + 20], [195, sheet.y - 280]]);
  await page.waitForFunction(() => scrollY > 50);
  // The page glides on after a drag.
  let scrolled = -1;
  for (let y = 0; y !== scrolled; y = await page.evaluate(() => scrollY)) {
    scrolled = y;
    await page.waitForTimeout(300);
  }
  const now = await page.locator(".coach").boundingBox();
  assert.ok(now);
  const from = Math.max(now.y + 20, 60);
  await drag(page, [[195, from], [195, from + 160]]);
  await page.waitForFunction((before) => scrollY < before - 50, scrolled);
  assert.equal((await server.ask(`/games/${id}`)).moves, 0);
  await waitForMoves(page, 0);
  await context.close();
});

test("the coach is a sheet under the board, with four values in one row, in view (13)", async () => {
  await server.ask("/games", { from: "512,512,4,2/.,.,.,./.,.,.,./.,.,.,.", seed: 1 });
  for (const viewport of [PHONE.viewport, { width: 320, height: 568 }]) {
    const { page, context } = await visit(browser, server.url, { ...PHONE, viewport });
    await page.locator(".tile-512").first().waitFor();
    await page.locator("#hint").click();
    await page.locator(".coach .bar.best").waitFor();
    const boxes = await page.$$eval(".coach .bar", (bars) => bars.map((bar) => bar.getBoundingClientRect()).map(({ y, bottom }) => ({ y, bottom })));
    assert.equal(boxes.length, 4);
    const floor = viewport.height - 52;
    for (const { y, bottom } of boxes) assert.ok(Math.abs(y - boxes[0].y) < 2 && bottom <= floor, JSON.stringify(boxes));
    const board = await page.locator(".game-container").boundingBox();
    assert.ok(board && board.y >= 48 && board.y + board.height < boxes[0].y, JSON.stringify(board));
    await context.close();
  }
});

test("auto-play has one control that shows its state, in view, and says how fast it goes (18)", async () => {
  await server.ask("/games", { seed: 3 });
  const { page, context } = await visit(browser, server.url, PHONE);
  await page.locator(".tile").first().waitFor();
  await page.locator("#coach").click();
  await page.getByLabel("Adviser", { exact: true }).selectOption("expectimax:depth=1");
  await page.getByLabel("Speed of auto-play").selectOption("0");
  const control = page.locator("#auto");
  await control.click();
  await page.locator('#auto[aria-pressed="true"]', { hasText: "Pause" }).waitFor();
  await page.locator("#auto-rate", { hasText: /\d+ moves\/s/ }).waitFor();
  const box = await control.boundingBox();
  assert.ok(box && box.y + box.height <= 844, JSON.stringify(box));
  await control.click();
  await page.locator('#auto[aria-pressed="false"]', { hasText: "Auto-play" }).waitFor();
  await context.close();
});

test("at 320 pixels nothing is cut off and every target is at least 44 pixels", async () => {
  const { page, context } = await visit(browser, server.url, { ...PHONE, viewport: { width: 320, height: 568 } });
  for (const room of ["play", "games", "board", "learn", "learn/playground", "arena", "count", "solve", "tilt"]) {
    await page.goto(`${server.url}/#/${room}`);
    await page.locator(`nav a[href="#/${room.split("/")[0]}"][aria-current]`).waitFor();
    await page.waitForFunction(() => document.querySelector("main h1") !== null);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), `${room} is too wide`);
    const small = await page.$$eval("main button, header button, header a, nav a, main a.button, main select, main input:not([type=range], [type=checkbox]), main label:has([type=checkbox])", (elements) =>
      elements
        .filter((element) => element instanceof HTMLElement && element.offsetParent !== null && !element.classList.contains("grid-cell"))
        .map((element) => ({ box: element.getBoundingClientRect(), text: element.outerHTML.slice(0, 80) }))
        .filter(({ box }) => box.height < 43.5 || box.width < 31.5)
        .map(({ text, box }) => `${text} ${box.width}x${box.height}`),
    );
    assert.deepEqual(small, [], room);
  }
  await context.close();
});
