// A server of its own on a free port, and a real browser: what every test starts with.

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { chromium } from "playwright-core";

export const PROGRAM = process.env.REDOUBLE ?? resolve(import.meta.dirname, "../../../../target/debug/redouble");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
/** The page's directory, to try changed modules without building the program. */
const FROM_DISK = process.env.PAGE;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** A running server. `kill()` is `kill -9`; `start()` brings it back on the same port with the same games. */
export class Server {
  data = mkdtempSync(join(tmpdir(), "redouble-"));
  port = 0;
  url = "";
  /** @type {import("node:child_process").ChildProcess | undefined} */
  process;
  /** What is printed behind the address: the secret, if there is one. */
  secret = "";

  /** @param {{program?: string, flags?: string[]}} [options] the program, and more arguments for it */
  constructor({ program = PROGRAM, flags = [] } = {}) {
    this.program = program;
    this.flags = flags;
  }

  async start() {
    const child = spawn(this.program, ["serve", "--addr", `127.0.0.1:${this.port}`, "--data", this.data, ...this.flags], { stdio: ["ignore", "ignore", "pipe"] });
    this.process = child;
    const lines = createInterface({ input: /** @type {import("node:stream").Readable} */ (child.stderr) });
    for await (const line of lines) {
      const found = line.match(/http:\/\/127\.0\.0\.1:(\d+)/);
      this.secret = line.match(/\/\?token=\w+/)?.[0] ?? "";
      if (!found) continue;
      this.port = Number(found[1]);
      this.url = found[0];
      return this;
    }
    throw new Error("the server did not start");
  }

  async kill() {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await ended;
  }

  async stop() {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }

  /** @param {string} path below /api @param {unknown} [body] @returns {Promise<any>} */
  async ask(path, body) {
    const posting = body !== undefined;
    const response = await fetch(`${this.url}/api${path}`, {
      method: posting ? "POST" : "GET",
      headers: posting ? { "content-type": "application/json" } : {},
      body: posting ? JSON.stringify(body) : undefined,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${text}`);
    return response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text;
  }

  /** Waits until the open game is as expected: the page shows a move before the server has it. @param {Record<string, unknown>} expected */
  async reaches(expected) {
    for (let tries = 0; ; tries++) {
      const game = await this.ask("/games/current");
      const differs = Object.entries(expected).find(([key, value]) => game[key] !== value);
      if (!differs) return game;
      if (tries > 400) throw new Error(`${differs[0]} is ${game[differs[0]]}, not ${differs[1]}`);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** The open game once it has all that the page shows. @param {import("playwright-core").Page} page */
  async settled(page) {
    return this.reaches({ moves: Number(await page.locator(".play").getAttribute("data-moves")) });
  }
}

/** @param {import("playwright-core").Page} page @param {string} score */
export const waitForScore = (page, score) =>
  page.waitForFunction((wanted) => document.querySelector(".score-container")?.firstChild?.textContent === wanted, score);

/** Waits until the page shows the game after so many moves. @param {import("playwright-core").Page} page @param {number} moves */
export const waitForMoves = (page, moves) => page.locator(`.play[data-moves="${moves}"]`).waitFor();

/** A server and a browser for the tests of one file, gone after the last of them. */
export async function stage() {
  const server = new Server();
  after(() => server.stop());
  await server.start();
  const browser = await launch();
  after(() => browser.close());
  return { server, browser };
}

export const launch = () => chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });

/**
 * A page on the server; whatever it complains about is kept in `problems`.
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function visit(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  if (FROM_DISK) await context.route(/\/js\/|\/page\.css$|:\d+\/$/, (route) => fromDisk(route, FROM_DISK));
  await page.goto(url);
  return { page, context, problems };
}

/** A file of the page as it is on the disk. @param {import("playwright-core").Route} route @param {string} directory */
function fromDisk(route, directory) {
  const { pathname } = new URL(route.request().url());
  if (pathname !== "/page.css") return route.fulfill({ path: join(directory, pathname === "/" ? "index.html" : pathname) });
  const sheets = ["themes", "base", "board", "parts", "rooms", "play", "study", "learn"].map((name) => readFileSync(join(directory, "css", `${name}.css`), "utf8"));
  return route.fulfill({ contentType: "text/css; charset=utf-8", body: sheets.join("") });
}

/** The board as the page shows it, by its class names: what a program made for gabrielecirulli/2048 reads. @param {import("playwright-core").Page} page */
export const tiles = (page) =>
  page.$$eval(".tile-container .tile", (elements) =>
    elements.map((element) => element.className.match(/tile-(\d+) tile-position-(\d)-(\d)/)?.slice(1).map(Number)),
  );

/** What axe finds in a part of the page; it must be visited with `bypassCSP`, since the policy keeps foreign scripts out. @param {import("playwright-core").Page} page @param {string} [part] */
export async function violations(page, part = "html") {
  if (!(await page.evaluate(() => "axe" in window))) await page.addScriptTag({ path: AXE });
  return page.evaluate(async (within) => {
    // @ts-expect-error axe has just been added
    const { violations } = await axe.run(within, { resultTypes: ["violations"] });
    return violations
      .map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes.map((/** @type {any} */ node) => `${node.html.slice(0, 120)} ${node.any?.[0]?.message ?? ""}`).join(" | ")}`);
  }, part);
}
