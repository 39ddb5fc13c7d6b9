//! Questions from several starts: states to which free turns lead, or a few states that unknown stickers leave open.
//!
//! *Idea.* Short lengths are searched from all starts at once. On a large puzzle, each start then gets an equal share
//! of the time to find a solution shorter than the best one so far.
//!
//! *Why it is sound.* A length is refuted only if it is refuted from every start, and each solution is replayed on the
//! original question, with its free turns.

use std::cell::Cell;
use std::time::Duration;

use super::auto::{is_done, record_if_shorter};
use super::method::Engine;
use super::task::{RunningTask, Task};
use crate::control::{Control, Stop, Stopwatch};
use crate::error::Error;
use crate::problem::{Budget, FreeTurns, Problem, SingleStart, Solution};
use crate::search::{
    DefaultLimit, Event, FoundBy, Milestone, MilestoneKind, Minimum, Notify, PriorResults,
    Refutation, UnknownReason, search_beyond_wrong_maximum, shortest_with_free_turns,
    shortest_with_free_turns_by_length,
};

impl RunningTask<'_> {
    /// The shortest solution with free turns around it.
    pub(super) fn solve_with_free_turns(
        &self,
        problem: &Problem,
        free: &FreeTurns,
    ) -> Result<Minimum, Error> {
        if free.is_empty() {
            return self.solve_directly(problem);
        }
        self.shortest_from_starts(problem, &free.questions(problem)?)
    }

    /// The shortest solution from any of the starts to which free turns lead.
    pub(super) fn shortest_from_starts(
        &self,
        problem: &Problem,
        starts: &[SingleStart],
    ) -> Result<Minimum, Error> {
        let searches_all_at_once = match self.task.method.engine {
            Engine::Auto => self.task.begins_with_short_search(problem),
            engine => engine == Engine::Graph,
        };
        let found = if searches_all_at_once {
            self.shortest_with_free_turns(problem, starts)?
        } else {
            let ask = |start: &SingleStart, problem: &Problem, _: &[Refutation]| {
                self.at_start(start, |task| task.solve_directly(problem))
            };
            shortest_with_free_turns(problem, starts, &[], ask)?
        };
        if self.task.method.engine != Engine::Auto {
            return Ok(found);
        }
        Task::prefer_known(known_solution(starts), problem, found)
    }

    /// The result of a search from several starts. If the question is open, the search does not end at the maximum that
    /// the puzzle file claims: see [`search_beyond_wrong_maximum`].
    pub(super) fn search_from_starts(
        &self,
        problem: &Problem,
        is_open: bool,
        starts_of: impl Fn(&Problem) -> Result<Vec<SingleStart>, Error>,
        search: impl Fn(&Problem, &[SingleStart]) -> Result<Minimum, Error>,
    ) -> Result<Minimum, Error> {
        let starts = starts_of(problem)?;
        let found = search(problem, &starts)?;
        if !is_open {
            return Ok(found);
        }
        let is_solvable = || {
            starts
                .iter()
                .any(|it| it.problem.is_solvable() == Some(true))
        };
        search_beyond_wrong_maximum(problem, found, is_solvable, |without_maximum, found| {
            // Blame the file only if the solver passes a test.
            if self.task.makes_formulas() {
                self.sat_search().test_solver(problem)?;
            }
            (self.notify)(&Event::MaximumTooSmall(problem.budget.slots()));
            let mut longer = search(without_maximum, &starts_of(without_maximum)?)?;
            longer.budget_source = found.budget_source;
            Ok(longer)
        })
    }

    /// The shortest solution with free turns around it: from all starts at once as far as memory allows, then length by
    /// length.
    pub(super) fn shortest_with_free_turns(
        &self,
        problem: &Problem,
        starts: &[SingleStart],
    ) -> Result<Minimum, Error> {
        let from_all = self.search_all_starts(problem, starts)?;
        if is_done(&from_all) {
            return Ok(from_all);
        }
        self.solve_by_length(problem, starts, &from_all.refutations)
    }

    /// The result of a search from all starts at once, as far as memory allows.
    fn search_all_starts(
        &self,
        problem: &Problem,
        starts: &[SingleStart],
    ) -> Result<Minimum, Error> {
        let search = match self.task.method.engine {
            Engine::Auto => self.short_search_from_both_ends(starts.len()),
            _ => self.search_from_both_ends(),
        };
        let found = search.solve_with_free_turns(problem, starts)?;
        Ok(found.unwrap_or_else(|| Minimum::of(problem)))
    }

    /// The shortest solution, given lengths that have been refuted from all starts. Tries each longer length from every
    /// start.
    fn solve_by_length(
        &self,
        problem: &Problem,
        starts: &[SingleStart],
        refutations: &[Refutation],
    ) -> Result<Minimum, Error> {
        let is_memory_full = Cell::new(false);
        let ask = |start: &SingleStart, problem: &Problem, known: &[Refutation]| {
            self.at_start(start, |task| match self.task.method.engine {
                Engine::Auto if !known.is_empty() => {
                    task.shortest_given_refutations(problem, known, &is_memory_full)
                }
                _ => task.solve_directly(problem),
            })
        };
        shortest_with_free_turns_by_length(problem, starts, refutations, ask)
    }

    /// The shortest solution, given lengths that have been refuted: by the graph search until its memory is full, then
    /// by formulas.
    fn shortest_given_refutations(
        &self,
        problem: &Problem,
        known: &[Refutation],
        is_memory_full: &Cell<bool>,
    ) -> Result<Minimum, Error> {
        let mut known = known.to_vec();
        let refuted_below = Refutation::lengths_of(&known).first_missing();
        if !is_memory_full.get()
            && let Some(found) =
                self.deep_search(problem, refuted_below, self.control, self.notify)?
        {
            if is_done(&found) {
                return Ok(found);
            }
            is_memory_full.set(true);
            if Refutation::lengths_of(&found.refutations).first_missing() > refuted_below {
                known = found.refutations;
            }
        }
        self.sat_search().minimum_beyond(problem, known)
    }

    /// Works on the question from one start. Reports solutions with their free turns, but no lower bounds.
    fn at_start<T>(&self, start: &SingleStart, work: impl FnOnce(&RunningTask<'_>) -> T) -> T {
        let notify = |event: &Event<'_>| match event {
            Event::Improved(solution) => {
                if let Ok(solution) = start.complete((*solution).clone()) {
                    (self.notify)(&Event::Improved(&solution));
                }
            }
            // A lower bound holds for this start only.
            Event::AtLeast(..) => (),
            Event::Milestone(it) if matches!(it.kind, MilestoneKind::AtLeast { .. }) => (),
            event => (self.notify)(event),
        };
        work(&RunningTask {
            notify: &notify,
            ..*self
        })
    }

    /// The best solution of a large puzzle from any start, in about the time that the search from one start takes.
    pub(super) fn best_from_any_start(
        &self,
        problem: &Problem,
        starts: &[SingleStart],
    ) -> Result<Minimum, Error> {
        let one = starts.first().map_or(problem, |it| &it.problem);
        let default_limit = self.task.default_limit(one).map(DefaultLimit::time);
        let default_limit = default_limit.or(self.task.patience());
        let limits = [default_limit, self.control.remaining()];
        let mut best = BestSoFar::new(self, starts, limits.into_iter().flatten().min());
        let mut from_all = self.search_all_starts(problem, starts)?;
        if from_all.complete {
            let (known, seconds) = (best.solution.as_ref(), best.watch.seconds());
            record_if_shorter(&mut best.history, known, problem, &from_all, seconds);
            return best.complete(problem, from_all);
        }
        self.search_each_start(problem, starts, &from_all.refutations, &mut best)?;
        let (suffices, stop) = (
            best.suffices(self.task, &from_all.refutations),
            self.control.stop(),
        );
        let found = if suffices || stop.is_some() {
            from_all.stop = stop.filter(|_| !suffices).map(UnknownReason::Stopped);
            from_all
        } else {
            let left = default_limit.and(best.time_left());
            let task = RunningTask {
                control: &self.control.within(left),
                ..*self
            };
            let shorter = best.shorter_than(problem);
            let found = task.solve_by_length(&shorter, starts, &from_all.refutations)?;
            found.converted_to(problem)
        };
        best.complete(problem, found)
    }

    /// Searches for a shorter solution from each solvable start, each for an equal share of the time. Before the first
    /// solution, only the user's limits end the search.
    fn search_each_start(
        &self,
        problem: &Problem,
        starts: &[SingleStart],
        refutations: &[Refutation],
        best: &mut BestSoFar,
    ) -> Result<(), Error> {
        let solvable = starts.iter().filter(|it| it.problem.unsolvable().is_none());
        let solvable: Vec<&SingleStart> = solvable.collect();
        for (at, &one) in solvable.iter().enumerate() {
            let is_late = best.time_left() == Some(Duration::ZERO);
            if is_late || best.suffices(self.task, refutations) || self.control.stop().is_some() {
                break;
            }
            let time = best.time_left().or(best.limit);
            // One share remains for refutations.
            let share = time.map(|time| time / (solvable.len() - at + 1) as u32);
            let deadline = match at {
                // The first search may use all the time, because it also builds the tables.
                0 => best.time_left(),
                _ => best.time_left().and(share),
            };
            // Lengths are refuted later, from all starts.
            let refutes_nothing = |_: &Control, _: &Notify<'_>| {
                let stop = UnknownReason::Stopped(Stop::TimeLimit);
                Ok(Some(Minimum::of(&one.problem).with_stop(stop)))
            };
            let prior = PriorResults {
                refutations: refutations.to_vec(),
                refuter: Some(&refutes_nothing),
                watch: Some(best.watch.clone()),
                ..PriorResults::default()
            };
            let task = RunningTask {
                control: &self.control.within(deadline),
                patience: share,
                ..*self
            };
            let shorter = one.problem.within(best.shorter_than(problem).budget);
            let found = task.at_start(one, |task| task.anytime_search(&shorter, None, &prior))?;
            best.add(one, found)?;
        }
        Ok(())
    }
}

