//! Errors of a plan or its stages.

use crate::quotient::QuotientError;

/// Why a stage cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StageError {
    /// The puzzle has no quotient for the goal.
    #[error("stage {number} of plan `{plan}`: {error}")]
    Quotient {
        /// The plan's name.
        plan: String,
        /// The stage, from 1.
        number: usize,
        /// The reason.
        error: QuotientError,
    },
    /// The stage cannot start in this state.
    #[error(
        "stage {number} of plan `{plan}` cannot start from this state: its turns do not lead from here to the solved state; solve the earlier stages first"
    )]
    Elsewhere {
        /// The plan's name.
        plan: String,
        /// The stage, from 1.
        number: usize,
    },
    /// The goal of a stage is not a start of the next.
    #[error(
        "stage {number} of plan `{plan}`: its goal contains states in which the next stage cannot start"
    )]
    Broken {
        /// The plan's name.
        plan: String,
        /// The stage, from 1.
        number: usize,
    },
    /// The intermediate group of a stage is not between its groups.
    #[error(
        "stage {number} of plan `{plan}`: the group of `intermediate_group` must lie strictly between that of the goal and that of the allowed turns"
    )]
    IntermediateGroup {
        /// The plan's name.
        plan: String,
        /// The stage, from 1.
        number: usize,
    },
    /// The stage is not a single question.
    #[error(
        "stage {number} of plan `{plan}` is not a single question: it is solved a few pieces at a time, or on a smaller puzzle; `solve` does it as part of the plan"
    )]
    NoQuestion {
        /// The plan's name.
        plan: String,
        /// The stage, from 1.
        number: usize,
    },
    /// The plan for the smaller puzzle cannot be used.
    #[error("stage {number} of plan `{plan}`: {error}")]
    Smaller {
        /// The plan's name.
        plan: String,
        /// The stage, from 1.
        number: usize,
        /// The reason.
        error: String,
    },
    /// The plan has no such stage.
    #[error("plan `{plan}` has no stage {number}; its last one is stage {stages}")]
    NoSuchStage {
        /// The plan's name.
        plan: String,
        /// The requested stage.
        number: usize,
        /// The number of stages.
        stages: usize,
    },
}

impl From<StageError> for crate::error::Error {
    fn from(error: StageError) -> Self {
        Self::new(crate::error::ErrorKind::Impossible, error)
    }
}
