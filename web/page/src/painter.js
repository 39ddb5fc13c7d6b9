// A net whose stickers are painted with the chosen color, by mouse, finger or keyboard.

import { Net, made } from "../../../src/picture/player.js";
import { hasDistinctColors, withLabels } from "./net.js";

const $ = (id) => document.getElementById(id);

/** If more stickers than this are marked, they do not show their names. */
const MAX_NAMED = 6;

/** The color of each key. Keys are unique first letters of colors, symbols, and numbers, in this order of precedence. */
function keysOf({ colors }) {
  const keys = new Map();
  const add = (key, number) => keys.has(key) || keys.set(key, number);
  const initials = colors.map(({ name }) => name[0]);
  const isUnique = (initial) => initials.filter((it) => it === initial).length === 1;
  // On stickers with digits, letters are not keys.
  if (hasDistinctColors({ colors })) initials.forEach((initial, number) => isUnique(initial) && add(initial, number));
  colors.forEach(({ symbol }, number) => add(symbol.toLowerCase(), number));
  colors.forEach((_, number) => number < 9 && add(`${number + 1}`, number));
  return keys;
}

export class Painter {
  /** Each change calls `onpaint`. */
  constructor(puzzle, onpaint) {
    this.puzzle = puzzle;
    this.onpaint = onpaint;
    this.past = [];
    this.fills = false;
    this.keys = keysOf(puzzle);
    this.net = new Net({ ...puzzle, ...withLabels(puzzle) });
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
    this.#label();
  }

  /** The first key that paints a color, in upper case. */
  #key(number) {
    for (const [key, color] of this.keys) if (color === number) return key.toUpperCase();
    return "?";
  }

  #swatch(color, number) {
    const { name, fill, ink } = color ?? { name: "unknown" };
    const key = this.#key(number);
    const swatch = made("span", { class: "swatch" }, key);
    if (fill) Object.assign(swatch.style, { background: fill, color: ink });
    const count = made("span", { class: "count" });
    const label = `${name}, key ${key}`;
    const attributes = { type: "button", title: label, onclick: () => this.choose(number) };
    return made("button", attributes, swatch, made("span", { class: "unseen" }, `${name} `), count);
  }

  /** Chooses the color to paint with, or "unknown" for the number after the last color. */
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
      // A touch captures the pointer; once it is released, other stickers receive events, too.
      if (cell.hasPointerCapture?.(event.pointerId)) cell.releasePointerCapture(event.pointerId);
      this.paint(this.fills ? this.#face(facelet) : [facelet], this.color);
    });
    cell.addEventListener("pointerenter", (event) => {
      if (event.buttons === 1 && !this.fills && event.pointerType === "mouse") this.paint([facelet], this.color);
    });
    cell.addEventListener("focus", () => this.#focusByTab(facelet));
  }

  #face(facelet) {
    return this.puzzle.faces.find((face) => face.includes(facelet)) ?? [facelet];
  }

  /** Makes a sticker the only one that the Tab key reaches. */
  #focusByTab(facelet) {
    this.net.cells[this.focus].setAttribute("tabindex", "-1");
    this.focus = facelet;
    this.net.cells[facelet].setAttribute("tabindex", "0");
  }

  /** Handles a key that was pressed on a sticker, or while nothing has the focus. */
  key(event) {
    const { key } = event;
    if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === "z") {
      event.preventDefault();
      return this.undo();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isOnSticker = this.net.svg.contains(event.target);
    const directions = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
    if (isOnSticker && directions[key]) {
      event.preventDefault();
      return this.#go(directions[key]);
    }
    if (isOnSticker && (key === "Enter" || key === " ")) {
      event.preventDefault();
      return this.paint(this.fills ? this.#face(this.focus) : [this.focus], this.color);
    }
    const color = [".", "?", "Backspace", "Delete"].includes(key) ? null : this.keys.get(key.toLowerCase());
    if (color === undefined) return;
    event.preventDefault();
    this.paint([this.focus], color);
    // Move on to the next sticker, as in a text.
    const { order } = this.puzzle;
    const at = order.indexOf(this.focus);
    const step = key === "Backspace" ? -1 : 1;
    this.net.cells[order[(at + step + order.length) % order.length]].focus();
  }

  /** Moves the focus to the nearest sticker in a direction. */
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

  /** Paints stickers with a color, `null` for unknown. */
  paint(facelets, color) {
    if (facelets.every((it) => this.net.shown[it] === color)) return;
    this.#saveForUndo();
    for (const facelet of facelets) this.net.paint(facelet, color);
    this.#changed();
  }

  #saveForUndo() {
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
    this.#label();
    this.onpaint();
  }

  /** The painted state as text, in the layout `net`. */
  get state() {
    const { colors, order } = this.puzzle;
    return order.map((it) => colors[this.net.shown[it]]?.symbol ?? ".").join("");
  }

  /** Shows a state in the layout `net`. Symbols that are not the puzzle's own are shown as unknown. */
  set state(text) {
    const symbols = this.puzzle.colors.map(({ symbol }) => symbol);
    const colors = Array(symbols.length && this.puzzle.facelets.length).fill(null);
    [...text].forEach((symbol, at) => {
      const color = symbols.indexOf(symbol);
      colors[this.puzzle.order[at]] = color < 0 ? null : color;
    });
    this.#saveForUndo();
    this.net.show(colors);
    this.#changed();
  }

  /** Makes all stickers unknown. Typing then begins at the first sticker. */
  empty() {
    this.state = "";
    this.#focusByTab(this.puzzle.order[0]);
  }

  get isEmpty() {
    return this.net.shown.every((it) => it === null);
  }

  /** Marks the stickers that a message is about. If they are few, they show the names by which the message calls them. */
  mark(facelets, message = "") {
    const { colors, facelets: names } = this.puzzle;
    for (const frame of this.net.svg.querySelectorAll(".frame")) frame.remove();
    this.net.cells.forEach((cell, facelet) => {
      const isMarked = facelets.includes(facelet);
      const [, text] = cell.children;
      const isNamed = isMarked && facelets.length <= MAX_NAMED;
      cell.classList.toggle("wrong", isMarked);
      cell.classList.toggle("named", isNamed);
      text.textContent = isNamed ? names[facelet] : (colors[this.net.shown[facelet]]?.symbol ?? "?");
      const letters = [...text.textContent].length;
      text.setAttribute("font-size", (this.net.shape.letter * 4) / (letters + 1));
      if (!isMarked) return cell.removeAttribute("aria-description");
      cell.setAttribute("aria-description", message);
      // Draw the frame above all stickers. Moving the sticker itself would lose the keyboard focus.
      const frame = cell.firstChild.cloneNode();
      frame.setAttribute("class", "frame");
      frame.removeAttribute("style");
      this.net.svg.append(frame);
    });
  }

  /** Updates the labels of the stickers, and the count of each color. */
  #label() {
    const { colors, solved, facelets } = this.puzzle;
    this.net.cells.forEach((cell, facelet) => {
      const color = colors[this.net.shown[facelet]]?.name ?? "unknown";
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
