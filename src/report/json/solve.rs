//! The results of `solve`, `enumerate` and `decode`.

use serde::Serialize;

use super::super::net::completed_start;
use super::{Header, Names, Schema};
use crate::answer::{Answer, Enumerated, ListedSolution, Outcome};
use crate::problem::{Problem, Question};
use crate::report::text;
use crate::search;
use crate::search::{Attempt, Minimum, News};

/// The result of `solve`.
#[derive(Debug, Serialize)]
pub struct Solve {
    /// The question.
    #[serde(flatten)]
    pub header: Header,
    /// Length of the solution, in the metric; null without one.
    pub turns: Option<usize>,
    /// The solution; null without one.
    pub solution: Option<String>,
    /// The state that the solution solves, if the start, `from`, has unknown stickers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// No solution has fewer turns: all shorter lengths are refuted. Null if no solution of any length exists.
    pub at_least: Option<usize>,
    /// Whether no shorter solution exists.
    pub minimal: bool,
    /// The refutations that cover all shorter lengths, with their sources; null if `minimal` is false.
    pub minimal_by: Option<String>,
    /// The lengths without a solution, one sentence each.
    pub refuted: Vec<String>,
    /// The path of the certificate of the refutations; null unless one was requested.
    pub certificate: Option<String>,
    /// Why the search ended early; null if it did not.
    pub stopped: Option<String>,
    /// The formulas that were tried.
    pub attempts: Vec<Attempt>,
    /// The improved solutions and lower bounds of an anytime search, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Milestone>,
    /// The cost of the solution, if the cheapest was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<usize>,
    /// The refutations of every cheaper solution within the budget; empty if the search ended early.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cheapest_by: Vec<String>,
    /// Whether the question is answered.
    pub complete: bool,
}

/// A better solution or a better lower bound.
#[derive(Debug, Serialize)]
pub struct Milestone {
    /// Seconds since the search began.
    pub seconds: f64,
    /// The length of the solution; null for a better bound.
    pub turns: Option<usize>,
    /// No solution has fewer turns; null for a better solution.
    pub at_least: Option<usize>,
    /// How it was found, in words; null for a bound that required no solver.
    pub by: Option<String>,
}

impl From<&search::Milestone> for Milestone {
    fn from(milestone: &search::Milestone) -> Self {
        let seconds = milestone.seconds;
        let (turns, at_least, by) = match &milestone.news {
            News::Solution { turns, by } => (Some(*turns), None, Some(text::found_by(by))),
            News::AtLeast { turns, by } => (None, Some(*turns), by.clone()),
        };
        Self {
            seconds,
            turns,
            at_least,
            by,
        }
    }
}

impl Solve {
    /// The report of an answer to this problem.
    pub fn new(problem: &Problem, names: Names<'_>, answer: &Answer) -> Self {
        let (result, cheapest_cost) = (&answer.found, answer.cheapest_cost.as_ref());
        let solution = result.solution.as_ref();
        let mut header = Header::new(Schema::Solve, problem, names);
        if problem.canonical {
            header.constraints.push("canonical".to_owned());
        }
        Self {
            header,
            turns: solution.map(|solution| solution.len()),
            solution: solution.map(|solution| solution.write(names.notation)),
            start: solution.and_then(|solution| completed_start(problem, solution)),
            at_least: (!result.unsolvable()).then(|| result.lower_bound()),
            minimal: result.is_minimal(),
            minimal_by: result.is_minimal().then(|| result.proof_of_minimality()),
            refuted: result.refuted(),
            certificate: result.certificate.as_ref().map(|it| it.file.clone()),
            stopped: result.stop.as_ref().map(ToString::to_string),
            attempts: result.attempts.clone(),
            history: result.history.iter().map(Milestone::from).collect(),
            cost: cheapest_cost.and_then(|it| it.cost),
            cheapest_by: cheapest_cost
                .and_then(|it| it.refuted.as_ref())
                .map_or_else(Vec::new, Minimum::refuted),
            complete: answer.outcome != Outcome::Unknown,
        }
    }
}

/// The result of `enumerate`.
#[derive(Debug, Serialize)]
pub struct Enumerate {
    /// The question.
    #[serde(flatten)]
    pub header: Header,
    /// Whether only canonical sequences were requested.
    pub canonical: bool,
    /// Length of the solutions; null if no length has one.
    pub turns: Option<usize>,
    /// The number of entries in `solutions`.
    pub count: usize,
    /// Whether these are all solutions.
    pub complete: bool,
    /// Why the search ended early; null if it did not, or if it only reached the limit on the number of solutions.
    pub stopped: Option<String>,
    /// The lengths that were found to have no solution, one sentence each.
    pub refuted: Vec<String>,
    /// The solutions.
    pub solutions: Vec<String>,
    /// The state that each of them solves, if the start has unknown stickers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<String>,
    /// The size of the class of each solution, if one solution per class was requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alike: Vec<usize>,
    /// The cost of each solution, if they were ranked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub costs: Vec<usize>,
    /// Whether no omitted solution costs less; only present if the cheapest few were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cheapest: Option<bool>,
    /// The number of solutions that were omitted because their first or last turns cancel with free turns; absent if
    /// there were none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancelling: Option<usize>,
}

impl Enumerate {
    /// The report of a list of solutions.
    pub fn new(
        names: Names<'_>,
        asked: &Question,
        found: &Enumerated,
        rows: &[ListedSolution],
    ) -> Self {
        let (problem, result) = (&found.problem, &found.result);
        let is_cheapest = found.is_cheapest;
        let write = |row: &ListedSolution| row.solution.write(names.notation);
        Self {
            header: Header::new(Schema::Enumerate, problem, names),
            canonical: problem.canonical,
            turns: found.turns.filter(|_| result.count > 0),
            count: if is_cheapest && found.classes.is_none() {
                rows.len()
            } else {
                result.count
            },
            complete: result.complete && !found.is_cut,
            stopped: result.stop.as_ref().map(ToString::to_string),
            refuted: found.refuted(asked),
            solutions: rows.iter().map(write).collect(),
            starts: rows
                .iter()
                .filter_map(|row| completed_start(problem, &row.solution))
                .collect(),
            alike: rows.iter().filter_map(|row| row.class_size).collect(),
            costs: rows.iter().filter_map(|row| row.cost).collect(),
            cheapest: is_cheapest.then_some(result.stop.is_none()),
            cancelling: (found.cancelling > 0).then_some(found.cancelling),
        }
    }
}

/// The result of `decode`.
#[derive(Debug, Serialize)]
pub struct Decode {
    /// The question as far as the map contains it; the solver is unknown.
    #[serde(flatten)]
    pub header: Header,
    /// Whether the puzzle is the built-in one of that name; otherwise it is known only from the map.
    pub built_in: bool,
    /// The verdict of the model: `sat`, `unsat` or `unknown`.
    pub verdict: String,
    /// Length of the solution; null without one.
    pub turns: Option<usize>,
    /// The solution; null without one.
    pub solution: Option<String>,
    /// The state that the solution solves, if the start, `from`, has unknown stickers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
}
