//! The tracked items, their values, and the action of turns on them.
//!
//! *Idea.* An item is a function of the state with few values, whose value after a turn is determined by its value
//! before. Here every item is a piece, and its values are its *placements*: the possible facelets of its reference
//! sticker. The other files of this module use placements as indices: their number, a table of the action of turns, the
//! indices at the start and at the goal, and which of them are in one place.
//!
//! *Which placements.* The placements of an item are those that the allowed turns reach from its placements in the
//! goal. A turn permutes placements, so reachability is symmetric: a start in which a piece has any other placement has
//! no solution, and is rejected. A piece that the turns do not move is not an item.
//!
//! *Patterns.* A partly unknown start or goal admits several placements of an item. Some of these may belong to no
//! state of the pattern ([`Pattern::placements`]). That can cost lemmas, but makes no lemma wrong.

use std::sync::Arc;

use super::bits::{WORD_BITS, Word};
use super::{MAX_ITEMS, ReachError};
use crate::group::{Orbits, Permutation};
use crate::problem::Problem;
use crate::puzzle::{Pattern, Puzzle, TurnId};

/// With more turns than this, there are no tables for whole rows: building them would take longer than they save.
const MAX_TURNS_OF_ROW_TABLES: usize = 64;

/// A generous estimate of a set's size in bytes, without its rows.
const BYTES_PER_SET: u64 = 128;

/// One or several orbits of placements under the turns, shared by items.
#[derive(Debug)]
struct Orbit {
    /// The facelets of the reference sticker, in ascending order.
    placements: Vec<usize>,
    after: MoveTable,
    before: MoveTable,
}

/// The action of turns, or of their inverses, on the placements of an item.
#[derive(Debug)]
pub(super) struct MoveTable {
    /// The images of all placements under the first turn, then under the second, and so on.
    pub(super) images: Vec<u32>,
    /// The action on whole rows (see [`item_sets`](super::item_sets)), if a row is one word.
    pub(super) rows: Option<RowAction>,
}

impl MoveTable {
    fn new(images: Vec<u32>, size: usize, turns: usize) -> Self {
        let fits = size <= WORD_BITS && turns <= MAX_TURNS_OF_ROW_TABLES;
        let rows = fits.then(|| RowAction::new(&images, size));
        Self { images, rows }
    }
}

/// The action of turns on a word whose bits are placements: for each turn, byte of the word and value of that byte, the
/// resulting bits.
#[derive(Debug)]
pub(super) struct RowAction {
    bytes: usize,
    table: Vec<[Word; 256]>,
}

impl RowAction {
    /// The action given by the image of each placement under the first turn, then under the second, and so on.
    fn new(images: &[u32], size: usize) -> Self {
        let bytes = size.div_ceil(8);
        let mut table = vec![[0; 256]; images.len() / size * bytes];
        for (turn, images) in images.chunks(size).enumerate() {
            for (placement, &to) in images.iter().enumerate() {
                let part = &mut table[turn * bytes + placement / 8];
                for (value, bits) in part.iter_mut().enumerate() {
                    if value >> (placement % 8) & 1 == 1 {
                        *bits |= 1 << to;
                    }
                }
            }
        }
        Self { bytes, table }
    }

    /// The image of a word under a turn.
    #[inline]
    pub(super) fn turned(&self, turn: usize, word: Word) -> Word {
        let parts = self.table[turn * self.bytes..][..self.bytes].iter();
        let parts = parts.zip(word.to_le_bytes());
        parts.fold(0, |all, (part, byte)| all | part[usize::from(byte)])
    }
}

/// One tracked piece.
#[derive(Debug)]
struct Item {
    /// The index of the piece in the puzzle's list.
    piece: usize,
    /// The index of its orbit.
    orbit: usize,
}

/// The tracked pieces of a problem: those that its allowed turns move, if they can be distinguished.
#[derive(Debug)]
pub struct Items {
    puzzle: Arc<Puzzle>,
    turns: Vec<TurnId>,
    goal: Pattern,
    orbits: Vec<Orbit>,
    items: Vec<Item>,
    /// The possible placements of each item at the goal.
    goal_placements: Vec<Vec<usize>>,
    /// The pieces that do not move, each with the facelets where the goal may have it.
    fixed: Vec<(usize, Vec<usize>)>,
}