struct BestSoFar {
    solution: Option<Solution>,
    history: Vec<Milestone>,
    /// The panic that ended a search early, if any.
    panicked: Option<UnknownReason>,
    watch: Stopwatch,
    /// The time from the first solution to the end; `None` if only the control ends the search.
    limit: Option<Duration>,
    /// When the first solution was found, in seconds of the watch.
    first_at: Option<f64>,
}

impl BestSoFar {
    /// Begins with a solution that needs no search, if there is one, and reports it.
    fn new(task: &RunningTask<'_>, starts: &[SingleStart], limit: Option<Duration>) -> Self {
        let mut best = Self {
            solution: None,
            history: Vec::new(),
            panicked: None,
            watch: Stopwatch::start(task.control),
            limit,
            first_at: None,
        };
        let scramble = known_solution(starts).map(|it| (it, FoundBy::Scramble));
        let constructed =
            |one: &SingleStart| one.complete(task.constructed_solution(&one.problem)?).ok();
        let constructed = || Some((starts.first().and_then(constructed)?, FoundBy::Construction));
        if let Some(((solution, by), one)) = scramble.or_else(constructed).zip(starts.first()) {
            let seconds = best.watch.seconds();
            // The time for shorter solutions does not begin with a constructed solution.
            best.first_at = (by == FoundBy::Scramble).then_some(seconds);
            let milestone = task.report_first(&one.problem, &solution, by, seconds);
            best.history.push(milestone);
            best.solution = Some(solution);
        }
        best
    }

