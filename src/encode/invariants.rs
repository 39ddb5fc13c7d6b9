//! Restricts a partly unknown start to states with the invariants of the solved state.
//!
//! *Idea.* If start and goal are both partly unknown, a formula could choose a start that turns cannot reach, such as
//! one with a twisted corner. So these constraints are added: each piece is in one place and each place has one piece;
//! a place without a tracked piece shows the background; the twists of each kind of piece have the right sum; and the
//! permutation of each kind of piece, or of several kinds together, is even where turns preserve this parity.
//!
//! *Source.* [`puzzle`](crate::puzzle) derives the invariants from the turns. A permutation is odd if it has an odd
//! number of inversions.
//!
//! *Why it is sound.* Turns preserve these properties, so no reachable state is excluded. The parity of a kind with
//! identical pieces is not restricted, because exchanging them changes it. The twists of a kind are not restricted if
//! one of its pieces looks alike in several orientations.
//!
//! *Cost.* For n pieces of a kind whose places are all unknown, about 8 n² clauses for the parity: 1,200 for the edges
//! of a 3×3×3.

use std::ops::Range;

use super::identical_pieces::{self, StartPlacements};
use super::states::States;
use crate::circuit::{Circuit, Signal};
use crate::problem::Problem;
use crate::puzzle::Puzzle;

/// Requires that the start has the invariants of the solved state.
pub(super) fn require_invariants(circuit: &mut Circuit, problem: &Problem, states: &States) {
    let puzzle = &problem.puzzle;
    let at = start_placements(circuit, problem, states);
    let invariants = puzzle.invariants();
    let pieces_of = |kind: usize| puzzle.pieces().kinds()[kind].clone();
    for (kind, orientations) in invariants.twists {
        require_zero_twist_sum(circuit, puzzle, pieces_of(kind), orientations, &at);
    }
    for kinds in invariants.parities {
        let odd = kinds.into_iter().fold(Signal::FALSE, |sum, kind| {
            let odd = is_odd(circuit, puzzle, pieces_of(kind), &at);
            circuit.xor(sum, odd)
        });
        circuit.require(!odd);
    }
}

/// The signals of all placements at the start: the literals of the first state if it consists of placements, otherwise
/// new inputs constrained to the colors of that state.
fn start_placements(circuit: &mut Circuit, problem: &Problem, states: &States) -> StartPlacements {
    let puzzle = &problem.puzzle;
    let has_placements = states.implementation().placements().is_some();
    let mut at: StartPlacements = Vec::new();
    let placements = identical_pieces::placements(problem);
    for (piece, facelets) in placements.into_iter().enumerate() {
        let is_known = facelets.len() == 1;
        let mut signal = |facelet: usize| {
            if has_placements {
                states.piece_at(puzzle, 0, piece, facelet)[0]
            } else if is_known {
                Signal::TRUE
            } else {
                circuit.input()
            }
        };
        at.push(facelets.into_iter().map(|f| (f, signal(f))).collect());
    }
    if !has_placements {
        require_pieces(circuit, problem, states, &at);
        identical_pieces::require_in_order(circuit, puzzle, &at);
    }
    at
}

/// Requires that the colors of the start are those that the pieces show at these placements.
fn require_pieces(circuit: &mut Circuit, problem: &Problem, states: &States, at: &StartPlacements) {
    let puzzle = &problem.puzzle;
    for (piece, at) in at.iter().enumerate() {
        if puzzle.is_background(piece) {
            continue;
        }
        circuit.require_exactly_one(&signals(at.iter()));
        for &(facelet, here) in at {
            for (sticker, color) in puzzle.stickers(piece, facelet) {
                for shown in states.shows(puzzle, 0, sticker, color) {
                    circuit.require_clause(&[!here, shown]);
                }
            }
        }
    }
    for (place, piece) in puzzle.pieces().all().iter().enumerate() {
        let here = at.iter().flatten();
        let here = here.filter(|(facelet, _)| puzzle.pieces().place_of(*facelet) == place);
        let mut here = signals(here);
        let Some(background) = puzzle.background_color(piece.kind) else {
            circuit.require_exactly_one(&here);
            continue;
        };
        circuit.require_at_most_one(&here);
        // The place shows the background, or one of the tracked pieces is there.
        for &facelet in &piece.facelets {
            for shown in states.shows(puzzle, 0, facelet, background) {
                here.push(shown);
                circuit.require_clause(&here);
                here.pop();
            }
        }
    }
}

fn signals<'a>(at: impl Iterator<Item = &'a (usize, Signal)>) -> Vec<Signal> {
    at.map(|&(_, signal)| signal).collect()
}

/// Requires that the orientations of the pieces of a kind sum to zero, modulo their number.
fn require_zero_twist_sum(
    circuit: &mut Circuit,
    puzzle: &Puzzle,
    kind: Range<usize>,
    orientations: usize,
    at: &StartPlacements,
) {
    let pieces = puzzle.pieces();
    let orientation = |facelet: usize| {
        let mut all = pieces.orientations(pieces.place_of(facelet));
        all.position(|known| known == facelet)
    };
    // For each residue, whether the sum of the twists so far has it.
    let mut sum: Vec<Signal> = (0..orientations).map(|n| Signal::Const(n == 0)).collect();
    for piece in kind {
        let mut turned = Vec::new();
        for n in 0..orientations {
            let placements = at[piece].iter();
            let oriented = placements.filter(|(facelet, _)| orientation(*facelet) == Some(n));
            turned.push(circuit.or(&signals(oriented)));
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

/// A signal that is true if the permutation of a kind is odd: if its number of inversions is. For each piece, counts
/// the earlier pieces in later places.
fn is_odd(
    circuit: &mut Circuit,
    puzzle: &Puzzle,
    kind: Range<usize>,
    at: &StartPlacements,
) -> Signal {
    let mut odd = Signal::FALSE;
    // For each place, the parity of the number of previous pieces in later places.
    let mut later = vec![Signal::FALSE; kind.len()];
    for piece in kind.clone() {
        let mut here = Vec::new();
        for place in kind.clone() {
            let at = at[piece].iter();
            let at = at.filter(|(facelet, _)| puzzle.pieces().place_of(*facelet) == place);
            here.push(circuit.or(&signals(at)));
        }
        let pairs = here.iter().zip(&later);
        let inversions = pairs.map(|(&here, &later)| circuit.and(&[here, later]));
        let inversions: Vec<Signal> = inversions.collect();
        let odd_inversions = circuit.or(&inversions);
        odd = circuit.xor(odd, odd_inversions);
        let mut after = Signal::FALSE;
        for (here, later) in here.iter().zip(&mut later).rev() {
            *later = circuit.xor(*later, after);
            after = circuit.or(&[after, *here]);
        }
    }
    odd
}
