// Painting: a net whose stickers take the colour that is chosen, by mouse, finger or keyboard.

import { Net, made } from "../../../src/picture/player.js";

export class Painter {
  /** `onpaint` is told when something was painted. */
  constructor(place, puzzle, onpaint) {
    this.puzzle = puzzle;
    this.onpaint = onpaint;
    this.past = [];
    this.fills = false;
    this.net = new Net(puzzle);
    this.net.svg.classList.add("painting");
    this.net.svg.setAttribute("role", "group");
    this.net.svg.setAttribute("aria-label", `Stickers of the ${puzzle.title}`);
    this.net.svg.setAttribute("aria-describedby", "paint-hint");
    this.net.cells.forEach((cell, facelet) => this.#listen(cell, facelet));
    this.net.svg.addEventListener("keydown", (event) => this.#key(event));
    this.focus = puzzle.order[0];
    this.palette = made("div", { class: "palette", role: "group", "aria-label": "Colors" });
    this.buttons = [...puzzle.colors, null].map((color, number) => this.#swatch(color, number));
    this.palette.append(...this.buttons);
    place.replaceChildren(this.net.svg, this.palette);
    this.choose(0);
    this.mark([]);
    this.#name();
  }

  #swatch(color, number) {
    const { symbol, name, fill, ink } = color ?? { symbol: ".", name: "cannot be read" };
    const swatch = made("span", { class: "swatch" }, symbol);
    if (fill) Object.assign(swatch.style, { background: fill, color: ink });
    const count = made("span", { class: "count" });
    const label = `${name}, key ${symbol}`;
    const attributes = { type: "button", title: label, onclick: () => this.choose(number) };
    return made("button", attributes, swatch, made("span", { class: "word" }, name), count);
  }

  /** The colour that is painted with. */
  choose(number) {
    this.chosen = number;
    this.buttons.forEach((it, at) => it.setAttribute("aria-pressed", String(at === number)));
  }

  get color() {
    return this.chosen < this.puzzle.colors.length ? this.chosen : null;
  }

  #listen(cell, facelet) {
    cell.setAttribute("role", "button");
    cell.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      // So that a finger paints what it moves over.
      if (cell.hasPointerCapture?.(event.pointerId)) cell.releasePointerCapture(event.pointerId);
      this.paint(this.fills ? this.#face(facelet) : [facelet], this.color);
    });
    cell.addEventListener("pointerenter", (event) => {
      if (event.buttons === 1 && !this.fills && event.pointerType === "mouse") this.paint([facelet], this.color);
    });
    cell.addEventListener("focus", () => this.#hold(facelet));
  }

  #face(facelet) {
    return this.puzzle.faces.find((face) => face.includes(facelet)) ?? [facelet];
  }

  /** One sticker at a time is reached by the Tab key. */
  #hold(facelet) {
    this.net.cells[this.focus].setAttribute("tabindex", "-1");
    this.focus = facelet;
    this.net.cells[facelet].setAttribute("tabindex", "0");
  }

  #key(event) {
    const { key } = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z") {
      event.preventDefault();
      return this.undo();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const ways = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
    const { colors, order } = this.puzzle;
    const symbols = colors.map(({ symbol }) => symbol);
    let color;
    if (ways[key]) {
      event.preventDefault();
      return this.#go(ways[key]);
    }
    if (key === "Enter" || key === " ") {
      event.preventDefault();
      return this.paint(this.fills ? this.#face(this.focus) : [this.focus], this.color);
    }
    if ([".", "Backspace", "Delete"].includes(key)) color = null;
    else if (symbols.includes(key)) color = symbols.indexOf(key);
    else if (symbols.includes(key.toUpperCase())) color = symbols.indexOf(key.toUpperCase());
    else if (/^[1-9]$/.test(key) && Number(key) <= colors.length) color = Number(key) - 1;
    else return;
    event.preventDefault();
    this.paint([this.focus], color);
    // On to the next one, as in a text.
    const at = order.indexOf(this.focus);
    const step = key === "Backspace" ? -1 : 1;
    this.net.cells[order[(at + step + order.length) % order.length]].focus();
  }

  /** To the sticker that is nearest in a direction. */
  #go([right, down]) {
    const { middles } = this.net.shape;
    const [x, y] = middles[this.focus];
    let best;
    let least = Infinity;
    middles.forEach(([toX, toY], facelet) => {
      const along = (toX - x) * right + (toY - y) * down;
      const beside = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
      const cost = along + 2.5 * beside;
      if (along > 0.2 && cost < least) [best, least] = [facelet, cost];
    });
    if (best !== undefined) this.net.cells[best].focus();
  }

  /** Paints, so that it can be undone. */
  paint(facelets, color) {
    if (facelets.every((it) => this.net.shown[it] === color)) return;
    this.#keep();
    for (const facelet of facelets) this.net.paint(facelet, color);
    this.#changed();
  }

  #keep() {
    this.past.push([...this.net.shown]);
    if (this.past.length > 500) this.past.shift();
  }

  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.net.show(before);
    this.#changed();
  }

  #changed() {
    this.#name();
    this.onpaint();
  }

  /** What is shown as text, in the order in which states are written. */
  get state() {
    const { colors, order } = this.puzzle;
    return order.map((it) => colors[this.net.shown[it]]?.symbol ?? ".").join("");
  }

  /** Shows such a text. Symbols that are no colours of the puzzle cannot be shown: they stay open. */
  set state(text) {
    const symbols = this.puzzle.colors.map(({ symbol }) => symbol);
    const colors = Array(symbols.length && this.puzzle.facelets.length).fill(null);
    [...text].forEach((symbol, at) => {
      const color = symbols.indexOf(symbol);
      colors[this.puzzle.order[at]] = color < 0 ? null : color;
    });
    this.#keep();
    this.net.show(colors);
    this.#changed();
  }

  get isEmpty() {
    return this.net.shown.every((it) => it === null);
  }

  /** Marks the stickers that a message is about. */
  mark(facelets, message = "") {
    this.net.cells.forEach((cell, facelet) => {
      const wrong = facelets.includes(facelet);
      cell.classList.toggle("wrong", wrong);
      if (wrong) cell.setAttribute("aria-description", message);
      else cell.removeAttribute("aria-description");
    });
  }

  /** Names of stickers, and how often each colour is there. */
  #name() {
    const { colors, counts, facelets } = this.puzzle;
    this.net.cells.forEach((cell, facelet) => {
      const color = colors[this.net.shown[facelet]]?.name ?? "not known";
      cell.setAttribute("aria-label", `${facelets[facelet]}: ${color}`);
      if (!cell.hasAttribute("tabindex")) cell.setAttribute("tabindex", facelet === this.focus ? "0" : "-1");
    });
    this.buttons.forEach((button, number) => {
      const color = number < colors.length ? number : null;
      const found = this.net.shown.filter((it) => it === color).length;
      const count = button.querySelector(".count");
      count.textContent = color === null ? `${found}` : `${found} of ${counts[number]}`;
      count.classList.toggle("off", color !== null && found > counts[number]);
    });
  }
}
