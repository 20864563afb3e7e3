// A game by keys: merge, score, undo, reload, kill -9, other windows, other people's programs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stage, tiles, visit, waitForMoves, waitForScore } from "./harness.js";

const { server, browser } = await stage();

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
  await page.locator('[data-undos="1"]').waitFor();
  await page.locator("#polite", { hasText: "Left taken back; score 0." }).waitFor({ state: "attached" });
  await page.keyboard.press("Control+y");
  await waitForScore(page, "4");
  await page.keyboard.press("d");
  await waitForMoves(page, 2);
  const shown = (await tiles(page)).slice(-1);
  await server.reaches({ moves: 2, undos: 1 });

  await page.reload();
  await waitForMoves(page, 2);
  const board = (await tiles(page)).map(String).sort();
  assert.ok(board.includes(String(shown[0])));

  await server.kill();
  await page.keyboard.press("ArrowDown");
  await waitForMoves(page, 3);
  await page.locator("#trouble", { hasText: "does not answer" }).waitFor();
  await server.start();
  await server.reaches({ moves: 3, undos: 1 });
  await page.locator("#trouble").waitFor({ state: "hidden" });
  assert.deepEqual(problems.filter((problem) => !problem.includes("ERR_CONNECTION_REFUSED")), []);
  await context.close();
});

