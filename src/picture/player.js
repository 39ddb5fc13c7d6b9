// Draws the net of a puzzle, and plays turns on it.
//
// src/picture/playback.rs writes the data: the positions of facelets, colors, a start, turns as
// pairs of facelets, and the sequence of turns. This file works for any puzzle.

const SVG = "http://www.w3.org/2000/svg";

/** Creates an SVG element. */
function drawn(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Creates an HTML element. */
export function made(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** The net as a picture whose stickers can be recolored and moved. */
export class Net {
  constructor({ shape, colors, facelets, title, labels = [] }) {
    this.shape = shape;
    this.colors = colors;
    this.facelets = facelets;
    const edge = 0.12;
    const box = [-edge, -edge, shape.width + 2 * edge, shape.height + 2 * edge];
    this.svg = drawn("svg", { class: "net", viewBox: box.join(" "), role: "img" });
    this.svg.setAttribute("aria-label", `${title}, unfolded`);
    this.svg.style.setProperty("--columns", shape.width);
    this.cells = shape.cells.map((corners, facelet) => {
      const cell = drawn("g", { class: "cell", "data-facelet": facelet });
      cell.append(drawn("polygon", { points: corners.map((it) => it.join()).join(" ") }));
      const [x, y] = shape.middles[facelet];
      cell.append(drawn("text", { x, y, "font-size": shape.letter * 2 }));
      this.svg.append(cell);
      return cell;
    });
    for (const { name, word, x, y, size } of labels) {
      const text = drawn("text", { class: "face-name", x, y, "font-size": size });
      text.append(drawn("tspan", { "font-weight": 700 }), word ? ` ${word}` : "");
      text.firstChild.textContent = name;
      this.svg.append(text);
    }
    this.shown = this.cells.map(() => null);
    this.show(this.shown);
  }

  /** Shows a color, by its number, on each facelet; null if it is unknown. */
  show(colors) {
    colors.forEach((color, facelet) => this.paint(facelet, color));
  }

  /** Shows a color on a facelet. */
  paint(facelet, color) {
    const [polygon, text] = this.cells[facelet].children;
    const { fill, ink, symbol } = this.colors[color] ?? { fill: "", ink: "", symbol: "?" };
    this.shown[facelet] = color ?? null;
    this.cells[facelet].classList.toggle("open", fill === "");
    polygon.style.fill = fill;
    text.style.fill = ink;
    text.textContent = symbol;
  }

  /** Moves stickers, each from a facelet to another, within a time in milliseconds. */
  move(moves, milliseconds) {
    const before = [...this.shown];
    for (const [from, to] of moves) {
      this.paint(to, before[from]);
      const cell = this.cells[to];
      for (const running of cell.getAnimations()) running.cancel();
      if (milliseconds < 30) continue;
      // Moving stickers are drawn on top.
      this.svg.append(cell);
      const [x, y] = [0, 1].map((it) => this.shape.middles[from][it] - this.shape.middles[to][it]);
      const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }];
      cell.animate(frames, { duration: milliseconds, easing: "ease-in-out" });
    }
  }
}

const SPEEDS = [
  ["slow", 1600],
  ["normal", 800],
  ["fast", 400],
  ["very fast", 120],
];

