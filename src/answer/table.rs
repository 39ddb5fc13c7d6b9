//! A shortest solution read from the table of all distances.
//!
//! The table and the SAT method are independent, so each checks the other.

use std::sync::{Arc, Mutex, PoisonError};

use super::graph;
use super::task::RunningTask;
use crate::error::{Error, ErrorKind};
use crate::graph::deepening::Deepening;
use crate::graph::{DistanceTable, Graph};
use crate::problem::{Lengths, Problem, Solution};
use crate::puzzle::{Pattern, Puzzle, State, TurnId};
use crate::search::{Event, Minimum, UnknownReason};
use crate::text::with_thousands_separators;

impl RunningTask<'_> {
    /// A shortest solution by the table of all states, if the budget allows it.
    pub(super) fn by_table(&self, problem: &Problem) -> Result<Minimum, Error> {
        let (start, goal) = ends(problem)?;
        let table = match self.table(problem, &goal) {
            Ok(table) => table,
            Err(error) => {
                return match error.kind() {
                    // Report a stop while the table is made like any other stop.
                    ErrorKind::Stopped(stop) => {
                        Ok(Minimum::of(problem).with_stop(UnknownReason::Stopped(stop)))
                    }
                    _ if problem.stage_context.is_some() => self.by_deepening(problem, &start),
                    _ => Err(error.template("; {method} graph and {method} sat need no table")),
                };
            }
        };
        let found = table.shortest(&start).next();
        let most = problem.budget.slots().saturating_add(1);
        let below = found.as_ref().map_or(most, |turns| turns.len().min(most));
        let found = found.filter(|turns| problem.budget.allows(turns.len()));
        let states: u64 = table.distribution().iter().sum();
        let mut result = Minimum::of(problem);
        let by = format!(
            "the table of all {} states",
            with_thousands_separators(states)
        );
        let refuted = graph::refutation(Lengths::below(below), &by);
        result.refutations.extend(refuted);
        result.solution = replay(problem, found)?;
        result.complete = true;
        let premise = problem.premise()?;
        Ok(result.with_premise(premise))
    }

    /// The table of the distances of all states from a goal. The last table is kept for the next lines of a list, which
    /// mostly have the same goal. While one thread computes a table, the others wait for it.
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
        let graph = Graph::new(puzzle, goal, allowed, self.task.method.most_bytes())?;
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
    fn by_deepening(&self, problem: &Problem, start: &State) -> Result<Minimum, Error> {
        let mut result = Minimum::of(problem);
        let memory = self.task.method.most_bytes();
        let tables = match Deepening::new(problem, memory, self.control) {
            Ok(tables) => tables,
            Err(error) => {
                return match error.kind() {
                    ErrorKind::Stopped(stop) => Ok(result.with_stop(UnknownReason::Stopped(stop))),
                    _ => Err(Error::impossible("{method} table: ")
                        .text(error)
                        .template("; use {method} graph or {method} sat")),
                };
            }
        };
        let notify = |turns| (self.notify)(&Event::Deepening(turns));
        let found = tables.solve(start, problem.budget.slots(), self.control, &notify);
        let refuted = Lengths::below(found.refuted_below);
        let refutation = graph::refutation(refuted, "depth-first search with tables");
        result.refutations.extend(refutation);
        result.solution = replay(problem, found.solution)?;
        result.complete = found.stop.is_none();
        result.stop = found.stop.map(UnknownReason::Stopped);
        let premise = problem.premise()?;
        Ok(result.with_premise(premise))
    }
}

/// The cache entry for the table of a goal.
#[derive(Clone)]
struct CachedTable {
    puzzle: Arc<Puzzle>,
    allowed: Vec<TurnId>,
    goal: State,
    table: Arc<Mutex<Option<Arc<DistanceTable>>>>,
}

/// The turns, replayed as a solution; `None` also if it is unknown whether the puzzle can have the start.
fn replay(problem: &Problem, turns: Option<Vec<TurnId>>) -> Result<Option<Solution>, Error> {
    match turns
        .map(|turns| graph::replay(problem, &turns))
        .transpose()
    {
        Err(error) if graph::is_undecided(&error) => Ok(None),
        solution => solution,
    }
}

/// The start and the goal, if a table can answer the question.
fn ends(problem: &Problem) -> Result<(State, State), Error> {
    let several = !problem.goals.is_empty() && problem.goals.iter().all(Pattern::is_state);
    if !problem.constraints.is_empty() || several {
        let what = if several {
            "several goals"
        } else {
            "side constraints"
        };
        return Err(Error::impossible("{method} table cannot be combined with ")
            .text(what)
            .template("; use {method} graph or {method} sat"));
    }
    let ends = problem.start.state().zip(problem.goal.state());
    ends.ok_or_else(|| {
        Error::impossible(
            "{method} table requires a start and a goal without unknown stickers; use {method} sat",
        )
    })
}
