//! Questions with free turns: the remaining problem is answered from each start to which the free turns lead.
//!
//! *Idea.* Short lengths are searched from all starts at once. With a large puzzle, each start then gets an equal part of the
//! time to find a solution shorter than those from the starts before it.
//!
//! *Why it is sound.* A length is refuted only if it is refuted from every start, and each solution is replayed on the original
//! question with its free turns.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::auto::is_done;
use super::graph;
use super::method::Engine;
use super::task::{RunningTask, Task};
use crate::control::{Control, Stop, Stopwatch};
use crate::error::Error;
use crate::problem::{AfterFreeTurns, Budget, Free, Problem, Solution};
use crate::search::{
    Event, FoundBy, Milestone, Minimum, News, Notify, PriorResults, Refutation, UnknownReason,
    shortest_with_free_turns, shortest_with_free_turns_by_length,
};

impl RunningTask<'_> {
    /// The shortest solution with free turns around it.
    pub(super) fn with_free_turns(&self, problem: &Problem, free: &Free) -> Result<Minimum, Error> {
        if free.is_empty() {
            return self.one_engine(problem);
        }
        let freed = free.of(problem)?;
        let is_by_length = match self.task.method.engine {
            Engine::Auto => self.task.begins_at_both_ends(problem),
            engine => engine == Engine::Graph,
        };
        let found = if is_by_length {
            self.shortest_with_free_turns(problem, &freed)?
        } else {
            let ask = |start: &AfterFreeTurns, problem: &Problem, _: &[Refutation]| {
                self.at_start(start, |task| task.one_engine(problem))
            };
            shortest_with_free_turns(problem, &freed, &[], ask, Error::failed)?
        };
        if self.task.method.engine != Engine::Auto {
            return Ok(found);
        }
        let known = known_solution(&freed);
        if let Some(known) = &known {
            found.check_against(known).map_err(Error::failed)?;
        }
        Ok(Task::no_longer_than(problem, found, known))
    }

    /// The shortest solution with free turns around it: from all starts at once as far as memory allows, then length by length.
    pub(super) fn shortest_with_free_turns(
        &self,
        problem: &Problem,
        freed: &[AfterFreeTurns],
    ) -> Result<Minimum, Error> {
        let from_all = self.search_all_starts(problem, freed)?;
        if is_done(&from_all) {
            return Ok(from_all);
        }
        self.by_length(problem, freed, &from_all.refutations)
    }

    /// The result of a search from all starts at once, as far as memory allows.
    fn search_all_starts(
        &self,
        problem: &Problem,
        freed: &[AfterFreeTurns],
    ) -> Result<Minimum, Error> {
        let resources = match self.task.method.engine {
            Engine::Auto => self.short_search_from_both_ends(freed.len()),
            _ => self.search_from_both_ends(),
        };
        let found = graph::solve_with_free_turns(problem, freed, &resources)?;
        Ok(found.unwrap_or_else(|| Minimum::of(problem)))
    }

    /// The shortest solution, given lengths that have been refuted from all starts: each length from one start after the other.
    fn by_length(
        &self,
        problem: &Problem,
        freed: &[AfterFreeTurns],
        refutations: &[Refutation],
    ) -> Result<Minimum, Error> {
        let is_memory_full = Cell::new(false);
        let ask = |start: &AfterFreeTurns, problem: &Problem, known: &[Refutation]| {
            self.at_start(start, |task| match task.task.method.engine {
                Engine::Auto if !known.is_empty() => task.beyond(problem, known, &is_memory_full),
                _ => task.one_engine(problem),
            })
        };
        shortest_with_free_turns_by_length(problem, freed, refutations, ask, Error::failed)
    }

    /// The shortest solution, given lengths that have been refuted: by graph until its memory is full, then by formulas.
    fn beyond(
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
        Ok(self.sat_search().minimum_beyond(problem, known)?)
    }

    /// Works on the question from one start. Its events are reported as those of the whole question.
    fn at_start<T>(&self, start: &AfterFreeTurns, work: impl FnOnce(&RunningTask<'_>) -> T) -> T {
        let notify = |event: &Event<'_>| match event {
            Event::Improved(solution) => {
                if let Ok(solution) = start.complete((*solution).clone()) {
                    (self.notify)(&Event::Improved(&solution));
                }
            }
            // They hold for this start only.
            Event::AtLeast(..) => (),
            Event::News(milestone) if matches!(milestone.news, News::AtLeast { .. }) => (),
            event => (self.notify)(event),
        };
        work(&RunningTask {
            notify: &notify,
            ..*self
        })
    }

    /// The shortest solution of a large puzzle with free turns around it that is found in about the time of a question without
    /// free turns.
    pub(super) fn large_with_free_turns(
        &self,
        problem: &Problem,
        free: &Free,
    ) -> Result<Minimum, Error> {
        let freed = free.of(problem)?;
        let from_all = self.search_all_starts(problem, &freed)?;
        if from_all.complete {
            return Ok(from_all);
        }
        let mut best = Best::new(self, problem, &freed);
        self.search_each_start(&freed, &from_all.refutations, &mut best)?;
        let least = Refutation::lengths_of(&from_all.refutations).first_missing();
        let is_enough = best
            .solution
            .as_ref()
            .is_some_and(|it| self.task.is_enough(it.len()));
        let found = if is_enough || best.len() <= least || self.control.stop().is_some() {
            let stop = self.control.stop().map(UnknownReason::Stopped);
            let mut found = from_all;
            found.stop = stop.filter(|_| !is_enough);
            found
        } else {
            let own_end = best.time_left().filter(|_| best.ends_by_itself);
            let control = match own_end {
                Some(time) => self.control.with_time_limit(time),
                None => self.control.clone(),
            };
            let task = RunningTask {
                control: &control,
                ..*self
            };
            let shorter = best.len().saturating_sub(1).min(problem.budget.slots());
            let shorter = problem.within(Budget::AtMost(shorter));
            let found = task.by_length(&shorter, &freed, &from_all.refutations)?;
            found.converted_to(problem)
        };
        best.complete(problem, found)
    }

    /// Searches for a solution from each start that has one, for an equal part of the time. Only the user ends the search for the
    /// first one.
    fn search_each_start(
        &self,
        freed: &[AfterFreeTurns],
        refutations: &[Refutation],
        best: &mut Best<'_>,
    ) -> Result<(), Error> {
        let least = Refutation::lengths_of(refutations).first_missing();
        let starts = freed.iter().filter(|it| it.problem.unsolvable().is_none());
        let starts: Vec<&AfterFreeTurns> = starts.collect();
        for (at, &one) in starts.iter().enumerate() {
            let is_enough = |it: &Solution| it.len() <= least || self.task.is_enough(it.len());
            let is_late = best.time_left() == Some(Duration::ZERO);
            if best.solution.as_ref().is_some_and(is_enough)
                || is_late
                || self.control.stop().is_some()
            {
                break;
            }
            let time = best.time_left().or(best.limit);
            // What is left at the end is for refutations.
            let share = time.map(|time| time / (starts.len() - at + 1) as u32);
            let deadline = match at {
                // Tables have to be built first.
                0 => best.time_left(),
                _ => share.filter(|_| best.solution.is_some()),
            };
            let control = match deadline {
                Some(time) => self.control.with_time_limit(time),
                None => self.control.clone(),
            };
            // Lengths are refuted later, from all starts.
            let refutes_nothing = |_: &Control, _: &Notify<'_>| {
                let stop = UnknownReason::Stopped(Stop::TimeLimit);
                Ok(Some(Minimum::of(&one.problem).with_stop(stop)))
            };
            let prior = PriorResults {
                refutations: refutations.to_vec(),
                refuter: Some(&refutes_nothing),
                ..PriorResults::default()
            };
            let (before, offset) = (best.len(), best.watch.seconds());
            let length = AtomicUsize::new(before);
            let notify = |event: &Event<'_>| match event {
                Event::Improved(solution) if solution.len() >= length.load(Ordering::SeqCst) => (),
                Event::Improved(solution) => {
                    length.store(solution.len(), Ordering::SeqCst);
                    (self.notify)(event);
                }
                Event::News(milestone) => {
                    let length = length.load(Ordering::SeqCst);
                    if length < before && is_of_length(milestone, length) {
                        (self.notify)(&Event::News(&later(milestone, offset)));
                    }
                }
                event => (self.notify)(event),
            };
            let task = RunningTask {
                control: &control,
                notify: &notify,
                ..*self
            };
            let found = task.at_start(one, |task| {
                task.both_sides_with(&one.problem, None, &prior, share)
            })?;
            best.add(one, found, offset)?;
        }
        Ok(())
    }
}

