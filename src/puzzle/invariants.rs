//! Invariants of turns, and the errors for states that violate an invariant.
//!
//! *Idea.* A state is read as an `Arrangement`: the piece in each place, and its orientation. Two invariants then detect
//! most impossible states: turns preserve the sum of the twists of a kind of piece, and the parities of the permutations of
//! the kinds are related. Both are derived from the turns, not assumed. On the pocket cube they detect every impossible
//! state.

use std::ops::Range;

use itertools::Itertools;
use num_bigint::BigUint;

use super::arrangement::{PlacedPiece, fitting_pieces};
use super::assembly::Puzzle;
use super::misplaced_pieces::{placed_pieces, swapped_pieces, twisted_piece};
use super::parity::{conserved_parities, possible_length_parities};
use super::{Pattern, Pieces, TurnId};
use crate::error::Error;
use crate::group::{Permutation, is_odd};

/// The invariants of turns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invariants {
    /// Kinds of pieces, each with its number of orientations: turns preserve the sum of orientations modulo that number.
    pub twists: Vec<(usize, usize)>,
    /// Sets of kinds of pieces: every turn permutes an even number of the kinds in a set oddly.
    pub parities: Vec<Vec<usize>>,
}

impl Puzzle {
    /// The invariants of all turns of the puzzle, as far as colors show them. Colors do not show the parity of a kind with
    /// identical pieces, which may be exchanged, nor the twist of a kind with a piece that looks alike in several
    /// orientations.
    pub fn invariants(&self) -> Invariants {
        let lookalikes = |kind: usize| {
            let places = self.pieces().kinds()[kind].clone();
            places.flat_map(move |place| {
                let alike = self.lookalikes(place).into_iter();
                alike.map(move |it| (it, place))
            })
        };
        self.conserved_invariants(
            |kind| lookalikes(kind).all(|(it, place)| it.piece != place || it.orientation == 0),
            |kind| lookalikes(kind).all(|(it, place)| it.piece == place),
        )
    }

    /// Whether every arrangement that satisfies the invariants of all turns is reachable; `None` if that takes more
    /// than about a second to decide.
    pub fn are_invariants_complete(&self) -> Option<bool> {
        Some(self.arrangements(&self.all_turns())? == self.max_arrangements())
    }

    /// The number of arrangements that satisfy the invariants of all turns: an upper bound for the number of
    /// reachable arrangements.
    pub(super) fn max_arrangements(&self) -> BigUint {
        let pieces = self.pieces();
        let of_kind = |kind: &Range<usize>| {
            let orientations = pieces.orientations(kind.start).count();
            (1..=kind.len()).map(move |n| BigUint::from(n) * orientations)
        };
        let all: BigUint = pieces.kinds().iter().flat_map(of_kind).product();
        let Invariants { twists, parities } = self.conserved_invariants(|_| true, |_| true);
        let orientations = twists.iter().map(|twist| BigUint::from(twist.1));
        (all / orientations.product::<BigUint>()) >> parities.len()
    }

    /// The invariants of all turns, restricted to the kinds that `has_twist` and `has_parity` accept.
    fn conserved_invariants(
        &self,
        has_twist: impl Fn(usize) -> bool,
        has_parity: impl Fn(usize) -> bool,
    ) -> Invariants {
        let pieces = self.pieces();
        let turns = permutations(self, &self.all_turns());
        let kinds = (0..pieces.kinds().len()).filter(|&kind| has_twist(kind));
        let twist = |kind| Some((kind, conserved_twist(pieces, kind, &turns)?));
        // A single piece has only one permutation.
        let has_parity = |kind: usize| pieces.kinds()[kind].len() > 1 && has_parity(kind);
        Invariants {
            twists: kinds.filter_map(twist).collect(),
            parities: conserved_parities(pieces, &turns, has_parity),
        }
    }

    /// The pieces and orientations with the colors of a piece in its home place, including the piece itself.
    fn lookalikes(&self, piece: usize) -> Vec<PlacedPiece> {
        fitting_pieces(self, piece, |facelet| Some(self.solved().color(facelet)))
    }

