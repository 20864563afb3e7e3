// Talking to the server.

/** A request that was refused; `message` is a sentence for the person at the page. */
export class Refused extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

const trouble = /** @type {HTMLElement} */ (document.getElementById("trouble"));
/** @type {Record<string, string | null>} */
const troubles = {};

/** Says, or stops saying, what is wrong. @param {"server" | "disk"} source @param {string | null} message */
export function setTrouble(source, message) {
  troubles[source] = message;
  const text = Object.values(troubles).filter(Boolean).join(" ");
  if (trouble.textContent !== text) trouble.textContent = text;
  trouble.hidden = !text;
}

/**
 * @param {string} path below /api
 * @param {{method?: string, body?: unknown, signal?: AbortSignal}} [options] a body makes it a POST
 * @returns {Promise<any>}
 */
export async function ask(path, { method, body, signal } = {}) {
  const posting = body !== undefined;
  const response = await reach(`/api${path}`, {
    method: method ?? (posting ? "POST" : "GET"),
    headers: posting || method ? { "content-type": "application/json" } : {},
    body: posting ? JSON.stringify(body) : undefined,
    signal,
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const answer = isJson ? JSON.parse(text) : text;
  if (!response.ok) throw new Refused(answer.error ?? `The server answered ${response.status}.`, response.status);
  const game = answer?.game ?? answer;
  if (game && typeof game === "object" && "trouble" in game) setTrouble("disk", diskTrouble(game.trouble));
  return answer;
}

/** @param {string | null} problem */
const diskTrouble = (problem) =>
  problem ? `The game is ${problem}. It goes on in memory and is saved as soon as that works again.` : null;

/** Like fetch, but a server that is away is waited for: the move is made when it is back. @param {string} url @param {RequestInit} options */
async function reach(url, options) {
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetch(url, options);
      setTrouble("server", null);
      return response;
    } catch (error) {
      if (options.signal?.aborted) throw error;
      setTrouble("server", "The server does not answer. Start `redouble` again; nothing is lost.");
      await new Promise((resolve) => setTimeout(resolve, Math.min(250 * 2 ** attempt, 4000)));
    }
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
