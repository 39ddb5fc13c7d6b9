//! Whether turns lead from one state to another, or to some state of a pattern: a question of membership in the group of
//! the turns.
//!
//! *Idea.* The position of a piece's reference sticker determines the positions of all its stickers. So only the facelets
//! of reference stickers are considered: whether the group contains an element that brings a suitable piece to each of
//! these.
//!
//! *Cost.* Computing the group takes a few milliseconds for a 3×3×3, and half a second at most for a 7×7×7. Each set of
//! turns has its group computed once, and only if an answer needs it.

use std::collections::HashSet;
use std::sync::Arc;

use itertools::Itertools;
use num_bigint::BigUint;

use super::assembly::Puzzle;
use super::cached_facts::{PieceGroup, lock};
use super::{Color, Pattern, State, TurnId};
use crate::error::Undecided;
use crate::group::{Group, Permutation, TooLarge};

/// The maximum number of facelets where reference stickers can be.
const MAX_POINTS: usize = 1500;

/// The maximum number of steps for computing a group: about a second.
const MAX_STEPS: u64 = 2_000_000_000;

/// The limit instead of [`MAX_POINTS`] if the answer would only save a search.
const MAX_POINTS_FOR_SHORTCUT: usize = 300;

impl Puzzle {
    /// The group of some of the turns.
    ///
    /// # Errors
    /// `TooLarge`, see `Group::generated_by`.
    pub fn group(&self, allowed: &[TurnId]) -> Result<Group, TooLarge> {
        Group::generated_by(self.facelets().len(), &self.generators(allowed))
    }

    /// A subset of some turns that generates all of them.
    fn generators(&self, allowed: &[TurnId]) -> Vec<&Permutation> {
        // The first turn of a face generates all turns of the face.
        let turns = || allowed.iter().map(|&turn| &self.turns()[turn]);
        let first_turns = turns().filter(|turn| turn.face_exponent == 1);
        let faces: HashSet<usize> = first_turns.map(|turn| turn.face).collect();
        let needed = turns().filter(|turn| turn.face_exponent == 1 || !faces.contains(&turn.face));
        needed.map(|turn| &turn.permutation).collect()
    }

    /// Whether turns lead from some state of one pattern to some state of another, if the puzzle can have both.
    ///
    /// # Errors
    /// [`Undecided`] if no fast test decides it, or if the puzzle is too large for the tests.
    pub(crate) fn turns_connect(
        &self,
        turns: &[TurnId],
        from: &Pattern,
        to: &Pattern,
    ) -> Result<bool, Undecided> {
        let is_all = turns == self.all_turns();
        if is_all && self.is_known_possible(from) && self.is_known_possible(to) {
            return Ok(true);
        }
        if points(self).len() > MAX_POINTS_FOR_SHORTCUT {
            return Err(Undecided::Group);
        }
        match (from.state(), to.state()) {
            (Some(from), _) => self.turns_lead(turns, &from, to),
            // The inverse turns are in the group, too.
            (None, Some(to)) => self.turns_lead(turns, &to, from),
            (None, None) => {
                let all = self.all_turns();
                match [from, to].map(|pattern| self.turns_lead(&all, self.solved(), pattern)) {
                    [Ok(false), _] | [_, Ok(false)] => Ok(false),
                    [Err(undecided), _] | [_, Err(undecided)] => Err(undecided),
                    _ if is_all => Ok(true),
                    _ => Err(Undecided::Open),
                }
            }
        }
    }

    /// Whether turns lead from a state to some state of a pattern.
    pub(super) fn turns_lead(
        &self,
        turns: &[TurnId],
        from: &State,
        to: &Pattern,
    ) -> Result<bool, Undecided> {
        if to.admits(from) {
            return Ok(true);
        }
        let all = self.all_turns();
        let mut unmoved = (0..self.facelets().len()).filter(|&facelet| !self.moves(&all, facelet));
        if unmoved.any(|facelet| !to.admits_color(facelet, from.color(facelet))) {
            return Ok(false);
        }
        let PieceGroup { points, group } = &*self.piece_group(turns).ok_or(Undecided::Group)?;
        let frame = |point: usize| self.pieces().frame(points[point]);
        let fits = |here: usize, there: usize| {
            let (here, there) = (frame(here), frame(there));
            let mut stickers = here.iter().zip(there);
            here.len() == there.len()
                && stickers.all(|(&here, &there)| to.admits_color(here, from.color(there)))
        };
        group.has_fitting_element(fits).ok_or(Undecided::Search)
    }

