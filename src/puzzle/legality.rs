//! Which states a puzzle can have, and what is wrong with the others.
//!
//! *Idea.* A state is read as an [`Arrangement`]: which piece lies in each
//! place, and how it is turned there. Two invariants then tell most impossible
//! states: turns conserve the sum of the twists of a kind of pieces, and they
//! permute the kinds with parities that go together. Both are derived from the
//! allowed turns, not assumed. On the pocket cube they are complete.

use super::arrangement::fits;
use super::parity::Lengths;
use super::{Arrangement, Pattern, Pieces, Puzzle, StateError, TurnId};

/// What is known of one kind of pieces in all states of a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Known {
    /// The sum of the orientations.
    twist: Option<usize>,
    /// Whether the pieces are permuted oddly.
    odd: Option<bool>,
}

/// What is known of each kind. Of pieces that look alike nobody can see which is
/// which, so nothing is known of their kind.
fn known(puzzle: &Puzzle, pattern: &Pattern) -> Vec<Known> {
    let pieces = puzzle.pieces();
    let placements = pattern.placements(puzzle);
    let of_kind = |(number, kind): (usize, &std::ops::Range<usize>)| {
        if !pieces_differ(puzzle, number) {
            return Known::default();
        }
        let orientation = |&facelet: &usize| {
            let mut all = pieces.orientations(pieces.place_of(facelet));
            all.position(|f| f == facelet)
        };
        let twist = |piece: usize| match &placements[piece][..] {
            [only] => orientation(only),
            _ => None,
        };
        let place = |piece: usize| {
            let mut places = placements[piece].iter().map(|&f| pieces.place_of(f));
            let first = places.next()?;
            places.all(|place| place == first).then_some(first)
        };
        let places: Option<Vec<usize>> = kind.clone().map(place).collect();
        Known {
            twist: kind.clone().map(twist).sum(),
            odd: places.map(|places| is_odd(&places, kind.start)),
        }
    };
    pieces.kinds().iter().enumerate().map(of_kind).collect()
}

/// Whether a permutation of the numbers from `first` on is odd.
pub(super) fn is_odd(to: &[usize], first: usize) -> bool {
    // A cycle of n is n - 1 swaps.
    let mut seen = vec![false; to.len()];
    let mut swaps = 0;
    for start in 0..to.len() {
        let mut at = start;
        while !std::mem::replace(&mut seen[at], true) {
            at = to[at] - first;
            swaps += usize::from(at != start);
        }
    }
    swaps % 2 == 1
}

/// Refuses a start from which the turns surely do not reach the goal.
pub(super) fn check_invariants(
    puzzle: &Puzzle,
    turns: &[TurnId],
    start: &Pattern,
    goal: &Pattern,
) -> Result<(), StateError> {
    let turns = turns_as_arrangements(puzzle, turns);
    let (start, goal) = (known(puzzle, start), known(puzzle, goal));
    for (kind, (start, goal)) in start.iter().zip(&goal).enumerate() {
        if let (Some(start), Some(goal)) = (start.twist, goal.twist) {
            check_twist(puzzle.pieces(), kind, &turns, start, goal)?;
        }
    }
    match Lengths::new(puzzle.pieces(), &turns, &ways(&start, &goal)) {
        Lengths::None => Err(StateError::Parity),
        Lengths::Even | Lengths::Odd | Lengths::Any => Ok(()),
    }
}

/// Whether every sequence of these turns from start to goal has an odd number of
/// turns (`Some(true)`), or an even number (`Some(false)`).
pub(super) fn odd_lengths(
    puzzle: &Puzzle,
    turns: &[TurnId],
    start: &Pattern,
    goal: &Pattern,
) -> Option<bool> {
    let turns = turns_as_arrangements(puzzle, turns);
    let ways = ways(&known(puzzle, start), &known(puzzle, goal));
    match Lengths::new(puzzle.pieces(), &turns, &ways) {
        Lengths::Even => Some(false),
        Lengths::Odd => Some(true),
        Lengths::None | Lengths::Any => None,
    }
}

/// For each kind whether it is permuted oddly on the way; `None` where that is
/// open.
fn ways(start: &[Known], goal: &[Known]) -> Vec<Option<bool>> {
    let pairs = start.iter().zip(goal);
    pairs.map(|(a, b)| Some(a.odd? != b.odd?)).collect()
}

fn turns_as_arrangements(puzzle: &Puzzle, turns: &[TurnId]) -> Vec<Arrangement> {
    let permutation = |&turn: &TurnId| &puzzle.turns()[turn].permutation;
    turns
        .iter()
        .map(permutation)
        .map(|permutation| Arrangement::of_permutation(puzzle.pieces(), permutation))
        .collect()
}

fn check_twist(
    pieces: &Pieces,
    kind: usize,
    turns: &[Arrangement],
    start: usize,
    goal: usize,
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
    if conserved && start % orientations != goal % orientations {
        return Err(StateError::Twisted {
            word: piece.word(),
            how,
        });
    }
    Ok(())
}

/// Whether all pieces of a kind, in all orientations, look different.
fn pieces_differ(puzzle: &Puzzle, kind: usize) -> bool {
    puzzle.pieces().kinds()[kind].clone().all(|place| {
        fits(puzzle, place, |facelet| {
            Some(puzzle.solved().color(facelet))
        })
        .len()
            == 1
    })
}
