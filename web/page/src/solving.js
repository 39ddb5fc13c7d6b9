// Solving: the lengths that are tried as they are tried, the bounds, and every better solution as it is found.

import { made } from "../../../src/picture/player.js";

const $ = (id) => document.getElementById(id);
const grouped = (number) => number?.toLocaleString("en") ?? "";
const count = (turns, metric) => {
  const unit = metric === "qtm" ? "quarter turn" : "turn";
  return `${turns} ${unit}${turns === 1 ? "" : "s"}`;
};

/** The maximum number of solutions listed. */
const MAX_LISTED = 1000;

/** Of the solutions found so far, the shortest are offered. */
const MAX_OFFERED = 5;

export class Solving {
  constructor(page) {
    this.page = page;
    $("solve").onclick = () => this.solve();
    $("stop").onclick = () => this.stop();
    $("all").onclick = () => this.all();
  }

  /** Nothing is solved yet. */
  reset() {
    this.run = undefined;
    this.page.engine.long.stop();
    this.#end();
    this.result = undefined;
    $("solve-hint").hidden = false;
    $("all").hidden = true;
    for (const id of ["answer", "time", "bounds", "all-said"]) $(id).textContent = "";
    for (const id of ["found", "budgets", "news", "all-list"]) $(id).replaceChildren();
    this.page.playing.close();
    this.page.behind.found(undefined);
  }

  #begin(what) {
    $("stop").disabled = false;
    $("solve").disabled = true;
    $("solve-hint").hidden = true;
    $("answer").textContent = what;
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
    // Something else is asked by now.
    if (run !== this.run) return;
    this.#end();
    $("time").textContent = `${this.since().toFixed(1)} s`;
    if (answer.error) return void ($("answer").textContent = answer.error);
    const turns = answer.stopped === true ? best.solution : answer.solution;
    this.result = { ...answer, request, solution: turns ?? undefined };
    $("bounds").textContent = "";
    this.#say(answer, best, request.metric);
    if (answer.attempts) this.#table(answer.attempts);
    this.page.behind.found(this.result);
    if (typeof turns !== "string") return;
    $("all").hidden = turns === "";
    // What could not be read is played as it was found.
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
        $("news").append(made("li", {}, `${event.seconds.toFixed(1)} s: ${what}${by}`));
        break;
      }
      case "trying":
        if (best.turns === undefined) $("answer").textContent = `Searching… ${event.what}`;
    }
    if (best.turns !== undefined) $("answer").textContent = `${count(best.turns, metric)} so far; looking for fewer…`;
    $("bounds").textContent = best.least ? `At least ${count(best.least, metric)} are needed.` : "";
  }

  /** Offers a solution. It is shown at once, unless the turns of another one are being made. */
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

  /** A length and what came of it: one row, which is filled in when it is answered. */
  #row(turns, verdict, { variables, clauses }, seconds) {
    const words = { sat: "a solution exists", unsat: "no solution" };
    const key = `budget-${turns}`;
    let row = [...$("budgets").rows].findLast((it) => it.dataset.key === key);
    if (!row || row.dataset.done) {
      row = made("tr", { "data-key": key });
      // Of large puzzles there are many.
      if ($("budgets").rows.length > 200) $("budgets").rows[0].remove();
      $("budgets").append(row);
    }
    if (seconds !== undefined) row.dataset.done = "yes";
    const time = seconds === undefined ? "" : `${seconds.toFixed(2)} s`;
    const cells = [turns, words[verdict] ?? verdict, grouped(variables), grouped(clauses), time];
    row.replaceChildren(...cells.map((cell) => made("td", {}, String(cell))));
  }

  /** All lengths, once they are known. */
  #table(attempts) {
    $("budgets").replaceChildren();
    for (const it of attempts) this.#row(it.turns, it.verdict, it, it.encode_seconds + it.solve_seconds);
  }

  #say(answer, best, metric) {
    const stopped = answer.stopped === true;
    const turns = stopped ? best.turns : answer.turns;
    const least = stopped ? best.least : answer.at_least;
    let text;
    if (turns === 0) text = "It is solved already.";
    else if (turns !== undefined && turns !== null) {
      const length = count(turns, metric);
      if (!stopped && answer.minimal) text = `${length}. There is no shorter way.`;
      else {
        const known = least ? ` At least ${count(least, metric)} are needed.` : "";
        text = `${length}; a shorter way may exist.${known}`;
      }
    } else if (stopped) text = "Stopped before a solution was found.";
    else if (answer.stopped) text = `No solution was found (${answer.stopped}).`;
    else text = "There is no solution.";
    if (answer.start) text += `\nThe stickers that cannot be read are taken as: ${answer.start}`;
    $("answer").textContent = text;
  }

  /** Lists all solutions of the length that was found. */
  async all() {
    const { result } = this;
    if (!result) return;
    const number = result.solution.split(/\s+/).filter(Boolean).length;
    const list = $("all-list");
    list.replaceChildren();
    $("all-said").textContent = "Searching…";
    $("stop").disabled = false;
    const { request } = result;
    const those = { ...request, turns: number };
    const entry = (solution) => {
      const play = () => this.page.playing.open(request, solution);
      return made("li", {}, made("button", { type: "button", onclick: play }, solution));
    };
    const onProgress = ({ news, solution }) => news === "solution" && list.append(entry(solution));
    const question = { ask: "enumerate", request: those, listing: { limit: MAX_LISTED } };
    const answer = await this.page.engine.long.ask(question, onProgress);
    $("stop").disabled = true;
    if (result !== this.result) return;
    if (answer.solutions) list.replaceChildren(...answer.solutions.sort().map(entry));
    const many = list.childElementCount;
    const listed = `${many} ${many === 1 ? "solution" : "solutions"} of ${count(number, request.metric)}`;
    $("all-said").textContent = answer.error ?? (answer.complete ? `${listed}, and no others.` : `${listed} found so far.`);
  }
}
