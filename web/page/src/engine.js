// The solver, in workers: one that answers at once, and one for what takes long, which can be ended.

import { bytes, script } from "./assets.js";

/** A worker, and the questions that wait for it. */
class Desk {
  constructor(parts) {
    this.parts = parts;
    this.waiting = new Map();
    this.number = 0;
  }

  async #worker() {
    this.worker ??= this.parts.then(([address, module]) => {
      const worker = new Worker(address);
      worker.onmessage = ({ data: { number, answer, news } }) => {
        const { done, tell } = this.waiting.get(number) ?? {};
        if (news) return tell?.(news);
        this.waiting.delete(number);
        done?.(answer);
      };
      worker.onerror = (event) => this.#fail(event.message || "the worker ended");
      worker.postMessage({ module });
      return worker;
    });
    return this.worker;
  }

  #fail(error) {
    for (const { done } of this.waiting.values()) done({ error });
    this.waiting.clear();
  }

  /** Asks; `tell` gets the news. What is stopped is answered with `stopped`. */
  async ask(question, tell) {
    const number = ++this.number;
    const answer = new Promise((done) => this.waiting.set(number, { done, tell }));
    const worker = await this.#worker();
    if (this.waiting.has(number)) worker.postMessage({ number, question });
    return answer;
  }

  /** Ends the work under way. The next question starts from the beginning. */
  stop() {
    if (this.waiting.size === 0) return;
    const worker = this.worker;
    this.worker = undefined;
    worker?.then((it) => it.terminate());
    for (const { done } of this.waiting.values()) done({ stopped: true });
    this.waiting.clear();
  }
}

export class Engine {
  constructor() {
    const module = bytes("twistsat.wasm").then((it) => WebAssembly.compile(it));
    const parts = Promise.all([script("worker.js"), module]);
    this.quick = new Desk(parts);
    this.long = new Desk(parts);
  }
}
