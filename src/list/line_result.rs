//! The result of one line of a list.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::answer::{self, Answer, Enumerated};
use crate::control::Stop;
use crate::names::named;
use crate::problem::Budget;
use crate::search::UnknownReason;

/// The kind of result of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
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

impl<'de> Deserialize<'de> for LineVerdict {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let known = Self::ALL.into_iter().find(|verdict| verdict.name() == name);
        known.ok_or_else(|| serde::de::Error::custom(format!("unknown verdict `{name}`")))
    }
}

/// The result of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineResult {
    /// The kind of result.
    pub verdict: LineVerdict,
    /// The length of the solution, in the metric of the question.
    pub turns: Option<usize>,
    /// The solution, in the notation of the question, followed by the turns that solve the tips.
    pub solution: Option<String>,
    /// The solutions listed by `enumerate`, each followed by the turns that solve the tips.
    pub solutions: Vec<String>,
    /// Whether the list is complete.
    pub is_complete: bool,
    /// No solution has fewer turns.
    pub at_least: Option<usize>,
    /// What refuted the shorter solutions, or all solutions.
    pub by: Option<String>,
    /// The certificate, a file.
    pub certificate: Option<String>,
    /// Its SHA-256, in hexadecimal.
    pub certificate_sha256: Option<String>,
    /// Why there is no answer.
    pub reason: Option<String>,
}

impl LineResult {
    /// A result with a verdict only.
    pub fn with_verdict(verdict: LineVerdict) -> Self {
        Self {
            verdict,
            ..Self::default()
        }
    }

    /// Why this result contradicts itself; `None` if it does not.
    pub fn contradiction(&self) -> Option<String> {
        let has_solution = self.solution.is_some() || !self.solutions.is_empty();
        let verdict = self.verdict;
        let Some(turns) = self.turns else {
            let needs_one = has_solution || verdict.has_solution();
            return needs_one
                .then(|| format!("it is `{verdict}`, but a solution with its length is missing"));
        };
        if !has_solution {
            return Some(format!(
                "it gives a length of {turns} turns, but the solution is missing"
            ));
        }
        if verdict.denies_solutions() {
            return Some(format!(
                "it is `{verdict}`, but there is a solution of {turns} turns"
            ));
        }
        let least = self.at_least?;
        let is_minimal = verdict == LineVerdict::Minimal;
        (turns < least || is_minimal && turns > least).then(|| {
            format!(
                "it is `{verdict}` with {turns} turns, but says that there are at least {least}"
            )
        })
    }

    /// Why this result contradicts the maximum number of turns of its question; `None` if it does not.
    pub fn contradiction_within(&self, most: usize) -> Option<String> {
        let least = self.at_least.filter(|&least| least <= most)?;
        let verdict = self.verdict;
        (verdict == LineVerdict::None).then(|| {
            format!(
                "it is `{verdict}` of at most {most} turns, but its lower bound is only {least}"
            )
        })
    }

    /// The claim that a solution of this length contradicts, in words; `None` if there is no such claim.
    pub fn contradicted_claim(&self, length: usize) -> Option<String> {
        let verdict = self.verdict;
        let shortest = self.turns.filter(|_| verdict == LineVerdict::Minimal);
        if let Some(turns) = shortest.filter(|&turns| turns > length) {
            return Some(format!("it is `{verdict}` with {turns} turns"));
        }
        let least = self.at_least.filter(|&least| least > length)?;
        Some(format!("it says that there are at least {least} turns"))
    }

    /// Whether two results of one line contradict each other.
    pub fn contradicts(&self, other: &Self) -> bool {
        let are_complete = self.is_complete && other.is_complete;
        if are_complete && self.solutions.len() != other.solutions.len() {
            return true;
        }
        let has_solution = |it: &Self| it.verdict.has_solution() || it.solution.is_some();
        let denies = |one: &Self, other| one.verdict.denies_solutions() && has_solution(other);
        let is_too_short = self.is_too_short_for(other) || other.is_too_short_for(self);
        denies(self, other) || denies(other, self) || is_too_short
    }

    /// Whether this solution is shorter than the other result's bound.
    fn is_too_short_for(&self, other: &Self) -> bool {
        let least = match other.verdict {
            LineVerdict::Minimal => other.turns,
            _ => other.at_least,
        };
        let pair = self.turns.zip(least);
        pair.is_some_and(|(turns, least)| turns < least)
    }

