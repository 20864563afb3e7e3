// The playground: programs run, are watched, raced, checked and kept; and reach nothing outside of their sandbox.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { after, test } from "node:test";
import { violations, stage, visit } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const { server, browser } = await stage();
const PAGE = resolve(import.meta.dirname, "..");
const COURSE = resolve(PAGE, "../../../course");
const LEFT = "const player = (board, legal) => legal.includes('left') ? 'left' : legal.includes('down') ? 'down' : legal[0];";

/** @param {string} [query] @param {import("playwright-core").BrowserContextOptions} [options] */
async function playground(query = "", options = {}) {
  const visited = await visit(browser, `${server.url}/#/learn/playground${query}`, { reducedMotion: "reduce", ...options });
  await visited.page.locator(query.includes("exercise") ? "#check" : "#watch").waitFor();
  return visited;
}

/** @param {Page} page @param {string} code */
const write = (page, code) => page.locator("textarea.code").fill(code);
/** What a program writes in a game. @param {Page} page @param {string} code */
async function run(page, code) {
  await write(page, code);
  await page.getByLabel("Speed").selectOption("0");
  await page.locator("#watch").click();
  await page.locator("#stop:disabled").waitFor({ timeout: 30_000 });
  await page.locator("#watch:enabled").waitFor();
  return { log: (await page.locator(".log").textContent()) ?? "", problem: (await page.locator(".playground .problem").textContent()) ?? "" };
}

test("a player is watched and raced; the page counts its score", async () => {
  const { page, context, problems } = await playground();
  const { problem } = await run(page, LEFT);
  assert.equal(problem, "");
  assert.match((await page.locator("#watch-facts").textContent()) ?? "", /[\d,]+ points, \d+ moves/);
  assert.ok((await page.locator(".playground .tile").count()) >= 10, "the last board is shown");
  await page.getByLabel("Games each").selectOption("50");
  await page.locator("#race").click();
  await page.locator("#race:enabled").waitFor({ timeout: 60_000 });
  const rows = await page.locator("#race-result tbody tr").allTextContents();
  assert.equal(rows.length, 3, rows.join(" | "));
  assert.match(rows[0], /^yours50[\d,]+ ± [\d,]+/);
  const report = await server.ask("/arena", { players: ["random"], games: 50, seed: 1 });
  const random = rows.find((row) => row.startsWith("random"));
  assert.match(random ?? "", /yours is better/);
  // The list of experiments has only the one of this test: a race leaves nothing behind.
  const runs = await server.ask("/arena");
  assert.deepEqual(runs.map((/** @type {Run} */ { id }) => id), [report.id]);
  assert.deepEqual(problems, []);
  await context.close();
});

test("errors name their line, in all phases of a program", async () => {
  const { page, context } = await playground();
  for (const [code, expected] of /** @type {const} */ ([
    ["function player() {\n  retrun 3;\n}", /^Line 2: SyntaxError/],
    ["let a = 1;\n\nthis.is.not.there();", /^Line 3: TypeError/],
    ["\nfunction player(board) {\n  return board.up.left;\n}", /^Line 3: TypeError/],
    ["const player = () => 'north';", /player returned "north"/],
    ["const player = (board) => ['up', 'right', 'down', 'left'].find((d) => slide(board, d) === null) ?? legal(board)[0];", /changes nothing/],
    ["const other = 1;", /there is no function player/],
  ])) {
    const { problem } = await run(page, code);
    assert.match(problem, expected, code);
  }
  await run(page, "\n\nfunction player() { x.y; }");
  assert.equal(await page.locator(".line-numbers .wrong").textContent(), "3\n");
  await page.getByRole("button", { name: "Go there" }).click();
  assert.equal(await page.evaluate(() => /** @type {HTMLTextAreaElement} */ (document.activeElement).selectionStart), 2);
  await context.close();
});