/// The best solution from any start so far.
struct Best<'a> {
    solution: Option<Solution>,
    history: Vec<Milestone>,
    /// The panic of a search that ended early.
    panicked: Option<UnknownReason>,
    control: &'a Control,
    watch: Stopwatch,
    /// How long the search continues after the first solution, at most; `None` until its control stops it.
    limit: Option<Duration>,
    /// Whether the limit is not that of the control.
    ends_by_itself: bool,
    /// When the first solution was found, by the clock of the control.
    began: Option<Duration>,
}

impl<'a> Best<'a> {
    /// Begins with the shortest previously known solution, and reports it.
    fn new(task: &RunningTask<'a>, problem: &Problem, freed: &[AfterFreeTurns]) -> Self {
        let solution = known_solution(freed);
        let milestone = solution.as_ref().map(|solution| Milestone {
            seconds: 0.0,
            metric: problem.metric,
            news: News::Solution {
                turns: solution.len(),
                by: FoundBy::Scramble,
            },
        });
        if let (Some(solution), Some(milestone)) = (&solution, &milestone) {
            (task.notify)(&Event::Improved(solution));
            (task.notify)(&Event::News(milestone));
        }
        let own_limit = task.task.own_limit(problem).map(|limit| limit.time());
        let control = task.control;
        let own_limit = own_limit.or(task.task.patience());
        let limits = [own_limit, control.remaining()];
        Self {
            history: milestone.into_iter().collect(),
            panicked: None,
            control,
            watch: Stopwatch::start(control),
            limit: limits.into_iter().flatten().min(),
            ends_by_itself: own_limit.is_some(),
            began: solution.as_ref().map(|_| control.now()),
            solution,
        }
    }

