// Plays a solution, in three dimensions if cubing.js knows the puzzle, else on the net.

import { script } from "./assets.js";
import { withLabels } from "./net.js";
import { Player } from "../../../src/picture/player.js";

const $ = (id) => document.getElementById(id);

/** Loads the script that draws in three dimensions, once. */
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
    this.wantsSolid = true;
    $("toggle-3d").onclick = () => {
      this.wantsSolid = !this.wantsSolid;
      this.#view();
    };
  }

  /** Ends playing, and hides the player. */
  close() {
    this.player?.close();
    this.player = undefined;
    this.solid = undefined;
    this.play = undefined;
    this.latest = undefined;
    $("play-part").hidden = true;
    $("player").replaceChildren();
  }

  /** Whether the user has begun to make the turns that are shown. */
  get #isFollowed() {
    return Boolean(this.player && (this.player.step > 0 || this.player.timer));
  }

  /** Shows a better solution, unless the user has begun to follow the previous one. */
  offer(request, turns) {
    this.latest = turns;
    if (this.opening || this.#isFollowed) return;
    this.opening = true;
    // If several solutions are found in the meantime, only the last one is shown.
    this.open(request, turns, { isOffer: true }).finally(() => {
      this.opening = false;
      if (this.latest !== undefined && this.latest !== turns) this.offer(request, this.latest);
    });
  }

  /** Plays turns, if they solve the request. An offer is dropped if the user follows another solution by then. */
  async open(request, turns, { isOffer = false } = {}) {
    const painted = this.page.painter.state;
    const play = await this.page.engine.quick.ask({ ask: "play", request, turns });
    if (painted !== this.page.painter.state || (isOffer && this.#isFollowed)) return;
    if (play.error) return void ($("answer").textContent = play.error);
    const isFirst = this.player === undefined;
    const { latest } = this;
    this.close();
    this.latest = latest;
    this.play = play;
    $("play-part").hidden = false;
    for (const it of $("found").children) it.setAttribute("aria-pressed", String(it.dataset.solution === turns));
    const onstep = (step, milliseconds) => this.solid?.show(step, milliseconds);
    const { shape, labels } = withLabels(this.page.puzzle);
    this.player = new Player($("player"), { ...play.data, shape, labels }, { onstep });
    this.place = document.createElement("div");
    this.place.id = "solid";
    this.player.stage.prepend(this.place);
    // If the page has one column, the turns are far below.
    if (isFirst && innerWidth < 900) $("solve-part").scrollIntoView({ block: "start" });
    await this.#view();
  }

  async #view() {
    const { play, place } = this;
    const { cubing } = this.page.puzzle;
    const canBeSolid = Boolean(cubing) && play?.setup !== null;
    $("toggle-3d").hidden = !canBeSolid;
    const isSolid = canBeSolid && this.wantsSolid;
    $("toggle-3d").setAttribute("aria-pressed", String(isSolid));
    if (!play) return;
    const show = (it) => this.player?.stage.classList.toggle("has-solid", it);
    show(isSolid);
    if (!isSolid) {
      this.solid = undefined;
      place.replaceChildren();
      return;
    }
    try {
      const Solid = await load();
      if (play !== this.play || !this.wantsSolid) return;
      this.solid = new Solid(place, cubing, play.setup, play.alg);
      await this.solid.ready;
      this.solid?.show(this.player.step, 0);
    } catch (error) {
      // A browser without WebGL shows the net.
      console.warn(error);
      show(false);
    }
  }
}