impl Items {
    /// The items of a problem. Its start and its budget are ignored.
    ///
    /// # Errors
    /// [`ReachError::Untrackable`] if turns move pieces but none can be tracked, or if the goal lacks a piece.
    pub fn new(problem: &Problem) -> Result<Self, ReachError> {
        let mut items = Self {
            puzzle: problem.puzzle.clone(),
            turns: problem.allowed.clone(),
            goal: problem.goal.clone(),
            orbits: Vec::new(),
            items: Vec::new(),
            goal_placements: Vec::new(),
            fixed: Vec::new(),
        };
        // A sticker at f moves to the facelet whose source is f.
        let inverse = |&turn: &TurnId| items.puzzle.turns()[turn].permutation.inverse();
        let moves: Vec<Permutation> = items.turns.iter().map(inverse).collect();
        let mut orbits = Orbits::generated_by(items.puzzle.facelets().len(), &moves);
        let tracked = items.tracked(&mut orbits)?;
        let goals = items.goal.placements(&items.puzzle);
        for (piece, goal) in goals.into_iter().enumerate() {
            if tracked[piece] {
                if goal.is_empty() {
                    return Err(ReachError::Untrackable);
                }
                items.add(piece, goal, &moves, &mut orbits);
            }
        }
        Ok(items)
    }

    /// Adds a piece with its possible facelets in the goal.
    fn add(&mut self, piece: usize, goal: Vec<usize>, moves: &[Permutation], orbits: &mut Orbits) {
        if goal.iter().all(|&facelet| orbits.size_of(facelet) == 1) {
            self.fixed.push((piece, goal));
            return;
        }
        let has = |orbit: &Orbit| {
            goal.iter()
                .all(|f| orbit.placements.binary_search(f).is_ok())
        };
        let orbit = self.orbits.iter().rposition(has).unwrap_or_else(|| {
            self.orbits.push(Orbit::new(orbits.of_points(&goal), moves));
            self.orbits.len() - 1
        });
        let known = &self.orbits[orbit].placements;
        let goal = goal
            .iter()
            .map(|facelet| known.partition_point(|it| it < facelet));
        self.goal_placements.push(goal.collect());
        self.items.push(Item { piece, orbit });
    }

    /// Whether each piece can be tracked: if it is unique, or if no turn moves a piece of its kind. Other identical
    /// pieces cannot be distinguished.
    fn tracked(&self, orbits: &mut Orbits) -> Result<Vec<bool>, ReachError> {
        let (puzzle, pieces) = (&self.puzzle, self.puzzle.pieces());
        let mut tracked = vec![true; pieces.all().len()];
        let mut moved = Vec::new();
        for kind in pieces.kinds() {
            let facelets = || kind.clone().flat_map(|place| pieces.orientations(place));
            if facelets().all(|facelet| orbits.size_of(facelet) == 1) {
                continue;
            }
            for piece in kind.clone() {
                let looks_solved = |&facelet: &usize| {
                    let mut stickers = puzzle.stickers(piece, facelet);
                    stickers.all(|(facelet, color)| puzzle.solved().color(facelet) == color)
                };
                let is_unique = facelets().filter(looks_solved).nth(1).is_none();
                tracked[piece] = !puzzle.is_background(piece) && is_unique;
                moved.push(piece);
            }
        }
        if !moved.is_empty() && !moved.iter().any(|&piece| tracked[piece]) {
            return Err(ReachError::Untrackable);
        }
        Ok(tracked)
    }

    /// The number of items.
    #[allow(clippy::len_without_is_empty)] // `is_empty` would have no use.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The allowed turns. All other methods refer to a turn by its index in this list.
    pub fn turns(&self) -> &[TurnId] {
        &self.turns
    }

    /// The index of an item's piece in the puzzle's list.
    pub fn piece(&self, item: usize) -> usize {
        self.items[item].piece
    }

    /// The items in groups of those with the same placements.
    pub(super) fn kinds(&self) -> Vec<Vec<usize>> {
        let mut kinds = vec![Vec::new(); self.orbits.len()];
        for (number, item) in self.items.iter().enumerate() {
            kinds[item.orbit].push(number);
        }
        kinds
    }

    /// The placements of an item, as facelets of its reference sticker, in ascending order. All other methods refer to
    /// a placement by its index in this list.
    pub fn placements(&self, item: usize) -> &[usize] {
        &self.orbit(item).placements
    }

    /// The placement of an item after a turn.
    pub fn after(&self, item: usize, placement: usize, turn: usize) -> usize {
        let orbit = self.orbit(item);
        let size = orbit.placements.len();
        assert!(placement < size, "an item has no such placement");
        orbit.after.images[turn * size + placement] as usize
    }

    /// The possible placements of each item at the goal.
    pub fn goal(&self) -> &[Vec<usize>] {
        &self.goal_placements
    }

    /// Whether an item may have a placement at the goal.
    pub(crate) fn is_at_goal(&self, item: usize, placement: usize) -> bool {
        self.goal_placements[item].contains(&placement)
    }