    /// The length of the solution; larger than any length if there is none yet.
    fn len(&self) -> usize {
        self.solution.as_ref().map_or(usize::MAX, Solution::len)
    }

    /// How long the search continues; `None` if it does not end by itself, or has no solution yet.
    fn time_left(&self) -> Option<Duration> {
        let so_far = self.control.now().saturating_sub(self.began?);
        Some(self.limit?.saturating_sub(so_far))
    }

    /// Adds the result from one start, of a search that began `offset` seconds after this one.
    fn add(&mut self, start: &AfterFreeTurns, found: Minimum, offset: f64) -> Result<(), Error> {
        if let Some(panicked @ UnknownReason::Panicked(_)) = found.stop {
            self.panicked = Some(panicked);
        }
        for milestone in &found.history {
            if let News::Solution { turns, .. } = milestone.news
                && turns < self.len()
            {
                self.history.push(later(milestone, offset));
            }
        }
        let solution = found.solution.filter(|it| it.len() < self.len());
        if let Some(solution) = solution {
            self.began = self.began.or(Some(self.control.now()));
            self.solution = Some(start.complete(solution).map_err(Error::failed)?);
        }
        Ok(())
    }

    /// The result for the whole question, given the one for shorter solutions.
    fn complete(self, problem: &Problem, found: Minimum) -> Result<Minimum, Error> {
        if let Some(best) = &self.solution {
            found.check_against(best).map_err(Error::failed)?;
        }
        let mut found = Task::no_longer_than(problem, found, self.solution);
        found.history = self.history;
        if !found.complete {
            found.stop = self.panicked.or(found.stop);
        }
        Ok(found)
    }
}

/// Whether a milestone is a solution of this length.
fn is_of_length(milestone: &Milestone, length: usize) -> bool {
    matches!(milestone.news, News::Solution { turns, .. } if turns == length)
}

/// The milestone of a search that began `offset` seconds later.
fn later(milestone: &Milestone, offset: f64) -> Milestone {
    Milestone {
        seconds: offset + milestone.seconds,
        ..milestone.clone()
    }
}

/// The shortest previously known solution, such as the inverse of the scramble, from any start.
fn known_solution(freed: &[AfterFreeTurns]) -> Option<Solution> {
    let complete = |one: &AfterFreeTurns| one.complete(Task::known_solution(&one.problem)?).ok();
    freed.iter().filter_map(complete).min_by_key(Solution::len)
}
