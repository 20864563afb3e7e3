// What the page tells about the disk, and what it asks of whoever opens it.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { launch, Server, stage, visit } from "./harness.js";

const { server, browser } = await stage();

test("a sync that failed is told although nobody makes another move", async () => {
  const { page, context } = await visit(browser, server.url);
  await page.locator(".tile").first().waitFor();
  let trouble = /** @type {string | null} */ ("not safe on the disk: input/output error");
  await page.route("**/api/trouble", (route) => route.fulfill({ json: { trouble } }));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowUp");
  await page.locator("#trouble", { hasText: "not safe on the disk" }).waitFor();
  trouble = null;
  await page.locator("#trouble").waitFor({ state: "hidden" });
  await context.close();
});

test("with a secret, the printed address opens the page and nothing else does", async () => {
  const guarded = new Server({ flags: ["--token"] });
  after(() => guarded.stop());
  await guarded.start();
  const own = await launch();
  after(() => own.close());
  const stranger = await visit(own, guarded.url);
  assert.match((await stranger.page.locator("body").textContent()) ?? "", /asks for a secret/);
  await stranger.context.close();
  const { page, context, problems } = await visit(own, guarded.url + guarded.secret);
  await page.locator(".tile").first().waitFor();
  assert.equal(new URL(page.url()).search, "");
  await page.reload();
  await page.locator(".tile").first().waitFor();
  assert.deepEqual(problems, []);
  await context.close();
});
