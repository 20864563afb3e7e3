// Talking to the server.

import { text } from "./texts.js";

/** A request that was refused; `message` is a sentence for the person at the page. */
export class Refused extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** The server does not answer. */
export class Away extends Error {}

const trouble = /** @type {HTMLElement} */ (document.getElementById("trouble"));
/** @type {Record<string, string | null>} */
const troubles = {};

/** Says, or stops saying, what is wrong. @param {"server" | "disk"} source @param {string | null} message */
export function setTrouble(source, message) {
  troubles[source] = message;
  const said = Object.values(troubles).filter(Boolean).join(" ");
  if (trouble.textContent !== said) trouble.textContent = said;
  trouble.hidden = !said;
}

/** Whether the server did not answer when it was asked last. */
export const isAway = () => Boolean(troubles.server);

/**
 * Asks the server. A question waits for a server that is away; what would change something does not, because nobody
 * wants it done later and unseen: it throws `Away`, unless it is `patient`.
 * @param {string} path below /api
 * @param {{method?: string, body?: unknown, signal?: AbortSignal, keepalive?: boolean, patient?: boolean}} [options] a body makes it a POST
 * @returns {Promise<any>}
 */
export async function ask(path, { method, body, signal, keepalive, patient } = {}) {
  const posting = body !== undefined;
  const response = await reach(`/api${path}`, {
    method: method ?? (posting ? "POST" : "GET"),
    headers: posting || method ? { "content-type": "application/json" } : {},
    body: posting ? JSON.stringify(body) : undefined,
    signal,
    keepalive,
  }, patient ?? !(posting || method));
  const content = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const answer = isJson ? JSON.parse(content) : content;
  if (!response.ok) throw new Refused(answer.error ?? text.server.answered(response.status), response.status);
  const game = answer?.game ?? answer;
  if (game && typeof game === "object" && "trouble" in game) sayDisk(game.trouble);
  return answer;
}

/** @param {string | null} problem */
const sayDisk = (problem) => setTrouble("disk", problem && text.server.disk(problem));

let asked = false;
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, (event) => (asked ||= event.isTrusted), { capture: true });
}

/** Whether somebody has clicked or typed here: a link from elsewhere opens a room, but starts no work. */
export const isAsked = () => asked;

/** @param {string} url @param {RequestInit} options @param {boolean} patient */
async function reach(url, options, patient) {
  for (;;) {
    try {
      const response = await fetch(url, options);
      setTrouble("server", null);
      return response;
    } catch (error) {
      if (options.signal?.aborted) throw error;
      setTrouble("server", text.server.away);
      if (!patient) throw new Away(text.server.needed);
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
  }
}

/**
 * Looks from time to time whether the server is there and what it kept is on the disk, so that a page which nobody
 * touches says so too: what was answered is synced a second later.
 */
export async function watchServer() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, isAway() ? 500 : 2500));
    if (document.hidden) continue;
    const response = await fetch("/api/trouble").catch(() => null);
    setTrouble("server", response ? null : text.server.away);
    if (response?.ok) sayDisk((await response.json().catch(() => ({ trouble: null }))).trouble);
  }
}

/**
 * Events of a long work, until it ends or `signal` stops it.
 * @param {string} path below /api
 * @param {unknown} body undefined makes it a GET
 * @param {(event: any) => void} onEvent
 * @param {AbortSignal} signal
 */
export async function follow(path, body, onEvent, signal) {
  const posting = body !== undefined;
  const headers = /** @type {Record<string, string>} */ (posting ? { "content-type": "application/json" } : {});
  const sent = posting ? JSON.stringify(body) : undefined;
  const response = await fetch(`/api${path}`, { method: posting ? "POST" : "GET", headers, body: sent, signal });
  if (!response.ok || !response.body) throw new Refused((await response.json()).error, response.status);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = /** @type {string} */ (events.pop());
    for (const event of events) {
      const data = event.split("\n").find((line) => line.startsWith("data:"));
      if (data) onEvent(JSON.parse(data.slice(5)));
    }
  }
}