    /// Whether colors distinguish all pieces of a kind, in all orientations.
    pub fn tells_apart(&self, kind: usize) -> bool {
        let mut places = self.pieces().kinds()[kind].clone();
        self.background_color(kind).is_none()
            && places.all(|place| self.lookalikes(place).len() == 1)
    }

    /// The next piece, in ascending order, that looks like this one; `None` for background pieces, which are not tracked.
    pub fn next_lookalike(&self, piece: usize) -> Option<usize> {
        if self.is_background(piece) {
            return None;
        }
        let alike = self.lookalikes(piece).into_iter().map(|it| it.piece);
        alike.filter(|&other| other > piece).min()
    }
}

/// The invariants of one kind of piece that are the same in all states of a pattern.
#[derive(Default)]
struct KnownInvariants {
    /// The sum of the orientations.
    twist: Option<usize>,
    /// Whether the permutation is odd.
    is_odd: Option<bool>,
}

/// The known invariants of each kind. Identical pieces are indistinguishable, so the parity of their permutation is
/// unknown, but their orientations may be visible.
fn known_invariants(puzzle: &Puzzle, pattern: &Pattern) -> Vec<KnownInvariants> {
    let pieces = puzzle.pieces();
    let of_kind = |(number, kind): (usize, &Range<usize>)| {
        let are_distinct = puzzle.tells_apart(number);
        let are_tracked = puzzle.background_color(number).is_none();
        let can_twist = matches!(pieces.orientations(kind.start).count(), 2 | 3);
        let is_useful = are_distinct || are_tracked && can_twist;
        if !is_useful {
            return KnownInvariants::default();
        }
        let placements = pattern.placements_of_kind(puzzle, kind.clone());
        let only_place = |facelets: &Vec<usize>| {
            let places = facelets.iter().map(|&facelet| pieces.place_of(facelet));
            places.dedup().exactly_one().ok()
        };
        let places: Option<Vec<usize>> = placements.iter().map(only_place).collect();
        let places = places.filter(|_| are_distinct);
        KnownInvariants {
            twist: twist(pieces, kind, &placements),
            is_odd: places.map(|places| is_odd(&places, kind.start)),
        }
    };
    pieces.kinds().iter().enumerate().map(of_kind).collect()
}

/// The sum of the orientations of some pieces, given the possible facelets of their reference stickers, modulo the
/// number of orientations; `None` if the sum depends on the choice of facelets.
///
/// *Idea.* The choice does not matter if each orientation is the sum of a value of the piece and a value of the place: then
/// each value counts once, regardless of the permutation. That holds if each piece has only one possible place, but also if
/// only the orientation of each corner relative to its place is known.
fn twist(pieces: &Pieces, kind: &Range<usize>, placements: &[Vec<usize>]) -> Option<usize> {
    let modulus = pieces.orientations(kind.start).count();
    let orientation = |facelet: usize| {
        let mut all = pieces.orientations(pieces.place_of(facelet));
        all.position(|f| f == facelet)
    };
    let mut placed = Vec::new();
    for (piece, facelets) in placements.iter().enumerate() {
        for &facelet in facelets {
            let place = pieces.place_of(facelet) - kind.start;
            placed.push((piece, place, orientation(facelet)?));
        }
    }
    // The value of each piece, and the value of each place.
    let mut values: [Vec<Option<usize>>; 2] = [vec![None; kind.len()], vec![None; kind.len()]];
    for first in 0..kind.len() {
        values[0][first].get_or_insert(0);
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &(piece, place, turned) in &placed {
                match (values[0][piece], values[1][place]) {
                    (Some(a), Some(b)) if (a + b) % modulus != turned => return None,
                    (Some(a), None) => values[1][place] = Some((turned + modulus - a) % modulus),
                    (None, Some(b)) => values[0][piece] = Some((turned + modulus - b) % modulus),
                    _ => continue,
                }
                changed = true;
            }
        }
    }
    Some(values.iter().flatten().flatten().sum())
}

/// An invariant of turns in which start and goal differ.
pub(crate) enum BrokenInvariant {
    /// The sum of the orientations of this kind of piece.
    Twist(usize),
    /// The kinds of pieces whose parity is known and changed by turns, each with whether its parity is odd.
    Parity(Vec<(usize, bool)>),
}

