// Draws the puzzle in three dimensions with cubing.js. This is a separate script because it is large; it is loaded
// when a solution is played.

import { TwistyPlayer } from "cubing/twisty";

class Solid {
  constructor(place, puzzle, setup, alg) {
    this.player = new TwistyPlayer({
      puzzle,
      experimentalSetupAlg: setup,
      alg,
      background: "none",
      controlPanel: "none",
      hintFacelets: "floating",
      viewerLink: "none",
    });
    place.replaceChildren(this.player);
    // Shows the puzzle before the first turn.
    this.ready = this.player.experimentalModel.indexer.get().then((indexer) => {
      this.indexer = indexer;
      this.show(0, 0);
    });
    this.at = 0;
  }

  /** Goes to a step within a time in milliseconds. */
  show(step, milliseconds) {
    cancelAnimationFrame(this.frame);
    if (!this.indexer) return void this.ready.then(() => this.show(step, 0));
    const last = this.indexer.numAnimatedLeaves();
    const time = (leaf) =>
      leaf >= last ? this.indexer.algDuration() : this.indexer.indexToMoveStartTimestamp(leaf);
    const [from, to] = [this.at, time(step)];
    const begin = performance.now();
    const draw = (now) => {
      const share = milliseconds ? Math.min(1, Math.max(0, (now - begin) / milliseconds)) : 1;
      this.at = from + (to - from) * share;
      this.player.timestamp = this.at;
      if (share < 1) this.frame = requestAnimationFrame(draw);
    };
    draw(begin);
  }

  /** The state that is shown, as a pattern of cubing.js, for tests. */
  async pattern() {
    return this.player.experimentalModel.currentPattern.get();
  }
}

globalThis.Solid = Solid;
