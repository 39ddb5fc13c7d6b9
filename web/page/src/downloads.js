// The section Downloads: formulas, certificates, pictures, and the command that answers the same question.

import { made } from "../../../src/picture/player.js";

const $ = (id) => document.getElementById(id);
const grouped = (number) => number.toLocaleString("en");

/** A word, quoted for a shell if necessary. */
const word = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

export class Downloads {
  constructor(page) {
    this.page = page;
    $("formula").onclick = () => this.formula();
    $("prove").onclick = () => this.prove();
    $("pictures").onclick = () => this.pictures();
  }

  /** Shows a request as a command. */
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

  /** Sets the result of the last search, `undefined` if it was discarded, and removes the offered files. */
  setResult(result) {
    this.result = result;
    const turns = result?.solution?.split(/\s+/).filter(Boolean).length;
    if (turns) $("budget").value = turns;
    $("pictures").disabled = turns === undefined;
    this.#clear();
  }

  /** Removes the offered files and the message. */
  #clear() {
    $("saved").replaceChildren();
    $("downloads-message").textContent = "";
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

  /** Asks a question and offers the files of the answer. `describe` turns the answer into a message. */
  async #ask(worker, question, describe, keys = {}) {
    this.#clear();
    const { request } = this.page;
    $("downloads-message").textContent = "Working…";
    const onProgress = ({ what }) => what && ($("downloads-message").textContent = `Working… ${what}`);
    const stoppable = worker === this.page.engine.long;
    if (stoppable) $("stop").disabled = false;
    const answer = await worker.ask({ request: { ...request, ...keys }, ...question }, onProgress);
    if (stoppable) $("stop").disabled = true;
    if (request.state !== this.page.painter.state) return;
    $("downloads-message").textContent = answer.error ?? (answer.stopped === true ? "Stopped." : describe(answer));
    this.#offer(answer.files ?? []);
  }

  /** The number of turns that was entered, from 0 to 60. */
  get #turns() {
    return Math.max(0, Math.min(60, Math.floor(Number($("budget").value)) || 0));
  }

  async formula() {
    const turns = this.#turns;
    const describe = ({ variables, clauses }) =>
      `“Solved in exactly ${turns} turns”: ${grouped(variables)} variables, ${grouped(clauses)} clauses.`;
    await this.#ask(this.page.engine.long, { ask: "formula" }, describe, { turns });
  }

  async prove() {
    const maxTurns = this.#turns - 1;
    if (maxTurns < 0) return void ($("downloads-message").textContent = "No solution is shorter than 0 turns.");
    const describe = ({ verdict, stopped, solution, steps, files }) => {
      if (verdict !== "refuted") return `There is no proof: ${stopped ?? `there is a solution, “${solution}”`}.`;
      const [[, certificate]] = files;
      const { claim } = JSON.parse(new TextDecoder().decode(certificate));
      return `Proved and checked here, in ${grouped(steps)} steps: ${claim}.`;
    };
    // Proofs always use the same recipe.
    await this.#ask(this.page.engine.long, { ask: "prove" }, describe, { max_turns: maxTurns, recipe: undefined });
  }

  async pictures() {
    const { result } = this;
    if (!result) return;
    await this.#ask(this.page.engine.quick, { ask: "pictures", turns: result.solution }, () => "");
  }
}
