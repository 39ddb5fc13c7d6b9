//! All solutions of a length, or all shortest ones.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::exclusions;
use super::listing::{Enumerated, ListOptions, ListedSolution, Lister};
use super::method::Engine;
use super::task::{RunningTask, Task};
use crate::control::Control;
use crate::error::Error;
use crate::problem::{Budget, Constraints, FreeTurns, Problem, SingleStart, Solution};
use crate::search::{
    Enumeration, Event, Minimum, Notify, Refutation, in_order, shortest_with_free_turns,
};

/// Called with each solution; returns whether to continue.
type OnSolution<'a> = &'a mut dyn FnMut(&Solution) -> ControlFlow<()>;

impl Task {
    /// Passes every solution of the requested length, or every shortest one, to `take`, as the options specify.
    ///
    /// # Errors
    /// [`Error`]. A stop is not an error: see [`Enumerated::result`].
    pub fn enumerate(
        &self,
        problem: &Problem,
        listing: &ListOptions,
        control: &Control,
        notify: &Notify<'_>,
        take: &mut dyn FnMut(ListedSolution) -> ControlFlow<()>,
    ) -> Result<Enumerated, Error> {
        listing.check(&self.question)?;
        exclusions::check_list(&self.question, &self.method)?;
        let mut problem = self.with_shared_cache(problem);
        let control = &self.control_of_engine(control);
        let task = RunningTask::new(self, control, notify);
        let is_open = self.is_open(&problem);
        if let Some(most) = problem.known_maximum()
            && is_open
            && self.makes_formulas()
        {
            problem = problem.within(Budget::AtMost(most));
        }
        let mut lister = Lister::new(listing, &self.question, &mut problem, take)?;
        let free = self.question.uncounted_turns(&problem)?;
        let mut on_solution = |solution: &Solution| lister.add(solution);
        let mut found = if free.is_empty() {
            task.all_solutions(&problem, is_open, &mut on_solution)?
        } else {
            task.all_with_free_turns(&problem, &free, is_open, &mut on_solution)?
        };
        lister.finish(&mut found);
        Ok(found)
    }
}

