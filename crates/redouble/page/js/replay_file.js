// A game as one file: an HTML page that replays it anywhere, without our server, with the graph and the marks of its review.

import { text as boardText } from "./replay.js";
import { GLYPHS } from "./study/tree.js";
import { text } from "./texts.js";

const CELLS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
/** The most points of the graph; a long game has no more pixels. */
const POINTS = 600;

const STYLE = `
:root{color-scheme:light dark;--page:#faf8ef;--ink:#3a3128;--frame:#bbada0;--cell:#cdc1b4;--line:#b4541a}
@media(prefers-color-scheme:dark){:root{--page:#171513;--ink:#f6f0e6;--frame:#3b352e;--cell:#4a433a;--line:#f0a35e}}
body{margin:0;padding:1rem;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif;display:grid;justify-items:center;gap:.75rem}
main{display:grid;gap:.6rem;width:min(480px,100%)}h1{margin:0;font-size:1.4rem}p{margin:0;min-height:1.5em}#note{white-space:pre-wrap}
#board{container-type:inline-size;display:grid;grid-template:repeat(var(--rows),1fr)/repeat(var(--columns),1fr);gap:2.4%;padding:2.4%;border-radius:8px;background:var(--frame);aspect-ratio:var(--columns)/var(--rows)}
.tile{display:grid;place-items:center;border-radius:5px;font-weight:700;font-style:normal;color:#3a2f25;font-size:calc(100cqw / var(--columns) * .72 / var(--digits))}
.cell{background:var(--cell);color:transparent}
.t1{background:#eee4da}.t2{background:#ede0c8}.t3{background:#f2b179}.t4{background:#f59563}.t5{background:#f67f62}.t6{background:#f87250}.t7{background:#edcf72}.t8{background:#edcc61}.t9{background:#edc850}.t10{background:#edc53f}.t11{background:#edc22e}.t12{background:#3c3a32;color:#fdfaf4}
.born{animation:born .2s .1s backwards}@keyframes born{from{transform:scale(0)}}@media(prefers-reduced-motion:reduce){.born{animation:none}}
.row{display:flex;gap:.4rem;flex-wrap:wrap}button{flex:1;min-height:44px;min-width:44px;font:inherit;font-weight:600}input{width:100%}
#graph{width:100%;height:100px;cursor:pointer}#graph path{fill:none;stroke:var(--line);stroke-width:2}#graph #here{stroke:#1a66c9}
circle{fill:#8a6d0b}.mistake{fill:#b4541a}.blunder{fill:#b3392b}textarea{width:100%}`;

/** @param {string} content */
const escaped = (content) => content.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** @typedef {Map<number, import("./study/tree.js").Note>} Notes */

/** What the player in the file needs to know. @param {Replay} replay @param {Judged[]} judged @param {string} about @param {Notes} notes */
function data(replay, judged, about, notes) {
  const plies = replay.spawns.map(([cell, value], at) => (value === 4 ? replay.moves[at].toUpperCase() : replay.moves[at]) + CELLS[cell]).join("");
  const best = (/** @type {Judged} */ { expected, values }) => expected ?? Math.max(...Object.values(values));
  const stride = Math.max(1, Math.floor(judged.length / POINTS));
  const faults = judged.filter(({ mark }) => ["inaccuracy", "mistake", "blunder"].includes(mark));
  const marks = faults.map((one) => [one.move, one.mark, text.file.better(one.played, one.best)]);
  const curve = judged.filter(({ move, mark }) => move % stride === 0 || mark === "blunder").map((one) => [one.move, best(one)]);
  const said = [...notes].sort(([a], [b]) => a - b).map(([at, { glyph, bookmark, comment }]) => [at, [glyph && GLYPHS[glyph - 1], bookmark && text.study.bookmark, comment].filter(Boolean).join(" ")]);
  return { start: boardText(replay, 0), score: replay.scores[0], plies, about, marks, notes: said, curve, words: text.file.words };
}

/** The code of a module, to stand in one script with others. @param {string} path */
async function code(path) {
  const response = await fetch(path);
  return (await response.text()).replaceAll(/^import .*$/gm, "").replaceAll(/^export /gm, "");
}

/** The whole file. @param {Replay} replay @param {Judged[]} judged @param {string} about @param {Notes} notes what was written beside the moves */
export async function replayFile(replay, judged, about, notes) {
  const [rules, player] = await Promise.all(["/js/rules.js", "/js/replay_player.js"].map(code));
  // "</" would end the script.
  const json = JSON.stringify(data(replay, judged, about, notes)).replaceAll("</", "<\\/");
  const { file } = text;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(about)}</title>
<style>${STYLE}</style>
<main><h1>2048</h1><p>${escaped(about)}</p><div id="board" role="img" aria-label="${file.board}"></div>
<p id="where" aria-live="polite"></p><p id="mark" aria-live="polite"></p><p id="note" aria-live="polite"></p>
<input id="slider" type="range" min="0" aria-label="${file.words.move}">
<div class="row"><button id="first" aria-label="${file.first}">⏮</button><button id="back" aria-label="${file.back}">◀</button><button id="play" aria-label="${file.play}">▶</button><button id="next" aria-label="${file.next}">▶▏</button><button id="last" aria-label="${file.last}">⏭</button><button id="mistake">${file.mistake}</button></div>
<svg id="graph" viewBox="0 0 600 100" preserveAspectRatio="none" role="img" aria-label="${file.graph}"></svg>
<details><summary>${file.record}</summary><textarea id="record" rows="6" readonly aria-label="${file.record}">${escaped(replay.record)}</textarea></details></main>
<script type="module">
${rules}
${player}
play(${json});
</script></html>
`;
}
