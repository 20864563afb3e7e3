// Runs programs that nobody has checked: in a frame of another origin without a network, there in a worker, for a limited time. What comes
// back is text, and is judged here.

/** What a program said, as far as it has the right form. @typedef {{game?: number, moves?: string, over?: boolean, done?: boolean, log?: string, loaded?: boolean, output?: string}} Said */
/** How a run ended. @typedef {{kind: "done" | "stopped" | "time" | "flood" | "error", message?: string, line?: number}} Ended */

const FRAME = "/sandbox.html";
/** @type {Promise<string> | undefined} */
let prelude;

/** What stands before the program, in one function. */
async function fetchPrelude() {
  const files = await Promise.all(["/js/rules.js", "/js/playground/worker.js"].map(async (path) => (await fetch(path)).text()));
  return `(() => {\n"use strict";\n${files.map(bare).join("\n")}\n})();\n`;
}

/** A module as a plain script. @param {string} code */
const bare = (code) => code.replace(/^import .*$/gm, "").replace(/^export /gm, "");

/** Only what is expected, of the types that are expected. @param {unknown} text @returns {Said & {error?: string, line?: number}} */
function understood(text) {
  try {
    const value = JSON.parse(String(text));
    const of = (/** @type {string} */ key, /** @type {string} */ type) => (typeof value[key] === type ? { [key]: value[key] } : {});
    return { ...of("game", "number"), ...of("moves", "string"), ...of("over", "boolean"), ...of("done", "boolean"), ...of("log", "string"), ...of("loaded", "boolean"), ...of("output", "string"), ...of("error", "string"), ...of("line", "number") };
  } catch {
    return {};
  }
}

/** A program that runs. */
export class Sandbox {
  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  /** @type {((ended: Ended) => void) | null} */
  #end = null;

  /**
   * Runs a program until it says that it is done, or for so many seconds, or until `silence` seconds pass without a word.
   * @param {string} code
   * @param {{ask?: unknown, input?: string, seconds: number, silence?: number, said: (said: Said) => void}} wish `input` are the cases of an exercise
   * @returns {Promise<Ended>}
   */
  async run(code, { ask, input, seconds, silence = seconds, said }) {
    this.stop();
    prelude ??= fetchPrelude();
    const before = `${input === undefined ? "" : `self.REDOUBLE_INPUT = ${JSON.stringify(input)};\n`}${await prelude}`;
    const offset = before.split("\n").length - 1;
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.src = FRAME;
    frame.hidden = true;
    frame.title = "Sandbox";
    this.#frame = frame;
    return new Promise((resolve) => {
      const { port1: port, port2 } = new MessageChannel();
      /** @type {number[]} */
      const timers = [];
      const end = (/** @type {Ended} */ ended) => {
        if (this.#frame !== frame) return;
        for (const timer of timers) clearTimeout(timer);
        port.close();
        frame.remove();
        this.#frame = null;
        this.#end = null;
        resolve(ended);
      };
      const soon = () => {
        clearTimeout(timers[1]);
        timers[1] = window.setTimeout(() => end({ kind: "time" }), silence * 1000);
      };
      const failed = (/** @type {string} */ message, /** @type {number} */ line) => end({ kind: "error", message, line: Math.max(0, line - offset) });
      port.onmessage = ({ data }) => {
        soon();
        if (data.ready) return port.postMessage({ source: before + code });
        if (data.flood) return end({ kind: "flood" });
        if (typeof data.error === "string") return failed(data.error.replace(/^Uncaught /, ""), Number(data.line) || 0);
        const word = understood(data.said);
        if (word.error !== undefined) return failed(word.error, word.line ?? 0);
        if (word.loaded) return port.postMessage({ ask: JSON.stringify(ask) });
        said(word);
        if (word.done || word.output !== undefined) end({ kind: "done" });
      };
      this.#end = end;
      timers[0] = window.setTimeout(() => end({ kind: "time" }), seconds * 1000);
      soon();
      // An opaque origin has no name to send to; the port goes to this frame's window and nowhere else.
      frame.onload = () => frame.contentWindow?.postMessage("port", "*", [port2]);
      document.body.append(frame);
    });
  }

  stop() {
    this.#end?.({ kind: "stopped" });
  }
}
