//! `solve --method table`: a shortest solution read from the table of all distances.
//!
//! The table and the SAT method know nothing of each other, so each can be held
//! against the other.

use std::sync::{Arc, Mutex};

use indicatif::HumanCount;

use super::super::{Failure, args};
use super::cache;
use crate::control::Control;
use crate::encode::{Justification, RefutedLengths};
use crate::graph::deepening::{Deepening, DeepeningError};
use crate::graph::{DistanceTable, Graph, MOST_BYTES};
use crate::problem::{Budget, Lengths, Problem, ReplayError, Solution};
use crate::puzzle::{Pattern, State};
use crate::search::{Minimum, Refutation, UnknownReason};

/// The table that was used last: all lines of a list ask for the same, mostly.
#[derive(Default)]
pub(crate) struct Tables(Mutex<Option<(State, Arc<DistanceTable>)>>);

/// How a table is made and used.
pub(crate) struct Means<'a> {
    /// Bytes for distances.
    pub(crate) memory: u64,
    pub(crate) control: &'a Control,
    pub(crate) quiet: bool,
    /// Told of the length that is looked at, where there is no table of all states.
    pub(crate) notify: &'a dyn Fn(usize),
}

impl Tables {
    /// A shortest solution of a problem, if it keeps the budget.
    pub(crate) fn solve(&self, problem: &Problem, means: &Means<'_>) -> Result<Minimum, Failure> {
        let (start, goal) = ends(problem)?;
        let control = means.control;
        let table = match self.table((problem, &goal), means) {
            Ok(table) => table,
            // A search of the table that was stopped is told like any other.
            Err(failure) => {
                return match control.stop() {
                    Some(stop) => Ok(Minimum::of(problem).stopped(UnknownReason::Stopped(stop))),
                    None if problem.whole.is_some() => deepened(problem, &start, means),
                    None => Err(Failure::Error(failure.message())),
                };
            }
        };
        let found = table.shortest(&start).next();
        let most = problem.budget.slots().saturating_add(1);
        let below = found.as_ref().map_or(most, |turns| turns.len().min(most));
        let found = found.filter(|turns| problem.budget.allows(turns.len()));
        let solution = found.map(|turns| {
            let exactly = problem.within(Budget::Exactly(turns.len()));
            Solution::replay(&exactly, turns)
        });
        let solution = match solution.transpose() {
            // Then nothing rests on the premise but that there is none.
            Err(ReplayError::Undecided(_)) => None,
            solution => solution.map_err(Failure::error)?,
        };
        let states: u64 = table.distribution().iter().sum();
        let mut found = Minimum::of(problem);
        found.refutations.extend(refuted(
            below,
            format!("the table of all {} states", HumanCount(states)),
        ));
        found.solution = solution;
        found.complete = true;
        let premise = problem.premise().map_err(Failure::error)?;
        Ok(found.resting_on(premise))
    }

    fn table(
        &self,
        (problem, goal): (&Problem, &State),
        means: &Means<'_>,
    ) -> Result<Arc<DistanceTable>, Failure> {
        // One thread makes the table, with all cores; the others wait for it.
        let mut last = self.0.lock().map_err(Failure::error)?;
        if let Some((known, table)) = &*last
            && known == goal
        {
            return Ok(table.clone());
        }
        let graph = Graph::new(&problem.puzzle, goal, &problem.allowed, means.memory);
        let graph = graph.map_err(|error| {
            Failure::Error(format!(
                "{error}; --method meet and --method sat need no table"
            ))
        })?;
        let control = means.control.clone().with_jobs(args::threads(0));
        let table = Arc::new(cache::table(graph, &control, means.quiet)?);
        *last = Some((goal.clone(), table.clone()));
        Ok(table)
    }
}

/// Which other method of `solve` is likely to be sooner than a long search by SAT, in words.
pub(crate) fn hint(problem: &Problem) -> Option<&'static str> {
    let goal = problem.goal.state();
    let goal = goal.filter(|_| problem.constraints.is_empty() && problem.start.is_state());
    let has_table = goal.is_some_and(|goal| {
        Graph::new(&problem.puzzle, &goal, &problem.allowed, MOST_BYTES).is_ok()
    });
    if has_table {
        Some("hint: there are few enough states for --method table, which may be sooner")
    } else {
        meet_hint(problem)
    }
}

/// Whether a search from both ends is likely to be sooner, in words.
pub(crate) fn meet_hint(problem: &Problem) -> Option<&'static str> {
    let is_short = problem.puzzle.facelets().len() <= MOST_HINTED || problem.whole.is_some();
    (is_short && problem.start.is_state()).then_some(
        "hint: --method meet searches from both ends as far as memory allows, and may be sooner",
    )
}

/// On puzzles with more facelets, too many turns can be made for a search from both ends to come far.
const MOST_HINTED: usize = 100;

/// A shortest solution of a stage of a plan that is too large for a table: by tables of parts of it.
fn deepened(problem: &Problem, start: &State, means: &Means<'_>) -> Result<Minimum, Failure> {
    let mut result = Minimum::of(problem);
    let tables = match Deepening::new(problem, means.memory, means.control) {
        Ok(tables) => tables,
        Err(DeepeningError::Stopped(stop)) => {
            return Ok(result.stopped(UnknownReason::Stopped(stop)));
        }
        Err(error) => {
            return Err(Failure::Error(format!(
                "--method table: {error}; use --method meet or --method sat"
            )));
        }
    };
    let found = tables.solve(start, problem.budget.slots(), means.control, means.notify);
    let by = "depth-first search under tables".to_owned();
    result.refutations.extend(refuted(found.refuted_below, by));
    let solution = found.solution.map(|turns| {
        let exactly = problem.within(Budget::Exactly(turns.len()));
        Solution::replay(&exactly, turns)
    });
    result.solution = match solution.transpose() {
        Err(ReplayError::Undecided(_)) => None,
        solution => solution.map_err(Failure::error)?,
    };
    result.complete = found.stop.is_none();
    result.stop = found.stop.map(UnknownReason::Stopped);
    let premise = problem.premise().map_err(Failure::error)?;
    Ok(result.resting_on(premise))
}

/// That no length below this one has a solution; nothing if there is none below.
fn refuted(below: usize, by: String) -> Option<Refutation> {
    let covers = RefutedLengths {
        lengths: Lengths::below(below),
        justification: Justification::Other,
    };
    (below > 0).then(|| Refutation::new(covers, Some(by)))
}

/// The start and the goal, if a table can answer the question.
fn ends(problem: &Problem) -> Result<(State, State), Failure> {
    if !problem.constraints.is_empty() {
        let why = "--method table cannot be combined with side constraints; use --method meet or --method sat";
        return Err(Failure::Error(why.to_owned()));
    }
    if !problem.goals.is_empty() && problem.goals.iter().all(Pattern::is_state) {
        let why = "--method table cannot be combined with several goals; use --method meet or --method sat";
        return Err(Failure::Error(why.to_owned()));
    }
    let ends = problem.start.state().zip(problem.goal.state());
    ends.ok_or_else(|| {
        let why =
            "--method table requires a start and a goal without unknown stickers; use --method sat";
        Failure::Error(why.to_owned())
    })
}