test("a program that hangs or floods is stopped, and the page stays alive", async () => {
  const { page, context } = await playground();
  assert.match((await run(page, "for (;;) postMessage('x'.repeat(10000));")).problem, /far too much/);
  await write(page, "const player = () => { for (;;); };");
  await page.locator("#watch").click();
  await page.locator("#stop:enabled").waitFor();
  assert.equal(await page.evaluate(() => document.querySelectorAll("iframe[sandbox]").length), 1);
  await page.locator("#stop").click();
  await page.locator("#watch:enabled").waitFor();
  assert.equal(await page.evaluate(() => document.querySelectorAll("iframe").length), 0, "nothing is left of it");
  await page.locator("#watch").click();
  await page.locator(".problem", { hasText: "nothing came back for 10 s" }).waitFor({ timeout: 30_000 });
  // Messages that no program should send are understood as nothing.
  const lies = "postMessage(JSON.stringify({ game: 0, moves: 'llllllllllllllll', over: true })); postMessage('{'); postMessage({ done: 1 }); const player = (b, l) => l[0];";
  assert.match((await run(page, lies)).problem, /moves that are none|far too much/);
  await context.close();
});

test("a program reaches neither the server, nor the page's data, nor the network", async () => {
  const { page, context } = await playground();
  let knocks = 0;
  const door = createServer((socket) => {
    knocks++;
    socket.destroy();
  });
  await new Promise((done) => door.listen(0, "127.0.0.1", () => done(undefined)));
  after(() => door.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (door.address());
  await server.ask("/games", { seed: 7 });
  const games = await server.ask("/games");
  const outside = [`http://127.0.0.1:${port}/`, `${server.url}/api/games`];
  const { log } = await run(page, `
    const tell = (name) => (value) => console.log(name, 'REACHED', String(value));
    const no = (name) => (error) => console.log(name, 'blocked', error.name);
    for (const url of ${JSON.stringify(outside)}) {
      fetch(url, { method: 'POST', mode: 'no-cors', body: '{}' }).then(tell('fetch'), no('fetch'));
      try { const x = new XMLHttpRequest(); x.open('GET', url, false); x.send(); tell('xhr')(x.status); } catch (e) { no('xhr')(e); }
      try { importScripts(url); tell('import')(''); } catch (e) { no('import')(e); }
      import(url).then(tell('module'), no('module'));
      try { const w = new WebSocket(url.replace('http', 'ws')); w.onopen = tell('socket'); w.onerror = () => console.log('socket blocked'); } catch (e) { no('socket')(e); }
      try { const s = new EventSource(url); s.onopen = tell('events'); } catch (e) { no('events')(e); }
      try { new Worker(url); } catch (e) { no('worker')(e); }
    }
    try { eval('1'); tell('eval')(''); } catch (e) { no('eval')(e); }
    try { indexedDB.open('x').onsuccess = tell('database'); } catch (e) { no('database')(e); }
    console.log(typeof localStorage, typeof document, typeof parent, self.origin);
    const until = Date.now() + 1500;
    let told = 0;
    const player = (board, legal) => { while (Date.now() < until && told++ < 0); return legal[0]; };
  `);
  assert.doesNotMatch(log, /REACHED/);
  assert.match(log, /xhr blocked/);
  assert.match(log, /import blocked/);
  assert.match(log, /eval blocked EvalError/);
  assert.match(log, /undefined undefined undefined null/);
  assert.equal(knocks, 0);
  assert.deepEqual(await server.ask("/games"), games);
  // The frame itself: another origin, even where it is opened by itself.
  await page.goto(`${server.url}/sandbox.html`);
  assert.equal(await page.evaluate(() => self.origin), "null");
  await context.close();
});

test("a link brings a program and never runs it", async () => {
  const { page, context } = await playground();
  await write(page, "const player = (board, legal) => legal[0]; // café");
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: { writeText: (/** @type {string} */ text) => { document.title = text; return Promise.resolve(); } } });
  });
  await page.locator("#share").click();
  const link = await page.title();
  assert.match(link, /#\/learn\/playground\?code=[\w-]+$/);
  const other = await visit(browser, link);
  await other.page.locator(".notice", { hasText: "has not been run" }).waitFor();
  assert.equal(await other.page.locator("textarea.code").inputValue(), "const player = (board, legal) => legal[0]; // café");
  await other.page.waitForTimeout(500);
  assert.equal(await other.page.evaluate(() => document.querySelectorAll("iframe").length), 0);
  assert.equal(await other.page.evaluate(() => localStorage.getItem("redouble.playground")), null, "it replaces no draft");
  await other.page.goto(`${server.url}/#/learn/playground?code=%25`);
  await other.page.locator(".notice", { hasText: "does not hold a program" }).waitFor();
  await other.context.close();
  await context.close();
});

