// The interface of Twistsat for JavaScript, for browsers, Node and Deno. In a browser, use a worker:
// an answer may take long, and only ending the worker ends the search.
//
//   import { load } from "./twistsat.mjs";
//   const twistsat = await load(fetch("twistsat_web.wasm"));
//   twistsat.solve({ puzzle: "pocket", scramble: "R U2 F'" });

/**
 * Loads the module from its bytes, from a compiled module, or from a response of `fetch`.
 * `onProgress` receives the events of questions to `ask`.
 */
export async function load(source, onProgress) {
  source = await source;
  if (source instanceof Response) source = await source.arrayBuffer();
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  return new Twistsat(module, onProgress);
}

export class Twistsat {
  #module;
  #exports;
  #panic;
  #onProgress;

  /** Instantiates a compiled module. */
  constructor(module, onProgress = () => {}) {
    this.#module = module;
    this.#onProgress = onProgress;
    this.#start();
  }

  #start() {
    const twistsat = {
      now: () => performance.now(),
      panicked: (at, bytes) => {
        this.#panic = this.#text(at, bytes);
      },
      progress: (at, bytes) => this.#onProgress(JSON.parse(this.#text(at, bytes))),
    };
    this.#panic = undefined;
    this.#exports = new WebAssembly.Instance(this.#module, { twistsat }).exports;
  }

  #text(at, bytes) {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, at, bytes));
  }

  /** A part of the answer: 0 is the text, the others are the files. */
  #part(number) {
    return new Uint8Array(this.#exports.memory.buffer, this.#exports.part(number), this.#exports.part_length(number));
  }

  /**
   * Answers a request: an object with the options of `twistsat solve` as keys. The answer is
   * what `twistsat solve --format json` prints, or an object with `error`; see docs/json.md.
   */
  solve(request) {
    return JSON.parse(this.solveText(JSON.stringify(request)));
  }

  /** Like `solve`, with JSON text instead of objects. */
  solveText(request) {
    try {
      return this.#ask(request);
    } catch (trap) {
      // An instance that panicked or ran out of memory cannot be used again.
      const error = `twistsat ended: ${this.#panic ?? trap}`;
      this.#start();
      // The error for an empty request has the right schema and version; only its reason is replaced.
      return JSON.stringify({ ...JSON.parse(this.#ask("")), error });
    }
  }

  /**
   * Answers a question of the page, see src/page.rs. The answer's `files` are pairs of a name and
   * the bytes of the file.
   */
  ask(question) {
    let answer;
    try {
      answer = JSON.parse(this.#ask(JSON.stringify(question), "ask"));
    } catch (trap) {
      const error = `twistsat ended: ${this.#panic ?? trap}`;
      this.#start();
      return { error };
    }
    answer.files = answer.files?.map((name, number) => [name, this.#part(number + 1).slice()]);
    return answer;
  }

  #ask(request, exportName = "solve") {
    const bytes = new TextEncoder().encode(request);
    const at = this.#exports.allocate(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    this.#exports[exportName]();
    return new TextDecoder().decode(this.#part(0));
  }
}
