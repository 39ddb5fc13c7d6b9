//! A start of which not everything is known is a state that the puzzle can have.
//!
//! *Idea.* Where the goal is one state, the turns that lead there show that, and
//! nothing need be said. Where start and goal are both open, a formula could take apart
//! the puzzle and put it together with a twisted corner. So it is said: each piece is
//! in one place and each place has one piece; the twists of a kind of pieces add up; and
//! the pieces are permuted evenly, as far as turns conserve that.
//!
//! *Source.* The invariants are those of [`puzzle`](crate::puzzle), derived from the
//! turns. A permutation is odd if it has an odd number of inversions.
//!
//! *Why sound.* Turns conserve what is required, so no state that they make is
//! excluded. Of pieces that look alike any one may be taken for another, as long as
//! all is in order for some choice. Other invariants that a puzzle may have are not
//! said. Whoever reads the model checks the state that it starts with.
//!
//! *Cost.* For n pieces of a kind whose places are all unknown, some 6 n³ clauses for
//! the parity; less than 10,000 for the edges of a 3×3×3. Larger kinds than
//! [`MOST_ORDERED`] are left out.

use std::ops::Range;

use super::placements::stickers;
use super::states::States;
use crate::circuit::{Circuit, Signal};
use crate::problem::Problem;
use crate::puzzle::Puzzle;

/// Kinds of more pieces have no parity in a formula.
const MOST_ORDERED: usize = 48;

/// Where each piece may be at the start: facelets of its reference sticker, with
/// the signal of each.
type At = Vec<Vec<(usize, Signal)>>;

/// Requires that the start is a state that the puzzle can have, where that does
/// not follow from the goal.
pub(super) fn require(circuit: &mut Circuit, problem: &Problem, states: &States) {
    if problem.start.is_state() || problem.goal.is_state() {
        return;
    }
    let puzzle = &problem.puzzle;
    let at = pieces(circuit, problem, states);
    let invariants = puzzle.invariants();
    // Of a background nobody knows which is which.
    let is_known = |&kind: &usize| puzzle.background_color(kind).is_none();
    let twists = invariants.twists.iter();
    for &(kind, orientations) in twists.filter(|(kind, _)| is_known(kind)) {
        require_twist(
            circuit,
            puzzle,
            puzzle.pieces().kinds()[kind].clone(),
            orientations,
            &at,
        );
    }
    let parities = invariants.parities.iter();
    for kinds in parities.filter(|kinds| kinds.iter().all(is_known)) {
        let kinds: Vec<_> = kinds
            .iter()
            .map(|&kind| puzzle.pieces().kinds()[kind].clone())
            .collect();
        if kinds.iter().all(|kind| kind.len() <= MOST_ORDERED) {
            let odd = kinds.into_iter().fold(Signal::FALSE, |sum, kind| {
                let odd = is_odd(circuit, puzzle, kind, &at);
                circuit.xor(sum, odd)
            });
            circuit.require(!odd);
        }
    }
}

/// The signals of all placements at the start. Where a state has literals for them
/// that are they; where it has colours, fresh ones that imply these.
fn pieces(circuit: &mut Circuit, problem: &Problem, states: &States) -> At {
    let puzzle = &problem.puzzle;
    let own = states.placements().is_some();
    let mut at: At = Vec::new();
    for (piece, facelets) in problem.start.placements(puzzle).into_iter().enumerate() {
        let only = facelets.len() == 1;
        let mut signal = |facelet: usize| match own {
            true => states.at(puzzle, 0, piece, facelet)[0],
            false if only => Signal::TRUE,
            false => circuit.input(),
        };
        at.push(facelets.into_iter().map(|f| (f, signal(f))).collect());
    }
    if own {
        return at;
    }
    for (piece, at) in at.iter().enumerate() {
        if puzzle.is_background(piece) {
            continue;
        }
        circuit.require_exactly_one(&signals(at.iter()));
        for &(facelet, here) in at {
            for (sticker, color) in stickers(puzzle, piece, facelet) {
                for shown in states.shows(puzzle, 0, sticker, color) {
                    circuit.require_clause(&[!here, shown]);
                }
            }
        }
    }
    for place in 0..puzzle.pieces().all().len() {
        let here = at.iter().flatten();
        let here = here.filter(|(facelet, _)| puzzle.pieces().place_of(*facelet) == place);
        let here = signals(here);
        let kind = puzzle.pieces().all()[place].kind;
        match puzzle.background_color(kind) {
            None => circuit.require_exactly_one(&here),
            Some(_) => {
                circuit.require_at_most_one(&here);
                if !problem.start.leaves_to_background(puzzle, place) {
                    circuit.require_clause(&here);
                }
            }
        }
    }
    at
}

fn signals<'a>(at: impl Iterator<Item = &'a (usize, Signal)>) -> Vec<Signal> {
    at.map(|&(_, signal)| signal).collect()
}

/// Requires that the orientations of a kind add up to nothing.
fn require_twist(
    circuit: &mut Circuit,
    puzzle: &Puzzle,
    kind: Range<usize>,
    orientations: usize,
    at: &At,
) {
    let orientation = |facelet: usize| {
        let mut all = puzzle
            .pieces()
            .orientations(puzzle.pieces().place_of(facelet));
        all.position(|known| known == facelet)
    };
    // Which sum the pieces so far have.
    let mut sum: Vec<Signal> = (0..orientations).map(|n| Signal::Const(n == 0)).collect();
    for piece in kind {
        let mut turned = Vec::new();
        for n in 0..orientations {
            let so = at[piece]
                .iter()
                .filter(|(facelet, _)| orientation(*facelet) == Some(n));
            turned.push(circuit.or(&signals(so)));
        }
        let next = (0..orientations).map(|n| {
            let ways = (0..orientations).map(|own| {
                circuit.and(&[turned[own], sum[(n + orientations - own) % orientations]])
            });
            let ways: Vec<Signal> = ways.collect();
            circuit.or(&ways)
        });
        sum = next.collect();
    }
    circuit.require(sum[0]);
}

/// Whether the pieces of a kind are permuted oddly: the number of pairs in the wrong
/// order is odd.
fn is_odd(circuit: &mut Circuit, puzzle: &Puzzle, kind: Range<usize>, at: &At) -> Signal {
    // By piece and place: whether it is there, and whether it is in an earlier place.
    let mut there = Vec::new();
    let mut before = Vec::new();
    for piece in kind.clone() {
        let mut earlier = Signal::FALSE;
        let (mut places, mut prefix) = (Vec::new(), Vec::new());
        for place in kind.clone() {
            let here = at[piece].iter();
            let here = here.filter(|(facelet, _)| puzzle.pieces().place_of(*facelet) == place);
            let here = circuit.or(&signals(here));
            places.push(here);
            prefix.push(earlier);
            earlier = circuit.or(&[earlier, here]);
        }
        there.push(places);
        before.push(prefix);
    }
    let mut odd = Signal::FALSE;
    for (first, there) in there.iter().enumerate() {
        for before in &before[first + 1..] {
            let pairs = there.iter().zip(before);
            let wrong = pairs.map(|(&there, &before)| circuit.and(&[there, before]));
            let wrong: Vec<Signal> = wrong.collect();
            let wrong = circuit.or(&wrong);
            odd = circuit.xor(odd, wrong);
        }
    }
    odd
}
