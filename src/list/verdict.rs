//! The kinds of results of a line of a list.

use serde::{Deserialize, Serialize};

use crate::answer::{self, Answer, Enumerated};
use crate::control::Stop;
use crate::names::named;
use crate::problem::Budget;
use crate::search::UnknownReason;

/// The kind of result of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineVerdict {
    /// A solution, and nothing shorter exists.
    Minimal,
    /// A solution.
    Solved,
    /// There is no solution.
    None,
    /// There is no solution, with a checked proof.
    Refuted,
    /// No answer within the time or memory limit.
    #[default]
    Unknown,
    /// No answer before the process was interrupted; partial results are kept.
    Interrupted,
    /// The question is invalid, or the work failed.
    Failed,
}

named!(
    LineVerdict,
    "verdict",
    Minimal = "minimal",
    Solved = "solved",
    None = "none",
    Refuted = "refuted",
    Unknown = "unknown",
    Interrupted = "interrupted",
    Failed = "failed",
);

impl From<&Answer> for LineVerdict {
    fn from(answer: &Answer) -> Self {
        use answer::Outcome;
        let found = &answer.found;
        match (answer.outcome, answer.problem.budget) {
            (Outcome::Unknown, _) => Self::unknown(found.stop.as_ref()),
            (Outcome::NoSolution, _) => Self::None,
            (Outcome::Solved, Budget::AtMost(_)) if found.is_minimal() => Self::Minimal,
            (Outcome::Solved, _) => Self::Solved,
        }
    }
}

impl From<&Enumerated> for LineVerdict {
    fn from(found: &Enumerated) -> Self {
        match &found.result.stop {
            Some(stop) => Self::unknown(Some(stop)),
            None if found.listed == 0 => Self::None,
            None => Self::Solved,
        }
    }
}

impl LineVerdict {
    /// The verdict if the work ended for this reason.
    pub fn unknown(stop: Option<&UnknownReason>) -> Self {
        match stop {
            Some(UnknownReason::Stopped(Stop::Cancelled)) => Self::Interrupted,
            _ => Self::Unknown,
        }
    }

    /// Whether the question is answered.
    #[must_use]
    pub fn is_answer(self) -> bool {
        !matches!(self, Self::Unknown | Self::Interrupted | Self::Failed)
    }

    /// Whether there is a solution.
    #[must_use]
    pub fn has_solution(self) -> bool {
        matches!(self, Self::Minimal | Self::Solved)
    }

    /// Whether it says that there is no solution.
    #[must_use]
    pub fn denies_solutions(self) -> bool {
        matches!(self, Self::None | Self::Refuted)
    }
}
