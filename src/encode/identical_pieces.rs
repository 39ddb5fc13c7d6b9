//! Symmetry breaking for identical pieces at a partly unknown start.
//!
//! *Idea.* Colors do not distinguish identical pieces. So of several identical pieces, the first is in the first of
//! their places, the second in the next, and so on; a piece that looks alike in several orientations is in the first of
//! these. This gives each state a unique arrangement of its pieces.
//!
//! *Why it is sound.* Exchanging identical pieces changes no color, and the goal restricts only colors. So the
//! arrangement in this order represents all arrangements of a state, and each solution has one model.
//!
//! *Cost.* A clause for each identical piece and placement.

use std::collections::HashSet;

use crate::circuit::{Circuit, Signal};
use crate::problem::Problem;
use crate::puzzle::Puzzle;

/// The possible placements of each piece: facelets of its reference sticker, with the signal of each.
pub(super) type StartPlacements = Vec<Vec<(usize, Signal)>>;

/// The possible placements of each piece at the start, in ascending order. Of orientations that look alike, only the
/// first is included.
pub(super) fn placements(problem: &Problem) -> Vec<Vec<usize>> {
    let puzzle = &problem.puzzle;
    let mut all = problem.start.placements(puzzle);
    for (piece, facelets) in all.iter_mut().enumerate() {
        let mut seen = HashSet::new();
        facelets.retain(|&facelet| {
            let mut shown: Vec<_> = puzzle.stickers(piece, facelet).collect();
            shown.sort_unstable();
            seen.insert(shown)
        });
    }
    all
}

/// Requires that identical pieces are in the order of their places.
pub(super) fn require_in_order(circuit: &mut Circuit, puzzle: &Puzzle, at: &StartPlacements) {
    let place = |facelet: usize| puzzle.pieces().place_of(facelet);
    for (first, of_first) in at.iter().enumerate() {
        let Some(second) = puzzle.next_lookalike(first) else {
            continue;
        };
        for &(facelet, there) in &at[second] {
            let earlier = of_first
                .iter()
                .filter(|(other, _)| place(*other) < place(facelet));
            circuit.require_if([there], earlier.map(|&(_, signal)| signal));
        }
    }
}
