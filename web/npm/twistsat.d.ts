/** A question: the options of `twistsat solve` as keys, with underscores. */
export interface Question {
  /** A built-in puzzle, such as `pocket` or `rubik`. */
  puzzle?: string;
  /** A puzzle file instead of `puzzle`: what errors call it, and its text. */
  puzzle_file?: { name: string; text: string };
  /** Turns that lead to the state that is to be solved. */
  scramble?: string;
  /** The state that is to be solved, one character a sticker. */
  state?: string;
  /** Where the turns are to lead: `any`, `solved`, a named goal, or a state. */
  to?: string | string[];
  /** Solutions of exactly this many turns. */
  turns?: number;
  /** Solutions of at most this many turns. */
  max_turns?: number;
  /** How turns are counted. */
  metric?: "htm" | "qtm";
  /** The turns that may be used, such as `<R,U,F>`. */
  allow?: string;
  /** Turns that may not be used. */
  forbid?: string;
  /** Everything else that `twistsat solve --print-question` prints. */
  [key: string]: unknown;
}

/** What `twistsat solve --format json` prints. */
export interface Answer {
  schema: string;
  version: string;
  /** Why there is no answer; the other keys are not there then. */
  error?: string;
  /** The turns; null without a solution. */
  solution?: string | null;
  /** How many they are. */
  turns?: number | null;
  /** Whether nothing shorter exists. */
  minimal?: boolean;
  /** No solution has fewer turns; null if there is none of any length. */
  at_least?: number | null;
  /** Whether the question is answered. */
  complete?: boolean;
  /** What refutes the shorter lengths, one sentence each. */
  refuted?: string[];
  /** Everything else. */
  [key: string]: unknown;
}

/** What WebAssembly is loaded from. */
export type Source = WebAssembly.Module | BufferSource | Response;

/** Loads the module. */
export function load(
  source: Source | Promise<Source>,
  told?: (news: unknown) => void,
): Promise<Twistsat>;

export class Twistsat {
  constructor(module: WebAssembly.Module, told?: (news: unknown) => void);
  /** Answers a question; what goes wrong is an answer with `error`. */
  solve(question: Question): Answer;
  /** Answers a question that is JSON text, with JSON text. */
  solveText(question: string): string;
  /** Answers a question of the page of twistsat. */
  ask(question: unknown): { error?: string; files?: [string, Uint8Array][]; [key: string]: unknown };
}
