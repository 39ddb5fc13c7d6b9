//! A compact numbering of states.
//!
//! *Idea.* A state consists of a row (which piece is where) and a twist (how the pieces are oriented) for each kind of
//! piece. Each of these is a digit; the index is the number in mixed radix with these digits.
//!
//! *Cost.* Every reachable state has exactly one index; some indices may be unreachable if the kinds of pieces
//! constrain each other. The pocket cube with one corner held has 7!·3⁶ indices, all reachable.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::Size;
use super::kind::Kind;
use crate::error::{Error, ErrorKind};
use crate::group::Permutation;
use crate::puzzle::{Color, Puzzle, State, TurnId};

/// The numbering of the states that some turns reach.
pub(super) struct StateNumbering {
    facelets: usize,
    pub(super) turns: usize,
    /// The number of indices.
    pub(super) size: usize,
    /// The kinds, with the place values of their row and their twist.
    pub(super) kinds: Vec<(Arc<Kind>, [usize; 2])>,
}

/// The error for a goal of another puzzle.
pub(super) fn foreign_goal_error() -> Error {
    let reason = "the goal is not a state of this puzzle";
    Error::impossible_value(reason)
}

impl StateNumbering {
    /// The numbering for some turns of a puzzle, with the colors of the goal.
    ///
    /// # Errors
    /// [`Error`] if states have no unique index, or if they do not fit into a table of `most` bytes with `bits` bits
    /// per state.
    pub(super) fn new(
        puzzle: &Puzzle,
        goal: &State,
        turns: &[TurnId],
        bits: u32,
        most: u64,
    ) -> Result<Self, Error> {
        let facelets = puzzle.facelets().len();
        if goal.colors().len() != facelets {
            return Err(foreign_goal_error());
        }
        let permutation = |&turn: &TurnId| &puzzle.turns()[turn].permutation;
        let permutations: Vec<&Permutation> = turns.iter().map(permutation).collect();
        let mut kinds = Kind::all(puzzle, goal, &permutations)?;
        let size = Size::new(
            kinds.iter().map(Kind::row_and_twist_counts),
            turns.len(),
            bits,
        );
        let Some(size) = size.fits(most) else {
            let reason = format!("these turns may reach {size}");
            return Err(Error::new(ErrorKind::TooLarge, reason));
        };
        let mut strides = vec![[0; 2]; kinds.len()];
        let mut stride = 1;
        for (kind, strides) in kinds.iter_mut().zip(&mut strides).rev() {
            // Anything that fits into memory fits into a `usize`.
            let counts = kind.row_and_twist_counts().unwrap_or_default();
            kind.sizes = counts.map(|count| count as usize);
            let [rows, twists] = kind.sizes;
            *strides = [stride * twists, stride];
            stride *= twists * rows;
        }
        Ok(Self {
            facelets,
            turns: turns.len(),
            size,
            kinds: kinds.into_iter().map(Arc::new).zip(strides).collect(),
        })
    }

    /// The index of a state; `None` if its pieces differ from those that the turns can bring together.
    pub(super) fn index(&self, state: &State) -> Option<usize> {
        if state.colors().len() != self.facelets {
            return None;
        }
        let mut index = 0;
        for (kind, [row_stride, twist_stride]) in &self.kinds {
            let (row, twist) = kind.read(state)?;
            index += row * row_stride + twist * twist_stride;
        }
        Some(index)
    }

    /// The state of an index; `None` if the index is too large.
    pub(super) fn state(&self, index: usize) -> Option<State> {
        if index >= self.size {
            return None;
        }
        let mut colors: Vec<Color> = vec![0; self.facelets];
        for (kind, strides) in &self.kinds {
            let [row, twist] = digits(index, kind, strides);
            kind.write(row, twist, &mut colors);
        }
        Some(State::new(colors))
    }

    /// The index after a turn, given by its position among the turns, computed without tables.
    pub(super) fn after(&self, index: usize, turn: usize) -> usize {
        let contribution = |(kind, strides): &(Arc<Kind>, [usize; 2])| {
            let [row, twist] = digits(index, kind, strides);
            let (row, twist) = kind.after(row, twist, turn);
            row * strides[0] + twist * strides[1]
        };
        self.kinds.iter().map(contribution).sum()
    }

    /// A hash of the meaning of the numbers: if it is equal, the same turns lead from the same index to the same index.
    pub(super) fn fingerprint(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        for (kind, _) in &self.kinds {
            kind.hash_meaning(&mut hash);
        }
        hash.finalize().into()
    }
}

/// The row and the twist of a kind in an index.
fn digits(index: usize, kind: &Kind, strides: &[usize; 2]) -> [usize; 2] {
    [0, 1].map(|part| index / strides[part] % kind.sizes[part])
}
