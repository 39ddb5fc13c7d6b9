//! The results of a search from both ends.

use std::ops::ControlFlow;

use crate::control::Stop;
use crate::error::{Error, ErrorKind};
use crate::puzzle::TurnId;

/// Why a problem cannot be searched from both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeetError {
    /// The start stands for several states.
    #[error("the start has unknown stickers")]
    UnknownStart,
    /// The starts consist of different pieces.
    #[error("the starts show different pieces")]
    OtherPieces,
    /// Membership of a state in the goal cannot be tested piece by piece.
    #[error("the goal leaves stickers open, and its states cannot be tested piece by piece")]
    UntestableGoal,
    /// A state takes too many words.
    #[error("a state of this puzzle takes {0} words of 64 bits, more than {MAX_WORDS}")]
    TooWide(usize),
}

impl From<MeetError> for Error {
    fn from(error: MeetError) -> Self {
        Self::new(ErrorKind::Unsupported, error)
    }
}

/// The maximum number of words of a node.
pub(super) const MAX_WORDS: usize = 128;

/// Why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The search was stopped.
    Stopped(Stop),
    /// The memory is full.
    Memory,
    /// The constraints on the turns are too complex for this search.
    Constraints,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Halt::Stopped(stop)
    }
}

/// The outcome of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Solutions with this many turns.
    Found(usize),
    /// No length of the budget has a solution.
    None,
    /// Unknown, because the search ended early.
    Halted(Halt),
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeetResult {
    /// The outcome.
    pub outcome: Outcome,
    /// Every length below this number was refuted. Meaningless if a single length was requested.
    pub refuted_below: usize,
    /// Why the list of solutions is incomplete, if the search ended while it listed them.
    pub cut: Option<Halt>,
    /// The first length that was searched with [tables of cosets](crate::graph::cosets), if any.
    pub with_tables_from: Option<usize>,
}

/// Called with the current number of turns and the number of stored states, which is `None` during a search with
/// tables.
pub(super) type OnDepth<'a> = &'a (dyn Fn(usize, Option<u64>) + Sync);

/// Called with a solution; returns whether to continue.
pub(super) type OnSolution<'a> = &'a mut dyn FnMut(&[TurnId]) -> ControlFlow<()>;

impl MeetResult {
    /// The result of a search without tables.
    pub(in crate::graph) fn new(outcome: Outcome, refuted_below: usize) -> Self {
        Self {
            outcome,
            refuted_below,
            cut: None,
            with_tables_from: None,
        }
    }
}