    /// Whether no shorter solution is needed: all shorter lengths are refuted, or the best solution is short enough for
    /// the user.
    fn suffices(&self, task: &Task, refutations: &[Refutation]) -> bool {
        let least = Refutation::lengths_of(refutations).first_missing();
        let suffices = |it: &Solution| it.len() <= least || task.is_enough(it.len());
        self.solution.as_ref().is_some_and(suffices)
    }

    /// The problem with the budget for a shorter solution.
    fn shorter_than(&self, problem: &Problem) -> Problem {
        let shorter = self.solution.as_ref().map(|it| it.len().saturating_sub(1));
        let slots = problem.budget.slots();
        problem.within(Budget::AtMost(shorter.map_or(slots, |it| it.min(slots))))
    }

    /// How long the search continues; `None` if it has no limit, or no solution yet.
    fn time_left(&self) -> Option<Duration> {
        let so_far = (self.watch.seconds() - self.first_at?).max(0.0);
        Some(self.limit?.saturating_sub(Duration::from_secs_f64(so_far)))
    }

    /// Adds the result of the search from one start.
    fn add(&mut self, start: &SingleStart, found: Minimum) -> Result<(), Error> {
        if let Some(panicked @ UnknownReason::Panicked(_)) = found.stop {
            self.panicked = Some(panicked);
        }
        let is_solution = |it: &Milestone| matches!(it.kind, MilestoneKind::Solution { .. });
        self.history
            .extend(found.history.into_iter().filter(is_solution));
        if let Some(solution) = found.solution {
            self.solution = Some(start.complete(solution)?);
            self.first_at.get_or_insert(self.watch.seconds());
        }
        Ok(())
    }

    /// The result for the whole question, given the result of the search for shorter solutions.
    fn complete(self, problem: &Problem, found: Minimum) -> Result<Minimum, Error> {
        let mut found = Task::prefer_known(self.solution, problem, found)?;
        found.history = self.history;
        if !found.complete {
            found.stop = self.panicked.or(found.stop);
        }
        Ok(found)
    }
}

/// The shortest known solution from any start, such as the inverse of the scramble.
fn known_solution(starts: &[SingleStart]) -> Option<Solution> {
    let complete = |one: &SingleStart| one.complete(Task::known_solution(&one.problem)?).ok();
    starts.iter().filter_map(complete).min_by_key(Solution::len)
}
