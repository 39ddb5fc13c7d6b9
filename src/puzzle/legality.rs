//! Which states a puzzle can have, and what is wrong with the others.
//!
//! *Idea.* A state is read as an [`Arrangement`]: which piece lies in each
//! place, and how it is turned there. Two invariants then tell most impossible
//! states: turns conserve the sum of the twists of a kind of pieces, and they
//! permute the kinds with parities that go together. Both are derived from the
//! allowed turns, not assumed. On the pocket cube they are complete.

use itertools::Itertools;

use super::parity::Lengths;
use super::{Permutation, Pieces, Puzzle, State, TurnId};
use crate::text::listed;

/// Why a text or a state is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// Too few or too many facelets.
    #[error("the state has {found} facelets; it must have {expected}")]
    Length {
        /// Facelets in the text.
        found: usize,
        /// Facelets of the puzzle.
        expected: usize,
    },
    /// A group of the *faces* layout is wrong.
    #[error("{0}")]
    Face(String),
    /// Too few or too many different symbols.
    #[error("the state has {found} different colors ({symbols}); it must have {expected}")]
    Colors {
        /// Different symbols in the text.
        found: usize,
        /// Those symbols.
        symbols: String,
        /// Colours of the puzzle.
        expected: usize,
    },
    /// Symbols that occur too often or too rarely.
    #[error("{0}")]
    Count(String),
    /// Symbols that are not the puzzle's, where they must be.
    #[error("{0}")]
    Symbols(String),
    /// Colours that no piece has.
    #[error("no {word} has the colors {colors}: it stands at {place}")]
    NoSuchPiece {
        /// Corner, edge, …
        word: &'static str,
        /// The colours in the text.
        colors: String,
        /// Name and facelets of the place.
        place: String,
    },
    /// The colours of a piece in the wrong sense of rotation.
    #[error(
        "the {word} with the colors {colors} at {place} is mirrored: its colors run the other way round"
    )]
    Mirrored {
        /// Corner, edge, …
        word: &'static str,
        /// The colours in the text.
        colors: String,
        /// Name and facelets of the place.
        place: String,
    },
    /// One piece in two places.
    #[error("the {word} with the colors {colors} is there twice: at {first} and at {second}")]
    Twice {
        /// Corner, edge, …
        word: &'static str,
        /// The colours in the text.
        colors: String,
        /// The first place.
        first: String,
        /// The second place.
        second: String,
    },
    /// Twists that do not add up.
    #[error("one {word} is {how} in its place: no turns lead from here to the goal")]
    Twisted {
        /// Corner, edge, …
        word: &'static str,
        /// Twisted or flipped.
        how: &'static str,
    },
    /// A permutation that turns cannot make.
    #[error("two pieces are swapped: no turns lead from here to the goal")]
    Parity,
    /// No rotation brings the held piece home.
    #[error("no rotation of the whole puzzle brings the held piece home")]
    Held,
}

/// A piece in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The piece, by the place where it is at home.
    pub piece: usize,
    /// How it is turned: an index into [`Pieces::orientations`] of the place.
    pub orientation: usize,
}

/// Which piece lies in each place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangement(Vec<Placed>);

impl Arrangement {
    /// Reads a state as pieces in places.
    ///
    /// `symbols` are the characters of the colours, for error messages.
    ///
    /// # Errors
    /// [`StateError`] for colours that no piece has, a mirrored piece or a
    /// piece that is there twice.
    pub fn of_state(puzzle: &Puzzle, state: &State, symbols: &[char]) -> Result<Self, StateError> {
        let mut places: Vec<Placed> = Vec::new();
        // Where each piece was found.
        let mut taken: Vec<Option<usize>> = vec![None; puzzle.pieces().all().len()];
        for place in 0..puzzle.pieces().all().len() {
            let fits = fits(puzzle, place, |facelet| state.color(facelet));
            let free = fits.iter().find(|fit| taken[fit.piece].is_none());
            match (free, fits.first()) {
                (Some(&fit), _) => {
                    taken[fit.piece] = Some(place);
                    places.push(fit);
                }
                (None, Some(fit)) => {
                    let first = taken[fit.piece].unwrap_or(place);
                    return Err(StateError::Twice {
                        word: puzzle.pieces().all()[place].word(),
                        colors: colors_at(puzzle, place, state, symbols),
                        first: place_name(puzzle, first),
                        second: place_name(puzzle, place),
                    });
                }
                (None, None) => return Err(misfit(puzzle, place, state, symbols)),
            }
        }
        Ok(Self(places))
    }

