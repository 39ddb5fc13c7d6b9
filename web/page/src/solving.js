// Solves the painted state, and shows each length that is tried, the bounds, and each better solution.

import { made } from "../../../src/picture/player.js";

const $ = (id) => document.getElementById(id);
const grouped = (number) => number?.toLocaleString("en") ?? "";
const count = (turns, metric) => {
  const unit = metric === "qtm" ? "quarter turn" : "turn";
  return `${turns} ${unit}${turns === 1 ? "" : "s"}`;
};

/** The maximum number of solutions listed. */
const MAX_LISTED = 1000;

/** The maximum number of solutions offered while searching: the shortest ones found so far. */
const MAX_OFFERED = 5;

export class Solving {
  constructor(page) {
    this.page = page;
    $("solve").onclick = () => this.solve();
    $("stop").onclick = () => this.stop();
    $("all").onclick = () => this.listAll();
  }

  /** Stops the search, and clears everything that it found. */
  reset() {
    this.run = undefined;
    this.page.engine.long.stop();
    this.#end();
    this.result = undefined;
    $("solve-hint").hidden = false;
    $("all").hidden = true;
    for (const id of ["answer", "time", "bounds", "all-message"]) $(id).textContent = "";
    for (const id of ["found", "budgets", "milestones", "all-list"]) $(id).replaceChildren();
    this.page.playing.close();
    this.page.downloads.setResult(undefined);
  }

