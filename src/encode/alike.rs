//! Which of several alike pieces is which, at a start that is open.
//!
//! *Idea.* Colours do not tell. So of alike pieces the first is in the first place, the second in the next, and a
//! piece that looks alike in several orientations lies in the first of them. Then each state has one arrangement.
//!
//! *Why sound.* Alike pieces that change places leave the state what it is, and the goal takes either. So of all
//! arrangements of a state, the one in this order stands for the others, and a solution stays one model.
//!
//! *Cost.* A clause for each alike piece and placement.

use std::collections::HashSet;

use crate::circuit::{Circuit, Signal};
use crate::problem::Problem;
use crate::puzzle::Puzzle;

/// Where each piece may be: facelets of its reference sticker, with the signal of each.
pub(super) type At = Vec<Vec<(usize, Signal)>>;

/// Where each piece can be at the start, in increasing order. Of orientations that look alike it is the first.
pub(super) fn placements(problem: &Problem) -> Vec<Vec<usize>> {
    let puzzle = &problem.puzzle;
    let mut all = problem.start.placements(puzzle);
    for (piece, facelets) in all.iter_mut().enumerate() {
        let mut seen = HashSet::new();
        facelets.retain(|&facelet| {
            let mut look: Vec<_> = puzzle.stickers(piece, facelet).collect();
            look.sort_unstable();
            seen.insert(look)
        });
    }
    all
}

/// Requires that alike pieces are in the order of their places.
pub(super) fn require_in_order(circuit: &mut Circuit, puzzle: &Puzzle, at: &At) {
    let place = |facelet: usize| puzzle.pieces().place_of(facelet);
    for (first, of_first) in at.iter().enumerate() {
        let Some(second) = puzzle.next_alike(first) else {
            continue;
        };
        for &(facelet, there) in &at[second] {
            let earlier = of_first
                .iter()
                .filter(|(other, _)| place(*other) < place(facelet));
            let mut clause = vec![!there];
            clause.extend(earlier.map(|&(_, signal)| signal));
            circuit.require_clause(&clause);
        }
    }
}