    /// What a permutation of facelets does to the solved pieces.
    fn of_permutation(pieces: &Pieces, permutation: &Permutation) -> Self {
        let inverse = permutation.inverse();
        let places = (0..pieces.all().len()).map(|place| {
            let reference = pieces.all()[place].facelets[0];
            let piece = pieces.place_of(permutation.source(reference));
            let now = inverse.source(pieces.all()[piece].facelets[0]);
            let orientation = pieces
                .orientations(place)
                .position(|f| f == now)
                .unwrap_or(0);
            Placed { piece, orientation }
        });
        Self(places.collect())
    }

    /// The sum of the orientations of one kind of pieces.
    fn twist(&self, pieces: &Pieces, kind: usize) -> usize {
        let places = &self.0[pieces.kinds()[kind].clone()];
        places.iter().map(|placed| placed.orientation).sum()
    }

    /// Whether the places of one kind are permuted oddly.
    pub(super) fn is_odd(&self, pieces: &Pieces, kind: usize) -> bool {
        let kind = pieces.kinds()[kind].clone();
        // A cycle of n places is n - 1 swaps.
        let mut seen = vec![false; kind.len()];
        let mut swaps = 0;
        for start in 0..kind.len() {
            let mut at = start;
            while !std::mem::replace(&mut seen[at], true) {
                at = self.0[kind.start + at].piece - kind.start;
                swaps += usize::from(at != start);
            }
        }
        swaps % 2 == 1
    }
}

/// The pieces that could show these colours in a place, and how turned.
pub(super) fn fits(puzzle: &Puzzle, place: usize, color: impl Fn(usize) -> usize) -> Vec<Placed> {
    let pieces = puzzle.pieces();
    let kind = pieces.all()[place].kind;
    let shows = |piece: usize, facelet: usize| {
        let frame = pieces.frame(facelet);
        let home = &pieces.all()[piece].facelets;
        frame
            .iter()
            .zip(home)
            .all(|(&f, &h)| color(f) == puzzle.solved().color(h))
    };
    let mut fits = Vec::new();
    for piece in pieces.kinds()[kind].clone() {
        for (orientation, facelet) in pieces.orientations(place).enumerate() {
            if shows(piece, facelet) {
                fits.push(Placed { piece, orientation });
            }
        }
    }
    fits
}

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

fn misfit(puzzle: &Puzzle, place: usize, state: &State, symbols: &[char]) -> StateError {
    let here = &puzzle.pieces().all()[place];
    let sorted = |facelets: &[usize], state: &State| -> Vec<usize> {
        facelets.iter().map(|&f| state.color(f)).sorted().collect()
    };
    let colors = sorted(&here.facelets, state);
    let mirrored =
        puzzle.pieces().all().iter().any(|piece| {
            piece.kind == here.kind && sorted(&piece.facelets, puzzle.solved()) == colors
        });
    let word = here.word();
    let colors = colors_at(puzzle, place, state, symbols);
    let place = place_name(puzzle, place);
    if mirrored {
        StateError::Mirrored {
            word,
            colors,
            place,
        }
    } else {
        StateError::NoSuchPiece {
            word,
            colors,
            place,
        }
    }
}

fn colors_at(puzzle: &Puzzle, place: usize, state: &State, symbols: &[char]) -> String {
    let facelets = &puzzle.pieces().all()[place].facelets;
    let colors = facelets
        .iter()
        .map(|&f| symbols[state.color(f)].to_string());
    listed(colors, " ")
}

/// `URF (facelets U4 R1 F2)`.
fn place_name(puzzle: &Puzzle, place: usize) -> String {
    let facelets = &puzzle.pieces().all()[place].facelets;
    let faces = puzzle
        .faces()
        .iter()
        .filter(|face| facelets.iter().any(|f| face.facelets.contains(f)))
        .map(|face| face.name.as_str());
    let names = facelets.iter().map(|&f| puzzle.facelets()[f].as_str());
    format!("{} (facelets {})", listed(faces, ""), listed(names, " "))
}
