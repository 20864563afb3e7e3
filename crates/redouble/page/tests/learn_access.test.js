// The room Learn for everyone: axe in every step, keys, announcements, swipes, targets for fingers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { violations, stage, visit } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const { server, browser } = await stage();
const LENGTHS = { line: 6, over: 5, "good-board": 5, dice: 5, "looking-ahead": 5, learning: 9, "perfect-play": 7, "how-many-games": 6 };

/** @param {Page} page @param {string} lesson @param {number} step */
async function openStep(page, lesson, step) {
  await page.goto(`${server.url}/#/learn/${lesson}/${step}`);
  await page.locator(`.dots li:nth-child(${step}) a[aria-current]`).waitFor();
  await page.locator(`[data-lesson="${lesson}"]`).waitFor();
}

/** @type {[number, "light" | "dark"][]} */
const LOOKS = [[1280, "light"], [390, "dark"], [1280, "dark"], [390, "light"]];

for (const [lesson, length] of Object.entries(LENGTHS)) {
  test(`axe finds nothing in the lesson ${lesson}, wide and narrow, light and dark`, async () => {
    // Colours do not depend on the width, nor the layout on the colours: the first step is looked at in all four ways.
    const { page, context } = await visit(browser, `${server.url}/#/learn`, { bypassCSP: true, reducedMotion: "reduce" });
    await page.locator(".lessons").waitFor();
    for (let step = 1; step <= length + 1; step++) {
      for (const [width, colorScheme] of step === 1 ? LOOKS : LOOKS.slice(0, 2)) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        if (width === 1280 && colorScheme === "light") await openStep(page, lesson, step);
        assert.deepEqual(await violations(page, "main"), [], `step ${step}, ${width} ${colorScheme}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `step ${step} is wider than ${width}`);
      }
    }
    await context.close();
  });
}

test("axe finds nothing in a recorded game and in opinions of a board, and both fit a phone", async () => {
  const { page, context } = await visit(browser, `${server.url}/#/learn/learning/8`, { bypassCSP: true, reducedMotion: "reduce", viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  for (const [step, shown] of /** @type {const} */ ([[8, "#film"], [9, ".stage table"]])) {
    await openStep(page, "learning", step);
    await page.locator(".bet button").first().click();
    await page.locator(shown).waitFor();
    assert.deepEqual(await violations(page, "main"), [], `step ${step}`);
    assert.ok(await page.evaluate(() => [document.documentElement, ...document.querySelectorAll(".table-box")].every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)), `step ${step} is too wide`);
  }
  await context.close();
});

test("steps are reached by keyboard, are announced and take the focus", async () => {
  const { page, context } = await visit(browser, `${server.url}/#/learn/line/1`, { reducedMotion: "reduce" });
  await page.locator(".step").waitFor();
  await page.getByRole("link", { name: "Next", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.locator('.dots li:nth-child(2) a[aria-current="step"]').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Once is enough");
  await page.locator(".bet button").first().focus();
  await page.keyboard.press("Enter");
  await page.locator("#polite", { hasText: "It gives 4, 4" }).waitFor({ state: "attached" });
  await page.goBack();
  await page.locator('.dots li:nth-child(1) a[aria-current="step"]').waitFor();
  await context.close();
});

test("on a phone swipes on a lesson's board move, and nothing is too small for a finger", async () => {
  const { page, context } = await visit(browser, `${server.url}/#/learn/line/1`, { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });
  const box = await page.locator(".game-container").boundingBox();
  assert.ok(box);
  const session = await context.newCDPSession(page);
  const touch = (/** @type {"touchStart" | "touchMove" | "touchEnd"} */ type, /** @type {number} */ x) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y: box.y + box.height / 2 }] });
  await touch("touchStart", box.x + 200);
  await touch("touchMove", box.x + 100);
  await touch("touchMove", box.x + 40);
  await touch("touchEnd", box.x + 40);
  await page.locator(".dots li.done:nth-child(1)").waitFor();
  for (const place of ["", ...Object.entries(LENGTHS).flatMap(([lesson, length]) => Array.from({ length: length + 1 }, (_, i) => `/${lesson}/${i + 1}`))]) {
    await page.goto(`${server.url}/#/learn${place}`);
    await page.waitForFunction((path) => (path ? document.querySelector(`.dots li:nth-child(${path.split("/")[2]}) a[aria-current]`) && document.querySelector(`[data-lesson="${path.split("/")[1]}"]`) : document.querySelector(".lessons")), place);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320), `${place} is too wide`);
    const small = await page.$$eval("main button, main a.button, main .step-dot, main select, main input:not([type=range], [type=checkbox])", (elements) =>
      elements
        .filter((element) => element instanceof HTMLElement && element.offsetParent !== null && !element.classList.contains("grid-cell"))
        .map((element) => ({ box: element.getBoundingClientRect(), text: element.outerHTML.slice(0, 80) }))
        .filter(({ box: { height, width } }) => height < 43.5 || width < 31.5)
        .map(({ text }) => text));
    assert.deepEqual(small, [], place);
  }
  await context.close();
});
