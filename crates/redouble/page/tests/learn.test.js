// The room Learn: every lesson is played through by keys and buttons, and its progress is kept.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stage, visit } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const { server, browser } = await stage();

/** @param {Page} page @param {string} lesson @param {number} step */
async function openStep(page, lesson, step) {
  await page.goto(`${server.url}/#/learn/${lesson}/${step}`);
  await page.locator(`.dots li:nth-child(${step}) a[aria-current]`).waitFor();
  await page.locator(`[data-lesson="${lesson}"]`).waitFor();
}

/** @param {Page} page @param {number} step */
const isDone = (page, step) => page.locator(`.dots li.done:nth-child(${step})`).waitFor({ timeout: 60_000 });
/** @param {Page} page */
const feedback = async (page) => (await page.locator(".feedback").textContent()) ?? "";
/** @param {Page} page @param {number} answer which bet, from 0 */
const bet = (page, answer, group = 0) => page.locator(".bet").nth(group).locator("button").nth(answer).click();
/** @param {Page} page @param {number} times */
const repeat = (page, times) => page.locator(`[data-times="${times}"]`).click();
/** @param {Page} page @param {string} label @param {number} value */
const set = (page, label, value) => page.getByRole("slider", { name: label }).fill(String(value));
/** @param {Page} page */
async function answer(page) {
  const form = page.locator("form.answer-form");
  await form.locator("input").fill(/** @type {string} */ (await form.getAttribute("data-answer")));
  await form.locator("button").click();
}

