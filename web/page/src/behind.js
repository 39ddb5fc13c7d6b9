// Behind it: formulas, certificates and pictures to be saved, and the command that gives the same.

import { made } from "../../../src/picture/player.js";

const $ = (id) => document.getElementById(id);
const grouped = (number) => number.toLocaleString("en");

/** A word as a shell reads it. */
const word = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

export class Behind {
  constructor(page) {
    this.page = page;
    $("formula").onclick = () => this.formula();
    $("prove").onclick = () => this.prove();
    $("pictures").onclick = () => this.pictures();
  }

  /** What is asked, as a command. */
  show(request) {
    const options = [];
    if (request.puzzle_file) options.push("--puzzle-file", request.puzzle_file.name);
    else options.push(request.puzzle);
    options.push("--state", request.state, "--layout", "net");
    if (request.metric !== "htm") options.push("--metric", request.metric);
    if (request.solver) options.push("--solver", request.solver);
    if (request.recipe) options.push("--recipe", request.recipe);
    $("command").textContent = `twistsat solve ${options.map(word).join(" ")}`;
  }

  /** A solution was found, or the last one was discarded. */
  found(result) {
    this.result = result;
    const turns = result?.solution?.split(/\s+/).filter(Boolean).length;
    if (turns) $("budget").value = turns;
    $("pictures").disabled = turns === undefined;
    $("saved").replaceChildren();
    $("behind-said").textContent = "";
    for (const address of this.addresses ?? []) URL.revokeObjectURL(address);
    this.addresses = [];
  }

  /** Offers files to be saved. */
  #offer(files) {
    for (const [name, content] of files) {
      const href = URL.createObjectURL(new Blob([content], { type: "application/octet-stream" }));
      this.addresses.push(href);
      const size = made("span", {}, ` ${grouped(content.length)} bytes`);
      $("saved").append(made("li", {}, made("a", { href, download: name }, name), size));
    }
  }

  /** Asks, and offers what comes of it. `say` makes words of the answer. */
  async #ask(worker, question, say, keys = {}) {
    this.found(this.result);
    const { request } = this.page;
    $("behind-said").textContent = "Working…";
    const onProgress = ({ what }) => what && ($("behind-said").textContent = `Working… ${what}`);
    const stoppable = worker === this.page.engine.long;
    if (stoppable) $("stop").disabled = false;
    const answer = await worker.ask({ request: { ...request, ...keys }, ...question }, onProgress);
    if (stoppable) $("stop").disabled = true;
    if (request.state !== this.page.painter.state) return;
    $("behind-said").textContent = answer.error ?? (answer.stopped === true ? "Stopped." : say(answer));
    this.#offer(answer.files ?? []);
  }

  get #number() {
    return Math.max(0, Math.min(60, Math.floor(Number($("budget").value)) || 0));
  }

  async formula() {
    const number = this.#number;
    const say = ({ variables, clauses }) =>
      `“Solved in exactly ${number} turns”: ${grouped(variables)} variables, ${grouped(clauses)} clauses.`;
    await this.#ask(this.page.engine.long, { ask: "formula" }, say, { turns: number });
  }

  async prove() {
    const number = this.#number - 1;
    if (number < 0) return void ($("behind-said").textContent = "Nothing is shorter than no turns.");
    const say = ({ verdict, stopped, solution, steps, files }) => {
      if (verdict !== "refuted") return `There is no proof: ${stopped ?? `there is a solution, “${solution}”`}.`;
      const [[, certificate]] = files;
      const { claim } = JSON.parse(new TextDecoder().decode(certificate));
      return `Proved and checked here, in ${grouped(steps)} steps: ${claim}.`;
    };
    // A proof has a recipe of its own.
    await this.#ask(this.page.engine.long, { ask: "prove" }, say, { max_turns: number, recipe: undefined });
  }

  async pictures() {
    const { result } = this;
    if (!result) return;
    await this.#ask(this.page.engine.quick, { ask: "pictures", turns: result.solution }, () => "");
  }
}
