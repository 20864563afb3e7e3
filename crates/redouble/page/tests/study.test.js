// Study: one game, one tree. Branches, tiles by hand, marks and comments, the review, the editor, sharing.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { stage, visit, waitForMoves } from "./harness.js";

const { server, browser } = await stage();
const CORNER = "1024,512,256,128/2,4,8,64/.,.,2,32/.,.,.,16";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SIZES = [[1366, 625], [844, 390], [667, 375], [390, 844], [320, 568], [2560, 1440]];

/** A game that a player played, from its number. @param {Record<string, unknown>} start @param {number} moves @param {string} [player] */
async function played(start, moves, player = "greedy") {
  const { id } = await server.ask("/games", start);
  for (let i = 0; i < moves; i++) await server.ask(`/games/${id}/auto`, { player });
  return id;
}

/** Waits until a game's tree is as expected on the server. @param {number} id @param {(tree: string) => boolean} isRight @returns {Promise<string>} */
async function keeps(id, isRight) {
  for (let tries = 0; ; tries++) {
    const { tree } = await server.ask(`/games/${id}/tree`);
    if (isRight(tree)) return tree;
    assert.ok(tries < 400, `the server keeps "${tree}"`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** The place in the address; it comes there a moment later. @param {import("playwright-core").Page} page @param {string} place */
const isAt = (page, place) => page.waitForFunction((wanted) => new URLSearchParams(location.hash.split("?")[1]).get("m") === wanted, place);

/** @param {import("playwright-core").Page} page @param {string} facts */
const says = (page, facts) => page.locator(".study .facts", { hasText: facts }).waitFor({ state: "attached" });

/** Numbers of the tiles in view, row by row. @param {import("playwright-core").Page} page */
const cells = (page) =>
  page.$$eval(".study .grid-cell", (found) => found.map((cell) => Number.parseInt(cell.getAttribute("aria-label") ?? "", 10) || 0));

test("what is tried is a branch of its game: it survives kill -9 and a reload, Back finds the place, and the current game stays (15)", async () => {
  const id = await played({ seed: 8 }, 9);
  const other = await server.ask("/games", { seed: 1 });
  await server.ask(`/games/${other.id}/move`, { direction: other.legal[0] });
  const before = (await server.ask("/games")).length;
  const { page, context, problems } = await visit(browser, `${server.url}/#/study/${id}?m=4`);
  await says(page, "Move 4 of 9");
  await page.locator("#spawns").selectOption("hand");
  const replay = await server.ask(`/games/${id}/replay`);
  const own = replay.moves[4];
  // Another direction than the game's: the first of them that changes the board.
  for (const key of ["w", "d", "s", "a"].filter((_, i) => "urdl"[i] !== own)) {
    await page.keyboard.press(key);
    if (await page.locator(".study-verdict", { hasText: "Place the new tile" }).count()) break;
  }
  const free = (await cells(page)).indexOf(0);
  await page.locator(`.grid-cell[data-cell="${free}"]`).click();
  await isAt(page, "4.1");
  await says(page, "Branch 4.1, 1 of 1");
  await page.keyboard.press("2");
  await page.locator("#comment").fill("Why not up?");
  await page.locator("#comment").blur();
  const tree = await keeps(id, (kept) => kept.includes('4.1.1"Why%20not%20up%3F') && kept.includes("4.1.1!2"));
  const board = await cells(page);
  await server.kill();
  await server.start();
  assert.equal((await server.ask(`/games/${id}/tree`)).tree, tree);
  await page.reload();
  await says(page, "Branch 4.1, 1 of 1");
  assert.deepEqual(await cells(page), board);
  assert.equal(await page.locator("#comment").inputValue(), "Why not up?");
  await page.goto(`${server.url}/#/games`);
  await page.locator(".games li").first().waitFor();
  await page.goBack();
  await says(page, "Branch 4.1, 1 of 1");
  assert.equal((await server.ask("/games/current")).id, other.id);
  assert.equal((await server.ask("/games")).length, before);
  assert.equal((await server.ask(`/games/${id}`)).moves, 9);
  assert.deepEqual(problems.filter((problem) => !/Failed to load resource|ERR_/.test(problem)), []);
  await context.close();
});

test("Left and Right step, Home and End go to the ends, Up and Down change branch, Delete prunes, Space plays (37)", async () => {
  const id = await played({ from: "2,2,4,4/.,.,.,./.,.,.,./.,.,.,.", seed: 8 }, 6);
  const { page, context, problems } = await visit(browser, `${server.url}/#/study/${id}`);
  await says(page, "Move 0 of 6");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await says(page, "Move 2 of 6");
  await page.keyboard.press("ArrowLeft");
  await says(page, "Move 1 of 6");
  await page.keyboard.press("End");
  await says(page, "Move 6 of 6");
  await page.keyboard.press("Home");
  await says(page, "Move 0 of 6");
  await page.locator("#spawns").selectOption("hand");
  // Down is no move of greedy here: it merges nothing.
  for (const cell of [0, 1]) {
    await page.keyboard.press("s");
    await page.locator(".study-verdict", { hasText: "Place the new tile" }).waitFor();
    await page.locator(`.grid-cell[data-cell="${cell}"]`).click();
    await says(page, `Branch 0.${cell + 1}, 1 of 1`);
    if (cell === 0) await page.keyboard.press("ArrowLeft");
  }
  await page.keyboard.press("ArrowUp");
  await says(page, "Branch 0.1, 1 of 1");
  await page.keyboard.press("ArrowUp");
  await says(page, "Move 1 of 6");
  await page.keyboard.press("ArrowDown");
  await says(page, "Branch 0.1, 1 of 1");
  await page.keyboard.press("Delete");
  await says(page, "Move 0 of 6");
  await keeps(id, (tree) => tree === "0/s1".replace("s", "d"));
  await page.keyboard.press("Delete");
  await page.locator(".toast", { hasText: "The game itself stays" }).waitFor();
  await page.keyboard.press(" ");
  await says(page, "Move 6 of 6");
  assert.deepEqual(problems, []);
  await context.close();
});

test("tiles are placed by hand, a 2 and again a 4, by keys as well, and by chance, the worst or the best case", async () => {
  const id = await played({ from: "2,2,./.,.,./.,.,.", seed: 3 }, 0);
  const { page, context, problems } = await visit(browser, `${server.url}/#/study/${id}`);
  await says(page, "Move 0 of 0");
  await page.locator("#spawns").selectOption("hand");
  await page.keyboard.press("a");
  await page.locator('.grid-cell[data-cell="8"]').click();
  await says(page, "Branch 0.1, 1 of 1");
  assert.deepEqual(await cells(page), [4, 0, 0, 0, 0, 0, 0, 0, 2]);
  await page.locator('.grid-cell[data-cell="8"]').click();
  await page.locator(".tile-4.tile-position-3-3").waitFor();
  await keeps(id, (tree) => tree === "0/L8");
  // A tile somewhere else takes its place while it is fresh; from the keyboard, too.
  await page.locator('.grid-cell[data-cell="0"]').focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await keeps(id, (tree) => tree === "0/l1");
  assert.deepEqual(await cells(page), [4, 2, 0, 0, 0, 0, 0, 0, 0]);
  await page.keyboard.press("Escape");
  await page.locator("#spawns").selectOption("worst");
  await page.keyboard.press("s");
  await says(page, "Branch 0.1.2, 2 of 2");
  await page.locator("#spawns").selectOption("best");
  await page.keyboard.press("w");
  await says(page, "Branch 0.1.3, 3 of 3");
  await page.locator("#spawns").selectOption("chance");
  await page.keyboard.press("s");
  await says(page, "Branch 0.1.4, 4 of 4");
  // Another tile than the one that appeared, when it is no longer fresh, is a branch of its own.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await says(page, "Branch 0.1, 1 of 4");
  await page.locator('.grid-cell[data-cell="4"]').click();
  await says(page, "Branch 0.2, 1 of 1");
  await keeps(id, (tree) => tree.endsWith(" 0/l4"));
  assert.deepEqual(problems, []);
  await context.close();
});

test("keys 1 to 6 are glyphs, B bookmarks, C comments, and the list shows them", async () => {
  const id = await played({ seed: 5 }, 6);
  const { page, context } = await visit(browser, `${server.url}/#/study/${id}?m=3`);
  await says(page, "Move 3 of 6");
  for (const key of ["1", "4", "b", "c"]) await page.keyboard.press(key);
  await page.keyboard.type("careful here");
  await page.keyboard.press("Enter");
  await keeps(id, (tree) => tree === '3!4 3* 3"careful%20here');
  const row = page.locator('[data-row="3"]');
  await row.getByText("??").waitFor();
  await row.getByText("careful here").waitFor();
  await row.getByRole("img", { name: "Bookmark" }).waitFor();
  for (const key of ["4", "b"]) await page.keyboard.press(key);
  await keeps(id, (tree) => tree === '3"careful%20here');
  await page.locator("#comment").fill("");
  await page.locator("#comment").blur();
  await keeps(id, (tree) => tree === "");
  await context.close();
});

test("a tree that breaks the rules is refused and named, and the one before stays", async () => {
  const id = await played({ from: "2,2/.,.", seed: 3 }, 0);
  await server.ask(`/games/${id}/tree`, { tree: "0/l3 0.1.1!1" });
  await assert.rejects(server.ask(`/games/${id}/tree`, { tree: "0/u3" }), /422.*up changes nothing there/);
  await assert.rejects(server.ask(`/games/${id}/tree`, { tree: "7*" }), /422.*there is no such place/);
  await assert.rejects(server.ask(`/games/${id}/tree`, { tree: "x" }), /422.*no part of a tree/);
  assert.equal((await server.ask(`/games/${id}/tree`)).tree, "0/l3 0.1.1!1");
});

test("branches of moves that were taken back are left out, and the page says so", async () => {
  const id = await played({ seed: 5 }, 4);
  await server.ask(`/games/${id}/tree`, { tree: "4* 2!1" });
  await server.ask(`/games/${id}/undo`, {});
  const { page, context } = await visit(browser, `${server.url}/#/study/${id}`);
  await page.locator(".toast", { hasText: "1 note or branch does not fit it any more" }).waitFor();
  await page.locator('[data-row="2"]').waitFor();
  await context.close();
});

test("a game of thousands of moves reads by its milestones: runs fold, and only rows in view exist", async () => {
  const { Game } = await import("../js/rules.js");
  const { id } = await server.ask("/games", { board: "8x8", seed: 11 });
  const game = Game.start(8, 8, 11);
  const cellNames = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
  const order = /** @type {Direction[]} */ (["left", "down", "right", "up"]);
  const wanted = 6000;
  while (game.moves < wanted) {
    const after = game.moves;
    /** @type {string[]} */
    const changes = [];
    while (changes.length < 500 && game.moves < wanted) {
      /** @type {Turn | null} */
      let turn = null;
      for (const direction of order) turn ??= game.play(direction);
      assert.ok(turn, "the game ended too early");
      changes.push((turn.spawn.value === 4 ? turn.direction[0].toUpperCase() : turn.direction[0]) + cellNames[turn.spawn.cell]);
    }
    const { made } = await server.ask(`/games/${id}/changes`, { seed: "11", after, changes: changes.join(" ") });
    assert.equal(made, changes.length);
  }
  const { page, context } = await visit(browser, `${server.url}/#/study/${id}?m=4321`);
  await says(page, `Move 4321 of ${wanted}`);
  const row = page.locator(".long-list [aria-current]", { hasText: "4,321." });
  await row.waitFor();
  const rows = await page.$$eval(".long-list li", (found) => ({ shown: found.length, all: Number(found[0].getAttribute("aria-setsize")) }));
  assert.ok(rows.all < 20, `${rows.all} rows`);
  await page.locator(".long-list .run", { hasText: /made \d+/ }).first().waitFor({ state: "attached" });
  await page.keyboard.press("End");
  await says(page, `Move ${wanted} of ${wanted}`);
  assert.ok((await page.evaluate(() => document.querySelectorAll("*").length)) < 700);
  await context.close();
});

test("a review marks the planted blunder, jumps to it and back, and plays on from there", async () => {
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

  const { page, context, problems } = await visit(browser, `${server.url}/#/study/${id}`);
  await page.locator("#start-review").click();
  await page.locator("#accuracy").waitFor();
  await page.locator('[data-mark="blunder"]').waitFor();
  await page.locator('.dot.grade-blunder[data-index="6"]').waitFor();
  await page.locator("#next-mistake").click();
  while ((await page.getByLabel("Move", { exact: true }).inputValue()) !== "6") await page.locator("#next-mistake").click();
  await page.locator(".study-moves .bar .name", { hasText: "(played)" }).waitFor();
  await page.locator(".study-verdict h2", { hasText: "7." }).getByText("blunder").waitFor();
  await page.locator(".pointer").waitFor();
  await page.locator('[data-row="7"]', { hasText: "blunder" }).waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+ArrowLeft");
  while ((await page.getByLabel("Move", { exact: true }).inputValue()) !== "6") await page.keyboard.press("Shift+ArrowLeft");

  await page.getByRole("button", { name: "One move on" }).click();
  await says(page, "Move 7 of 13");
  await page.getByRole("button", { name: "One move back" }).click();
  await says(page, "Move 6 of 13");
  // The graph is of the final score to be expected (9).
  await page.locator('.study-chart svg[aria-label^="The final score that the reviewer expects"]').waitFor();
  await page.locator("#study-more").click();
  await page.locator("#play-here").click();
  await waitForMoves(page, 0);
  const now = await server.ask("/games/current");
  assert.deepEqual([now.board, now.score], [before.board, before.score]);
  assert.equal((await server.ask(`/games/${id}`)).moves, 13);
  assert.deepEqual(problems, []);
  await context.close();
});

test("a shared record replays in another window, with its branches and the place; a link asks nobody (17)", async () => {
  const id = await played({ seed: 8 }, 5);
  await server.ask(`/games/${id}/tree`, { tree: '2!1 2"look' });
  const own = await visit(browser, `${server.url}/#/study/${id}?m=2`, { permissions: ["clipboard-read", "clipboard-write"] });
  await says(own.page, "Move 2 of 5");
  await own.page.locator("#study-more").click();
  await own.page.getByText("opens on this computer only").waitFor();
  await own.page.getByRole("button", { name: "Copy link" }).click();
  await own.page.locator(".toast", { hasText: "Link copied" }).waitFor();
  const link = await own.page.evaluate(() => navigator.clipboard.readText());
  await own.context.close();
  const { page, context } = await visit(browser, link);
  await says(page, "Move 2 of 5");
  assert.equal(await page.locator("#comment").inputValue(), "look");
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.locator("#start-review").waitFor();
  await page.locator("#ask").waitFor();
  await page.getByRole("button", { name: "Play the replay" }).click();
  await says(page, "Move 5 of 5");
  assert.ok(!asked.includes("/api/review"));
  await page.locator("#start-review").click();
  await page.locator("#accuracy").waitFor();
  assert.ok(asked.includes("/api/review"));
  await context.close();
});

test("a game is exported as one page that replays from the disk without a server, with its marks and comments", async () => {
  const id = await played({ from: CORNER, seed: 4, score: 100 }, 6, "expectimax:depth=1");
  const before = await server.ask(`/games/${id}`);
  const hint = await server.ask("/hint", { board: before.board, player: "expectimax:depth=2" });
  const worst = hint.moves.toSorted((/** @type {any} */ a, /** @type {any} */ b) => a.value - b.value)[0].direction;
  const { game } = await server.ask(`/games/${id}/move`, { direction: worst });
  await server.ask(`/games/${id}/tree`, { tree: '0"The%20%3C%2Fscript%3E%20start 7!2' });
  const { page, context } = await visit(browser, `${server.url}/#/study/${id}`, { acceptDownloads: true });
  await page.locator("#start-review").click();
  await page.locator('[data-mark="blunder"]').waitFor();
  await page.locator("#study-more").click();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("#export-page").click()]);
  const path = join(server.data, "game.html");
  await saved.saveAs(path);
  await context.close();

  const alone = await browser.newContext({ offline: true });
  const replay = await alone.newPage();
  /** @type {string[]} */
  const problems = [];
  replay.on("pageerror", (error) => problems.push(error.message));
  await replay.goto(`file://${path}`);
  await replay.locator("#where", { hasText: "Move 0 / 7 · Score 100" }).waitFor();
  await replay.locator("#note", { hasText: "The </script> start" }).waitFor();
  await replay.keyboard.press("End");
  await replay.locator("#where", { hasText: `Move 7 / 7 · Score ${game.score.toLocaleString("en")}` }).waitFor();
  await replay.locator("#note", { hasText: "?" }).waitFor();
  const shown = await replay.$$eval("#board .tile:not(.cell)", (tiles) => tiles.map((tile) => Number(tile.textContent)).sort((a, b) => a - b));
  assert.deepEqual(shown, game.cells.filter(Boolean).sort((/** @type {number} */ a, /** @type {number} */ b) => a - b));
  await replay.keyboard.press("Home");
  await replay.locator("#mistake").click();
  await replay.locator("#mark", { hasText: /(inaccuracy|mistake|blunder): \w+ was better than \w+/ }).waitFor();
  assert.ok((await replay.locator("#graph circle").count()) >= 1);
  await replay.locator("#play").click();
  await replay.locator("#where", { hasText: "Move 7 / 7" }).waitFor();
  assert.deepEqual(problems, []);
  await alone.close();
});

test("the editor takes a pasted board, asks about it, shares it and plays it", async () => {
  const { page, context, problems } = await visit(browser, `${server.url}/#/board`);
  await page.locator(".palette").waitFor();
  await page.getByText("As text").click();
  await page.locator("#board-text").fill("1024 512 256 128\n2 4 8 64\n0 0 2 32\n0 0 0 16");
  await page.getByRole("button", { name: "Use this text" }).click();
  await page.locator(".tile-1024.tile-position-1-1").waitFor();
  await page.locator("code", { hasText: "0xa987123600150004" }).waitFor();
  await page.waitForFunction((board) => new URLSearchParams(location.hash.split("?")[1]).get("b") === board, CORNER);
  await page.locator(".bar.best").waitFor();

  await page.locator("#board-text").fill("1 2 3");
  await page.getByRole("button", { name: "Use this text" }).click();
  await page.locator(".study-editor .problem", { hasText: /./ }).waitFor();

  await page.getByRole("button", { name: "Place 8", exact: true }).click();
  await page.locator('.grid-cell[data-cell="15"]').click();
  await page.locator(".tile-8.tile-position-4-4").waitFor();
  await page.keyboard.press("+");
  await page.locator(".tile-16.tile-position-4-4").waitFor();
  await page.waitForFunction(() => location.hash.includes("%2C16&"));

  const other = await visit(browser, page.url());
  await other.page.locator(".tile-16.tile-position-4-4").waitFor();
  await other.page.locator("#study-more").click();
  await other.page.locator("#play-here").click();
  await other.page.locator(".play .tile-1024.tile-position-1-1").waitFor();
  assert.deepEqual(problems.filter((problem) => !problem.includes("422")), []);
  await other.context.close();
  await context.close();
});

test("the editor turns, mirrors, drags, clears by a right click, and changes the shape; every brush has an edge (41)", async () => {
  const { page, context, problems } = await visit(browser, `${server.url}/#/board?b=2,4,./8,.,./.,.,16`, { colorScheme: "dark" });
  await page.locator(".tile-16").waitFor();
  assert.deepEqual(await cells(page), [2, 4, 0, 8, 0, 0, 0, 0, 16]);
  await page.locator("#turn-board").click();
  assert.deepEqual(await cells(page), [0, 8, 2, 0, 0, 4, 16, 0, 0]);
  await page.locator("#mirror-board").click();
  assert.deepEqual(await cells(page), [2, 8, 0, 4, 0, 0, 0, 0, 16]);
  await page.locator('.grid-cell[data-cell="8"]').click({ button: "right" });
  assert.deepEqual(await cells(page), [2, 8, 0, 4, 0, 0, 0, 0, 0]);
  const [from, to] = await Promise.all([1, 7].map((cell) => page.locator(`.grid-cell[data-cell="${cell}"]`).boundingBox()));
  assert.ok(from && to);
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 5 });
  await page.mouse.up();
  await page.locator(".tile-8.tile-position-2-3").waitFor();
  assert.deepEqual(await cells(page), [2, 0, 0, 4, 0, 0, 0, 8, 0]);
  await page.getByText("As text").click();
  await page.getByLabel("Columns").selectOption("4");
  await page.waitForFunction(() => document.querySelectorAll(".study .grid-cell").length === 12);
  assert.deepEqual(await cells(page), [2, 0, 0, 0, 4, 0, 0, 0, 0, 8, 0, 0]);
  const brush = page.getByRole("button", { name: "Place 131072" });
  const edge = await brush.evaluate((element) => [getComputedStyle(element).borderTopWidth, getComputedStyle(element).borderTopColor, getComputedStyle(element).backgroundColor]);
  assert.equal(edge[0], "1px");
  assert.notEqual(edge[1], edge[2]);
  assert.deepEqual(problems, []);
  await context.close();
});