test("versions are kept, opened and removed, and drafts survive a reload", async () => {
  const { page, context } = await playground();
  await write(page, "// first\n");
  await page.getByLabel("Name", { exact: true }).fill("one");
  await page.locator("#keep").click();
  await write(page, "// second\n");
  await page.reload();
  await page.locator(".versions li", { hasText: "one" }).waitFor();
  assert.equal(await page.locator("textarea.code").inputValue(), "// second\n");
  await page.getByRole("button", { name: "Open one" }).click();
  assert.equal(await page.locator("textarea.code").inputValue(), "// first\n");
  await page.getByRole("button", { name: "Remove one" }).click();
  assert.equal(await page.locator(".versions li").count(), 0);
  await context.close();
});

test("the editor keeps the indentation, numbers its lines, and lets Tab leave", async () => {
  const { page, context } = await playground();
  await write(page, "function player() {");
  await page.locator("textarea.code").press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("return 'up';");
  await page.keyboard.press("Enter");
  assert.equal(await page.locator("textarea.code").inputValue(), "function player() {\n  return 'up';\n  ");
  assert.equal(await page.locator(".line-numbers span").count(), 3);
  await page.keyboard.press("Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), "TEXTAREA");
  await context.close();
});

for (const id of ["over", "merge", "grid", "state", "greedy", "expectimax"]) {
  const file = `${id}.js`;
  test(`the solution of ${id} passes in the page, and its starter does not`, async () => {
    const { page, context, problems } = await playground(`?exercise=${id}`);
    await page.locator("#check").click();
    await page.locator(".verdict", { hasText: "Not passed" }).waitFor({ timeout: 60_000 });
    await page.locator(".report dt", { hasText: "hint 1" }).waitFor();
    await write(page, readFileSync(resolve(COURSE, id, "solution/javascript", file), "utf8"));
    await page.locator("#check").click();
    await page.locator(".verdict", { hasText: "Passed: all" }).waitFor({ timeout: 60_000 });
    assert.deepEqual(problems, []);
    await context.close();
  });
}

test("a misconception is named, with its smallest case drawn", async () => {
  const { page, context } = await playground("?exercise=over");
  const code = await page.locator("textarea.code").inputValue();
  await write(page, code.replace("return false;", "return board.every((row) => row.every((tile, x) => tile !== 0 && tile !== row[x + 1]));"));
  await page.locator("#check").click();
  await page.locator(".report", { hasText: "rows-only" }).waitFor({ timeout: 60_000 });
  assert.equal(await page.locator("#check-result .mini").getAttribute("aria-label"), "Board: 4 2 4 2; 4 2 4 2; 4 2 4 2; 4 2 4 2");
  await page.getByRole("button", { name: "Another hint" }).click();
  await page.locator(".report dt", { hasText: "hint 2" }).waitFor({ timeout: 60_000 });
  await context.close();
});

test("the policy of the frame names its one script", async () => {
  const script = readFileSync(resolve(PAGE, "sandbox.html"), "utf8").match(/<script>(.*?)<\/script>/s)?.[1] ?? "";
  const hash = createHash("sha256").update(script).digest("base64");
  const response = await fetch(`${server.url}/sandbox.html`);
  assert.match(response.headers.get("content-security-policy") ?? "", new RegExp(`script-src 'sha256-${hash.replaceAll("+", "\\+")}';`));
});

test("axe finds nothing in the playground, wide and narrow, light and dark", async () => {
  for (const query of ["", "?exercise=over"]) {
    const { page, context } = await playground(query, { bypassCSP: true });
    for (const [width, colorScheme] of /** @type {const} */ ([[1280, "light"], [1280, "dark"], [390, "light"], [390, "dark"]])) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      assert.deepEqual(await violations(page), [], `${query} ${width} ${colorScheme}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `wider than ${width}`);
    }
    await context.close();
  }
});