test("every key of a fast typist counts, whatever the animation", async () => {
  await server.ask("/games", { seed: 11 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  for (let i = 0; i < 4; i++) for (const key of ["ArrowLeft", "s", "l", "k"]) await page.keyboard.press(key);
  await server.settled(page);
  const { board, moves } = await twin({ seed: 11 }, ["left", "down", "right", "up"], 16);
  await waitForMoves(page, moves);
  await server.reaches({ moves, board });
  await context.close();
});

/** The same game by the server's rules. @param {unknown} game @param {string[]} directions @param {number} keys */
async function twin(game, directions, keys) {
  const { id } = await server.ask("/games/current");
  let now = await server.ask("/games", game);
  for (let i = 0; i < keys; i++) now = (await server.ask(`/games/${now.id}/move`, { direction: directions[i % directions.length] })).game;
  await server.ask(`/games/${id}/open`, {});
  return now;
}

test("a held key loses nothing: 100 undos and a burst of 200 keys are all done (28)", async () => {
  await server.ask("/games", { seed: 77 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  const press = (/** @type {string[]} */ keys, /** @type {number} */ times) =>
    page.evaluate(({ keys, times }) => {
      for (let i = 0; i < times; i++) document.dispatchEvent(new KeyboardEvent("keydown", { key: keys[i % keys.length], bubbles: true }));
    }, { keys, times });
  await press(["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowDown"], 200);
  await server.settled(page);
  const { moves, board } = await twin({ seed: 77 }, ["left", "down", "right", "down"], 200);
  assert.ok(moves > 100, `${moves} moves`);
  await server.reaches({ moves, board });
  await press(["u"], 100);
  await server.reaches({ moves: moves - 100, undos: 100 });
  await waitForMoves(page, moves - 100);
  await context.close();
});

test("play goes on while the server is away, and nothing is played blind, lost or made twice (16)", async () => {
  await server.ask("/games", { seed: 21 });
  const { page, context, problems } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  const start = await server.ask("/games/current");
  await server.kill();
  await page.locator("#trouble", { hasText: "does not answer" }).waitFor();
  let last = await tiles(page);
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press(["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"][i % 4]);
    last = await tiles(page);
  }
  const moves = Number(await page.locator(".play").getAttribute("data-moves"));
  assert.ok(moves > 30);
  await page.locator(".restart-button").click();
  await page.locator(".toast", { hasText: "needs the server" }).waitFor();
  await server.start();
  await server.reaches({ id: start.id, moves });
  await page.locator("#trouble").waitFor({ state: "hidden" });
  assert.deepEqual(await tiles(page), last, "the board of the person is the one that counts");
  assert.deepEqual(problems.filter((problem) => !problem.includes("ERR_CONNECTION_REFUSED")), []);
  await context.close();
});

test("kill -9 of the server between moves and their answers loses and doubles nothing (16)", async () => {
  const { id } = await server.ask("/games", { seed: 23 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  const keys = ["ArrowLeft", "ArrowDown", "ArrowRight", "u", "ArrowDown", "ArrowLeft", "ArrowUp"];
  for (let kill = 0; kill < 3; kill++) {
    const playing = page.evaluate(async (pressed) => {
      for (let i = 0; i < 60; i++) {
        document.dispatchEvent(new KeyboardEvent("keydown", { key: pressed[i % pressed.length], bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }, keys);
    await page.waitForTimeout(60 + 40 * kill);
    await server.kill();
    await server.start();
    await playing;
  }
  const shown = await page.evaluate(() => ({ .../** @type {HTMLElement} */ (document.querySelector(".play")).dataset }));
  const { board } = await server.reaches({ id, moves: Number(shown.moves), undos: Number(shown.undos) });
  const cells = board.split(/[,/]/).flatMap((/** @type {string} */ cell, /** @type {number} */ at) => (cell === "." ? [] : [`${cell},${(at % 4) + 1},${Math.floor(at / 4) + 1}`]));
  await page.reload();
  await waitForMoves(page, Number(shown.moves));
  assert.deepEqual((await tiles(page)).map(String).sort(), cells.sort());
  await context.close();
});

test("moves made while the server was away survive a browser that is closed (16)", async () => {
  await server.ask("/games", { seed: 22 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  await server.kill();
  for (const key of ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowDown", "u"]) await page.keyboard.press(key);
  const moves = await page.locator(".play").getAttribute("data-moves");
  const stored = () =>
    page.evaluate(() => new Promise((resolve) => {
      const open = indexedDB.open("redouble", 1);
      open.onsuccess = () => {
        const all = open.result.transaction("untold").objectStore("untold").getAll();
        all.onsuccess = () => resolve(all.result[0]?.changes.length ?? 0);
      };
    }));
  while ((await stored()) !== Number(moves) + 2) await page.waitForTimeout(50);
  await page.close();
  await server.start();
  const next = await context.newPage();
  await next.goto(server.url);
  await waitForMoves(next, Number(moves));
  await server.reaches({ moves: Number(moves), undos: 1 });
  await context.close();
});

test("winning is said and play goes on; at the end there are facts, undo and again by Enter (14, 38)", async () => {
  await server.ask("/games", { from: "1024,1024,.,./.,.,.,./.,.,.,./.,.,.,.", seed: 1 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile-1024").first().waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".game-message.game-won", { hasText: "You made 2048!" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await waitForMoves(page, 2);
  await page.locator(".keep-playing-button").click();
  await page.locator(".game-message.game-won").waitFor({ state: "hidden" });

  // One move from the end, wherever the tile appears: 2x2 with one cell to fill.
  await server.ask("/games", { from: "4,8/16,.", p4: 0, seed: 1 });
  const { id } = await server.ask("/games/current");
  await page.goto(`${server.url}/#/play/${id}`);
  await page.locator(".tile-16").waitFor();
  await page.keyboard.press("ArrowRight");
  const card = page.locator(".game-message.game-over");
  await card.filter({ hasText: "Game over · 0 · 16" }).waitFor();
  await page.locator("#end-costliest", { hasText: "No move was a mistake." }).waitFor();
  const covered = await page.evaluate(() => {
    const { bottom } = /** @type {Element} */ (document.querySelector(".game-container")).getBoundingClientRect();
    return bottom > /** @type {Element} */ (document.querySelector(".game-message")).getBoundingClientRect().top;
  });
  assert.equal(covered, false, "the board stays readable");
  await card.getByText("Undo").click();
  await card.waitFor({ state: "hidden" });
  await page.keyboard.press("ArrowRight");
  await card.waitFor();
  await page.keyboard.press("Enter");
  await card.waitFor({ state: "hidden" });
  await waitForMoves(page, 0);
  assert.notEqual((await server.ask("/games/current")).id, id);
  await context.close();
});

test("the end card names the costliest move and leads to it (38)", async () => {
  const { id } = await server.ask("/games", { from: "1024,512,256,128/2,4,8,64/4,2,16,32/2,4,2,.", seed: 4 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  for (let i = 0; i < 400 && !(await page.locator(".game-over").count()); i++) await page.keyboard.press(["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"][i % 4]);
  await page.locator("#look").waitFor();
  assert.match((await page.locator("#end-costliest").textContent()) ?? "", /The costliest move was \d+: (Up|Right|Down|Left)\. Look/);
  await page.locator("#look").click();
  await page.locator(".study").waitFor();
  assert.match(page.url(), new RegExp(`#/study/${id}\\?m=\\d+`));
  await context.close();
});

test("a new game is one key or one click, and a toast leads back to the old one (14)", async () => {
  await server.ask("/games", { seed: 5 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  for (const key of ["ArrowLeft", "ArrowDown", "ArrowRight"]) await page.keyboard.press(key);
  const old = await page.locator(".play").getAttribute("data-moves");
  const { id } = await server.ask("/games/current");
  await page.keyboard.press("n");
  await waitForMoves(page, 0);
  const begun = await server.ask("/games/current");
  assert.notEqual(begun.id, id);
  await page.locator(".toast button", { hasText: "Back to the old one" }).click();
  await waitForMoves(page, Number(old));
  assert.equal((await server.ask("/games/current")).id, id);
  await page.locator(".restart-button").click();
  await waitForMoves(page, 0);

  await page.locator("#more").click();
  await page.getByRole("button", { name: "Other …" }).click();
  await page.getByLabel("Rows").selectOption("3");
  await page.getByLabel("Columns").selectOption("6");
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".grid-cell").length === 18);
  await page.goto(`${server.url}/#/games`);
  await page.locator(".games li").first().waitFor();
  const listed = await page.locator(".games li").allTextContents();
  assert.ok(listed.some((text) => text.includes("4x4") && /[23] moves/.test(text)), listed.join("\n"));
  assert.ok(listed.some((text) => text.includes("3x6")));
  await context.close();
});

test("how to play is said in one line, gone after five moves and back under ? (31, 32)", async () => {
  await server.ask("/games", { seed: 6 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".facts", { hasText: "Slide with the arrow keys or a swipe. Equal tiles join. Make 2048." }).waitFor();
  for (let moves = 0; moves < 5; ) {
    await page.keyboard.press(["ArrowLeft", "ArrowDown", "ArrowRight"][moves % 3]);
    await page.keyboard.press("ArrowUp");
    moves = Number(await page.locator(".play").getAttribute("data-moves"));
  }
  await page.locator(".facts", { hasText: /\d+ moves · highest \d+/ }).waitFor();
  await page.keyboard.press("?");
  await page.locator("dialog", { hasText: "Slide with the arrow keys" }).waitFor();
  await page.locator("dialog dt", { hasText: "Shift+arrows" }).waitFor();
  await context.close();
});

test("going back closes a dialog and stays on the page (33)", async () => {
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  const { length } = await page.evaluate(() => ({ length: history.length }));
  await page.keyboard.press("?");
  await page.locator("dialog").waitFor();
  await page.goBack();
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.locator(".tile").first().waitFor();
  await page.locator("#settings").click();
  await page.locator("dialog").getByRole("button", { name: "Close" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.waitForFunction(() => history.state === null);
  assert.equal(await page.evaluate(() => history.length), length + 1);
  await context.close();
});

test("a direction that changes nothing is seen and said (19)", async () => {
  await server.ask("/games", { from: "2,4,8,16/.,.,.,./.,.,.,./.,.,.,.", seed: 1 });
  for (const reducedMotion of /** @type {const} */ (["no-preference", "reduce"])) {
    const { page, context } = await visit(browser, server.url, { reducedMotion });
    await page.locator(".tile-16").waitFor();
    await page.evaluate(() => {
      const board = /** @type {HTMLElement} */ (document.querySelector(".game-container"));
      const animate = board.animate.bind(board);
      board.animate = (...args) => {
        document.body.dataset.nudged = JSON.stringify(args[0]);
        return animate(...args);
      };
      new MutationObserver(() => {
        document.body.dataset.nudged ||= board.dataset.edge;
      }).observe(board, { attributes: true });
    });
    await page.keyboard.press("ArrowLeft");
    await page.locator("#polite", { hasText: "Left changes nothing." }).waitFor({ state: "attached" });
    await page.waitForFunction(() => document.body.dataset.nudged);
    assert.match((await page.evaluate(() => document.body.dataset.nudged)) ?? "", reducedMotion === "reduce" ? /^left$/ : /-4px/);
    await waitForMoves(page, 0);
    await context.close();
  }
});

test("clicks and drags on the board leave the arrows to the game; a drag is a move (2)", async () => {
  await server.ask("/games", { from: ".,.,.,./.,2,2,./.,.,.,./.,.,.,.", seed: 2 });
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile-2").first().waitFor();
  await page.locator(".game-container").click({ position: { x: 30, y: 30 } });
  await page.keyboard.press("ArrowLeft");
  await waitForMoves(page, 1);
  const box = /** @type {{x: number, y: number, width: number, height: number}} */ (await page.locator(".game-container").boundingBox());
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 204, box.y + 320, { steps: 6 });
  await page.mouse.up();
  await waitForMoves(page, 2);
  assert.equal(await page.evaluate(() => document.activeElement?.classList.contains("grid-cell")), false);
  await page.keyboard.press("ArrowRight");
  await waitForMoves(page, 3);
  await context.close();
});

test("undo and redo count what is available, and undo reaches moves of earlier visits (30)", async () => {
  const { id } = await server.ask("/games", { seed: 9 });
  for (let i = 0; i < 12; i++) await server.ask(`/games/${id}/auto`, { player: "greedy" });
  const { page, context } = await visit(browser, server.url);
  await waitForMoves(page, 12);
  for (let i = 0; i < 12; i++) await page.keyboard.press("u");
  await waitForMoves(page, 0);
  assert.equal(await page.locator(".toolbar").getByRole("button", { name: "Undo" }).isDisabled(), true);
  assert.equal(await page.locator(".toolbar button", { hasText: "Undo" }).textContent(), "Undo");
  await page.locator(".toolbar .count", { hasText: "12" }).waitFor();
  await page.keyboard.press("Control+y");
  await page.locator(".toolbar .count", { hasText: "11" }).waitFor();
  await server.reaches({ moves: 1, undos: 12 });
  await page.reload();
  await waitForMoves(page, 1);
  for (let i = 0; i < 11; i++) await page.keyboard.press("y");
  await waitForMoves(page, 12);
  await server.reaches({ moves: 12, undos: 12 });
  await context.close();
});

test("Best is that of games begun by chance and played alone (8)", async () => {
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  const best = async () => Number((await page.locator(".best-container").textContent())?.replaceAll(",", ""));
  await server.ask("/games", { from: "2,2,.,./.,.,.,./.,.,.,./.,.,.,.", score: 9_999_999 });
  const imported = `${await server.ask(`/games/${(await server.ask("/games/current")).id}/record`)}`;
  await server.ask("/games", { import: imported });
  const { id } = await server.ask("/games", {});
  for (let i = 0; i < 30; i++) await server.ask(`/games/${id}/auto`, { player: "greedy" });
  await page.goto(`${server.url}/#/play/${id}`);
  await waitForMoves(page, 30);
  const before = await best();
  assert.ok(before < 9_999_999 && before < (await server.ask("/games/current")).score, `${before}`);
  await page.keyboard.press("n");
  await waitForMoves(page, 0);
  // All four ways: with two of them a game can be stuck before anything has merged.
  for (let i = 0; i < 40; i++) await page.keyboard.press(["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"][i % 4]);
  const { score } = await server.settled(page);
  assert.ok(score > before && (await best()) === score, `${score} ${await best()}`);
  await page.keyboard.press("u");
  await page.waitForFunction((was) => document.querySelector(".best-container")?.textContent?.replaceAll(",", "") === String(was), before);
  assert.match((await page.locator(".best-container").getAttribute("title")) ?? "", /Does not count for Best \(undo\)/);
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
  await server.reaches({ moves: 2 });
  await two.page.keyboard.press("ArrowDown");
  await two.page.locator(".toast", { hasText: "another window" }).waitFor();
  await waitForMoves(two.page, 2);
  await server.reaches({ moves: 2 });
  await one.context.close();
  await two.context.close();
});