test("a position that is set up within a game is a branch of it", async () => {
  const id = await played({ seed: 5 }, 4);
  const { page, context } = await visit(browser, `${server.url}/#/study/${id}?m=2`);
  await says(page, "Move 2 of 4");
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "Place 1024", exact: true }).click();
  const free = (await cells(page)).indexOf(0);
  await page.locator(`.grid-cell[data-cell="${free}"]`).click();
  await page.locator(".tile-1024").waitFor();
  await says(page, "Branch 2.1, 1 of 1");
  const tree = await keeps(id, (kept) => kept.startsWith("2/="));
  assert.match(tree, /^2\/=[^ ]*1024[^ ]*;$/);
  await page.locator('[data-row="2.1"]', { hasText: "Set up" }).waitFor();
  assert.equal((await server.ask(`/games/${id}`)).moves, 4);
  await context.close();
});

test("small boards have exact values, and say so", async () => {
  const { page, context, problems } = await visit(browser, `${server.url}/#/study?b=2,2/4,.`);
  await page.locator("#ask").click();
  await page.locator(".exact-mark", { hasText: "Exact" }).waitFor();
  await page.locator(".study-moves .bar.best").waitFor();
  const begun = await server.ask("/solve/move", { shape: "2x2", board: "2,2/4,." });
  await page.locator(`.bar.best[data-direction="${begun.best}"]`).waitFor();
  await page.locator(`.bar.best[data-direction="${begun.best}"]`).click();
  await says(page, "Branch 0.1, 1 of 1");
  await page.locator(".exact-mark", { hasText: "Exact" }).waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});

