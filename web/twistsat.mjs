// Twistsat in JavaScript: a question, the answer. Runs in browsers (best in a worker: a
// question takes its time, and ending the worker ends it), in Node and in Deno.
//
//   import { load } from "./twistsat.mjs";
//   const twistsat = await load(fetch("twistsat_web.wasm"));
//   twistsat.solve({ puzzle: "pocket", scramble: "R U2 F'" });

/**
 * Loads the module from its bytes, from a compiled module, or from what `fetch` gives. `told` gets
 * the news of what the page asks.
 */
export async function load(source, told) {
  source = await source;
  if (source instanceof Response) source = await source.arrayBuffer();
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  return new Twistsat(module, told);
}

export class Twistsat {
  #module;
  #exports;
  #panic;
  #told;

  /** Takes a compiled module. */
  constructor(module, told = () => {}) {
    this.#module = module;
    this.#told = told;
    this.#start();
  }

  #start() {
    const twistsat = {
      now: () => performance.now(),
      panicked: (at, bytes) => {
        this.#panic = this.#text(at, bytes);
      },
      told: (at, bytes) => this.#told(JSON.parse(this.#text(at, bytes))),
    };
    this.#panic = undefined;
    this.#exports = new WebAssembly.Instance(this.#module, { twistsat }).exports;
  }

  #text(at, bytes) {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, at, bytes));
  }

  /** A part of the answer: its text, then its files. */
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

  /** The same with texts. */
  solveText(request) {
    try {
      return this.#ask(request);
    } catch (trap) {
      // Nothing is left of an instance that panicked or ran out of memory.
      const error = `twistsat ended: ${this.#panic ?? trap}`;
      this.#start();
      // What an empty request is told, but for the reason.
      return JSON.stringify({ ...JSON.parse(this.#ask("")), error });
    }
  }

  /**
   * Answers a question of the page, see src/page.rs. The answer's `files` are pairs of a name and
   * its bytes.
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

  #ask(request, how = "solve") {
    const bytes = new TextEncoder().encode(request);
    const at = this.#exports.room(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    this.#exports[how]();
    return new TextDecoder().decode(this.#part(0));
  }
}
