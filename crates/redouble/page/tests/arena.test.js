// An experiment from its start to its exported result.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stage, visit } from "./harness.js";

const { server, browser } = await stage();

test("an arena runs to the end, shows its table and plots, is kept and exported", async () => {
  const { page, context, problems } = await visit(browser, `${server.url}/#/arena`);
  await page.locator("#arena-games").fill("60");
  await page.locator("#arena-start").click();
  const done = page.locator('[data-state="done"]');
  await done.waitFor();
  const rows = await done.locator("tbody tr").allTextContents();
  assert.equal(rows.length, 2);
  assert.match(rows[0], /^random[\d,]+± \d+/);
  assert.equal(await done.locator("svg.chart").count(), 2);
  await page.reload();
  await page.locator('[data-state="done"]').waitFor();

  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "CSV of games" }).click()]);
  assert.match(saved.suggestedFilename(), /games\.csv$/);
  assert.deepEqual(problems, []);
  await context.close();
});

test("an experiment can be stopped, goes on without its page, and is refused when it makes no sense", async () => {
  const { id } = await server.ask("/arena", { players: ["monte-carlo:depth=3,runs=200", "random"], games: 200, seed: 1 });
  const { page, context } = await visit(browser, `${server.url}/#/arena`);
  await page.locator(`[data-run="${id}"][data-state="running"] button`, { hasText: "Stop" }).click();
  await page.locator(`[data-run="${id}"][data-state="stopped"]`).waitFor();
  await page.getByLabel("Board").fill("9x9");
  await page.locator("#arena-start").click();
  assert.ok(await page.getByLabel("Board").evaluate((input) => input instanceof HTMLInputElement && !input.validity.valid));
  await context.close();
});
