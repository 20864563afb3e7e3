/**
 * What the server sends; see docs/page.md. Only for the type checker: the page does not load this file. A test compares
 * it with real answers (crates/api/tests/typescript.rs): what is declared is sent, and what is sent is declared.
 */

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
  undone: string;
  legal: Direction[];
  over: boolean;
  won: boolean;
  goal: number;
  p4: number;
  seed: number | null;
  generator: Generator;
  marks: string[];
  trouble: string | null;
}

/** What is wrong with the disk. */
interface Trouble { trouble: string | null }

/** The generator of a seed after so many numbers. */
interface Generator { seed: string; drawn: number }

interface Motion { from: number; to: number; value: number; merged: boolean }

interface Spawned { cell: number; value: number }

interface Turn {
  direction: Direction;
  gained: number;
  motions: Motion[];
  spawn: Spawned;
}

interface Acted { changed: boolean; stale: boolean; turn: Turn | null; game: Game }

interface CaughtUp { made: number; stale: boolean; game: Game }

interface AutoActed { changed: boolean; stale: boolean; turn: Turn | null; game: Game; hint: Hint | null }

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
  marks: string[];
  name: string;
  tags: string[];
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

interface PlayerParameter { name: string; sentence: string; default: string }
interface PlayerKind { name: string; sentence: string; parameters: PlayerParameter[] }
interface UsualPlayer { spec: string; title: string }
interface PlayerList { kinds: PlayerKind[]; usual: UsualPlayer[]; networks: string[] }

interface ValuedMove { direction: Direction; value: number; loss: number; mark: string; reason: string }
interface Hint { player: string; best: Direction; moves: ValuedMove[]; sentence: string; to_come: number | null; depth: number; nodes: number; milliseconds: number }

interface Replay {
  rows: number;
  columns: number;
  goal: number;
  p4: number;
  seed: number | null;
  undos: number;
  over: boolean;
  moves: string;
  frames: string[];
  scores: number[];
  spawns: [number, number][];
  record: string;
}

/** What was tried, marked and written beside the moves of a game; docs/page.md has the grammar. */
interface GameTree { tree: string }

interface SpawnOutcome { cell: number; value: number; over: boolean }
/** The worst and the best tile that may appear. */
interface SpawnExtremes { worst: SpawnOutcome; best: SpawnOutcome }

interface Judged {
  move: number;
  played: Direction;
  best: Direction;
  values: Partial<Record<Direction, number>>;
  loss: number;
  luck: number | null;
  expected: number | null;
  mark: string;
  reason: string;
}
interface Accuracy { accuracy: number; loss: number; luck: number; counts: Record<string, number> }
/** One of the three. */
interface ReviewEvent { moves?: Judged[]; done?: Accuracy; error?: string }

interface Rate { rate: number; low: number; high: number }
/** Who has no game yet has no figures. */
interface PlayerReport {
  spec: string;
  name: string;
  games: number;
  mean?: number;
  ci95?: [number, number];
  median?: number;
  sd?: number;
  quartiles?: [number, number];
  min?: number;
  max?: number;
  max_tile?: number;
  median_tile?: number;
  tiles?: Record<string, Rate>;
  moves?: number;
  forfeits?: Record<string, number>;
  moves_per_second?: number;
  ms_per_move?: number;
  nodes_per_second?: number;
}
interface ArenaReport { seed: number; games: number; board: string; p4: number; players: PlayerReport[] }
interface Run {
  id: number;
  state: "running" | "done" | "stopped";
  seconds: number;
  error: string | null;
  played: number;
  total: number;
  specs: string[];
  report: ArenaReport;
  curves: [number, number][][];
}
interface Started { id: number }

/** Tile sum, losing boards, afterstates, states by largest tile. */
type CountLayer = [number, number, number, [number, number][]];
/** An error has nothing but its sentence. */
interface CountEvent {
  state: string;
  error?: string;
  sum: number;
  states: number;
  done: number | null;
  seconds: number;
  layers: CountLayer[];
}
interface StateGraph { svg: string; states: [string, string[]][]; edges: number }
interface OriginInfo {
  board: string;
  canonical: string;
  sum: number;
  reachable: boolean | null;
  sentence: string;
  record: string | null;
}

/** How far a solution is, or what it is in the end. */
interface SolveEvent { state: string; states?: number; sum?: number; done?: number | null; value?: number; seconds?: number; error?: string }
interface ExactMove { direction: Direction; value: number }
interface SolvedBoard {
  board: string;
  rows: number;
  columns: number;
  cells: number[];
  turn: Turn | null;
  won: boolean;
  reachable: boolean;
  value: number;
  best: Direction | null;
  moves: ExactMove[];
  luck: number;
  loss: number;
}

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
interface TiltMotion { from: number; to: number }
interface TiltRun { motions: TiltMotion[]; sentence: string; after: TiltView }
/** Tiles that meet have the way, those that do not the reasons. */
interface TiltMeeting {
  adjacent: boolean;
  sentence: string;
  tilts?: string;
  jump?: string;
  word?: string;
  from?: [number, number];
  to?: [number, number];
  why?: string[];
}
interface TiltSpace { board: string; patterns: number; reachable_packed: string; asked: boolean; tilts: string | null }

interface CourseEntry {
  id: string;
  title: string;
  level: string;
  topic: string;
  minutes: number;
  points: number;
  kind: string;
  paper: string;
  prerequisites: string[];
  families: string[];
  lesson: string;
}
interface CourseExercise { id: string; statement: string; starter: string; file: string; hints: number; seconds: number }
interface CourseCases { seed: number; cases: number; input: string }
interface CourseFamily { name: string; cases: number; failed: number; points: number; max_points: number }
interface CourseHint { number: number; of: number; text: string }
interface CourseFailure {
  kind: string;
  family: string | null;
  case: string | null;
  from: string | null;
  answer: string | null;
  right: string | null;
  why: string | null;
  misconception: string | null;
  says: string | null;
  match: string | null;
  hint: CourseHint | null;
  stderr: string;
}
interface CourseTest { test: string; n: number; observed: number; expected: number; p: number; threshold: number }
interface CourseReport {
  version: number;
  exercise: string;
  seed: number;
  passed: boolean;
  points: number;
  max_points: number;
  cases: number;
  failed: number;
  starts: number;
  seconds: number;
  families: CourseFamily[];
  failure: CourseFailure | null;
  statistics: CourseTest[];
}

// What follows is the page's own.

/** A room of the page: shows itself in an element until it is closed. */
interface Room { close(): void; update?(params: RoomParams): boolean }
interface RoomParams { path: string[]; query: URLSearchParams }
/** A board as text, or a construction. */
interface Wanted { board?: string; kind?: string; width?: number; height?: number }
