//! A shortest solution read from the table of all distances.
//!
//! The table and the SAT method are independent, so each checks the other.

use std::sync::{Arc, Mutex, PoisonError};

use super::graph;
use super::stage_tables::unsupported_error;
use super::task::RunningTask;
use crate::control::Stop;
use crate::error::{Error, ErrorKind};
use crate::graph::deepening::Deepening;
use crate::graph::{DistanceTable, Graph};
use crate::problem::{Lengths, Problem};
use crate::puzzle::{Pattern, Puzzle, State, TurnId};
use crate::search::{Event, Minimum, UnknownReason};
use crate::text::with_thousands_separators;

impl RunningTask<'_> {
    /// A shortest solution by the table of all states, if the budget allows it.
    pub(super) fn solve_by_table(&self, problem: &Problem) -> Result<Minimum, Error> {
        let (start, goal) = start_and_goal(problem)?;
        let found = match self.table(problem, &goal) {
            Ok(table) => look_up(problem, &start, &table),
            Err(error) => match error.kind() {
                ErrorKind::Stopped(_) => Err(error),
                _ if problem.stage_context.is_some() => self.solve_by_deepening(problem, &start),
                _ => Err(error.template("; {method} graph and {method} sat need no table")),
            },
        };
        found.or_else(|error| match error.kind() {
            // A stop during the construction of tables is reported like any other stop.
            ErrorKind::Stopped(stop) => {
                Ok(Minimum::of(problem).with_stop(UnknownReason::Stopped(stop)))
            }
            _ => Err(error),
        })
    }

    /// The table of the distances of all states from a goal. The last table is kept for the next lines of a list, most
    /// of which have the same goal. While one thread computes a table, the others wait for it.
    fn table(&self, problem: &Problem, goal: &State) -> Result<Arc<DistanceTable>, Error> {
        let (puzzle, allowed) = (&problem.puzzle, &problem.allowed);
        let is_same = |kept: &CachedTable| {
            Arc::ptr_eq(&kept.puzzle, puzzle) && kept.allowed == *allowed && kept.goal == *goal
        };
        let kept = problem.cache.find_or_keep(1, is_same, || CachedTable {
            puzzle: puzzle.clone(),
            allowed: allowed.clone(),
            goal: goal.clone(),
            table: Arc::default(),
        });
        let mut table = kept.table.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*table {
            return Ok(known.clone());
        }
        let graph = Graph::new(puzzle, goal, allowed, self.task.method.max_bytes())?;
        let new = match &self.task.table_maker {
            Some(make) => make(graph, self.control)?,
            None => {
                let distances = graph.search(self.control, &|_| ())?;
                graph.with_distances(distances)
            }
        };
        Ok(table.insert(Arc::new(new)).clone())
    }

    /// A shortest solution of a stage that is too large for one table: by depth-first search with smaller tables.
    fn solve_by_deepening(&self, problem: &Problem, start: &State) -> Result<Minimum, Error> {
        let tables = Deepening::new(problem, self.task.method.max_bytes(), self.control);
        let tables = tables.map_err(|error| {
            unsupported_error(error).template("; use {method} graph or {method} sat")
        })?;
        let notify = |turns| (self.notify)(&Event::Deepening(turns));
        let found = tables.solve(start, problem.budget.slots(), self.control, &notify);
        let by = "depth-first search with tables";
        result(problem, found.refuted_below, by, found.solution, found.stop)
    }
}

#[derive(Clone)]
struct CachedTable {
    puzzle: Arc<Puzzle>,
    allowed: Vec<TurnId>,
    goal: State,
    table: Arc<Mutex<Option<Arc<DistanceTable>>>>,
}

/// A shortest solution read from a table, if the budget allows it.
fn look_up(problem: &Problem, start: &State, table: &DistanceTable) -> Result<Minimum, Error> {
    let found = table.shortest(start).next();
    let most = problem.budget.slots().saturating_add(1);
    let below = found.as_ref().map_or(most, |turns| turns.len().min(most));
    let found = found.filter(|turns| problem.budget.allows(turns.len()));
    let states = with_thousands_separators(table.distribution().iter().sum::<u64>());
    let by = format!("the table of all {states} states");
    result(problem, below, &by, found, None)
}

/// The result of a search that refuted every length below `refuted_below` and found `turns`; `by` names the search.
fn result(
    problem: &Problem,
    refuted_below: usize,
    by: &str,
    turns: Option<Vec<TurnId>>,
    stop: Option<Stop>,
) -> Result<Minimum, Error> {
    let mut result = Minimum::of(problem);
    let refutation = graph::refutation(Lengths::below(refuted_below), by);
    result.refutations.extend(refutation);
    result.solution = match turns
        .map(|turns| graph::replay(problem, &turns))
        .transpose()
    {
        // The premise reports that it is unknown whether the puzzle can have the start.
        Err(error) if graph::is_undecided(&error) => None,
        solution => solution?,
    };
    result.complete = stop.is_none();
    result.stop = stop.map(UnknownReason::Stopped);
    Ok(result.with_premise(problem.check_premise()?))
}

/// The start and the goal, if a table can answer the question.
fn start_and_goal(problem: &Problem) -> Result<(State, State), Error> {
    let has_several_goals =
        !problem.goals.is_empty() && problem.goals.iter().all(Pattern::is_state);
    for (what, is_given) in [
        ("several goals", has_several_goals),
        ("side constraints", !problem.constraints.is_empty()),
    ] {
        if is_given {
            return Err(Error::impossible("{method} table cannot be combined with ")
                .text(what)
                .template("; use {method} graph or {method} sat"));
        }
    }
    let states = problem.start.state().zip(problem.goal.state());
    states.ok_or_else(|| {
        Error::impossible(
            "{method} table requires a start and a goal without unknown stickers; use {method} sat",
        )
    })
}
