// Painting: a net whose stickers take the color that is chosen, by mouse, finger or keyboard.

import { Net, made } from "../../../src/picture/player.js";
import { isPlain, named } from "./net.js";

const $ = (id) => document.getElementById(id);

/** If more stickers than this are wrong, none is named in the net. */
const MAX_NAMED = 6;

/** What each key paints: the letter of a color, if no other color begins with it, then a symbol, then a number. */
function keysOf({ colors }) {
  const keys = new Map();
  const add = (key, number) => keys.has(key) || keys.set(key, number);
  const initials = colors.map(({ name }) => name[0]);
  const isUnique = (initial) => initials.filter((it) => it === initial).length === 1;
  // Digits are what they say, however they are painted.
  if (isPlain({ colors })) initials.forEach((initial, number) => isUnique(initial) && add(initial, number));
  colors.forEach(({ symbol }, number) => add(symbol.toLowerCase(), number));
  colors.forEach((_, number) => number < 9 && add(`${number + 1}`, number));
  return keys;
}

export class Painter {
  /** `onpaint` is told when something was painted. */
  constructor(puzzle, onpaint) {
    this.puzzle = puzzle;
    this.onpaint = onpaint;
    this.past = [];
    this.fills = false;
    this.keys = keysOf(puzzle);
    this.net = new Net({ ...puzzle, ...named(puzzle) });
    const { svg } = this.net;
    svg.classList.add("painting");
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", `Stickers of the ${puzzle.title}`);
    svg.setAttribute("aria-describedby", "paint-hint");
    this.net.cells.forEach((cell, facelet) => this.#listen(cell, facelet));
    this.focus = puzzle.order[0];
    this.palette = made("div", { class: "palette", role: "group", "aria-label": "Colors" });
    this.buttons = [...puzzle.colors, null].map((color, number) => this.#swatch(color, number));
    this.palette.append(...this.buttons);
    $("net").replaceChildren(svg);
    $("colors").replaceChildren(this.palette);
    this.choose(0);
    this.mark([]);
    this.#name();
  }

  /** The key that paints a color, as it is shown. */
  #key(number) {
    for (const [key, color] of this.keys) if (color === number) return key.toUpperCase();
    return "?";
  }

  #swatch(color, number) {
    const { name, fill, ink } = color ?? { name: "not known" };
    const key = this.#key(number);
    const swatch = made("span", { class: "swatch" }, key);
    if (fill) Object.assign(swatch.style, { background: fill, color: ink });
    const count = made("span", { class: "count" });
    const label = `${name}, key ${key}`;
    const attributes = { type: "button", title: label, onclick: () => this.choose(number) };
    return made("button", attributes, swatch, made("span", { class: "unseen" }, `${name} `), count);
  }

  /** The color that is painted with. */
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

  /** A key that was pressed on a sticker, or on nothing. */
  key(event) {
    const { key } = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z") {
      event.preventDefault();
      return this.undo();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnSticker = this.net.svg.contains(event.target);
    const ways = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
    if (isOnSticker && ways[key]) {
      event.preventDefault();
      return this.#go(ways[key]);
    }
    if (isOnSticker && (key === "Enter" || key === " ")) {
      event.preventDefault();
      return this.paint(this.fills ? this.#face(this.focus) : [this.focus], this.color);
    }
    const color = [".", "?", "Backspace", "Delete"].includes(key) ? null : this.keys.get(key.toLowerCase());
    if (color === undefined) return;
    event.preventDefault();
    this.paint([this.focus], color);
    // On to the next one, as in a text.
    const { order } = this.puzzle;
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
      const across = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
      const cost = along + 2.5 * across;
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
    this.mark([]);
    this.#name();
    this.onpaint();
  }

  /** What is shown as text, in the order in which states are written. */
  get state() {
    const { colors, order } = this.puzzle;
    return order.map((it) => colors[this.net.shown[it]]?.symbol ?? ".").join("");
  }

  /** Shows such a text. Symbols that are no colors of the puzzle cannot be shown: they stay open. */
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

  /** Takes all colors away. What is typed begins at the first sticker. */
  empty() {
    this.state = "";
    this.#hold(this.puzzle.order[0]);
  }

  get isEmpty() {
    return this.net.shown.every((it) => it === null);
  }

  /** Marks the stickers that a message is about: if they are few, by the names that it calls them. */
  mark(facelets, message = "") {
    const { colors, facelets: names } = this.puzzle;
    for (const frame of this.net.svg.querySelectorAll(".frame")) frame.remove();
    this.net.cells.forEach((cell, facelet) => {
      const wrong = facelets.includes(facelet);
      const [, text] = cell.children;
      const isNamed = wrong && facelets.length <= MAX_NAMED;
      cell.classList.toggle("wrong", wrong);
      cell.classList.toggle("named", isNamed);
      text.textContent = isNamed ? names[facelet] : (colors[this.net.shown[facelet]]?.symbol ?? "?");
      const letters = [...text.textContent].length;
      text.setAttribute("font-size", (this.net.shape.letter * 4) / (letters + 1));
      if (!wrong) return cell.removeAttribute("aria-description");
      cell.setAttribute("aria-description", message);
      // Draw the frame above all stickers. Moving the sticker itself would lose the keyboard focus.
      const frame = cell.firstChild.cloneNode();
      frame.setAttribute("class", "frame");
      frame.removeAttribute("style");
      this.net.svg.append(frame);
    });
  }

  /** Names of stickers, and how often each color is there. */
  #name() {
    const { colors, solved, facelets } = this.puzzle;
    this.net.cells.forEach((cell, facelet) => {
      const color = colors[this.net.shown[facelet]]?.name ?? "not known";
      cell.setAttribute("aria-label", `${facelets[facelet]}: ${color}`);
      if (!cell.hasAttribute("tabindex")) cell.setAttribute("tabindex", facelet === this.focus ? "0" : "-1");
    });
    this.buttons.forEach((button, number) => {
      const color = number < colors.length ? number : null;
      const found = this.net.shown.filter((it) => it === color).length;
      const needed = solved.filter((it) => it === color).length;
      const count = button.querySelector(".count");
      count.textContent = color === null ? `${found}` : `${found}/${needed}`;
      count.classList.toggle("off", color !== null && found > needed);
    });
  }
}
