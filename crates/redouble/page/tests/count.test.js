// The counting room: a count watched and stopped, the way to a board, the graph of 2x2.

import assert from "node:assert/strict";
import { test } from "node:test";
import { violations, stage, visit } from "./harness.js";

const { server, browser } = await stage();

test("a count grows, ends with the known number, and has a table beside its chart", async () => {
  const { page, context, problems } = await visit(browser, `${server.url}/#/count`);
  await page.getByRole("combobox", { name: "Board" }).selectOption("2x3");
  await page.getByRole("region", { name: "Count", exact: true }).getByRole("combobox", { name: "Goal" }).selectOption("");
  await page.locator("#count").focus();
  await page.keyboard.press("Enter");
  await page.locator("#totals", { hasText: "17,268 states" }).waitFor();
  assert.match((await page.locator(".counting .chart").getAttribute("aria-label")) ?? "", /17,268 in all/);
  assert.equal(await page.locator('[aria-label="States by largest tile"] tbody tr').count(), 7);
  await page.getByLabel("Logarithmic").check();
  await page.getByText("Layer by layer").click();
  const first = page.locator('[aria-label="Layers"] tbody tr').first();
  assert.match((await first.textContent()) ?? "", /^4/);
  await page.locator("#polite", { hasText: "17,268 states" }).waitFor({ state: "attached" });
  assert.deepEqual(problems, []);
  await context.close();
});

test("a long count is stopped, a larger one is refused with its command", async () => {
  const { page, context } = await visit(browser, `${server.url}/#/count`);
  await page.getByRole("combobox", { name: "Board" }).selectOption("4x4");
  await page.getByRole("region", { name: "Count", exact: true }).getByRole("combobox", { name: "Goal" }).selectOption("32");
  await page.locator("#count").click();
  await page.locator(".problem", { hasText: "redouble states count --board 4x4 --goal 32" }).waitFor();
  await page.getByRole("combobox", { name: "Board" }).selectOption("3x3");
  await page.getByRole("region", { name: "Count", exact: true }).getByRole("combobox", { name: "Goal" }).selectOption("");
  await page.locator("#count").click();
  await page.locator("#totals", { hasText: "layers" }).waitFor();
  await page.locator("#count", { hasText: "Stop" }).click();
  await page.locator("#totals", { hasText: "Stopped:" }).waitFor();
  await page.locator("#count", { hasText: "Count" }).waitFor();
  await context.close();
});

test("a board is traced back to its start and played; another has a reason", async () => {
  const { page, context, problems } = await visit(browser, `${server.url}/#/count`, { reducedMotion: "reduce" });
  await page.locator("#origin-text").fill("2 . .\n8 . .\n4 . 2");
  await page.locator("#trace").click();
  await page.locator(".verdict", { hasText: /^Yes, after \d+ moves; no game is shorter/ }).waitFor();
  await page.locator("#origin", { hasText: "Move 0 of" }).waitFor();
  const moves = Number((await page.locator("#origin").textContent())?.match(/Move 0 of (\d+)/)?.[1]);
  for (let at = 1; at <= moves; at++) {
    await page.locator("#step").click();
    await page.locator("#origin", { hasText: `Move ${at} of` }).waitFor();
  }
  const shown = await page.$$eval(".film .grid-cell", (cells) => cells.map((cell) => cell.getAttribute("aria-label")?.split(",")[0]));
  assert.deepEqual(shown, ["2", "empty", "empty", "8", "empty", "empty", "4", "empty", "2"]);
  await page.locator("#origin-text").fill("1024,2,./.,.,./.,.,.");
  await page.locator("#trace").click();
  await page.locator(".verdict", { hasText: "No: " }).waitFor();
  assert.match(page.url(), /b=1024/);
  await page.locator("#origin-text").fill("what?");
  await page.locator("#trace").click();
  await page.locator("#origin .problem").waitFor();
  assert.deepEqual(problems.filter((problem) => !problem.includes("422")), []);
  await context.close();
});

test("the graph of 2x2 is drawn, enlarged and told in words", async () => {
  const { page, context } = await visit(browser, `${server.url}/#/count`);
  const graph = page.locator(".graph svg");
  await graph.waitFor();
  await page.getByRole("region", { name: "Graph of 2x2" }).getByRole("combobox", { name: "Goal" }).selectOption("32");
  await page.locator('.graph svg[aria-label^="57 states"]').waitFor();
  const width = Number(await graph.getAttribute("width"));
  await page.getByRole("button", { name: "Larger" }).click();
  assert.ok(Number(await graph.getAttribute("width")) > width);
  await page.getByText("In words").click();
  assert.equal(await page.locator(".counting details li").count(), 57);
  await context.close();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe finds nothing in ${colorScheme}, with everything open, and a phone shows it whole`, async () => {
    const { page, context } = await visit(browser, `${server.url}/#/count?b=2,4/8,2`, { colorScheme, bypassCSP: true, reducedMotion: "reduce", viewport: { width: 320, height: 640 } });
    await page.locator(".graph svg").waitFor();
    // A link fills in the board; whether it can occur is asked after a click.
    assert.equal(await page.locator(".verdict").count(), 0);
    await page.locator("#trace").click();
    await page.getByRole("combobox", { name: "Board" }).selectOption("2x2");
    await page.getByRole("region", { name: "Count", exact: true }).getByRole("combobox", { name: "Goal" }).selectOption("");
    await page.locator("#count").click();
    await page.locator("#totals", { hasText: "74 states" }).waitFor();
    for (const summary of await page.locator(".counting summary").all()) await summary.click();
    await page.locator(".verdict").waitFor();
    assert.deepEqual(await violations(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320));
    await context.close();
  });
}
