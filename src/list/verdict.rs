//! The verdicts on the lines of a list, and their counts.

use std::fmt;

use itertools::Itertools;
use serde::Deserialize;

use crate::answer::{self, Answer, Enumerated};
use crate::control::Stop;
use crate::names::named;
use crate::problem::Budget;
use crate::search::UnknownReason;

/// The verdict on the question in a line of a list. The variants are in order, the best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LineVerdict {
    /// A solution, and no shorter one exists.
    Minimal,
    /// A solution.
    Solved,
    /// There is no solution.
    #[serde(rename = "none")]
    NoSolution,
    /// There is no solution, with a checked proof.
    Refuted,
    /// Undecided, for example because of the time or memory limit.
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
    NoSolution = "none",
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
            (Outcome::NoSolution, _) => Self::NoSolution,
            (Outcome::Solved, Budget::AtMost(_)) if found.is_minimal() => Self::Minimal,
            (Outcome::Solved, _) => Self::Solved,
        }
    }
}

impl From<&Enumerated> for LineVerdict {
    fn from(found: &Enumerated) -> Self {
        match &found.result.stop {
            Some(stop) => Self::unknown(Some(stop)),
            None if found.listed == 0 => Self::NoSolution,
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
    pub fn is_answer(self) -> bool {
        self <= Self::Refuted
    }

    /// Whether there is a solution.
    pub fn has_solution(self) -> bool {
        self <= Self::Solved
    }
}

/// The verdicts on the lines of a list.
#[derive(Debug, Default)]
pub struct Tally {
    /// The verdicts of this run.
    pub now: Vec<LineVerdict>,
    /// The verdicts already in the resumed file for this shard. They count for the exit code, as if there were one run.
    pub before: Vec<LineVerdict>,
    /// The number of lines without a verdict.
    pub unanswered: usize,
    /// Whether the command must show that there is no solution, so that a solution counts as a failure.
    pub refutes: bool,
}

impl Tally {
    /// The worst verdict.
    pub fn worst(&self) -> LineVerdict {
        let verdicts = || self.now.iter().chain(&self.before).copied();
        let unanswered = (self.unanswered > 0).then_some(LineVerdict::Unknown);
        let wrong = self.refutes && verdicts().any(LineVerdict::has_solution);
        let wrong = wrong.then_some(LineVerdict::Failed);
        let worst = verdicts().chain(unanswered).chain(wrong).max();
        worst.unwrap_or(LineVerdict::Solved)
    }
}

impl fmt::Display for Tally {
    /// `7 solved, 1 without solution, 2 with an error`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use LineVerdict::{Failed, Interrupted, Minimal, NoSolution, Refuted, Solved, Unknown};
        let now = self.now.iter().counts();
        let count = |verdict| now.get(&verdict).copied().unwrap_or_default();
        let unknown = count(Unknown) + count(Interrupted);
        let mut counts = [
            (count(Minimal) + count(Solved), "solved"),
            (count(Refuted), "refuted"),
            (count(NoSolution), "without solution"),
            (unknown, "unknown or not proved minimal"),
            (count(Failed), "with an error"),
            (self.unanswered, "not answered"),
            (self.before.len(), "answered before"),
        ];
        if self.refutes {
            counts.swap(0, 1);
        }
        // The first count is shown even if it is 0.
        let shown = counts.iter().zip(0..);
        let shown = shown.filter(|((count, _), at)| *count > 0 || *at == 0);
        let mut shown = shown.map(|((count, what), _)| format!("{count} {what}"));
        f.write_str(&shown.join(", "))
    }
}
