// Playing a solution: in three dimensions where the puzzle is known to cubing.js, else on the net.

import { script } from "./assets.js";
import { named } from "./net.js";
import { Player } from "../../../src/picture/player.js";

const $ = (id) => document.getElementById(id);

/** Loads the script of three dimensions, once. */
let loaded;
function load() {
  loaded ??= script("solid.js").then(
    (src) =>
      new Promise((done, failed) => {
        const element = document.createElement("script");
        Object.assign(element, { src, onload: () => done(globalThis.Solid), onerror: failed });
        document.head.append(element);
      }),
  );
  return loaded;
}

export class Playing {
  constructor(page) {
    this.page = page;
    this.wanted = true;
    $("flat").onclick = () => {
      this.wanted = !this.wanted;
      this.#view();
    };
  }

  /** Nothing is played. */
  close() {
    this.player?.close();
    this.player = undefined;
    this.solid = undefined;
    this.play = undefined;
    this.wish = undefined;
    $("play-part").hidden = true;
    $("player").replaceChildren();
  }

  /** Whether the turns that are shown are being made. */
  get #isFollowed() {
    return Boolean(this.player && (this.player.step > 0 || this.player.timer));
  }

  /** A better solution. It is shown unless the turns of the one before are being made. */
  offer(request, turns) {
    this.wish = turns;
    if (this.opening || this.#isFollowed) return;
    this.opening = true;
    // Of the solutions found in the meantime, show the last one.
    this.open(request, turns, { isOffer: true }).finally(() => {
      this.opening = false;
      if (this.wish !== undefined && this.wish !== turns) this.offer(request, this.wish);
    });
  }

  /** Plays turns, if they solve what is asked. */
  async open(request, turns, { isOffer = false } = {}) {
    const painted = this.page.painter.state;
    const play = await this.page.engine.quick.ask({ ask: "play", request, turns });
    if (painted !== this.page.painter.state || (isOffer && this.#isFollowed)) return;
    if (play.error) return void ($("answer").textContent = play.error);
    const isFirst = this.player === undefined;
    const { wish } = this;
    this.close();
    this.wish = wish;
    this.play = play;
    $("play-part").hidden = false;
    for (const it of $("found").children) it.setAttribute("aria-pressed", String(it.dataset.solution === turns));
    const onstep = (step, milliseconds) => this.solid?.show(step, milliseconds);
    const { shape, labels } = named(this.page.puzzle);
    this.player = new Player($("player"), { ...play.data, shape, labels }, { onstep });
    this.place = document.createElement("div");
    this.place.id = "solid";
    this.player.stage.prepend(this.place);
    // Where the page has one column, the turns are far below.
    if (isFirst && innerWidth < 900) $("solve-part").scrollIntoView({ block: "start" });
    await this.#view();
  }

  async #view() {
    const { play, place } = this;
    const { cubing } = this.page.puzzle;
    const known = Boolean(cubing) && play?.setup !== null;
    $("flat").hidden = !known;
    const solid = known && this.wanted;
    $("flat").setAttribute("aria-pressed", String(solid));
    if (!play) return;
    const show = (it) => this.player?.stage.classList.toggle("has-solid", it);
    show(solid);
    if (!solid) {
      this.solid = undefined;
      place.replaceChildren();
      return;
    }
    try {
      const Solid = await load();
      if (play !== this.play || !this.wanted) return;
      this.solid = new Solid(place, cubing, play.setup, play.alg);
      await this.solid.ready;
      this.solid?.show(this.player.step, 0);
    } catch (error) {
      // A browser without WebGL has the net.
      console.warn(error);
      show(false);
    }
  }
}