impl RunningTask<'_> {
    /// All solutions of one length, or all shortest ones.
    fn all_solutions(
        &self,
        problem: &Problem,
        is_open: bool,
        on_solution: OnSolution<'_>,
    ) -> Result<Enumerated, Error> {
        if self.task.method.engine == Engine::Graph {
            return self.search_from_both_ends().enumerate(problem, on_solution);
        }
        let (mut exactly, mut shorter) = (problem.clone(), Vec::new());
        if let Budget::AtMost(_) = problem.budget {
            let result = self.without_plan(problem, is_open)?;
            shorter = result.refutations_in_words();
            let shortest = match shortest_or_empty(problem, result) {
                Ok(shortest) => shortest,
                Err(none) => return Ok(*none),
            };
            let length = Budget::Exactly(shortest.len());
            exactly = exactly.with_known_solution(&shortest).within(length);
        }
        let result = self.solutions_of_length(&exactly, on_solution)?;
        let turns = Some(exactly.budget.slots());
        Ok(Enumerated::new(problem, turns, result, shorter))
    }

    /// All solutions of one length. On several threads, the question is split by the first turn.
    fn solutions_of_length(
        &self,
        problem: &Problem,
        on_solution: OnSolution<'_>,
    ) -> Result<Enumeration, Error> {
        (self.notify)(&Event::Enumerating(problem.budget.slots()));
        if self.task.method.engine == Engine::Graph {
            let listed = self.search_from_both_ends().enumerate(problem, on_solution);
            return listed.map(|listed| listed.result);
        }
        if self.task.begins_with_short_search(problem)
            && let Some(listed) = self.short_enumeration(problem, on_solution)?
        {
            return Ok(listed);
        }
        let jobs = self.control.jobs();
        let length = problem.budget.slots();
        let is_split = jobs.get() > 1 && length > 0 && problem.constraints.starts_with.is_empty();
        if !is_split {
            return self.sat_search().enumerate(problem, on_solution);
        }
        let part = |&turn: &usize| {
            let constraints = Constraints {
                starts_with: vec![turn],
                ..problem.constraints.clone()
            };
            problem.clone().with_constraints(constraints)
        };
        let parts: Vec<Problem> = problem.allowed.iter().map(part).collect();
        let (mut listed, mut failure) = (Vec::new(), None);
        let search = self.sat_search();
        let work = |part: &Problem| {
            let mut solutions = Vec::new();
            let listed = search.enumerate(part, |it| {
                // Replay on the whole problem, without the constraint on the first turn.
                let (start, turns) = (it.start().clone(), it.turns().to_vec());
                solutions.push(Solution::replay_from(problem, start, turns));
                ControlFlow::Continue(())
            })?;
            let solutions: Vec<Solution> = solutions.into_iter().collect::<Result<_, _>>()?;
            Ok::<_, Error>((solutions, listed))
        };
        in_order(&parts, jobs, work, |_, found_here| {
            let (solutions, mut part) = match found_here {
                Ok(found_here) => found_here,
                Err(error) => {
                    failure = Some(error);
                    return false;
                }
            };
            let last = solutions.iter().position(|it| on_solution(it).is_break());
            if let Some(last) = last {
                part.count = last + 1;
                part.complete = false;
            }
            let goes_on = last.is_none() && part.stop.is_none();
            // "No solution begins with this turn" says nothing about the solution without turns.
            let refutations = part.refutations.drain(..);
            part.refutations = refutations.map(|it| it.of_length(length)).collect();
            listed.push(part);
            goes_on
        });
        failure.map_or_else(|| Ok(Enumeration::of_cases(listed, parts.len())), Err)
    }

    /// All solutions with free turns around them, from each start to which the free turns lead.
    pub(super) fn all_with_free_turns(
        &self,
        problem: &Problem,
        free: &FreeTurns,
        is_open: bool,
        on_solution: OnSolution<'_>,
    ) -> Result<Enumerated, Error> {
        let starts = free.questions(problem)?;
        let (mut shorter, mut known) = (Vec::new(), None);
        let turns = match problem.budget {
            Budget::Exactly(turns) => turns,
            Budget::AtMost(_) => {
                let result = if self.task.begins_with_short_search(problem) && !is_open {
                    self.shortest_with_free_turns(problem, &starts)?
                } else {
                    let ask = |_: &SingleStart, problem: &Problem, _: &[Refutation]| {
                        self.without_plan(problem, is_open)
                    };
                    shortest_with_free_turns(problem, &starts, &[], ask)?
                };
                shorter = result.refutations_in_words();
                match shortest_or_empty(problem, result) {
                    Ok(shortest) => known.insert(shortest).len(),
                    Err(none) => return Ok(*none),
                }
            }
        };
        let questions: Vec<(&SingleStart, Problem)> = starts
            .iter()
            .map(|one| {
                let exactly = one.problem.within(Budget::Exactly(turns));
                match &known {
                    Some(known) => (one, exactly.with_known_solution(known)),
                    None => (one, exactly),
                }
            })
            .collect();
        let commute = |one, other| problem.puzzle.commute(one, other);
        let cancels = |it: &Solution| free.free_turn_at_ends(it.turns(), commute).is_some();
        // In a shortest solution, nothing cancels with free turns unless another constraint excludes shorter solutions.
        let leaves_out =
            |it: &Solution| matches!(problem.budget, Budget::Exactly(_)) && cancels(it);
        let (mut result, mut cancelling) =
            self.solutions_with_free_turns(&questions, &leaves_out, on_solution)?;
        // If every solution cancels, list them all: an empty list would deny that solutions exist.
        if result.count == 0 && cancelling > 0 && result.stop.is_none() {
            (result, cancelling) =
                self.solutions_with_free_turns(&questions, &|_| false, on_solution)?;
        }
        Ok(Enumerated {
            cancelling,
            ..Enumerated::new(problem, Some(turns), result, shorter)
        })
    }

    /// All solutions of these questions with free turns around them, and the number of solutions left out.
    fn solutions_with_free_turns(
        &self,
        questions: &[(&SingleStart, Problem)],
        leaves_out: &dyn Fn(&Solution) -> bool,
        on_solution: OnSolution<'_>,
    ) -> Result<(Enumeration, usize), Error> {
        let (mut seen, mut listed) = (HashSet::new(), Vec::new());
        let mut cancelling = 0;
        for (one, question) in questions {
            let (mut count, mut is_cut, mut failure) = (0, false, None);
            let mut part = self.solutions_of_length(question, &mut |solution| {
                let solution = match one.complete(solution.clone()) {
                    Ok(solution) => solution,
                    Err(error) => {
                        failure = Some(error);
                        return ControlFlow::Break(());
                    }
                };
                // Solutions of the same state that differ only in free turns count once.
                if !seen.insert((solution.start().clone(), solution.turns().to_vec())) {
                    return ControlFlow::Continue(());
                }
                if leaves_out(&solution) {
                    cancelling += 1;
                    return ControlFlow::Continue(());
                }
                count += 1;
                let next = on_solution(&solution);
                is_cut = next.is_break();
                next
            })?;
            if let Some(error) = failure {
                return Err(error);
            }
            part.count = count;
            let stopped = is_cut || part.stop.is_some();
            listed.push(part);
            if stopped {
                break;
            }
        }
        let result = Enumeration::of_cases(listed, questions.len());
        Ok((result, cancelling))
    }
}

/// The shortest solution, or an empty list without one.
fn shortest_or_empty(problem: &Problem, found: Minimum) -> Result<Solution, Box<Enumerated>> {
    let shorter = found.refutations_in_words();
    match (found.solution, found.stop) {
        (Some(solution), None) => Ok(solution),
        (_, stop) => {
            let result = Enumeration {
                count: 0,
                complete: stop.is_none(),
                stop,
                refutations: found.refutations,
            };
            Err(Box::new(Enumerated::new(problem, None, result, shorter)))
        }
    }
}
