/** A question: the options of `twistsat solve` as keys, with underscores. */
export interface Question {
  /** A built-in puzzle, such as `pocket` or `rubik`. */
  puzzle?: string;
  /** A puzzle file instead of `puzzle`: its text, and the name that errors call it. */
  puzzle_file?: { name: string; text: string };
  /** Turns that lead from the solved puzzle to the start. */
  scramble?: string;
  /** The start as a state, with one character for each sticker. */
  state?: string;
  /** The goal: `any` (solved in any orientation), `solved`, a named goal, or a state. */
  to?: string | string[];
  /** Find a solution of exactly this many turns. */
  turns?: number;
  /** Find a solution of at most this many turns. */
  max_turns?: number;
  /** How turns are counted. */
  metric?: "htm" | "qtm";
  /** The turns that may be used, such as `<R,U,F>`. */
  allow?: string;
  /** Turns that may not be used. */
  forbid?: string;
  /** The other options. */
  [key: string]: unknown;
}

/** What `twistsat solve --format json` prints. */
export interface Answer {
  schema: string;
  version: string;
  /** Why there is no answer. If it is set, all keys below are missing. */
  error?: string;
  /** The turns of the solution; null without a solution. */
  solution?: string | null;
  /** The number of turns of the solution; null without a solution. */
  turns?: number | null;
  /** Whether nothing shorter exists. */
  minimal?: boolean;
  /** No solution has fewer turns than this; null if there is no solution of any length. */
  at_least?: number | null;
  /** Whether the question is answered. */
  complete?: boolean;
  /** The refuted lengths and what refutes them, in sentences. */
  refuted?: string[];
  /** The other keys; see docs/json.md. */
  [key: string]: unknown;
}

/** A source of the WebAssembly module. */
export type Source = WebAssembly.Module | BufferSource | Response;

/** Loads the module. */
export function load(
  source: Source | Promise<Source>,
  onProgress?: (event: unknown) => void,
): Promise<Twistsat>;

export class Twistsat {
  constructor(module: WebAssembly.Module, onProgress?: (event: unknown) => void);
  /** Answers a question. On failure, the answer has `error`. */
  solve(question: Question): Answer;
  /** Like `solve`, with JSON text instead of objects. */
  solveText(question: string): string;
  /** Answers a question of twistsat's own page; its format may change. */
  ask(question: unknown): { error?: string; files?: [string, Uint8Array][]; [key: string]: unknown };
}