test("what the coach said of a position goes with it, and a move is played by a click on its row or by a key on it", async () => {
  const { page, context } = await visit(browser, `${server.url}/#/study?b=${CORNER}`);
  await page.locator("#ask").click();
  await page.locator(".bar.best").waitFor();
  /** @type {(() => void)[]} */
  const held = [];
  await page.route("**/api/hint", async (route) => {
    await new Promise((resolve) => held.push(() => resolve(undefined)));
    await route.continue();
  });
  await page.locator(".bar[role=button]").first().focus();
  await page.keyboard.press("Enter");
  await says(page, "Branch 0.1, 1 of 1");
  assert.equal(await page.locator(".bar").count(), 0);
  await page.locator(".study-moves .thinking").waitFor();
  while (!held.length) await page.waitForTimeout(20);
  for (const go of held) go();
  await page.locator(".bar.best").waitFor();
  await context.close();
});

for (const [width, height] of SIZES) {
  test(`in Study the whole board and its steps are in view at ${width}x${height} (4)`, async () => {
    const id = await played({ seed: 8 }, 9);
    const touch = width < 900 && height < 900 ? { hasTouch: true, isMobile: true } : {};
    const { page, context } = await visit(browser, `${server.url}/#/study/${id}`, { viewport: { width, height }, ...touch });
    await says(page, "Move 0 of 9");
    const seen = await page.evaluate(() => {
      const box = (/** @type {string} */ selector) => /** @type {Element} */ (document.querySelector(selector)).getBoundingClientRect();
      const outside = [".study .game-container", ".study-tools", '.study [type="range"]'].filter((selector) => box(selector).top < 0 || box(selector).bottom > innerHeight - (innerWidth < 641 ? 52 : 0) || box(selector).right > innerWidth);
      return { outside, wide: document.documentElement.scrollWidth, cell: box(".grid-cell").width };
    });
    assert.deepEqual(seen.outside, []);
    assert.ok(seen.wide <= width, `${seen.wide} pixels wide`);
    assert.ok(seen.cell >= 44, `a cell is ${seen.cell} pixels wide`);
    // Beside the board there is room for the verdict, too; on a phone it is behind a tab.
    const verdict = await page.locator(".study-verdict h2").boundingBox();
    assert.ok(width < 900 && height > 480 ? verdict === null : verdict && verdict.y >= 0 && verdict.y + verdict.height <= height, JSON.stringify(verdict));
    // The four moves are beside the board, or under it in one row.
    await page.keyboard.press("ArrowRight");
    await page.locator(".study-moves .bar.best").waitFor();
    const bars = await page.$$eval(".study-moves .bar", (found) => found.map((bar) => Math.round(bar.getBoundingClientRect().y)));
    assert.equal(new Set(bars).size, width < 900 && height > 480 ? 1 : 4, bars.join());
    await context.close();
  });
}