/** A net, with buttons, a slider and the names of the turns below. */
export class Player {
  /** Each change of the step calls `onstep`. */
  constructor(place, data, { onstep = () => {} } = {}) {
    this.data = data;
    this.onstep = onstep;
    this.step = 0;
    this.pace = SPEEDS[1][1];
    this.states = [data.start];
    for (const number of data.steps) {
      const last = this.states.at(-1);
      const next = [...last];
      for (const [from, to] of data.turns[number].moves) next[to] = last[from];
      this.states.push(next);
    }
    this.net = new Net(data);
    this.net.show(data.start);
    this.root = made("div", { class: "player", role: "group", "aria-label": "Player" });
    this.stage = made("div", { class: "stage" }, this.net.svg);
    this.root.append(this.stage, this.#controls(), this.#turns());
    this.root.addEventListener("keydown", (event) => this.#key(event));
    place.replaceChildren(this.root);
    this.#tell();
  }

  get length() {
    return this.data.steps.length;
  }

  #controls() {
    const button = (label, sign, act) =>
      made("button", { type: "button", "aria-label": label, title: label, onclick: act }, sign);
    this.toggle = button("Play", "Play", () => this.play(!this.timer));
    this.slider = made("input", {
      type: "range",
      min: 0,
      max: this.length,
      value: 0,
      "aria-label": "Turns made",
      oninput: () => this.go(Number(this.slider.value)),
    });
    const speeds = SPEEDS.map(([name, pace]) =>
      made("option", { value: pace, selected: pace === this.pace }, name),
    );
    this.speed = made(
      "select",
      { "aria-label": "Speed", onchange: () => (this.pace = Number(this.speed.value)) },
      ...speeds,
    );
    this.said = made("p", { class: "said", role: "status" });
    const buttons = made(
      "div",
      { class: "buttons" },
      button("To the start", "|◀", () => this.go(0)),
      button("One turn back", "◀", () => this.go(this.step - 1)),
      this.toggle,
      button("One turn forward", "▶", () => this.go(this.step + 1)),
      button("To the end", "▶|", () => this.go(this.length)),
      this.speed,
    );
    return made("div", { class: "controls" }, this.said, buttons, this.slider);
  }

  #turns() {
    const titles = new Map(this.data.titles);
    this.words = this.data.steps.map((number, at) =>
      made(
        "button",
        { type: "button", class: "turn", tabindex: -1, onclick: () => this.go(at + 1) },
        this.data.turns[number].name,
      ),
    );
    const list = made("div", { class: "turns", role: "group", "aria-label": "Turns" });
    this.words.forEach((word, at) => {
      if (titles.has(at)) list.append(made("span", { class: "title" }, titles.get(at)));
      list.append(word);
    });
    return list;
  }

  #key(event) {
    if (event.target === this.speed || event.altKey || event.ctrlKey || event.metaKey) return;
    const acts = {
      ArrowRight: () => this.go(this.step + 1),
      ArrowLeft: () => this.go(this.step - 1),
      Home: () => this.go(0),
      End: () => this.go(this.length),
    };
    if (event.key === " " && event.target === this.slider) acts[" "] = () => this.play(!this.timer);
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Goes to a step; a single turn is animated. */
  go(step) {
    this.play(false);
    this.#go(step);
  }

  #go(step) {
    step = Math.max(0, Math.min(this.length, step));
    const from = this.step;
    if (step === from) return;
    this.step = step;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const milliseconds = still || Math.abs(step - from) > 1 ? 0 : this.pace * 0.75;
    if (Math.abs(step - from) === 1) {
      const { moves } = this.data.turns[this.data.steps[Math.min(step, from)]];
      const back = ([from, to]) => [to, from];
      this.net.move(step > from ? moves : moves.map(back), milliseconds);
    } else {
      this.net.show(this.states[step]);
    }
    this.#tell();
    this.onstep(step, milliseconds);
  }

  /** Plays, from the start if at the end; or pauses. */
  play(on) {
    clearTimeout(this.timer);
    this.timer = undefined;
    const label = on ? "Pause" : "Play";
    this.toggle.textContent = label;
    this.toggle.setAttribute("aria-label", label);
    this.toggle.title = label;
    if (!on) return;
    if (this.step === this.length) this.#go(0);
    const next = () => {
      this.#go(this.step + 1);
      if (this.step >= this.length) return this.play(false);
      this.timer = setTimeout(next, this.pace);
    };
    this.timer = setTimeout(next, Math.min(this.pace, 300));
  }

  /** Stops playing. */
  close() {
    this.play(false);
  }

  #tell() {
    this.slider.value = this.step;
    this.words.forEach((word, at) => {
      word.classList.toggle("done", at < this.step);
      if (at === this.step - 1) word.setAttribute("aria-current", "step");
      else word.removeAttribute("aria-current");
    });
    const last = this.words[this.step - 1]?.textContent;
    const of = made("span", { class: "of" }, `${this.step} of ${this.length} turns`);
    this.said.replaceChildren(of, " ", made("span", { class: "now" }, last ?? "Start"));
    const box = this.words[this.step - 1];
    const list = box?.parentElement;
    if (list && list.scrollHeight > list.clientHeight) list.scrollTop = box.offsetTop - list.offsetTop - 40;
  }
}
