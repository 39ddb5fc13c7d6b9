// The page: holds what is chosen and painted, and updates the other parts when it changes.

import * as address from "./address.js";
import { bytes } from "./assets.js";
import { Downloads } from "./downloads.js";
import { Engine } from "./engine.js";
import * as holding from "./holding.js";
import { hasDistinctColors } from "./net.js";
import { Painter } from "./painter.js";
import { Playing } from "./playing.js";
import { Solving } from "./solving.js";
import { made } from "../../../src/picture/player.js";

export const $ = (id) => document.getElementById(id);

/** The symbols of colors in messages, and the symbol of color 0: Braille patterns, which occur in no word. */
const [COLOR, FIRST] = [/([\u2801-\u28ff])/, 0x2801];

/** The time without changes, in milliseconds, before a painted state is checked. */
const CHECK_DELAY = 60;

/** The puzzles that most people own. They come first in the list. */
const COMMON_PUZZLES = ["rubik", "pocket", "4x4x4", "pyraminx", "megaminx", "skewb", "5x5x5", "6x6x6", "7x7x7", "domino", "kilominx"];

class Page {
  constructor() {
    this.engine = new Engine();
    this.playing = new Playing(this);
    this.solving = new Solving(this);
    this.downloads = new Downloads(this);
    // For tests and for debugging.
    globalThis.twistsat = this;
    this.ready = this.#start();
  }