for (const [zoom, width, height] of [[200, 683, 312], [400, 341, 156]]) {
  test(`at ${zoom} % zoom Study keeps cells of 40 pixels and every control is reached (6)`, async () => {
    const id = await played({ seed: 8 }, 9);
    const { page, context } = await visit(browser, `${server.url}/#/study/${id}`, { viewport: { width, height } });
    await says(page, "Move 0 of 9");
    const { cell, wide } = await page.evaluate(() => ({ cell: document.querySelector(".grid-cell")?.getBoundingClientRect().width ?? 0, wide: document.documentElement.scrollWidth }));
    assert.ok(cell >= 40, `${cell} pixels`);
    assert.ok(wide <= width, `${wide} pixels wide`);
    for (const control of ["#study-more", "#edit", "#next-mistake", "#start-review", "#bookmark", "#comment"]) {
      await page.locator(control).scrollIntoViewIfNeeded();
      await page.locator(control).click({ trial: true });
    }
    await context.close();
  });
}

test("on a phone the parts are behind three tabs, swipes play, and every target is large enough", async () => {
  const id = await played({ from: ".,.,.,./.,2,2,./.,.,.,./.,.,.,.", seed: 2 }, 3);
  const { page, context } = await visit(browser, `${server.url}/#/study/${id}`, PHONE);
  await says(page, "Move 0 of 3");
  for (const [name, part] of [["Graph", "#start-review"], ["Coach", "#spawns"], ["Moves", "#comment"]]) {
    await page.locator(".study-tabs").getByRole("button", { name }).tap();
    await page.locator(part).waitFor();
    const small = await page.$$eval("main button, main select", (found) =>
      found.filter((one) => /** @type {HTMLElement} */ (one).offsetParent !== null).map((one) => [one.outerHTML.slice(0, 60), one.getBoundingClientRect().height]).filter(([, height]) => Number(height) < 43.5),
    );
    assert.deepEqual(small, [], name);
  }
  await page.evaluate(() => scrollTo(0, 0));
  const board = await page.locator(".study .game-container").boundingBox();
  assert.ok(board);
  const session = await context.newCDPSession(page);
  const at = (/** @type {number} */ y) => [{ x: board.x + board.width / 2, y: board.y + y }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(80) });
  for (const y of [100, 130, 160, 200]) await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(y) });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await isAt(page, "0.1");
  assert.equal((await server.ask(`/games/${id}`)).moves, 3);
  await context.close();
});
