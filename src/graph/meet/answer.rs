//! What a search from both ends comes to.

use std::ops::ControlFlow;

use super::context::TooMany;
use crate::control::Stop;
use crate::puzzle::TurnId;

/// What cannot be searched from both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeetError {
    /// The start stands for several states.
    #[error("the start has unknown stickers")]
    UnknownStart,
    /// Whether a state is at the goal is not told by its pieces one by one.
    #[error("the goal leaves stickers open")]
    OpenGoal,
    /// A state takes too many words.
    #[error("a state of it takes {0} words of 64 bits, more than {MOST_WORDS}")]
    TooWide(usize),
}

/// The most words of a state.
pub(super) const MOST_WORDS: usize = 32;

/// Why a search ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It was stopped.
    Stopped(Stop),
    /// There was no room for more states.
    Memory,
    /// What the side constraints leave to tell apart is too much.
    Constraints,
}

impl From<TooMany> for Halt {
    fn from(_: TooMany) -> Self {
        Halt::Constraints
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With solutions of so many turns.
    Found(usize),
    /// No length of the budget has a solution.
    None,
    /// No length at all has one.
    Never,
    /// It is not known.
    Halted(Halt),
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// How it ended.
    pub outcome: Outcome,
    /// Every length below this one has no solution; if one length was asked for, this says nothing.
    pub refuted_below: usize,
    /// Why not all solutions were told, if they were not and more were wanted.
    pub cut: Option<Halt>,
    /// From which length on it searched beneath [tables of cosets](crate::graph::cosets), if it did.
    pub beneath_tables: Option<usize>,
}

/// Is told how many turns are looked at, and how many states are stored; `None` while it searches beneath tables.
pub(super) type Notify<'a> = &'a (dyn Fn(usize, Option<u64>) + Sync);

/// Is called with a solution, and says whether it wants more.
pub(super) type Tell<'a> = &'a mut dyn FnMut(&[TurnId]) -> ControlFlow<()>;

impl Met {
    /// Of a search beneath tables from some length on.
    pub(in crate::graph) fn beneath_tables(
        outcome: Outcome,
        refuted_below: usize,
        from: usize,
    ) -> Self {
        Self {
            outcome,
            refuted_below,
            cut: None,
            beneath_tables: Some(from),
        }
    }

    pub(super) fn never() -> Self {
        Self {
            outcome: Outcome::Never,
            refuted_below: 0,
            cut: None,
            beneath_tables: None,
        }
    }
}
