//! The states of a puzzle, numbered by indices.
//!
//! *Idea.* For each kind of piece, a state has a row (which piece is in which place) and a twist (how the pieces are
//! oriented). Each row and each twist is a digit; the index is the number in mixed radix with these digits.
//!
//! *Cost.* Every reachable state has exactly one index; some indices may be unreachable if the kinds of pieces
//! constrain each other. The pocket cube with one corner held has 7!·3⁶ indices, all reachable.

use std::fmt;
use std::sync::Arc;

use itertools::Itertools;

use super::Size;
use super::cells::{CELL_BITS, UNREACHED};
use super::kind::Kind;
use crate::error::{Error, ErrorKind};
use crate::group::Permutation;
use crate::puzzle::{Color, Puzzle, State, TurnId};

/// The numbered states from which given turns reach a goal, without their distances.
pub struct Graph {
    facelets: usize,
    pub(super) turns: Vec<TurnId>,
    permutations: Vec<Permutation>,
    /// By first and second turn: whether the second may follow the first in a canonical sequence.
    pub(super) may_follow: Vec<Vec<bool>>,
    /// The number of indices.
    size: usize,
    pub(super) kinds: Vec<Arc<Kind>>,
    /// The index of the goal.
    pub(super) goal: usize,
}

impl Graph {
    /// The states from which `turns` may lead to `goal`. Duplicate turns are ignored. A table of the distances may take
    /// at most `limit` bytes, for example [`MAX_BYTES`](super::MAX_BYTES).
    ///
    /// # Errors
    /// [`Error`] if the table would take more, if states have no unique index, if the puzzle does not have the goal or
    /// one of the turns, or if a turn of an order above 14 is given without its inverse.
    pub fn new(puzzle: &Puzzle, goal: &State, turns: &[TurnId], limit: u64) -> Result<Self, Error> {
        let turns: Vec<TurnId> = turns.iter().copied().sorted_unstable().dedup().collect();
        if let Some(&turn) = turns.iter().find(|&&turn| turn >= puzzle.turns().len()) {
            let reason = format!("there is no turn number {turn}");
            return Err(Error::impossible_value(reason));
        }
        let foreign_goal = || Error::impossible_value("the goal is not a state of this puzzle");
        let facelets = puzzle.facelets().len();
        if goal.colors().len() != facelets {
            return Err(foreign_goal());
        }
        let permutation = |&turn: &TurnId| &puzzle.turns()[turn].permutation;
        let permutations: Vec<&Permutation> = turns.iter().map(permutation).collect();
        let mut kinds = Kind::all(puzzle, goal, &permutations)?;
        check_orders(puzzle, &turns)?;
        let counts = kinds.iter().map(Kind::row_and_twist_counts);
        let size = Size::new(counts, turns.len());
        let Some(size) = size.indices_within(limit) else {
            let reason = format!("these turns may reach {size}");
            return Err(Error::new(ErrorKind::TooLarge, reason));
        };
        let mut stride = 1;
        for kind in kinds.iter_mut().rev() {
            // Anything that fits into memory fits into a `usize`.
            let counts = kind.row_and_twist_counts().unwrap_or_default();
            kind.sizes = counts.map(|count| count as usize);
            let [rows, twists] = kind.sizes;
            kind.strides = [stride * twists, stride];
            stride *= twists * rows;
        }
        let may_follow = |&first: &TurnId| {
            let second = turns.iter();
            second
                .map(|&second| may_follow(puzzle, first, second))
                .collect()
        };
        let mut graph = Self {
            facelets,
            may_follow: turns.iter().map(may_follow).collect(),
            permutations: permutations.into_iter().cloned().collect(),
            turns,
            size,
            kinds: kinds.into_iter().map(Arc::new).collect(),
            goal: 0,
        };
        graph.goal = graph.index(goal).ok_or_else(foreign_goal)?;
        Ok(graph)
    }

    /// The number of indices. Some of them may be unreachable.
    pub fn indices(&self) -> usize {
        self.size
    }

    /// The size of the distances in bytes.
    pub fn table_bytes(&self) -> usize {
        // Cannot overflow 64 bits: there are fewer than 2³² indices.
        (self.size * CELL_BITS as usize).div_ceil(8)
    }

    /// The index of a state; `None` if its pieces, or the sum of their orientations, show that it is unreachable.
    pub fn index(&self, state: &State) -> Option<usize> {
        if state.colors().len() != self.facelets {
            return None;
        }
        let mut index = 0;
        for kind in &self.kinds {
            let (row, twist) = kind.read(state)?;
            index += row * kind.strides[0] + twist * kind.strides[1];
        }
        Some(index)
    }

    /// The state of an index; `None` if the index is too large.
    pub fn state(&self, index: usize) -> Option<State> {
        if index >= self.size {
            return None;
        }
        let mut colors: Vec<Color> = vec![0; self.facelets];
        for kind in &self.kinds {
            let [row, twist] = [0, 1].map(|part| index / kind.strides[part] % kind.sizes[part]);
            kind.write(row, twist, &mut colors);
        }
        Some(State::new(colors))
    }

    /// The index after a turn, given by its position among the turns in ascending order. It is computed without tables.
    ///
    /// # Panics
    /// If the index or the turn does not exist.
    pub fn after(&self, index: usize, turn: usize) -> usize {
        let state = self.state(index);
        let after = state.map(|state| state.after(&self.permutations[turn]));
        let after = after.and_then(|state| self.index(&state));
        after.expect("turns lead from indices to indices")
    }
}

/// Whether a turn may follow another one in a canonical sequence, which has no two successive turns of one face, and
/// successive commuting turns only in the order of the puzzle file. Computed directly from the permutations.
fn may_follow(puzzle: &Puzzle, first: TurnId, second: TurnId) -> bool {
    let (first, second) = (&puzzle.turns()[first], &puzzle.turns()[second]);
    let commute = first.permutation.commutes_with(&second.permutation);
    first.face != second.face && !(commute && first.face > second.face)
}

/// Checks that marks distinguish the distances of neighbors.
///
/// A turn decreases the distance by at most one. It increases the distance by at most the number of turns that undo the
/// turn: one, or its order minus one.
fn check_orders(puzzle: &Puzzle, turns: &[TurnId]) -> Result<(), Error> {
    let is_too_long = |&&turn: &&TurnId| {
        let powers = puzzle.turns()[turn].permutation.powers().count();
        powers + 2 > usize::from(UNREACHED) && !turns.contains(&puzzle.inverse(turn))
    };
    turns.iter().find(is_too_long).map_or(Ok(()), |&turn| {
        let turn = puzzle.turns()[turn].name();
        let reason = format!("{turn} has a high order, so a table also requires its inverse");
        Err(Error::new(ErrorKind::Unsupported, reason))
    })
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Graph")
            .field("turns", &self.turns)
            .field("indices", &self.indices())
            .finish_non_exhaustive()
    }
}
