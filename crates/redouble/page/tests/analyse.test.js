// Hints, auto-play, the editor and the review.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stage, visit } from "./harness.js";

const { server, browser } = await stage();
const CORNER = "1024,512,256,128/2,4,8,64/.,.,2,32/.,.,.,16";

test("a hint shows four bars with reasons, and auto-play plays, pauses and stops when nobody looks", async () => {
  await server.ask("/games", { from: "512,512,4,2/.,.,.,./.,.,.,./.,.,.,.", seed: 1 });
  const { page, context, problems } = await visit(browser, server.url);
  await page.locator(".tile-512").first().waitFor();
  await page.getByLabel("Player", { exact: true }).selectOption("expectimax:depth=1");
  await page.locator("#hint").click();
  await page.locator(".bar.best").waitFor();
  assert.equal(await page.locator(".bar .why", { hasText: "makes 1024" }).count(), 2);
  assert.equal(await page.locator(".bar").count(), 4);
  assert.equal(await page.locator(".bar.none", { hasText: "no move" }).count(), 1);
  await page.locator(".pointer").waitFor();

  await page.getByRole("button", { name: "Step" }).click();
  await page.locator(".facts", { hasText: "Moves 1" }).waitFor();
  await page.getByLabel("Speed of auto-play").selectOption("0");
  await page.locator("#auto-toggle").click();
  await page.waitForFunction(() => Number(document.querySelector(".facts b")?.textContent) >= 10);
  await page.locator("#auto-toggle", { hasText: "Pause" }).click();
  await page.locator("#auto-toggle", { hasText: "Play" }).waitFor();

  await page.locator("#auto-toggle").click();
  await page.locator("#auto-toggle", { hasText: "Pause" }).waitFor();
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.locator("#auto-toggle", { hasText: "Play" }).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test("a wrong player is explained", async () => {
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  await page.getByLabel("Player", { exact: true }).selectOption("");
  await page.getByLabel("Player, as text").fill("expectimax:deepth=3");
  await page.getByLabel("Player, as text").blur();
  await page.locator("#hint").click();
  await page.locator(".problem", { hasText: "`deepth` is not a parameter of expectimax" }).waitFor();
  await context.close();
});

test("the editor takes a pasted board, asks about it, shares it and plays it", async () => {
  const { page, context, problems } = await visit(browser, `${server.url}/#/board`);
  await page.locator("#board-text").waitFor();
  await page.locator("#board-text").fill("1024 512 256 128\n2 4 8 64\n0 0 2 32\n0 0 0 16");
  await page.getByRole("button", { name: "Use this text" }).click();
  await page.locator(".editor .grid-cell", { hasText: "1024" }).waitFor();
  await page.locator("code", { hasText: "0xa987123600150004" }).waitFor();
  assert.ok(decodeURIComponent(page.url()).endsWith(`#/board?b=${CORNER}`));
  await page.locator("#ask").click();
  await page.locator(".bar.best").waitFor();

  await page.locator("#board-text").fill("1 2 3");
  await page.getByRole("button", { name: "Use this text" }).click();
  await page.locator(".problem", { hasText: /./ }).waitFor();

  await page.getByRole("button", { name: "Place 8", exact: true }).click();
  await page.locator('.editor [data-cell="15"]').click();
  await page.locator('.editor [data-cell="15"]', { hasText: "8" }).waitFor();
  await page.keyboard.press("+");
  await page.locator('.editor [data-cell="15"]', { hasText: "16" }).waitFor();

  const shared = page.url();
  const other = await visit(browser, shared);
  await other.page.locator('.editor [data-cell="15"]', { hasText: "16" }).waitFor();
  await other.page.locator("#play-here").click();
  await other.page.locator(".tile-1024.tile-position-1-1").waitFor();
  assert.deepEqual(problems.filter((problem) => !problem.includes("422")), []);
  await other.context.close();
  await context.close();
});

test("a review marks the planted blunder, jumps to it, and plays on from there", async () => {
  const { id } = await server.ask("/games", { from: CORNER, seed: 4 });
  const player = "expectimax:depth=2";
  const auto = async (/** @type {number} */ times) => {
    for (let i = 0; i < times; i++) await server.ask(`/games/${id}/auto`, { player });
  };
  await auto(6);
  const before = await server.ask(`/games/${id}`);
  const hint = await server.ask("/hint", { board: before.board, player });
  const worst = hint.moves.toSorted((/** @type {any} */ a, /** @type {any} */ b) => a.value - b.value)[0].direction;
  await server.ask(`/games/${id}/move`, { direction: worst });
  await auto(6);

  const { page, context, problems } = await visit(browser, `${server.url}/#/review/${id}`);
  await page.locator("#accuracy").waitFor();
  await page.locator('[data-mark="blunder"]').waitFor();
  await page.locator(`.dot.grade-blunder[data-index="6"]`).waitFor();
  await page.locator("#next-mistake").click();
  while ((await page.getByLabel("Move", { exact: true }).inputValue()) !== "6") await page.locator("#next-mistake").click();
  await page.locator(".panel h2", { hasText: "blunder" }).waitFor();
  await page.locator(".pointer").waitFor();

  await page.getByRole("button", { name: "One move on" }).click();
  await page.locator(".facts", { hasText: "Move 7 of 13" }).waitFor();
  await page.getByRole("button", { name: "One move back" }).click();
  await page.locator(".facts", { hasText: "Move 6 of 13" }).waitFor();
  await page.locator("#what-if").click();
  await page.locator(".facts", { hasText: "Moves 0" }).waitFor();
  const now = await server.ask("/games/current");
  assert.deepEqual([now.board, now.score], [before.board, before.score]);
  assert.equal((await server.ask(`/games/${id}`)).moves, 13);
  assert.deepEqual(problems, []);
  await context.close();
});

test("a shared record replays in another window", async () => {
  const { id } = await server.ask("/games", { seed: 8 });
  for (let i = 0; i < 5; i++) await server.ask(`/games/${id}/auto`, { player: "greedy" });
  const record = (await server.ask(`/games/${id}/record`)).trim();
  const { page, context } = await visit(browser, `${server.url}/#/review?record=${encodeURIComponent(record)}`);
  await page.locator(".facts", { hasText: "Move 0 of 5" }).waitFor();
  await page.getByLabel("Speed of the replay").selectOption("0");
  await page.getByRole("button", { name: "Play the replay" }).click();
  await page.locator(".facts", { hasText: "Move 5 of 5" }).waitFor();
  await context.close();
});
