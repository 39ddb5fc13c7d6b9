//! Which states a puzzle can have, and what is wrong with the others.
//!
//! *Idea.* A state is read as an [`Arrangement`]: which piece lies in each
//! place, and how it is turned there. Two invariants then tell most impossible
//! states: turns conserve the sum of the twists of a kind of pieces, and they
//! permute the kinds with parities that go together. Both are derived from the
//! allowed turns, not assumed. On the pocket cube they are complete.

use super::arrangement::fits;
use super::parity::Lengths;
use super::{Arrangement, Pieces, Puzzle, State, StateError, TurnId};

/// Refuses a start from which the allowed turns surely do not reach the goal.
pub(super) fn check_invariants(
    puzzle: &Puzzle,
    allowed: &[TurnId],
    start: &Arrangement,
    goal: &Arrangement,
) -> Result<(), StateError> {
    let pieces = puzzle.pieces();
    let turns = turns_as_arrangements(puzzle, allowed);
    if !pieces_can_be_told_apart(puzzle) {
        return Ok(());
    }
    for kind in 0..pieces.kinds().len() {
        check_twist(pieces, kind, &turns, start, goal)?;
    }
    match Lengths::new(pieces, &turns, start, goal) {
        Lengths::None => Err(StateError::Parity),
        Lengths::Even | Lengths::Odd | Lengths::Any => Ok(()),
    }
}

/// Whether every sequence of allowed turns from start to goal has an odd number
/// of turns (`Some(true)`), or an even number (`Some(false)`).
pub(super) fn odd_lengths(
    puzzle: &Puzzle,
    allowed: &[TurnId],
    start: &State,
    goal: &State,
) -> Option<bool> {
    let pieces = puzzle.pieces();
    let read = |state| Arrangement::of_state(puzzle, state, &puzzle.symbols()).ok();
    let turns = turns_as_arrangements(puzzle, allowed);
    if !pieces_can_be_told_apart(puzzle) {
        return None;
    }
    match Lengths::new(pieces, &turns, &read(start)?, &read(goal)?) {
        Lengths::Even => Some(false),
        Lengths::Odd => Some(true),
        Lengths::None | Lengths::Any => None,
    }
}

fn turns_as_arrangements(puzzle: &Puzzle, turns: &[TurnId]) -> Vec<Arrangement> {
    let permutation = |&turn: &TurnId| &puzzle.turns()[turn].permutation;
    turns
        .iter()
        .map(permutation)
        .map(|permutation| Arrangement::of_permutation(puzzle.pieces(), permutation))
        .collect()
}

/// Whether no two pieces look alike. Which of two equal pieces lies where cannot
/// be seen, so nothing is known of their permutation.
fn pieces_can_be_told_apart(puzzle: &Puzzle) -> bool {
    (0..puzzle.pieces().kinds().len()).all(|kind| pieces_differ(puzzle, kind))
}

fn check_twist(
    pieces: &Pieces,
    kind: usize,
    turns: &[Arrangement],
    start: &Arrangement,
    goal: &Arrangement,
) -> Result<(), StateError> {
    let place = pieces.kinds()[kind].start;
    let piece = &pieces.all()[place];
    // With two or three orientations, turning a piece in its place adds to its
    // orientation; with more it need not, and the sum would mean nothing.
    let orientations = pieces.orientations(place).count();
    let how = match orientations {
        2 => "flipped",
        3 => "twisted",
        _ => return Ok(()),
    };
    let conserved = turns
        .iter()
        .all(|turn| turn.twist(pieces, kind) % orientations == 0);
    if conserved
        && start.twist(pieces, kind) % orientations != goal.twist(pieces, kind) % orientations
    {
        return Err(StateError::Twisted {
            word: piece.word(),
            how,
        });
    }
    Ok(())
}

/// Whether all pieces of a kind, in all orientations, look different.
fn pieces_differ(puzzle: &Puzzle, kind: usize) -> bool {
    puzzle.pieces().kinds()[kind]
        .clone()
        .all(|place| fits(puzzle, place, |facelet| puzzle.solved().color(facelet)).len() == 1)
}