    /// The possible placements of each item in a pattern, such as the start of a problem.
    ///
    /// # Errors
    /// [`ReachError::Untrackable`] if the pattern lacks a piece, and [`ReachError::Unreachable`] if the turns do not
    /// lead from it to the goal.
    pub fn locate(&self, pattern: impl Into<Pattern>) -> Result<Vec<Vec<usize>>, ReachError> {
        let all = pattern.into().placements(&self.puzzle);
        let is_missing = |piece: usize| all[piece].is_empty() && !self.puzzle.is_background(piece);
        if (0..all.len()).any(is_missing) {
            return Err(ReachError::Untrackable);
        }
        let stays =
            |(piece, goal): &(usize, Vec<usize>)| goal.iter().any(|at| all[*piece].contains(at));
        if !self.fixed.iter().all(stays) {
            return Err(ReachError::Unreachable);
        }
        let placements = |item: &Item| {
            let known = &self.orbits[item.orbit].placements;
            let here = all[item.piece].iter();
            let here: Vec<usize> = here.filter_map(|f| known.binary_search(f).ok()).collect();
            (!here.is_empty()).then_some(here)
        };
        let all: Option<_> = self.items.iter().map(placements).collect();
        all.ok_or(ReachError::Unreachable)
    }

    /// The place, regardless of orientation, of an item with this placement.
    pub(super) fn place(&self, item: usize, placement: usize) -> usize {
        let facelet = self.placements(item)[placement];
        self.puzzle.pieces().place_of(facelet)
    }

    /// Whether these are the items of a problem: the puzzle, goal and turns are equal.
    pub fn fit_problem(&self, problem: &Problem) -> bool {
        let same_puzzle = Arc::ptr_eq(&self.puzzle, &problem.puzzle)
            || self.puzzle.definition() == problem.puzzle.definition();
        same_puzzle && self.goal == problem.goal && self.turns == problem.allowed
    }

    /// The maximum memory of one layer of all sets of up to `max_set_size` items (at most [`MAX_ITEMS`]), in bytes;
    /// saturates at `u64::MAX`.
    pub fn layer_bytes(&self, max_set_size: usize) -> u64 {
        let max_set_size = max_set_size.min(MAX_ITEMS);
        // For each k, over all sets of k of the items so far: the number of their joint placements, and of the sets.
        let mut totals = vec![(0_u64, 0_u64); max_set_size + 1];
        totals[0] = (1, 1);
        let mut bytes = 0_u64;
        for size in (0..self.len()).map(|item| self.size(item)) {
            let row = (size.div_ceil(WORD_BITS) * WORD_BITS / 8) as u64;
            for k in (0..max_set_size).rev() {
                let (rows, sets) = totals[k];
                bytes = bytes
                    .saturating_add(rows.saturating_mul(row))
                    .saturating_add(sets.saturating_mul(BYTES_PER_SET));
                let (more_rows, more_sets) = &mut totals[k + 1];
                *more_rows = more_rows.saturating_add(rows.saturating_mul(size as u64));
                *more_sets = more_sets.saturating_add(sets);
            }
        }
        bytes
    }

    fn orbit(&self, item: usize) -> &Orbit {
        &self.orbits[self.items[item].orbit]
    }

    /// The number of placements of an item.
    pub(super) fn size(&self, item: usize) -> usize {
        self.orbit(item).placements.len()
    }

    /// The move table of an item.
    pub(super) fn table(&self, item: usize, direction: Direction) -> &MoveTable {
        match direction {
            Direction::FromStart => &self.orbit(item).after,
            Direction::FromGoal => &self.orbit(item).before,
        }
    }
}

/// The direction of a search: with the turns, or with their inverses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    FromStart,
    FromGoal,
}

impl Orbit {
    /// The action of turns on these placements, which they permute. `moves` contains the inverses of the turns: their
    /// sources are the destinations of stickers.
    fn new(placements: Vec<usize>, moves: &[Permutation]) -> Self {
        let number = |facelet: usize| placements.partition_point(|&other| other < facelet);
        let size = placements.len();
        let mut after = Vec::with_capacity(size * moves.len());
        let mut before = vec![0; size * moves.len()];
        for (turn, to) in moves.iter().enumerate() {
            for (from, &facelet) in placements.iter().enumerate() {
                let image = number(to.source(facelet));
                // Indices fit into 32 bits: puzzles have a few thousand facelets at most.
                after.push(image as u32);
                before[turn * size + image] = from as u32;
            }
        }
        Self {
            after: MoveTable::new(after, size, moves.len()),
            before: MoveTable::new(before, size, moves.len()),
            placements,
        }
    }
}
