// On a phone: swipes, targets large enough for a finger, nothing wider than the screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stage, visit } from "./harness.js";

const { server, browser } = await stage();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** @param {import("playwright-core").Page} page @param {[number, number]} from @param {[number, number]} to */
async function swipe(page, from, to) {
  const session = await page.context().newCDPSession(page);
  const point = (/** @type {[number, number]} */ [x, y]) => [{ x, y }];
  const middle = /** @type {[number, number]} */ ([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: point(from) });
  await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: point(middle) });
  await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: point(to) });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test("swipes on the board and beside it move tiles", async () => {
  await server.ask("/games", { from: ".,.,.,./.,2,2,./.,.,.,./.,.,.,.", seed: 2 });
  const { page, context, problems } = await visit(browser, server.url, PHONE);
  await page.locator(".tile").first().waitFor();
  await swipe(page, [200, 300], [80, 310]);
  await page.locator(".tile-4.tile-position-1-2").waitFor();
  await page.locator(".facts", { hasText: "Moves 1" }).waitFor();
  const heading = await page.locator(".facts").boundingBox();
  assert.ok(heading);
  await swipe(page, [60, heading.y + 5], [66, heading.y + 200]);
  await page.locator(".facts", { hasText: "Moves 2" }).waitFor();
  await page.locator(".pad [data-direction=up]").click();
  await page.locator(".facts", { hasText: "Moves 3" }).waitFor();
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.deepEqual(problems, []);
  await context.close();
});

test("at 320 pixels nothing is cut off and every target is at least 44 pixels", async () => {
  const { page, context } = await visit(browser, server.url, { ...PHONE, viewport: { width: 320, height: 568 } });
  for (const room of ["play", "games", "board", "review", "arena", "count", "solve", "tilt"]) {
    await page.goto(`${server.url}/#/${room}`);
    await page.locator(`nav a[href="#/${room}"][aria-current]`).waitFor();
    await page.waitForFunction(() => document.querySelector("main h1") !== null);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), `${room} is too wide`);
    const small = await page.$$eval("main button, header button, header a, main a.button, main select, main input:not([type=range], [type=checkbox]), main label:has([type=checkbox])", (elements) =>
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
