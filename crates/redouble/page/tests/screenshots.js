// The pictures of the docs: the same games, the same moments, every time. `node tests/screenshots.js DIR`.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DIRECTIONS, emptyCells, slide } from "../js/rules.js";
import { MainLine, note, StudyTree } from "../js/study/tree.js";
import { launch, Server, visit } from "./harness.js";

const directory = process.argv[2] ?? "screenshots";
mkdirSync(directory, { recursive: true });
const WIDTHS = [1280, 390];

const server = await new Server().start();
const browser = await launch();

/**
 * @param {string} name
 * @param {string} place
 * @param {(page: import("playwright-core").Page) => Promise<unknown>} ready
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
async function shoot(name, place, ready, options = {}) {
  for (const width of WIDTHS) {
    const phone = width < 600 ? { hasTouch: true, isMobile: true } : {};
    const viewport = { width, height: width < 600 ? 844 : 800 };
    const { page, context } = await visit(browser, `${server.url}/#/${place}`, { viewport, reducedMotion: "reduce", ...phone, ...options });
    await ready(page);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(directory, `${name}-${width}.png`) });
    await context.close();
  }
}

const player = "expectimax:depth=2";
const { id } = await server.ask("/games", { from: "1024,512,128,64/16,64,32,8/4,8,2,./2,.,.,.", seed: 6, score: 15884 });
for (let i = 0; i < 60; i++) await server.ask(`/games/${id}/auto`, { player });
for (const direction of ["down", "right"]) await server.ask(`/games/${id}/move`, { direction });
for (let i = 0; i < 60; i++) await server.ask(`/games/${id}/auto`, { player });
// What else could be done before the two bad moves: a branch with a comment.
const game = new StudyTree(new MainLine(await server.ask(`/games/${id}/replay`)));
const before = { line: game.main, at: 60 };
const [other] = DIRECTIONS.filter((direction) => direction !== "down" && slide(game.main.grid(60), direction));
const after = /** @type {import("../js/rules.js").Slid} */ (slide(game.main.grid(60), other)).after;
const tried = game.take(before, { direction: other, cell: emptyCells(after)[0], tile: 1 });
if (!tried) throw new Error("the branch is legal");
note(tried, { glyph: 1, comment: "keeps the corner" });
await server.ask(`/games/${id}/tree`, { tree: game.toString() });
const study = async (/** @type {import("playwright-core").Page} */ page) => {
  await page.locator(".study .tile").first().waitFor();
  const part = (/** @type {string} */ name) => page.locator(`.study-tabs [data-part="${name}"]`);
  if (await part("graph").isVisible()) await part("graph").click();
  await page.locator("#start-review").click();
  await page.locator("#accuracy").waitFor();
  if (await part("moves").isVisible()) await part("moves").click();
  await page.locator(".study-moves .bar.best").waitFor();
  await page.locator(".pointer").waitFor();
  await page.evaluate(() => scrollTo(0, 0));
};
await shoot("study", `study/${id}?m=60`, study);
await shoot("study-dark", `study/${id}?m=60`, study, { colorScheme: "dark" });
await shoot("study-edit", "board?b=1024,512,256,64/8,32,128,16/4,8,16,2/2,.,4,.", async (page) => {
  await page.locator(".study .tile").first().waitFor();
});

await server.ask("/games", { from: "1024,512,256,64/8,32,128,16/4,8,16,2/2,.,4,.", seed: 6, score: 18236 });
const hint = async (/** @type {import("playwright-core").Page} */ page) => {
  await page.locator(".tile").first().waitFor();
  await page.locator("#hint").click();
  await page.locator(".bar.best").waitFor();
};
await shoot("play", "play", hint);
await shoot("play-dark", "play", hint, { colorScheme: "dark" });

const arena = await server.ask("/arena", { players: ["random", "greedy", "monte-carlo:depth=3,runs=50", "expectimax:depth=1"], games: 100, seed: 1 });
await shoot("arena", "arena", async (page) => {
  await page.locator(`[data-run="${arena.id}"][data-state="done"]`).waitFor({ timeout: 300_000 });
  await page.locator(`[data-run="${arena.id}"]`).scrollIntoViewIfNeeded();
  await page.evaluate((run) => document.querySelector(`[data-run="${run}"]`)?.scrollIntoView({ block: "start" }), arena.id);
  await page.evaluate(() => scrollBy(0, -72));
});

const meet = async (/** @type {import("playwright-core").Page} */ page) => {
  await page.locator(".tilt-board .tile").first().waitFor();
  await page.locator("#meet").click();
  for (let i = 0; i < 3; i++) {
    await page.locator("#film-step").click();
    await page.waitForFunction((done) => document.querySelectorAll(".way .done").length > done, i);
  }
  await page.evaluate(() => scrollTo(0, 0));
};
await shoot("tilt", "tilt", meet);
await shoot("tilt-dark", "tilt", meet, { colorScheme: "dark" });

const count = async (/** @type {import("playwright-core").Page} */ page) => {
  await page.locator("#count").click();
  await page.locator("#totals", { hasText: "layers" }).waitFor();
  await page.locator("#count", { hasText: "Count" }).waitFor({ timeout: 120_000 });
  await page.evaluate(() => scrollTo(0, 0));
};
await shoot("count", "count", count);
await shoot("count-dark", "count", count, { colorScheme: "dark" });

const solve = async (/** @type {import("playwright-core").Page} */ page) => {
  await page.getByRole("combobox", { name: "Board" }).selectOption("2x3");
  await page.locator("#solve").click();
  await page.locator(".bar.best").waitFor();
  for (let move = 1; move <= 24; move++) {
    await page.locator("#solve-best").click();
    await page.waitForFunction((points) => (document.querySelector(".chart .line")?.getAttribute("d")?.split("L").length ?? 0) > points, move);
  }
  await page.evaluate(() => scrollTo(0, 0));
};
await shoot("solve", "solve", solve);
await shoot("solve-dark", "solve", solve, { colorScheme: "dark" });

const tree = async (/** @type {import("playwright-core").Page} */ page) => {
  await page.locator("#open-all").click();
  await page.locator(".feedback", { hasText: "Left is best" }).waitFor();
};
await shoot("learn-looking-ahead", "learn/looking-ahead/2", tree);
await shoot("learn-looking-ahead-dark", "learn/looking-ahead/2", tree, { colorScheme: "dark" });
await shoot("learn-perfect-play", "learn/perfect-play/3", async (page) => {
  await page.locator(".state").nth(12).click();
  await page.locator(".edges path").first().waitFor({ state: "attached" });
});
const race = async (/** @type {import("playwright-core").Page} */ page) => {
  await page.locator("#race").waitFor();
  await page.getByLabel("Games each").selectOption("50");
  await page.getByLabel("expectimax:depth=1").check();
  await page.locator("#race").click();
  await page.locator("#race:enabled").waitFor({ timeout: 120_000 });
  await page.getByLabel("Speed").selectOption("0");
  await page.locator("#watch").click();
  await page.locator("#watch:enabled").waitFor({ timeout: 60_000 });
  await page.evaluate(() => scrollTo(0, 0));
  // On a phone the editor fills the screen: the picture shows what comes below it.
  if (page.viewportSize()?.width === 390) await page.locator("#race-result").scrollIntoViewIfNeeded();
};
await shoot("playground", "learn/playground", race);
await shoot("playground-dark", "learn/playground", race, { colorScheme: "dark" });

await browser.close();
await server.stop();
