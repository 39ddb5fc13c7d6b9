// Playing a solution: in three dimensions where the puzzle is known to cubing.js, with the net below
// it; else on the net alone.

import { script } from "./assets.js";
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
    $("play-part").hidden = true;
    $("solid").replaceChildren();
    $("player").replaceChildren();
  }

  /** Plays turns, if they solve what is asked. */
  async open(request, turns) {
    const painted = this.page.painter.state;
    const play = await this.page.engine.quick.ask({ ask: "play", request, turns });
    if (painted !== this.page.painter.state) return;
    if (play.error) return void ($("answer").textContent = play.error);
    this.close();
    this.play = play;
    $("play-part").hidden = false;
    $("all").hidden = play.data.steps.length === 0;
    const onstep = (step, milliseconds) => this.solid?.show(step, milliseconds);
    this.player = new Player($("player"), play.data, { onstep });
    await this.#view();
  }

  async #view() {
    const { play } = this;
    const { cubing } = this.page.puzzle;
    const known = Boolean(cubing) && play?.setup !== null;
    $("views").hidden = !known;
    $("views-said").textContent = this.page.puzzle.same_colors ? "" : "In 3D some faces have other colors than on the net.";
    const solid = known && this.wanted;
    $("flat").setAttribute("aria-pressed", String(solid));
    $("solid").hidden = !solid;
    if (!solid || !play) {
      this.solid = undefined;
      $("solid").replaceChildren();
      return;
    }
    try {
      const Solid = await load();
      if (play !== this.play || !this.wanted) return;
      this.solid = new Solid($("solid"), cubing, play.setup, play.alg);
      await this.solid.ready;
      this.solid?.show(this.player.step, 0);
    } catch (error) {
      // A browser without WebGL has the net.
      console.warn(error);
      $("solid").hidden = true;
    }
  }
}