    /// The number of arrangements of the pieces that some turns reach; `None` if that takes more than about a second.
    pub(super) fn arrangements(&self, turns: &[TurnId]) -> Option<BigUint> {
        Some(self.piece_group(turns)?.group.order())
    }

    /// Whether some turns reach at most `arrangements` arrangements of the pieces; `None` if that takes too long.
    pub(crate) fn reaches_at_most(&self, arrangements: u64, turns: &[TurnId]) -> Option<bool> {
        if points(self).len() > MAX_POINTS_FOR_SHORTCUT {
            return None;
        }
        Some(self.arrangements(turns)? <= BigUint::from(arrangements))
    }

    /// Lists of permutations of the facelets: each element of the group of all turns is the product of one element of each
    /// list, in exactly one way. `None` if that takes more than about a second.
    pub(crate) fn transversals(&self) -> Option<Vec<Vec<Permutation>>> {
        let group = self.piece_group(&self.all_turns())?;
        let on_facelets = |of_points: Permutation| {
            let mut sources: Vec<usize> = (0..self.facelets().len()).collect();
            for (number, from) in of_points.sources().enumerate() {
                let frame = |number: usize| self.pieces().frame(group.points[number]);
                for (&facelet, &source) in frame(number).iter().zip(frame(from)) {
                    sources[facelet] = source;
                }
            }
            Permutation::from_sources(sources)
        };
        let levels = group.group.transversals();
        let levels = levels.map(|level| level.into_iter().map(on_facelets).collect());
        Some(levels.collect())
    }

    /// Whether some of these turns moves a facelet.
    pub(crate) fn moves(&self, turns: &[TurnId], facelet: usize) -> bool {
        let mut turns = turns.iter().map(|&turn| &self.turns()[turn].permutation);
        turns.any(|turn| turn.source(facelet) != facelet)
    }

    fn piece_group(&self, turns: &[TurnId]) -> Option<Arc<PieceGroup>> {
        let mut known = lock(&self.group_cache);
        let group = known.entry(turns.to_vec());
        let make = || piece_group(self, turns).map(Arc::new);
        group.or_insert_with(make).clone()
    }
}

fn piece_group(puzzle: &Puzzle, turns: &[TurnId]) -> Option<PieceGroup> {
    let points = points(puzzle);
    if points.len() > MAX_POINTS {
        return None;
    }
    let generators = puzzle.generators(turns).into_iter();
    let generators: Vec<Permutation> = generators.map(|it| it.restricted_to(&points)).collect();
    let generators: Vec<&Permutation> = generators.iter().collect();
    let max_order = puzzle.max_arrangements();
    let group =
        Group::with_step_limit(points.len(), &generators, MAX_STEPS, Some(&max_order)).ok()?;
    Some(PieceGroup { points, group })
}

/// The facelets where reference stickers can be and that some turn moves. Facelets of unique pieces come first: a search
/// has no choice there.
fn points(puzzle: &Puzzle) -> Vec<usize> {
    let (pieces, turns) = (puzzle.pieces(), puzzle.all_turns());
    let is_point =
        |&facelet: &usize| !pieces.frame(facelet).is_empty() && puzzle.moves(&turns, facelet);
    let colors = |&facelet: &usize| -> (usize, Vec<Color>) {
        let kind = pieces.all()[pieces.place_of(facelet)].kind;
        let stickers = pieces.frame(facelet).iter();
        (kind, stickers.map(|&f| puzzle.solved().color(f)).collect())
    };
    let mut points: Vec<usize> = (0..puzzle.facelets().len()).filter(is_point).collect();
    let alike = points.iter().counts_by(colors);
    points.sort_by_cached_key(|facelet| alike[&colors(facelet)]);
    points
}