  #begin(message) {
    $("stop").disabled = false;
    $("solve").disabled = true;
    $("solve-hint").hidden = true;
    $("answer").textContent = message;
    const begin = performance.now();
    this.since = () => (performance.now() - begin) / 1000;
    const show = () => ($("time").textContent = `${this.since().toFixed(1)} s`);
    show();
    this.ticking = setInterval(show, 100);
  }

  #end() {
    clearInterval(this.ticking);
    $("stop").disabled = true;
    $("solve").disabled = $("wrong").textContent !== "" || (this.page.painter?.isEmpty ?? true);
  }

  /** Ends the search; what was found so far stays. */
  stop() {
    this.page.engine.long.stop();
  }

  async solve() {
    this.reset();
    await this.page.checked;
    if ($("solve").disabled) return;
    const { request } = this.page;
    const best = {};
    const run = { request };
    this.run = run;
    this.#begin("Searching…");
    const onProgress = (event) => run === this.run && this.#onProgress(event, best, request.metric);
    const answer = await this.page.engine.long.ask({ ask: "solve", request }, onProgress);
    // The search was discarded in the meantime.
    if (run !== this.run) return;
    this.#end();
    $("time").textContent = `${this.since().toFixed(1)} s`;
    if (answer.error) return void ($("answer").textContent = answer.error);
    const turns = answer.stopped === true ? best.solution : answer.solution;
    this.result = { ...answer, request, solution: turns ?? undefined };
    $("bounds").textContent = "";
    this.#showAnswer(answer, best, request.metric);
    if (answer.attempts) this.#table(answer.attempts);
    this.page.downloads.setResult(this.result);
    if (typeof turns !== "string") return;
    $("all").hidden = turns === "";
    // If some stickers were unknown, play from the start that the search chose.
    if (answer.start) {
      $("found").replaceChildren();
      await this.page.playing.open({ ...request, state: answer.start, layout: "faces" }, turns);
    } else {
      this.#offer(turns, best.turns ?? answer.turns, request.metric);
    }
  }

  #onProgress(event, best, metric) {
    switch (event.news) {
      case "solving":
        this.#row(event.turns, "…", event);
        break;
      case "answered":
        this.#row(event.turns, event.verdict, event, event.encode_seconds + event.solve_seconds);
        break;
      case "at_least":
        best.least = event.turns;
        break;
      case "solution":
        if (best.turns === undefined || event.turns < best.turns) {
          Object.assign(best, { turns: event.turns, solution: event.solution });
          this.#offer(event.solution, event.turns, metric);
        }
        break;
      case "milestone": {
        if (event.turns === null) best.least = Math.max(best.least ?? 0, event.at_least);
        const what = event.turns === null ? `at least ${count(event.at_least, metric)}` : count(event.turns, metric);
        const by = event.by ? `, by ${event.by}` : "";
        $("milestones").append(made("li", {}, `${event.seconds.toFixed(1)} s: ${what}${by}`));
        break;
      }
      case "trying":
        if (best.turns === undefined) $("answer").textContent = `Searching… ${event.what}`;
    }
    if (best.turns !== undefined) $("answer").textContent = `${count(best.turns, metric)} so far; looking for fewer…`;
    $("bounds").textContent = best.least ? `At least ${count(best.least, metric)} are needed.` : "";
  }

  /** Offers a solution. It is shown at once, unless the user has begun to follow another one. */
  #offer(solution, turns, metric) {
    const { request } = this.run;
    const offered = [...$("found").children];
    if (!offered.some((it) => it.dataset.solution === solution)) {
      const open = () => this.page.playing.open(request, solution);
      const after = made("span", { class: "after", title: "when it was found" }, ` ${this.since().toFixed(1)} s`);
      const attributes = { type: "button", "data-solution": solution, "aria-pressed": "false", onclick: open };
      $("found").prepend(made("button", attributes, count(turns, metric), after));
      while ($("found").childElementCount > MAX_OFFERED) $("found").lastChild.remove();
    }
    this.page.playing.offer(request, solution);
  }

  /** Shows a length that is tried and its verdict in a row, which is updated when the verdict is known. */
  #row(turns, verdict, { variables, clauses }, seconds) {
    const words = { sat: "a solution exists", unsat: "no solution" };
    const key = `budget-${turns}`;
    let row = [...$("budgets").rows].findLast((it) => it.dataset.key === key);
    if (!row || row.dataset.done) {
      row = made("tr", { "data-key": key });
      // For large puzzles there are many rows.
      if ($("budgets").rows.length > 200) $("budgets").rows[0].remove();
      $("budgets").append(row);
    }
    if (seconds !== undefined) row.dataset.done = "yes";
    const time = seconds === undefined ? "" : `${seconds.toFixed(2)} s`;
    const cells = [turns, words[verdict] ?? verdict, grouped(variables), grouped(clauses), time];
    row.replaceChildren(...cells.map((cell) => made("td", {}, String(cell))));
  }

  /** Shows all attempts of a search. */
  #table(attempts) {
    $("budgets").replaceChildren();
    for (const it of attempts) this.#row(it.turns, it.verdict, it, it.encode_seconds + it.solve_seconds);
  }

  /** Shows the answer of a search that has ended, or the best result of one that was stopped. */
  #showAnswer(answer, best, metric) {
    const stopped = answer.stopped === true;
    const turns = stopped ? best.turns : answer.turns;
    const least = stopped ? best.least : answer.at_least;
    let text;
    if (turns === 0) text = "It is already solved.";
    else if (turns !== undefined && turns !== null) {
      const length = count(turns, metric);
      if (!stopped && answer.minimal) text = `${length}. No solution is shorter.`;
      else {
        const known = least ? ` At least ${count(least, metric)} are needed.` : "";
        text = `${length}; a shorter solution may exist.${known}`;
      }
    } else if (stopped) text = "Stopped before a solution was found.";
    else if (answer.stopped) text = `No solution was found (${answer.stopped}).`;
    else text = "There is no solution.";
    if (answer.start) text += `\nThe unknown stickers are taken as: ${answer.start}`;
    $("answer").textContent = text;
  }

  /** Lists all solutions of the length that was found. */
  async listAll() {
    const { result } = this;
    if (!result) return;
    const number = result.solution.split(/\s+/).filter(Boolean).length;
    const list = $("all-list");
    list.replaceChildren();
    $("all-message").textContent = "Searching…";
    $("stop").disabled = false;
    const { request } = result;
    const exactly = { ...request, turns: number };
    const entry = (solution) => {
      const play = () => this.page.playing.open(request, solution);
      return made("li", {}, made("button", { type: "button", onclick: play }, solution));
    };
    const onProgress = ({ news, solution }) => news === "solution" && list.append(entry(solution));
    const question = { ask: "enumerate", request: exactly, listing: { limit: MAX_LISTED } };
    const answer = await this.page.engine.long.ask(question, onProgress);
    $("stop").disabled = true;
    if (result !== this.result) return;
    if (answer.solutions) list.replaceChildren(...answer.solutions.sort().map(entry));
    const found = list.childElementCount;
    const listed = `${found} ${found === 1 ? "solution" : "solutions"} of ${count(number, request.metric)}`;
    $("all-message").textContent = answer.error ?? (answer.complete ? `${listed}, and no others.` : `${listed} found so far.`);
  }
}
