/** What the server sends; see docs/page.md. Only for the type checker: the page does not load this file. */

type Direction = "up" | "right" | "down" | "left";

interface Game {
  id: number;
  rows: number;
  columns: number;
  cells: number[];
  board: string;
  score: number;
  best: number;
  max_tile: number;
  moves: number;
  undos: number;
  redoable: number;
  legal: Direction[];
  over: boolean;
  won: boolean;
  goal: number;
  p4: number;
  seed: number | null;
  trouble: string | null;
}

interface Motion { from: number; to: number; value: number; merged: boolean }

interface Turn {
  direction: Direction;
  gained: number;
  motions: Motion[];
  spawn: { cell: number; value: number };
}

interface Acted { changed: boolean; stale: boolean; turn: Turn | null; game: Game }

interface Listed {
  id: number;
  started: number;
  changed: number;
  board: string;
  goal: number;
  score: number;
  max_tile: number;
  moves: number;
  undos: number;
  over: boolean;
  won: boolean;
}

interface BoardInfo {
  board: string;
  hex: string | null;
  rows: number;
  columns: number;
  cells: number[];
  legal: Direction[];
  over: boolean;
}

/** A room of the page: shows itself in an element until it is closed. */
interface Room { close(): void; update?(params: RoomParams): boolean }
interface RoomParams { path: string[]; query: URLSearchParams }

interface TiltView {
  board: string;
  width: number;
  height: number;
  tiles: number;
  marked: number;
  cycles: (number | null)[];
  lengths: number[];
  facts: [string, string][];
  reachable: string;
}
interface TiltRun { motions: { from: number; to: number }[]; sentence: string; after: TiltView }
interface TiltMeeting { adjacent: boolean; sentence: string; tilts: string; jump: string; word: string; from: number[]; to: number[]; why?: string[] }
/** A board as text, or a construction. */
interface Wanted { board?: string; kind?: string; width?: number; height?: number }
