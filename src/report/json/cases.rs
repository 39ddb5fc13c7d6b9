//! The result of `cases`.

use serde::Serialize;

use super::PuzzleHeader;
use crate::answer::CaseResult;
use crate::notation::Notation;
use crate::problem::{Problem, Solution};
use crate::search::Minimum;

/// The table of `cases`.
#[derive(Clone, Debug, Serialize)]
pub struct Cases {
    /// The puzzle.
    #[serde(flatten)]
    pub about: PuzzleHeader,
    /// The title of the set of cases.
    pub title: String,
    /// One answer for each case and set of turns.
    pub answers: Vec<CaseAnswer>,
}

/// One of the best algorithms of a case.
#[derive(Clone, Debug, Serialize)]
pub struct CaseAlgorithm {
    /// The algorithm, with free turns around it in brackets.
    pub algorithm: String,
    /// Its length without the free turns.
    pub turns: usize,
    /// Its cost; omitted without `--cost-file`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<usize>,
}

/// The result of one case with one set of turns.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CaseAnswer {
    /// The case.
    pub case: String,
    /// The set of turns.
    pub set: String,
    /// A shortest algorithm, with free turns around it in brackets; null if none is known.
    pub algorithm: Option<String>,
    /// Its length without the free turns.
    pub turns: Option<usize>,
    /// How the puzzle is held at the end, as rotations from how it was held before the case; omitted if that has not
    /// changed or depends on the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_at_end: Option<String>,
    /// Whether nothing shorter exists.
    pub minimal: bool,
    /// Why there is no algorithm, or why that is unknown; null if there is one.
    pub none: Option<String>,
    /// With `--top`: the best algorithms, shortest or cheapest first, including this one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<CaseAlgorithm>,
    /// With `--top`: false if `best` is incomplete because time or memory ran out; omitted otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// The method that found the algorithm and refuted the shorter lengths.
    pub method: &'static str,
    /// The lengths without a solution, one sentence each.
    pub refuted: Vec<String>,
    /// Whether it is proved that nothing shorter exists, or that there is no algorithm.
    #[serde(skip)]
    pub(crate) is_proved: bool,
}

impl CaseAnswer {
    /// The answer for a case and a set of turns, by a method.
    pub fn new(
        (case, set): (&str, &str),
        method: &'static str,
        problem: &Problem,
        case_result: &CaseResult,
    ) -> Self {
        let CaseResult { found, best, .. } = case_result;
        let written = |(solution, cost): &(_, _)| CaseAlgorithm::new(solution, *cost);
        let first = found.solution.as_ref();
        let first = first.map(|solution| CaseAlgorithm::new(solution, None));
        let held = problem.held_at_end().filter(|_| first.is_some());
        Self {
            turns: first.as_ref().map(|first| first.turns),
            algorithm: first.map(|first| first.algorithm),
            held_at_end: held.map(ToOwned::to_owned),
            minimal: found.is_minimal(),
            none: none(problem, found),
            best: best.iter().map(written).collect(),
            complete: (!case_result.is_complete).then_some(false),
            refuted: found.refuted(),
            is_proved: found.complete,
            ..Self::without_allowed_turns((case, set), method)
        }
    }

    /// Whether nothing remains unknown: the algorithm is proved shortest, or proved not to exist, and `best` is the
    /// whole list.
    pub fn is_settled(&self) -> bool {
        self.is_proved && self.complete != Some(false)
    }

    /// The answer for a case in which no turn of the set is allowed.
    pub fn without_allowed_turns((case, set): (&str, &str), method: &'static str) -> Self {
        Self {
            case: case.to_owned(),
            set: set.to_owned(),
            none: Some("none: no turn of this set is allowed".to_owned()),
            method,
            is_proved: true,
            ..Self::default()
        }
    }
}

impl CaseAlgorithm {
    fn new(solution: &Solution, cost: Option<usize>) -> Self {
        Self {
            algorithm: solution.write(Notation::Singmaster),
            turns: solution.len(),
            cost,
        }
    }
}

/// Why there is no algorithm.
fn none(problem: &Problem, found: &Minimum) -> Option<String> {
    let stop = found.stop.as_ref().map(ToString::to_string);
    match &found.solution {
        Some(_) => None,
        None if found.complete && found.unsolvable() => Some("none".to_owned()),
        None if found.complete => Some(format!("none of {}", problem.question_in_words())),
        None => Some(format!("unknown ({})", stop.unwrap_or_default())),
    }
}
