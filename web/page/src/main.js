// The page: what is chosen and painted, and who is told when that changes.

import * as address from "./address.js";
import { bytes } from "./assets.js";
import { Behind } from "./behind.js";
import { Engine } from "./engine.js";
import * as holding from "./holding.js";
import { isPlain } from "./net.js";
import { Painter } from "./painter.js";
import { Playing } from "./playing.js";
import { Solving } from "./solving.js";
import { made } from "../../../src/picture/player.js";

export const $ = (id) => document.getElementById(id);

/** Colors in messages, in order from here on: Braille patterns, which occur in no word. */
const [COLOR, FIRST] = [/([\u2801-\u28ff])/, 0x2801];

/** As long as this, what is painted rests before it is looked at. */
const REST = 60;

/** The puzzles that most people own come first, then all others. */
const ORDER = ["rubik", "pocket", "4x4x4", "pyraminx", "megaminx", "skewb", "5x5x5", "6x6x6", "7x7x7", "domino", "kilominx"];

class Page {
  constructor() {
    this.engine = new Engine();
    this.playing = new Playing(this);
    this.solving = new Solving(this);
    this.behind = new Behind(this);
    // For tests and for debugging.
    globalThis.twistsat = this;
    this.ready = this.#start();
  }

  async #start() {
    const list = await this.engine.quick.ask({ ask: "list" });
    if (list.error) return void ($("answer").textContent = list.error);
    const rank = ({ name }) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
    list.puzzles.sort((a, b) => rank(a) - rank(b));
    const options = list.puzzles.map(({ name, title }) => made("option", { value: name }, title));
    $("puzzle").append(...options);
    const fill = (id, names) => $(id).append(...names.map((name) => made("option", { value: name }, name)));
    $("recipe").append(made("option", { value: "" }, "the usual one"));
    fill("recipe", list.recipes);
    fill("solver", list.solvers);
    this.usual = { solver: list.solvers[0], puzzle: ORDER[0] };
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
    $("letters").onclick = () => this.letters(!this.hasLetters);
    // Keys paint wherever nothing else takes letters.
    document.addEventListener("keydown", (event) => {
      if (!event.target.closest("input, select, textarea, .player")) this.painter?.key(event);
    });
    $("type").onsubmit = (event) => {
      event.preventDefault();
      this.mix($("turns").value);
    };
    for (const id of ["metric", "solver", "recipe"]) $(id).onchange = () => this.#changed();
    $("licences").ontoggle = async () => {
      if ($("licence-text").textContent) return;
      $("licence-text").textContent = new TextDecoder().decode(await bytes("licences.txt"));
    };
    window.onhashchange = () => location.hash !== this.hash && this.#read();
  }

  /** Takes what the address says. */
  async #read() {
    this.hash = location.hash;
    let said;
    try {
      said = await address.read(location.hash);
    } catch {
      $("file-said").textContent = "The address of this page is damaged; this is where a new one begins.";
      said = {};
    }
    for (const id of ["metric", "solver", "recipe"]) {
      const there = [...$(id).options].some(({ value }) => value === said[id]);
      $(id).value = there ? said[id] : $(id).options[0].value;
    }
    await this.choose({ puzzle: said.puzzle, file: said.file }, said.state);
  }

  /** A puzzle file: it is chosen if nothing is wrong with it. */
  async open(name, text) {
    await this.choose({ file: { name, text } });
  }

  /** Chooses a puzzle, by name or from a file. */
  async choose({ puzzle, file }, state) {
    const source = file ? { puzzle_file: file } : { puzzle: puzzle || this.usual.puzzle };
    const described = await this.engine.quick.ask({ ask: "puzzle", request: source });
    const wrong = described.mistakes ?? (described.error && [described.error]);
    $("file-said").textContent = wrong?.join("\n") ?? "";
    // What was chosen before stays, if there was something.
    if (wrong) return this.puzzle ? undefined : this.choose({});
    this.source = source;
    this.puzzle = described;
    this.#name();
    this.solving.reset();
    $("whole-face").setAttribute("aria-pressed", "false");
    // A new puzzle is held as it comes until something is painted.
    holding.show(described);
    this.letters(!isPlain(described));
    this.painter = new Painter(described, () => this.#changed());
    const { svg, shape } = this.painter.net;
    // Whether a message fits next to the upper face, and another one next to the lower face.
    const { classList } = svg.closest(".board");
    const leaves = (isOther) => shape.middles.every(([x, y]) => x < shape.width / 2 || isOther(y / shape.height));
    classList.toggle("has-corner", leaves((y) => y > 1 / 3));
    classList.toggle("has-foot", leaves((y) => y < 2 / 3));
    this.painter.state = state ?? this.#solved();
    this.painter.past = [];
    await this.checked;
  }

  /** Shows letters on stickers, or colors alone. */
  letters(on) {
    this.hasLetters = on;
    document.body.classList.toggle("letters", on);
    $("letters").setAttribute("aria-pressed", String(on));
  }

  /** The puzzle's name in the list, also if it is from a file. */
  #name() {
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
    if (error) return void ($("turns-said").textContent = error);
    this.painter.state = state;
  }

  /** Shows where turns lead from the solved puzzle; or a state that was typed. */
  async mix(text) {
    const ask = (start) =>
      this.engine.quick.ask({ ask: "painted", request: { ...this.source, ...start } });
    let { state, error } = await ask({ scramble: text });
    if (error) {
      const typed = await ask({ state: text });
      if (!typed.error) ({ state, error } = typed);
    }
    $("turns-said").textContent = error ?? "";
    if (!error) this.painter.state = state;
  }

  /** What is asked, in the words of the solver. */
  get request() {
    const request = { ...this.source, state: this.painter.state, layout: "net" };
    request.metric = $("metric").value;
    // Without a name the program chooses what suits the puzzle.
    if ($("solver").value !== this.usual.solver) request.solver = $("solver").value;
    if ($("recipe").value) request.recipe = $("recipe").value;
    return request;
  }

  /** Something was painted or chosen. */
  #changed() {
    $("turns-said").textContent = "";
    this.solving.reset();
    clearTimeout(this.rest);
    this.checked = new Promise((done) => {
      this.rest = setTimeout(() => this.#check().then(done), REST);
    });
  }

  /** A message of words and colors, as nodes. */
  #worded(message) {
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

  /** The stickers that a message names, or those with a color that it quotes. */
  #concerned(message) {
    const words = message.split(/[^\p{L}\p{N}_]+/u);
    // A name of one letter could be any word.
    const isNamed = (name) => [...name].length > 1 && words.includes(name);
    const all = [...this.puzzle.facelets.keys()];
    const named = all.filter((it) => isNamed(this.puzzle.facelets[it]));
    const isQuoted = (color) => color !== null && message.includes(`\`${String.fromCharCode(FIRST + color)}\``);
    return named.length > 0 ? named : all.filter((it) => isQuoted(this.painter.net.shown[it]));
  }

  /** What is impossible, and the smallest change that makes it possible: a button makes it, and Undo takes it back. */
  #wrong(message, repair) {
    $("wrong").replaceChildren(...this.#worded(message));
    $("repair").hidden = !repair;
    if (!repair) return;
    const words = this.#worded(`the smallest change that makes it possible: ${repair.words}.`);
    $("repair-said").replaceChildren(...words);
    $("repair-do").onclick = () => (this.painter.state = repair.state);
  }

  /** What is impossible, at its place; and the address. */
  async #check() {
    const { painter, request } = this;
    const { metric, solver, recipe, ...start } = request;
    const { wrong = "", repair, hold, error } = await this.engine.quick.ask({ ask: "painted", request: start });
    if (painter !== this.painter || painter.state !== request.state) return;
    this.#wrong(error ?? wrong, repair);
    painter.mark(this.#concerned(wrong), $("wrong").textContent);
    if (hold) holding.show(this.puzzle, hold);
    $("solve").disabled = $("wrong").textContent !== "" || painter.isEmpty;
    this.behind.show(request);
    const plain = {
      puzzle: start.puzzle,
      file: start.puzzle_file,
      state: start.state,
      metric: metric === "htm" ? "" : metric,
      solver,
      recipe,
    };
    this.hash = await address.write(plain);
    // A page on a disk may not always write its history.
    try {
      history.replaceState(null, "", this.hash);
    } catch {
      location.replace(this.hash);
    }
    $("address").href = this.hash;
  }
}

new Page();
