//! Whether turns lead from one state to another, or to some state of a pattern: whether an element of their
//! group does.
//!
//! *Idea.* Where the reference sticker of a piece is tells where all its stickers are. So the group is asked
//! of these facelets alone: whether it brings to each a piece that shows what is asked for there.
//!
//! *Cost.* The group of a 3×3×3 takes some milliseconds, that of a 7×7×7 half a second; it is made once for each
//! set of turns. Of larger groups nobody waits for who has not asked for them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use num_bigint::BigUint;

use super::{Color, Finding, Group, Pattern, Permutation, Puzzle, State, TurnId};

/// Why it was not found out whether turns lead somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    /// The group of the turns is too large.
    #[error("the group of the turns is too large to be looked at in a moment")]
    Group,
    /// Its elements were searched in vain, and not to the end.
    #[error("the search of the group of the turns was given up")]
    Search,
    /// Both ends are open, and not all turns may be used.
    #[error("neither start nor goal is a single state, and not all turns may be used")]
    Open,
}

/// More places of reference stickers than this are not looked at, and groups that take more steps are given
/// up: about a second.
const MOST_POINTS: usize = 1500;
const MOST_STEPS: u64 = 2_000_000_000;

/// No more than this where the answer would only spare a search.
const FEW_POINTS: usize = 300;

/// What turns do to the facelets where reference stickers can be.
#[derive(Debug)]
struct PieceGroup {
    /// Those of these facelets that some turn moves, those first whose pieces are least alike.
    points: Vec<usize>,
    /// Permutations of them, by their numbers.
    group: Group,
}

/// Groups by their turns: `None` for one that is too large.
type Groups = HashMap<Vec<TurnId>, Option<Arc<PieceGroup>>>;

/// The groups that were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Known(Arc<Mutex<Groups>>);

impl Puzzle {
    /// Whether turns lead from some state of one pattern to some state of another, where both
    /// are states that the puzzle can have. It is not found out of puzzles that take more than a moment.
    ///
    /// # Errors
    /// [`Undecided`] if that was not found out.
    pub(super) fn joined_by(
        &self,
        turns: &[TurnId],
        from: &Pattern,
        to: &Pattern,
    ) -> Result<bool, Undecided> {
        let is_all = turns == self.all_turns();
        if is_all
            && [from, to]
                .iter()
                .all(|pattern| self.is_known_possible(pattern))
        {
            return Ok(true);
        }
        if points(self).len() > FEW_POINTS {
            return Err(Undecided::Group);
        }
        match (from.state(), to.state()) {
            (Some(from), _) => self.lead(turns, &from, to),
            // Turns that lead back are in the group, too.
            (None, Some(to)) => self.lead(turns, &to, from),
            (None, None) => {
                let all = self.all_turns();
                let can_be = |pattern| self.lead(&all, self.solved(), pattern);
                match (can_be(from), can_be(to)) {
                    (Ok(false), _) | (_, Ok(false)) => Ok(false),
                    (Err(undecided), _) | (_, Err(undecided)) => Err(undecided),
                    (Ok(true), Ok(true)) if is_all => Ok(true),
                    (Ok(true), Ok(true)) => Err(Undecided::Open),
                }
            }
        }
    }

    /// Whether turns lead from a state to one of a pattern.
    ///
    /// # Errors
    /// As [`Self::joined_by`].
    pub(super) fn lead(
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
        match group.has_fitting(fits) {
            Finding::Yes => Ok(true),
            Finding::No => Ok(false),
            Finding::Unknown => Err(Undecided::Search),
        }
    }

    /// All turns, in increasing order.
    pub(super) fn all_turns(&self) -> Vec<TurnId> {
        (0..self.turns().len()).collect()
    }

    /// How many arrangements of the pieces some turns make; `None` if that takes more than a moment.
    pub(super) fn arrangements(&self, turns: &[TurnId]) -> Option<BigUint> {
        let is_small = points(self).len() <= FEW_POINTS;
        is_small.then(|| Some(self.piece_group(turns)?.group.order()))?
    }

    /// Whether some of these turns moves a facelet.
    fn moves(&self, turns: &[TurnId], facelet: usize) -> bool {
        let mut turns = turns.iter().map(|&turn| &self.turns()[turn].permutation);
        turns.any(|turn| turn.source(facelet) != facelet)
    }

    fn piece_group(&self, turns: &[TurnId]) -> Option<Arc<PieceGroup>> {
        let Known(known) = &self.known_groups;
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let group = { known.entry(turns.to_vec()) }
            .or_insert_with(|| PieceGroup::new(self, turns).map(Arc::new));
        group.clone()
    }
}

impl PieceGroup {
    fn new(puzzle: &Puzzle, turns: &[TurnId]) -> Option<Self> {
        let points = points(puzzle);
        if points.len() > MOST_POINTS {
            return None;
        }
        let generators: Vec<Permutation> = { puzzle.generators(turns).into_iter() }
            .map(|generator| generator.on(&points))
            .collect();
        let generators: Vec<&Permutation> = generators.iter().collect();
        let group = Group::within(points.len(), &generators, MOST_STEPS).ok()?;
        Some(Self { points, group })
    }
}

/// The facelets where reference stickers can be and that some turn moves. Those of pieces that differ come first: there
/// a search has no choice.
fn points(puzzle: &Puzzle) -> Vec<usize> {
    let (pieces, turns) = (puzzle.pieces(), puzzle.all_turns());
    let is_point =
        |&facelet: &usize| !pieces.frame(facelet).is_empty() && puzzle.moves(&turns, facelet);
    let all = (0..puzzle.facelets().len()).filter(is_point);
    let look = |facelet: usize| -> (usize, Vec<Color>) {
        let kind = pieces.all()[pieces.place_of(facelet)].kind;
        let stickers = pieces.frame(facelet).iter();
        (kind, stickers.map(|&f| puzzle.solved().color(f)).collect())
    };
    let mut alike: HashMap<_, usize> = HashMap::new();
    let mut points: Vec<usize> = all.collect();
    for &facelet in &points {
        *alike.entry(look(facelet)).or_default() += 1;
    }
    points.sort_by_cached_key(|&facelet| alike[&look(facelet)]);
    points
}