  async #start() {
    const list = await this.engine.quick.ask({ ask: "list" });
    if (list.error) return void ($("answer").textContent = list.error);
    const rank = ({ name }) => (COMMON_PUZZLES.includes(name) ? COMMON_PUZZLES.indexOf(name) : COMMON_PUZZLES.length);
    list.puzzles.sort((a, b) => rank(a) - rank(b));
    const options = list.puzzles.map(({ name, title }) => made("option", { value: name }, title));
    $("puzzle").append(...options);
    const fill = (id, names) => $(id).append(...names.map((name) => made("option", { value: name }, name)));
    $("recipe").append(made("option", { value: "" }, "default"));
    fill("recipe", list.recipes);
    fill("solver", list.solvers);
    this.defaults = { solver: list.solvers[0], puzzle: COMMON_PUZZLES[0] };
    $("version").textContent = `twistsat ${list.version}. Everything is computed in this browser; nothing is sent anywhere.`;
    this.#listen();
    await this.#read();
  }

  #listen() {
    $("puzzle").onchange = () => this.choose({ puzzle: $("puzzle").value });
    $("open").onclick = () => $("file").click();
    $("file").onchange = async () => {
      const [file] = $("file").files;
      $("file").value = "";
      if (file) await this.open(file.name, await file.text());
    };
    document.ondragover = (event) => {
      event.preventDefault();
      document.body.classList.add("drop");
    };
    document.ondragleave = () => document.body.classList.remove("drop");
    document.ondrop = async (event) => {
      event.preventDefault();
      document.body.classList.remove("drop");
      const [file] = event.dataTransfer.files;
      if (file) await this.open(file.name, await file.text());
    };
    $("random").onclick = () => this.random();
    $("solved").onclick = () => (this.painter.state = this.#solved());
    $("empty").onclick = () => this.painter.empty();
    $("undo").onclick = () => this.painter.undo();
    $("whole-face").onclick = () => {
      this.painter.fills = !this.painter.fills;
      $("whole-face").setAttribute("aria-pressed", String(this.painter.fills));
    };
    $("letters").onclick = () => this.showLetters(!this.hasLetters);
    // Keys paint unless the focus is on something else that takes keys.
    document.addEventListener("keydown", (event) => {
      if (!event.target.closest("input, select, textarea, .player")) this.painter?.key(event);
    });
    $("type").onsubmit = (event) => {
      event.preventDefault();
      this.applyTyped($("turns").value);
    };
    for (const id of ["metric", "solver", "recipe"]) $(id).onchange = () => this.#changed();
    $("licences").ontoggle = async () => {
      if ($("licence-text").textContent) return;
      $("licence-text").textContent = new TextDecoder().decode(await bytes("licences.txt"));
    };
    window.onhashchange = () => location.hash !== this.hash && this.#read();
  }

  /** Restores the state of the page from the address. */
  async #read() {
    this.hash = location.hash;
    let saved = {};
    let damage = "";
    try {
      saved = await address.read(location.hash);
    } catch {
      damage = "The address of this page is damaged, so the page starts afresh.";
    }
    for (const id of ["metric", "solver", "recipe"]) {
      const exists = [...$(id).options].some(({ value }) => value === saved[id]);
      $(id).value = exists ? saved[id] : $(id).options[0].value;
    }
    await this.choose({ puzzle: saved.puzzle, file: saved.file }, saved.state);
    if (damage) $("file-message").textContent = damage;
  }

  /** Chooses the puzzle of a file, if the file has no mistakes. */
  async open(name, text) {
    await this.choose({ file: { name, text } });
  }

  /** Chooses a puzzle, by name or from a file. */
  async choose({ puzzle, file }, state) {
    const source = file ? { puzzle_file: file } : { puzzle: puzzle || this.defaults.puzzle };
    const described = await this.engine.quick.ask({ ask: "puzzle", request: source });
    const mistakes = described.mistakes ?? (described.error && [described.error]);
    if (mistakes) {
      // Keep the previous puzzle, or choose the default one if there is none.
      if (!this.puzzle) await this.choose({});
      $("file-message").textContent = mistakes.join("\n");
      return;
    }
    $("file-message").textContent = "";
    this.source = source;
    this.puzzle = described;
    this.#selectName();
    this.solving.reset();
    $("whole-face").setAttribute("aria-pressed", "false");
    // A new puzzle is held as in its file until something is painted.
    holding.show(described);
    this.showLetters(!hasDistinctColors(described));
    this.painter = new Painter(described, () => this.#changed());
    const { svg, shape } = this.painter.net;
    // Whether a message fits to the right of the upper face, and another one to the right of the lower face.
    const { classList } = svg.closest(".board");
    const isRightHalfWithin = (isWithin) => shape.middles.every(([x, y]) => x < shape.width / 2 || isWithin(y / shape.height));
    classList.toggle("has-corner", isRightHalfWithin((y) => y > 1 / 3));
    classList.toggle("has-foot", isRightHalfWithin((y) => y < 2 / 3));
    this.painter.state = state ?? this.#solved();
    this.painter.past = [];
    await this.checked;
  }

  /** Shows letters on the stickers, or only colors. */
  showLetters(on) {
    this.hasLetters = on;
    document.body.classList.toggle("letters", on);
    $("letters").setAttribute("aria-pressed", String(on));
  }

  /** Selects the puzzle in the list. A puzzle from a file is added to the list. */
  #selectName() {
    const { puzzle_file: file } = this.source;
    const value = file ? "(file)" : this.puzzle.name;
    $("puzzle").querySelector("[value='(file)']")?.remove();
    if (file) $("puzzle").append(made("option", { value }, `${this.puzzle.title} (${file.name})`));
    $("puzzle").value = value;
    $("puzzle").title = this.puzzle.title;
  }

  #solved() {
    const { order, solved, colors } = this.puzzle;
    return order.map((facelet) => colors[solved[facelet]].symbol).join("");
  }

  async random() {
    const [high, low] = crypto.getRandomValues(new Uint32Array(2));
    const seed = (high & 0xfffff) * 2 ** 32 + low;
    const { state, error } = await this.engine.quick.ask({ ask: "random", request: this.source, seed });
    if (error) return void ($("turns-message").textContent = error);
    this.painter.state = state;
  }

  /** Shows the state to which typed turns lead from the solved puzzle, or a typed state. */
  async applyTyped(text) {
    const ask = (start) =>
      this.engine.quick.ask({ ask: "painted", request: { ...this.source, ...start } });
    let { state, error } = await ask({ scramble: text });
    if (error) {
      const typed = await ask({ state: text });
      if (!typed.error) ({ state, error } = typed);
    }
    $("turns-message").textContent = error ?? "";
    if (!error) this.painter.state = state;
  }

  /** The request for the painted state and the selected options. */
  get request() {
    const request = { ...this.source, state: this.painter.state, layout: "net" };
    request.metric = $("metric").value;
    // Without a solver and a recipe, the program chooses a method that suits the puzzle.
    if ($("solver").value !== this.defaults.solver) request.solver = $("solver").value;
    if ($("recipe").value) request.recipe = $("recipe").value;
    return request;
  }

  /** Discards the solution after something was painted or chosen, and schedules a check. */
  #changed() {
    $("turns-message").textContent = "";
    this.solving.reset();
    clearTimeout(this.checkTimer);
    this.checked = new Promise((done) => {
      this.checkTimer = setTimeout(() => this.#check().then(done), CHECK_DELAY);
    });
  }

  /** A message as nodes, with a dot and a name in place of each symbol of a color. */
  #withColors(message) {
    const color = (number) => {
      const { name, fill } = this.puzzle.colors[number];
      const dot = made("span", { class: "dot", "aria-hidden": "true" });
      dot.style.background = fill;
      return [dot, name];
    };
    const parts = message.replaceAll("`", "").split(COLOR).filter(Boolean);
    const nodes = parts.flatMap((part) => (COLOR.test(part) ? color(part.charCodeAt(0) - FIRST) : [part]));
    const first = nodes.findIndex((node) => typeof node === "string");
    if (first >= 0) nodes[first] = nodes[first][0].toUpperCase() + nodes[first].slice(1);
    return nodes;
  }

  /** The stickers that a message names or, if it names none, those with a color that it quotes. */
  #affectedStickers(message) {
    const words = message.split(/[^\p{L}\p{N}_]+/u);
    // A name of one letter could be any word.
    const isNamed = (name) => [...name].length > 1 && words.includes(name);
    const all = [...this.puzzle.facelets.keys()];
    const named = all.filter((it) => isNamed(this.puzzle.facelets[it]));
    const isQuoted = (color) => color !== null && message.includes(`\`${String.fromCharCode(FIRST + color)}\``);
    return named.length > 0 ? named : all.filter((it) => isQuoted(this.painter.net.shown[it]));
  }

  /** Shows why the state is impossible, with a button that makes the smallest repair, which Undo reverts. */
  #showProblem(message, repair) {
    $("wrong").replaceChildren(...this.#withColors(message));
    $("repair").hidden = !repair;
    if (!repair) return;
    const nodes = this.#withColors(`the smallest change that makes it possible: ${repair.words}.`);
    $("repair-message").replaceChildren(...nodes);
    $("repair-do").onclick = () => (this.painter.state = repair.state);
  }

  /** Checks the painted state, marks impossible stickers, and updates the command and the address. */
  async #check() {
    const { painter, request } = this;
    const { metric, solver, recipe, ...start } = request;
    const { wrong = "", repair, hold, error } = await this.engine.quick.ask({ ask: "painted", request: start });
    if (painter !== this.painter || painter.state !== request.state) return;
    this.#showProblem(error ?? wrong, repair);
    painter.mark(this.#affectedStickers(wrong), $("wrong").textContent);
    if (hold) holding.show(this.puzzle, hold);
    $("solve").disabled = $("wrong").textContent !== "" || painter.isEmpty;
    this.downloads.show(request);
    const saved = {
      puzzle: start.puzzle,
      file: start.puzzle_file,
      state: start.state,
      metric: metric === "htm" ? "" : metric,
      solver,
      recipe,
    };
    this.hash = await address.write(saved);
    // Some browsers forbid this for a page that is opened from a disk.
    try {
      history.replaceState(null, "", this.hash);
    } catch {
      location.replace(this.hash);
    }
    $("address").href = this.hash;
  }
}

new Page();
