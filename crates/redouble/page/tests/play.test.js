// A game by keys: merge, score, undo, reload, kill -9, other windows, other people's programs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stage, tiles, visit } from "./harness.js";

const { server, browser } = await stage();

/** @param {import("playwright-core").Page} page @param {string} score */
const waitForScore = (page, score) =>
  page.waitForFunction((wanted) => document.querySelector(".score-container")?.firstChild?.textContent === wanted, score);
/** @param {import("playwright-core").Page} page @param {number} moves */
const waitForMoves = (page, moves) => page.locator(".facts", { hasText: `Moves ${moves}` }).waitFor();

test("keys make a merge, undo and redo, a reload and kill -9 lose nothing", async () => {
  await server.ask("/games", { from: "2,2,.,./.,.,.,./.,.,.,./.,.,.,.", seed: 3 });
  const { page, context, problems } = await visit(browser, server.url);
  await page.locator(".tile-2.tile-position-2-1").waitFor();
  await page.keyboard.press("ArrowLeft");
  await waitForScore(page, "4");
  await page.locator(".tile-4.tile-position-1-1.tile-merged").waitFor();
  assert.equal(await page.locator(".tile-new").count(), 1);
  await page.locator("#polite", { hasText: /left, made 4, plus 4; a [24] appeared in row \d, column \d; score 4\./ }).waitFor({ state: "attached" });

  await page.keyboard.press("u");
  await waitForScore(page, "0");
  await page.locator(".facts", { hasText: "Undone 1" }).waitFor();
  await page.keyboard.press("r");
  await waitForScore(page, "4");
  await page.keyboard.press("d");
  await waitForMoves(page, 2);
  const shown = (await tiles(page)).slice(-1);

  await page.reload();
  await waitForMoves(page, 2);
  const board = (await tiles(page)).map(String).sort();
  assert.ok(board.includes(String(shown[0])));

  await server.kill();
  await page.keyboard.press("ArrowDown");
  await page.locator("#trouble", { hasText: "does not answer" }).waitFor();
  await server.start();
  await waitForMoves(page, 3);
  await page.locator("#trouble").waitFor({ state: "hidden" });
  const { moves, undos } = await server.ask("/games/current");
  assert.deepEqual({ moves, undos }, { moves: 3, undos: 1 });
  assert.deepEqual(problems.filter((problem) => !problem.includes("ERR_CONNECTION_REFUSED")), []);
  await context.close();
});

test("every key of a fast typist counts, whatever the animation", async () => {
  await server.ask("/games", { seed: 11 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  for (let i = 0; i < 4; i++) for (const key of ["ArrowLeft", "s", "l", "k"]) await page.keyboard.press(key);
  await server.ask("/games", { seed: 11 });
  const twin = await server.ask("/games/current");
  let moves = 0;
  for (let i = 0; i < 4; i++) {
    for (const direction of ["left", "down", "right", "up"]) {
      if ((await server.ask(`/games/${twin.id}/move`, { direction })).changed) moves++;
    }
  }
  await waitForMoves(page, moves);
  await context.close();
});

test("winning, keeping on, and game over with undo", async () => {
  await server.ask("/games", { from: "1024,1024,.,./.,.,.,./.,.,.,./.,.,.,.", seed: 1 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile-1024").first().waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".game-message.game-won", { hasText: "You win!" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.locator(".keep-playing-button").click();
  await page.keyboard.press("ArrowDown");
  await waitForMoves(page, 2);
  await page.locator(".facts", { hasText: "Goal reached" }).waitFor();

  // One move from the end, wherever the tile appears: 2x2 with one cell to fill.
  await server.ask("/games", { from: "4,8/16,.", p4: 0, seed: 1 });
  await page.goto(`${server.url}/#/play/${(await server.ask("/games/current")).id}`);
  await page.locator(".tile-16").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator(".game-message.game-over", { hasText: "Game over!" }).waitFor();
  await page.locator(".game-message").getByText("Undo").click();
  await page.locator(".game-message.game-over").waitFor({ state: "hidden" });
  await context.close();
});

test("a new game keeps the old one, on any board", async () => {
  await server.ask("/games", { seed: 5 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  for (const key of ["ArrowLeft", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  await page.locator(".restart-button").click();
  await page.getByLabel("Rows").selectOption("3");
  await page.getByLabel("Columns").selectOption("6");
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".grid-cell").length === 18);
  await page.getByRole("link", { name: "Games" }).click();
  await page.locator(".games li").first().waitFor();
  const listed = await page.locator(".games li").allTextContents();
  assert.ok(listed.some((text) => text.includes("4x4") && /[23] moves/.test(text)), listed.join("\n"));
  assert.ok(listed.some((text) => text.includes("3x6")));
  await context.close();
});

test("the gameState of another 2048 is imported; a record is exported and read again", async () => {
  const { page, context } = await visit(browser, `${server.url}/#/games`);
  const cells = [0, 1, 2, 3].map((x) => [0, 1, 2, 3].map((y) => (x === 1 && y === 2 ? { position: { x, y }, value: 512 } : x === 3 && y === 0 ? { position: { x, y }, value: 2 } : null)));
  const state = JSON.stringify({ grid: { size: 4, cells }, score: 4321, over: false, won: false, keepPlaying: false });
  await page.getByRole("button", { name: "Import a game" }).click();
  await page.getByLabel("A record of Redouble").fill("nonsense");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.locator("dialog .problem", { hasText: "not a game record" }).waitFor();
  await page.getByLabel("A record of Redouble").fill(state);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.locator(".tile-512.tile-position-2-3").waitFor();
  await waitForScore(page, "4,321");

  const { id } = await server.ask("/games/current");
  const record = await server.ask(`/games/${id}/record`);
  const again = await server.ask("/games", { import: record });
  assert.deepEqual([again.score, again.board], [4321, ".,.,.,2/.,.,.,./.,512,.,./.,.,.,."]);
  await context.close();
});

test("a program made for gabrielecirulli/2048 can play", async () => {
  await server.ask("/games", { seed: 21 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  const moved = await page.evaluate(async () => {
    // As such programs do: read classes, send a key event without a key name, read the score.
    const read = () => [...document.querySelectorAll(".tile")].map((tile) => tile.className).join();
    const frame = () => new Promise((resolve) => setTimeout(resolve, 20));
    let moves = 0;
    for (let i = 0; i < 200 && moves < 10; i++) {
      const before = read();
      const event = new Event("keydown", { bubbles: true });
      Object.assign(event, { which: 37 + (i % 4), keyCode: 37 + (i % 4) });
      document.dispatchEvent(event);
      await frame();
      if (read() !== before) moves++;
    }
    return { moves, score: Number.parseInt(document.querySelector(".score-container")?.textContent ?? "", 10) };
  });
  assert.equal(moved.moves, 10);
  assert.ok(moved.score >= 0);
  await context.close();
});

test("another window goes on, and this one notices instead of overwriting", async () => {
  await server.ask("/games", { seed: 31 });
  const one = await visit(browser, server.url);
  const two = await visit(browser, server.url);
  await one.page.locator(".tile").first().waitFor();
  await two.page.locator(".tile").first().waitFor();
  await one.page.keyboard.press("ArrowLeft");
  await one.page.keyboard.press("ArrowUp");
  await waitForMoves(one.page, 2);
  await two.page.keyboard.press("ArrowDown");
  await two.page.locator(".toast", { hasText: "another window" }).waitFor();
  await waitForMoves(two.page, 2);
  await one.context.close();
  await two.context.close();
});
