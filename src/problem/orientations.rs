//! In which orientations a solution may end, where not all of the start is known.
//!
//! *Idea.* Turns around the held piece leave it alone. So a solution up to rotation ends in the
//! orientation that the held piece has from the start, and where that is known there is one goal
//! (`src/puzzle/held.rs` tells why). Where some of its stickers cannot be read, the other pieces still
//! leave few orientations, mostly one: the piece that is nowhere else, turned as the twists of the
//! others demand. If they leave one, colors are named so that the goal is the solved state, as ever. If
//! they leave several, each is a goal.
//!
//! *Why none is lost.* An orientation is left out only if no state of the start has the held piece so,
//! or if the turns around it do not lead from any of those to this orientation.

use itertools::Itertools;

use crate::notation::Scheme;
use crate::puzzle::{Pattern, Puzzle, Rotation, State, StateError, Sticker, check_invariants};

/// A start of which not everything is known, and where solutions may end.
pub(super) struct Oriented {
    pub(super) scheme: Scheme,
    pub(super) start: Pattern,
    /// The solved state in each orientation in which a solution may end.
    pub(super) ends: Vec<State>,
}

impl Oriented {
    /// A start in the puzzle's own symbols, or in others that can be told in one way.
    ///
    /// # Errors
    /// [`StateError`] if it cannot be read as a start that is solved up to rotation.
    pub(super) fn read(puzzle: &Puzzle, text: &[Sticker]) -> Result<Self, StateError> {
        let own = Scheme::own(puzzle);
        if own.pattern(text).is_ok() {
            return Self::in_scheme(puzzle, own, text);
        }
        let scheme = Scheme::infer_partly(puzzle, text)?;
        Self::in_scheme(puzzle, scheme, text)
    }

    fn in_scheme(puzzle: &Puzzle, scheme: Scheme, text: &[Sticker]) -> Result<Self, StateError> {
        let start = scheme.pattern(text)?;
        let mut rotations = possible(puzzle, &scheme, &start);
        if rotations.is_empty() {
            // Whoever asks further is told why that cannot be.
            rotations.extend(admitted(puzzle, &start).first());
        }
        let (scheme, ends) = match rotations[..] {
            [] => return Err(StateError::Held),
            [only] => (
                scheme.renamed(&only.colors_back()),
                vec![puzzle.solved().clone()],
            ),
            _ => (scheme, rotations.iter().map(|it| end(puzzle, it)).collect()),
        };
        Ok(Self {
            start: scheme.pattern(text)?,
            scheme,
            ends,
        })
    }
}

/// The solved state in another orientation.
fn end(puzzle: &Puzzle, rotation: &Rotation) -> State {
    let solved = puzzle.solved().colors().iter();
    State::new(solved.map(|&color| rotation.colors[color]).collect())
}

/// The rotations that look different, as far as the held facelets can show the solved state so.
fn admitted<'a>(puzzle: &'a Puzzle, start: &Pattern) -> Vec<&'a Rotation> {
    let different = puzzle.rotations().iter().unique_by(|it| &it.colors);
    let shows_so = |rotation: &&Rotation| {
        let mut held = puzzle.held().iter();
        held.all(|&f| start.admits_color(f, rotation.colors[puzzle.solved().color(f)]))
    };
    different.filter(shows_so).collect()
}

/// The rotations in which a solution may end, each orientation once.
fn possible<'a>(puzzle: &'a Puzzle, scheme: &Scheme, start: &Pattern) -> Vec<&'a Rotation> {
    let around = puzzle.turns_around_held();
    let asked = |rotation: &Rotation| {
        let end = end(puzzle, rotation);
        let mut sets = start.sets().to_vec();
        for &facelet in puzzle.held() {
            sets[facelet] = vec![end.color(facelet)];
        }
        (Pattern::new(sets), Pattern::from(end))
    };
    let pieces_fit = |rotation: &&Rotation| {
        let (start, end) = asked(rotation);
        start.check(puzzle, scheme.symbols()).is_ok()
            && check_invariants(puzzle, &around, &start, &end).is_ok()
    };
    let is_joined = |rotation: &&Rotation| {
        let (start, end) = asked(rotation);
        puzzle.joined_by(&around, &start, &end) != Ok(false)
    };
    let mut rotations = admitted(puzzle, start);
    rotations.retain(pieces_fit);
    if rotations.len() > 1 {
        let joined: Vec<&Rotation> = rotations.iter().copied().filter(is_joined).collect();
        if !joined.is_empty() {
            rotations = joined;
        }
    }
    rotations
}