/// An invariant in which start and goal differ, so that the turns cannot lead to the goal; `None` if no known invariant
/// differs.
pub(crate) fn broken_invariant(
    puzzle: &Puzzle,
    turns: &[TurnId],
    start: &Pattern,
    goal: &Pattern,
) -> Option<BrokenInvariant> {
    let pieces = puzzle.pieces();
    let turns = permutations(puzzle, turns);
    let [start, goal] = [start, goal].map(|pattern| known_invariants(puzzle, pattern));
    for (kind, (start, goal)) in start.iter().zip(&goal).enumerate() {
        if let (Some(start), Some(goal)) = (start.twist, goal.twist)
            && let Some(orientations) = conserved_twist(pieces, kind, &turns)
            && start % orientations != goal % orientations
        {
            return Some(BrokenInvariant::Twist(kind));
        }
    }
    let required = required_parities(&start, &goal);
    if possible_length_parities(pieces, &turns, &required) != [false, false] {
        return None;
    }
    let changes = |&kind: &usize| turns.iter().any(|turn| pieces.permutes_oddly(turn, kind));
    let kinds = (0..required.len()).filter(changes);
    let kinds = kinds.filter_map(|kind| Some((kind, required[kind]?)));
    Some(BrokenInvariant::Parity(kinds.collect()))
}

/// The error for a start from which the turns cannot reach the goal, if an invariant shows that.
pub(crate) fn invariant_error(
    puzzle: &Puzzle,
    turns: &[TurnId],
    start: &Pattern,
    goal: &Pattern,
) -> Option<Error> {
    let broken = broken_invariant(puzzle, turns, start, goal)?;
    let placed = placed_pieces(puzzle, start, goal);
    let reason = match broken {
        BrokenInvariant::Twist(kind) => {
            let pieces = puzzle.pieces();
            let first = pieces.kinds()[kind].start;
            let word = pieces.all()[first].word;
            let how = pieces.misorientation(first);
            let which = twisted_piece(puzzle, &placed, kind);
            format!("one {word} is {how} in its place{which}: no turns can do that")
        }
        BrokenInvariant::Parity(kinds) => {
            let which = swapped_pieces(puzzle, &placed, &kinds);
            format!("two pieces are swapped{which}: no turns can do that")
        }
    };
    Some(Error::impossible_value(reason))
}

/// Whether every sequence of these turns from start to goal has an odd number of turns (`Some(true)`) or an even number
/// (`Some(false)`); `None` if both may occur, or neither.
pub(crate) fn odd_lengths(
    puzzle: &Puzzle,
    turns: &[TurnId],
    start: &Pattern,
    goal: &Pattern,
) -> Option<bool> {
    let turns = permutations(puzzle, turns);
    let [start, goal] = [start, goal].map(|pattern| known_invariants(puzzle, pattern));
    let required = required_parities(&start, &goal);
    let [even, odd] = possible_length_parities(puzzle.pieces(), &turns, &required);
    (even != odd).then_some(odd)
}

/// For each kind, whether every solution permutes it oddly; `None` if start and goal do not determine that.
fn required_parities(start: &[KnownInvariants], goal: &[KnownInvariants]) -> Vec<Option<bool>> {
    let pairs = start.iter().zip(goal);
    pairs.map(|(a, b)| Some(a.is_odd? != b.is_odd?)).collect()
}

fn permutations<'a>(puzzle: &'a Puzzle, turns: &[TurnId]) -> Vec<&'a Permutation> {
    let turns = turns.iter();
    turns.map(|&it| &puzzle.turns()[it].permutation).collect()
}

/// The number of orientations of a kind of piece if turns preserve their sum modulo that number.
fn conserved_twist(pieces: &Pieces, kind: usize, turns: &[&Permutation]) -> Option<usize> {
    // With two or three orientations, a twist in place adds to the orientation of the piece. With more, it may not, and the
    // sum would be meaningless.
    let orientations = pieces.orientations(pieces.kinds()[kind].start).count();
    let is_conserved = |turn: &&Permutation| pieces.twist(turn, kind).is_multiple_of(orientations);
    (matches!(orientations, 2 | 3) && turns.iter().all(is_conserved)).then_some(orientations)
}
