// A server of its own on a free port, and a real browser: what every test starts with.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { chromium } from "playwright-core";

const PROGRAM = process.env.REDOUBLE ?? resolve(import.meta.dirname, "../../../../target/debug/redouble");
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

  async start() {
    const child = spawn(PROGRAM, ["serve", "--addr", `127.0.0.1:${this.port}`, "--data", this.data], { stdio: ["ignore", "ignore", "pipe"] });
    this.process = child;
    const lines = createInterface({ input: /** @type {import("node:stream").Readable} */ (child.stderr) });
    for await (const line of lines) {
      const found = line.match(/http:\/\/127\.0\.0\.1:(\d+)/);
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
}

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
  if (FROM_DISK) await context.route(/\/js\//, (route) => route.fulfill({ path: join(FROM_DISK, new URL(route.request().url()).pathname) }));
  await page.goto(url);
  return { page, context, problems };
}

/** The board as the page shows it, by its class names: what a program made for gabrielecirulli/2048 reads. @param {import("playwright-core").Page} page */
export const tiles = (page) =>
  page.$$eval(".tile-container .tile", (elements) =>
    elements.map((element) => element.className.match(/tile-(\d+) tile-position-(\d)-(\d)/)?.slice(1).map(Number)),
  );

/** What axe finds serious; the page must be visited with `bypassCSP`, since the policy keeps foreign scripts out. @param {import("playwright-core").Page} page */
export async function serious(page) {
  await page.addScriptTag({ path: AXE });
  return page.evaluate(async () => {
    // @ts-expect-error axe has just been added
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter((/** @type {any} */ { impact }) => impact === "serious" || impact === "critical")
      .map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes.map((/** @type {any} */ node) => `${node.html.slice(0, 120)} ${node.any?.[0]?.message ?? ""}`).join(" | ")}`);
  });
}
