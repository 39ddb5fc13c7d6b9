// Runs the solver in two workers: `quick` for immediate answers, `long` for work that can be stopped.

import { bytes, script } from "./assets.js";

/** A worker and its pending questions. */
class WorkerQueue {
  constructor(parts) {
    this.parts = parts;
    this.waiting = new Map();
    this.number = 0;
  }

  async #worker() {
    this.worker ??= this.parts.then(([address, module]) => {
      const worker = new Worker(address);
      worker.onmessage = ({ data: { number, answer, event } }) => {
        const { done, onProgress } = this.waiting.get(number) ?? {};
        if (event) return onProgress?.(event);
        this.waiting.delete(number);
        done?.(answer);
      };
      worker.onerror = ({ message }) => this.#fail(message || "the worker ended");
      worker.postMessage({ module });
      return worker;
    });
    return this.worker;
  }

  #fail(error) {
    for (const { done } of this.waiting.values()) done({ error });
    this.waiting.clear();
  }

  /** Asks a question. `onProgress` receives events; after `stop()` the answer is `{ stopped: true }`. */
  async ask(question, onProgress) {
    const number = ++this.number;
    const answer = new Promise((done) => this.waiting.set(number, { done, onProgress }));
    const worker = await this.#worker();
    if (this.waiting.has(number)) worker.postMessage({ number, question });
    return answer;
  }

  /** Terminates the worker; the next question starts a new one. */
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
    this.quick = new WorkerQueue(parts);
    this.long = new WorkerQueue(parts);
  }
}
