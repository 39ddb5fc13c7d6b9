//! Questions with free turns: the remaining problem is answered from each start to which the free turns lead.
//!
//! *Idea.* Short lengths are searched from all starts at once. With a large puzzle, each start then gets an equal part of the
//! time to find a solution shorter than those from the starts before it.
//!
//! *Why it is sound.* A length is refuted only if it is refuted from every start, and each solution is replayed on the original
//! question with its free turns.

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

/// The minimum time for the solutions from one start: tables may have to be built.
const MIN_TIME_PER_START: Duration = Duration::from_secs(2);

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
            let ask = |problem: &Problem, _: &[Refutation]| self.one_engine(problem);
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
        let joint = self.search_all_starts(problem, freed)?;
        if is_done(&joint) {
            return Ok(joint);
        }
        self.by_length(problem, freed, &joint.refutations)
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
        let ask = |problem: &Problem, known: &[Refutation]| match self.task.method.engine {
            // The search from all starts at once has done what it can.
            Engine::Auto if !known.is_empty() => self.beyond(problem, known),
            _ => self.one_engine(problem),
        };
        shortest_with_free_turns_by_length(problem, freed, refutations, ask, Error::failed)
    }

    /// The shortest solution, given lengths that have been refuted: by graph until its memory is full, then by formulas.
    fn beyond(&self, problem: &Problem, known: &[Refutation]) -> Result<Minimum, Error> {
        let refuted_below = Refutation::lengths_of(known).first_missing();
        let found = self.deep_search(problem, refuted_below, self.control, self.notify)?;
        match found {
            Some(found) if found.stop != Some(UnknownReason::Memory) => Ok(found),
            _ => Ok(self.search().minimum_beyond(problem, known.to_vec())?),
        }
    }

    /// A solution of a large puzzle with free turns around it, as short as one found in the time that a question without free
    /// turns would take.
    pub(super) fn large_with_free_turns(
        &self,
        problem: &Problem,
        free: &Free,
    ) -> Result<Minimum, Error> {
        let watch = Stopwatch::start(self.control);
        let elapsed = || Duration::from_secs_f64(watch.seconds());
        let freed = free.of(problem)?;
        let joint = self.search_all_starts(problem, &freed)?;
        if is_done(&joint) && joint.stop.is_none() {
            return Ok(joint);
        }
        let own_limit = self.task.own_limit(problem).map(|limit| limit.time());
        let own_limit = own_limit.or(self.task.patience());
        let time = own_limit
            .or(self.control.remaining())
            .unwrap_or(Task::PATIENCE);
        let best = self.search_each_start(problem, &freed, &joint.refutations, time / 2)?;
        let control = match own_limit.filter(|_| best.is_some()) {
            Some(limit) => self
                .control
                .with_time_limit(limit.saturating_sub(elapsed())),
            None => self.control.clone(),
        };
        let task = RunningTask {
            control: &control,
            ..*self
        };
        let shorter = match best.as_ref().map(Solution::len) {
            Some(0) => problem.within(Budget::AtMost(0)),
            Some(length) => problem.within(Budget::AtMost(length - 1)),
            None => problem.clone(),
        };
        let found = task.by_length(&shorter, &freed, &joint.refutations)?;
        let found = found.converted_to(problem);
        if let Some(best) = &best {
            found.check_against(best).map_err(Error::failed)?;
        }
        Ok(Task::no_longer_than(problem, found, best))
    }

    /// The shortest solution found from any start within this time, which is divided equally.
    fn search_each_start(
        &self,
        problem: &Problem,
        freed: &[AfterFreeTurns],
        refutations: &[Refutation],
        time: Duration,
    ) -> Result<Option<Solution>, Error> {
        let watch = Stopwatch::start(self.control);
        let elapsed = || Duration::from_secs_f64(watch.seconds());
        let least = Refutation::lengths_of(refutations).first_missing();
        let mut best = known_solution(freed);
        if let Some(known) = &best {
            self.notify_of_known(problem, known);
        }
        for (at, one) in freed.iter().enumerate() {
            let length = best.as_ref().map_or(usize::MAX, Solution::len);
            let is_late = elapsed() >= time && best.is_some();
            if length <= least || is_late || self.control.stop().is_some() {
                break;
            }
            let share = time.saturating_sub(elapsed()) / (freed.len() - at) as u32;
            let control = self.control.with_time_limit(share.max(MIN_TIME_PER_START));
            let offset = watch.seconds();
            let notify = |event: &Event<'_>| self.pass_on(event, one, offset);
            let task = RunningTask {
                control: &control,
                notify: &notify,
                ..*self
            };
            // Lengths are refuted from all starts, later.
            let nothing = |_: &Control, _: &Notify<'_>| {
                let stop = UnknownReason::Stopped(Stop::TimeLimit);
                Ok(Some(Minimum::of(&one.problem).with_stop(stop)))
            };
            let prior = PriorResults {
                refutations: refutations.to_vec(),
                refuter: Some(&nothing),
                ..PriorResults::default()
            };
            let budget = Budget::AtMost(problem.budget.slots().min(length - 1));
            let found = task.both_sides(&one.problem.within(budget), None, &prior)?;
            if let Some(solution) = found.solution {
                best = Some(one.complete(solution).map_err(Error::failed)?);
            }
        }
        Ok(best)
    }

    /// Reports an event of the search from one start as one of the whole search, which began `offset` seconds earlier.
    fn pass_on(&self, event: &Event<'_>, start: &AfterFreeTurns, offset: f64) {
        match event {
            Event::Improved(solution) => {
                if let Ok(solution) = start.complete((*solution).clone()) {
                    (self.notify)(&Event::Improved(&solution));
                }
            }
            // It holds for this start only.
            Event::AtLeast(..) => (),
            Event::News(milestone) => match milestone.news {
                News::AtLeast { .. } => (),
                News::Solution { .. } => (self.notify)(&Event::News(&Milestone {
                    seconds: offset + milestone.seconds,
                    ..(*milestone).clone()
                })),
            },
            event => (self.notify)(event),
        }
    }

    fn notify_of_known(&self, problem: &Problem, solution: &Solution) {
        (self.notify)(&Event::Improved(solution));
        (self.notify)(&Event::News(&Milestone {
            seconds: 0.0,
            metric: problem.metric,
            news: News::Solution {
                turns: solution.len(),
                by: FoundBy::Scramble,
            },
        }));
    }
}

/// The shortest previously known solution, such as the inverse of the scramble, from any start.
fn known_solution(freed: &[AfterFreeTurns]) -> Option<Solution> {
    let complete = |one: &AfterFreeTurns| one.complete(Task::known_solution(&one.problem)?).ok();
    freed.iter().filter_map(complete).min_by_key(Solution::len)
}