/** What is done in each step. @type {Record<string, ((page: Page) => Promise<unknown>)[]>} */
const PLAYS = {
  line: [
    async (page) => {
      await page.keyboard.press("ArrowUp");
      assert.match(await feedback(page), /Nothing can move/);
      await page.keyboard.press("ArrowLeft");
      await page.locator(".tile-4.tile-position-1-1").waitFor();
    },
    (page) => bet(page, 1),
    async (page) => {
      await page.keyboard.press("ArrowLeft");
      await page.waitForFunction(() => document.querySelectorAll(".tile-2").length === 3);
      await page.keyboard.press("ArrowRight");
    },
    async (page) => {
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowRight");
      await page.locator(".tile-8").waitFor();
    },
    async (page) => {
      for (let i = 0; i < 3; i++) await page.locator("#phase").click();
      assert.equal(await feedback(page), "That is right.");
      await page.getByLabel("Leave out the second compact").check();
      for (let i = 0; i < 3; i++) await page.locator("#phase").click();
      assert.match(await feedback(page), /should be 4,2,\.,\./);
    },
    async (page) => {
      for (let i = 0; i < 3; i++) await page.locator("#phase").click();
      assert.equal(await page.locator(".phases .mini").last().getAttribute("aria-label"), "Board: empty empty 2 4");
    },
  ],
  over: [
    async (page) => {
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowDown");
      assert.match(await feedback(page), /down changes nothing/);
      await page.keyboard.press("ArrowLeft");
    },
    async (page) => {
      await page.locator("#over").click();
      await page.locator(".pointer").waitFor();
      await page.keyboard.press("ArrowRight");
      await page.locator(".note", { hasText: "Board 2" }).waitFor();
      await page.locator("#over").click();
      await page.locator(".note", { hasText: "Board 3" }).waitFor();
      await page.keyboard.press("ArrowLeft");
      await page.locator(".note", { hasText: "Board 4" }).waitFor();
      await page.locator("#over").click();
    },
    async (page) => {
      await page.getByLabel("up").check();
      await page.getByRole("button", { name: "Check" }).click();
      assert.match(await feedback(page), /look at up again/);
      await page.getByLabel("up").uncheck();
      await page.getByLabel("right").check();
      await page.getByLabel("down").check();
      await page.getByRole("button", { name: "Check" }).click();
    },
    async (page) => {
      await page.locator("#factor").click();
      assert.match((await page.locator(".factors").textContent()) ?? "", /Factor 1 of 40 \(last: 4\)\. The register holds 4\./);
      await page.locator("#factors").click();
      assert.equal(await page.locator(".stage .verdict").textContent(), "The product says: not over. The truth: over.");
      assert.equal(await page.locator(".register .one").count(), 0, "nothing is left in the register");
      await isDone(page, 4);
      await page.getByRole("combobox", { name: "Register" }).selectOption("64");
      await page.locator("#factors").click();
      assert.equal(await page.locator(".stage .verdict").textContent(), "The product says: over. The truth: over.");
    },
    async (page) => {
      for (const cell of [0, 2, 5, 7, 8, 10, 13, 15]) for (let i = 0; i < 3; i++) await page.locator(".edit-cell").nth(cell).click();
    },
  ],
  "good-board": [
    async (page) => {
      for (let i = 0; i < 5; i++) await page.locator('[data-pick="0"]').click();
    },
    async (page) => {
      for (const term of ["corner", "snake", "monotone", "edge", "pairs", "empty"]) await page.locator(`[data-term="${term}"]`).click();
      assert.equal(await page.locator(".mini > .lit").count(), 5, "the empty cells are lit");
    },
    async (page) => {
      await set(page, "pairs", 5);
      await set(page, "snake", 3);
    },
    (page) => page.locator("#games").click(),
    async (page) => {
      await bet(page, 1);
      assert.match(await feedback(page), /Yes: right 32/);
    },
  ],
  dice: [
    async (page) => {
      await bet(page, 2);
      await page.locator("#draw").click();
      await page.locator("#draw-rest").click();
      assert.equal(await page.locator(".tiles-row b").count(), 20);
    },
    (page) => repeat(page, 10_000),
    async (page) => {
      await page.locator('[data-accuse="right"]').click();
      assert.equal(await feedback(page), "Draw first.");
      await repeat(page, 10_000);
      await page.waitForFunction(() => [...document.querySelectorAll(".generators .card")].every((card) => /chance: \d/.test(card.textContent ?? "")));
      await page.locator('[data-accuse="probes-on"]').click();
      assert.match(await feedback(page), /Caught/);
    },
    (page) => repeat(page, 100),
    (page) => set(page, "Weight of the 4s", 0.1),
  ],
  "looking-ahead": [
    (page) => page.keyboard.press("ArrowLeft"),
    async (page) => {
      await page.locator('.tree [data-kind="chance"]').first().click();
      assert.match((await page.locator("#tree-facts").textContent()) ?? "", /^2 boards opened/);
      await page.locator("#open-all").click();
      assert.match(await feedback(page), /^Up 7\.2, Right 6\.1, Left 7\.8\. Left is best/);
      await isDone(page, 2);
      const all = await page.locator('.tree [data-kind="leaf"]').count();
      await page.locator("#sampling").check();
      await page.locator("#open-all").click();
      assert.ok((await page.locator('.tree [data-kind="leaf"]').count()) < all, "sampling looks at fewer boards");
    },
    async (page) => {
      const field = page.locator("form.answer-form input");
      await field.fill("6");
      await page.getByRole("button", { name: "Check" }).click();
      assert.match(await feedback(page), /plain mean|Not quite/);
      await field.fill("7,8");
      await page.getByRole("button", { name: "Check" }).click();
    },
    async (page) => {
      await bet(page, 2);
      await repeat(page, 10_000);
    },
    async (page) => {
      assert.match(await feedback(page), /^1 ahead: right/);
      await set(page, "Slides ahead", 2);
      assert.match(await feedback(page), /^2 ahead: left\. 12 boards/);
      await set(page, "Slides ahead", 3);
      assert.match(await feedback(page), /^3 ahead: up\. 81 boards/);
    },
  ],
  learning: [
    async (page) => {
      for (let game = 1; game <= 5; game++) {
        await page.locator("#chance").click();
        await page.locator("#five", { hasText: `${game} games` }).waitFor();
      }
    },
    (page) => bet(page, 0),
    async (page) => {
      await answer(page);
      while (await page.locator(".slides .now").count()) await page.locator("#carry").click();
    },
    async (page) => {
      await repeat(page, 100);
      await page.locator("#learned", { hasText: "100 games" }).waitFor();
      await repeat(page, 1000);
    },
    async (page) => {
      for (let move = 0; move < 60 && (await page.locator(".dots li.done:nth-child(5)").count()) === 0; move++) await page.locator("#believed").click();
    },
    async (page) => {
      await page.locator("#train").click();
      await page.locator(".feedback", { hasText: "Now with other settings" }).waitFor({ timeout: 60_000 });
      await set(page, "α", 1);
      await page.locator("#train").click();
    },
    (page) => set(page, "Checkpoint", 12),
    async (page) => {
      await bet(page, 1);
      await page.locator("#film").click();
      await page.waitForFunction(() => !/^Move 0 /.test(document.querySelector("#recorded-move")?.textContent ?? ""));
      await page.locator("#film", { hasText: "Pause" }).click();
      await page.locator("#film", { hasText: "Play" }).waitFor();
      await page.locator("#film-end").click();
      assert.match(await feedback(page), /^The network of 100 games ended with [\d,]+ points and a \d+\. Now another/);
      await page.locator('[data-learned="60000"]').click();
      assert.match((await page.locator("#recorded").textContent()) ?? "", /^After 60,000 games of learning: mean/);
      await set(page, "Move", 50);
      assert.match((await page.locator("#recorded-move").textContent()) ?? "", /^Move 50 of/);
      await page.locator("#film-end").click();
    },
    async (page) => {
      for (let board = 1; board <= 3; board++) {
        await bet(page, 0);
        assert.equal(await page.locator(".stage tbody tr").count(), 4);
        if (board < 3) await page.locator("#next-board").click();
      }
    },
  ],
  "perfect-play": [
    async (page) => {
      for (let game = 1; game <= 10; game++) {
        await page.locator("#perfect").click();
        await page.locator("#won", { hasText: `of ${game} won` }).waitFor();
      }
    },
    async (page) => {
      await bet(page, 3, 0);
      assert.equal(await feedback(page), "Yes, 96.25 %.");
      await bet(page, 0, 1);
      assert.match(await feedback(page), /^Yes, 8\.29 %/);
    },
    async (page) => {
      assert.equal(await page.locator(".state").count(), 110);
      for (const state of [0, 5, 20]) await page.locator(".state").nth(state).click();
      assert.ok((await page.locator(".state.next").count()) > 0 && (await page.locator(".edges path").count()) > 0);
      await page.getByLabel("Perfect play for").selectOption("5");
      assert.match((await page.locator("#state-value").textContent()) ?? "", /%/);
    },
    async (page) => {
      for (let i = 0; i < 12 && (await page.locator(".dots li.done:nth-child(4)").count()) === 0; i++) await page.locator("[data-answer]").nth(i % 4).click();
    },
    async (page) => {
      await bet(page, 3);
      assert.equal(await page.locator(".stage tbody tr").count(), 5);
    },
    (page) => answer(page),
    (page) => bet(page, 2),
  ],
  "how-many-games": [
    (page) => bet(page, 2),
    (page) => repeat(page, 100),
    (page) => bet(page, 1),
    (page) => bet(page, 1),
    async (page) => {
      await page.locator("#interval").click();
      assert.match(await feedback(page), /7\.8 to 21\.0 %/);
    },
    async (page) => {
      await set(page, "Difference in points", 500);
      assert.match((await page.locator("#needed").textContent()) ?? "", /6,830 games/);
    },
  ],
};

for (const [lesson, plays] of Object.entries(PLAYS)) {
  test(`the lesson ${lesson} is played through, and its progress is kept`, async () => {
    const { page, context, problems } = await visit(browser, server.url, { reducedMotion: "reduce" });
    for (const [index, play] of plays.entries()) {
      await openStep(page, lesson, index + 1);
      await play(page);
      await isDone(page, index + 1);
      assert.notEqual(await feedback(page), "", `step ${index + 1} says what happened`);
    }
    await page.getByRole("link", { name: "Next", exact: true }).click();
    await page.locator(".doors li").first().waitFor();
    await page.reload();
    await page.goto(`${server.url}/#/learn`);
    await page.locator(`[data-lesson="${lesson}"]`, { hasText: `${plays.length} of ${plays.length} steps done` }).waitFor();
    assert.deepEqual(problems, []);
    await context.close();
  });
}