    /// The rank among the results of a line, best first: answers first, a minimum before another solution, fewer turns
    /// before more, a higher bound before a lower one.
    pub fn rank(&self) -> (LineVerdict, usize, Reverse<Option<usize>>) {
        let turns = self.turns.unwrap_or(usize::MAX);
        (self.verdict, turns, Reverse(self.at_least))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_result(verdict: LineVerdict, turns: Option<usize>) -> LineResult {
        LineResult {
            turns,
            solution: turns.map(|turns| "R ".repeat(turns)),
            ..LineResult::with_verdict(verdict)
        }
    }

    #[test]
    fn incompatible_answers_contradict_each_other() {
        use LineVerdict::{Failed, Minimal, None as Nothing, Refuted, Solved, Unknown};
        let all = [
            (Minimal, Some(4)),
            (Minimal, Some(5)),
            (Solved, Some(4)),
            (Solved, Some(5)),
            (Nothing, None),
            (Refuted, None),
            (Unknown, None),
            (Failed, None),
        ];
        // Determined by hand, one row per result: the others that contradict it.
        let wrong = [
            "01001100", "10101100", "01001100", "00001100", "11110000", "11110000", "00000000",
            "00000000",
        ];
        for ((one, turns), row) in all.iter().zip(wrong) {
            for ((other, others), wrong) in all.iter().zip(row.chars()) {
                let (a, b) = (line_result(*one, *turns), line_result(*other, *others));
                assert_eq!(a.contradicts(&b), wrong == '1', "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_solution_below_a_proved_bound_contradicts_it_though_neither_is_an_answer() {
        let bound = |least| LineResult {
            at_least: Some(least),
            ..LineResult::with_verdict(LineVerdict::Unknown)
        };
        let found = line_result(LineVerdict::Unknown, Some(4));
        assert!(found.contradicts(&bound(5)) && bound(5).contradicts(&found));
        assert!(!found.contradicts(&bound(4)));
    }

    #[test]
    fn any_solution_contradicts_a_claim_of_no_solution() {
        let found = line_result(LineVerdict::Unknown, Some(4));
        for none in [LineVerdict::None, LineVerdict::Refuted].map(LineResult::with_verdict) {
            assert!(found.contradicts(&none) && none.contradicts(&found));
        }
    }

    #[test]
    fn a_result_that_cannot_be_true_says_why() {
        use LineVerdict::{Failed, Minimal, None as Nothing, Refuted, Solved, Unknown};
        // Determined by hand: the verdict, the length, the bound, and whether the combination is consistent.
        let all = [
            (Minimal, Some(5), Some(5), true),
            (Minimal, Some(5), Some(9), false),
            (Minimal, Some(5), Some(2), false),
            (Minimal, Some(5), None, true),
            (Minimal, None, Some(5), false),
            (Solved, Some(5), Some(5), true),
            (Solved, Some(5), Some(2), true),
            (Solved, Some(5), Some(6), false),
            (Solved, None, None, false),
            (Nothing, None, Some(6), true),
            (Nothing, Some(5), None, false),
            (Refuted, None, Some(6), true),
            (Refuted, Some(5), Some(6), false),
            (Unknown, None, Some(6), true),
            (Unknown, Some(7), Some(6), true),
            (Unknown, Some(5), Some(6), false),
            (Failed, None, None, true),
        ];
        for (verdict, turns, at_least, can_be) in all {
            let is = LineResult {
                at_least,
                ..line_result(verdict, turns)
            };
            assert_eq!(is.contradiction().is_none(), can_be, "{is:?}");
        }
        let without_turns = |turns, solution| LineResult {
            turns,
            solution,
            ..LineResult::with_verdict(Unknown)
        };
        assert!(without_turns(Some(1), None).contradiction().is_some());
        let one = Some("R".to_owned());
        assert!(without_turns(None, one).contradiction().is_some());
    }

    #[test]
    fn the_better_result_has_the_lower_rank() {
        use LineVerdict::{Failed, Minimal, Solved, Unknown};
        let in_order = [
            line_result(Minimal, Some(4)),
            line_result(Solved, Some(4)),
            line_result(Solved, Some(5)),
            line_result(Unknown, Some(7)),
            line_result(Unknown, None),
            line_result(Failed, None),
        ];
        assert!(in_order.is_sorted_by(|one, other| one.rank() < other.rank()));
    }
}
