//! Finds a solution at once, then shorter solutions, while a lower bound rises, until both meet.
//!
//! *Idea.* Two *sides* work towards each other, as in solvers of mixed-integer programs. The *lower bound* refutes one
//! length after another, the smallest first. The *upper bound* begins with the solution of a plan, or with a solution
//! constructed from the group of the turns, and shortens it. The sides meet at a shortest solution. If time runs out
//! earlier, the result is the best solution and the best bound so far.
//!
//! *Why it is sound.* The lower bound comes only from refutations of whole lengths of the original question, and every
//! solution is replayed on the puzzle. So the result of each side is right whatever the other side does.

mod construction;
mod limits;
mod milestone;
mod peeling;
mod prior_results;
mod refutation_rate;
mod relaxed;
mod results;
mod scheduler;
mod stop_condition;
mod time_slices;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

pub use construction::quick_solution;
pub use limits::{AnytimeLimits, DefaultLimit};
pub use milestone::{FoundBy, ImprovementMethod, Milestone, MilestoneKind};
pub use prior_results::{PriorResults, Refuter};

use self::construction::Construction;
use self::results::Results;
use self::scheduler::Scheduler;
use self::stop_condition::StopCondition;
use self::time_slices::Side;
use super::two_stages::solve_in_two_stages;
use super::variants::none_if_no_start;
use super::{
    Event, Minimum, Refutation, Search, Stages, Strategy, UnknownReason, Variant, improve,
    shortest_variant,
};
use crate::control::Control;
use crate::encode::uses_coset_coordinates;
use crate::error::{Error, ErrorKind};
use crate::platform;
use crate::problem::{Problem, Solution};
use crate::puzzle::{MAX_TURNS, State, TurnId};

impl Search<'_> {
    /// Improves the answer from both sides: refutes lengths, the smallest first, and shortens the solution of a plan.
    /// Without a plan, or if it does not apply, solutions are constructed from the group of the turns.
    /// [`Event::Milestone`] reports each better solution and bound.
    ///
    /// The two sides alternate; if the control allows two threads or more, they work in parallel. The solution is
    /// [minimal](Minimum::is_minimal) if they met. The plan is carried out before any length is refuted if `limits` has
    /// `max_phase2_searches` and there are tables, or without the feature `os`, which provides threads.
    ///
    /// `stages` are the prepared stages of a plan; `first` is a known solution and its origin; `prior` are results of an
    /// earlier search.
    ///
    /// # Errors
    /// [`Error`] if the plan cannot be carried out, or a search fails. A stop is not an error: see [`Minimum::stop`].
    pub fn anytime(
        &self,
        problem: &Problem,
        stages: Option<&Stages>,
        first: Option<(Vec<TurnId>, FoundBy)>,
        limits: AnytimeLimits,
        prior: &PriorResults<'_>,
    ) -> Result<Minimum, Error> {
        let stop_condition = Arc::new(StopCondition::new(&self.control));
        let results = Results::new(problem, self, limits, prior, &stop_condition);
        let staged = stages.and_then(|stages| results.relaxed.stages(stages));
        let stages_for_tables = staged.filter(|_| self.stage_solver.is_some());
        let in_sequence = limits.max_phase2_searches.is_some() && stages_for_tables.is_some();
        if in_sequence && limits.default_limit == Some(DefaultLimit::Question) {
            results.expect_tables();
        }
        let reported = prior.last_reported();
        let is_by_scramble = reported.is_some_and(|(_, by)| *by == FoundBy::Scramble);
        let scheduler = Scheduler::new(&self.control, &stop_condition, in_sequence, is_by_scramble);
        if let Some((turns, by)) = reported {
            results.begin_with(turns, by);
        }
        results.record_refutations(&prior.refutations);
        let work_on_lower_bound = |control: &Control| {
            let refuted = refute_lengths(&results, self, prior, control)?;
            if refuted.complete {
                // The upper bound may not notice, because it never tests whether the start is the goal.
                stop_condition.flag.raise();
            }
            Ok(Some(refuted))
        };
        let work_on_upper_bound = |control: &Control| {
            let upper_bound = UpperBoundSearch {
                results: &results,
                search: self.without_events().control(control.clone()),
                stages,
                stages_for_tables: stages_for_tables.as_ref(),
                first: first.as_ref(),
                is_by_scramble,
            };
            let recipe = self.selected_recipe()?;
            let lists_cosets = || uses_coset_coordinates(problem, recipe);
            upper_bound.run(|| scheduler.share_time(lists_cosets))?;
            Ok(None)
        };
        // If the sides do not work side by side, the upper bound comes first, because only it is sure to end.
        let work = |number: usize| -> Result<Result<Option<Minimum>, Error>, String> {
            let done = if (number == 0) == scheduler.side_by_side {
                scheduler.work(Side::LowerBound, work_on_lower_bound)
            } else {
                scheduler.work(Side::UpperBound, work_on_upper_bound)
            };
            // An error also ends the other side, so that it is reported at once.
            if matches!(done, Ok(Err(_))) {
                stop_condition.flag.raise();
            }
            done
        };
        let mut refuted = Minimum::of(problem);
        let mut panicked = None;
        // If a side panics, the other side continues, and all results are kept.
        let done = if scheduler.side_by_side {
            platform::in_parallel(2, work)
        } else {
            (0..2).map(work).collect()
        };
        for done in done {
            match done {
                Ok(minimum) => refuted = minimum?.unwrap_or(refuted),
                Err(message) => panicked = Some(message),
            }
        }
        let panicked = panicked.map(UnknownReason::Panicked);
        refuted.stop = panicked.or(refuted.stop);
        combine(results, refuted, &stop_condition)
    }
}

/// Refutes lengths until the lower bound reaches the best solution.
fn refute_lengths(
    results: &Results<'_>,
    search: &Search<'_>,
    prior: &PriorResults<'_>,
    control: &Control,
) -> Result<Minimum, Error> {
    let solver = search.selected_solver()?.name();
    let mut ascending = search
        .clone()
        .strategy(Strategy::Ascend)
        .control(control.clone())
        .notify(|event| match event {
            Event::AtLeast(turns, why) => {
                results.record_lower_bound(*turns, why.and_then(|it| it.solver.as_deref()));
            }
            Event::Improved(solution) => {
                results.record_solution(solution, FoundBy::Solver(solver.to_owned()));
            }
            event => search.report(event),
        });
    ascending.found_length = Some(&results.length);
    let mut refutations = prior.refutations.clone();
    if let Some(refuter) = prior.refuter {
        let notify = |event: &Event<'_>| {
            if let Event::GraphSearch { turns, states } = event {
                results.begin_length(*turns, states.is_none());
            }
            search.report(event);
        };
        if let Some(found) = refuter(control, &notify)? {
            if let Some(solution) = &found.solution {
                results.record_solution(solution, FoundBy::Graph);
            }
            // Earlier refutations may cover more lengths than a search that was stopped.
            let known = Refutation::lengths_of(&refutations);
            for refutation in &found.refutations {
                refutation
                    .clone()
                    .add_new_lengths_to(&mut refutations, &known);
            }
            if found.complete || matches!(found.stop, Some(UnknownReason::Stopped(_))) {
                return Ok(Minimum {
                    refutations,
                    ..found
                });
            }
        }
    }
    ascending.minimum_beyond(results.problem, refutations)
}

/// Finds solutions, each shorter than the previous one.
struct UpperBoundSearch<'a> {
    results: &'a Results<'a>,
    search: Search<'a>,
    stages: Option<&'a Stages>,
    /// The stages restricted to the allowed turns, if a solver for stages was passed in.
    stages_for_tables: Option<&'a Stages>,
    /// A known solution and its origin.
    first: Option<&'a (Vec<TurnId>, FoundBy)>,
    /// Whether the last solution reported before is the inverse of the scramble.
    is_by_scramble: bool,
}

impl<'a> UpperBoundSearch<'a> {
    /// `share` is called when there is a solution; it returns the time left for shorter solutions, if limited.
    fn run(&self, share: impl Fn() -> Option<Duration>) -> Result<(), Error> {
        let relaxed = &self.results.relaxed;
        let Some(start) = relaxed.problem.start.state() else {
            return Ok(());
        };
        if let (Some(solver), Some(stages)) = (self.search.stage_solver, self.stages_for_tables) {
            let by = FoundBy::Tables(stages.plan().name.clone());
            let variants = Variant::all(stages.clone(), &start)?;
            let control = &self.search.control;
            let max_searches = self.results.limits.max_phase2_searches;
            let known = self.results.length.load(Ordering::SeqCst);
            let max_turns = self.results.problem.budget.slots();
            let (mut is_found, mut is_too_long) = (self.is_by_scramble, false);
            let mut found = |turns: &[TurnId]| {
                is_too_long |= turns.len() > max_turns;
                is_found |= self.results.record_relaxed_solution(turns, &by);
                share();
                turns.len()
            };
            let done = solve_in_two_stages(
                &variants,
                solver,
                control,
                known,
                MAX_TURNS,
                max_searches,
                &mut found,
            );
            match done {
                // Without tables, the plan is carried out by SAT below.
                Err(_) if max_searches.is_some() => (),
                // Shortening solutions until they are within the budget could take forever, so refute lengths now.
                Ok(()) if is_too_long && max_searches.is_some() => return Ok(()),
                // A goal other than the solved state may be reachable even if the solved state is not.
                Ok(()) if !is_found && control.stop().is_none() => (),
                done => return done,
            }
        }
        if let Some(stages) = self.stages.filter(|_| relaxed.suits_plans())
            && let Some((turns, by)) = self.first_solution(stages, &start)?
        {
            self.results.record_relaxed_solution(&turns, &by);
            return self.improve(stages, &start, &turns, &self.search.within(share()));
        }
        let construction = Construction::new(&relaxed.problem, &start, &self.search.control);
        let constructed = || {
            let turns = construction.first_solution(&self.search.control)?;
            Some((turns, FoundBy::Construction))
        };
        let Some((turns, by)) = self.first.cloned().or_else(constructed) else {
            return Ok(());
        };
        self.results.record_relaxed_solution(&turns, &by);
        let search = self.search.within(share());
        construction.improve(turns, &search, |turns, by| {
            self.results.record_relaxed_solution(turns, &by);
        })?;
        Ok(())
    }

    fn improve(
        &self,
        stages: &Stages,
        start: &State,
        turns: &[TurnId],
        search: &Search<'a>,
    ) -> Result<(), Error> {
        if search.control.stop().is_some() {
            return Ok(());
        }
        let variants = Variant::all(stages.clone(), start)?;
        let search = self.results.search.clone().control(search.control.clone());
        let improved = improve(&variants, turns, &search, &mut |shorter| {
            let by = FoundBy::Improvement(shorter.by);
            self.results.record_relaxed_solution(&shorter.turns, &by);
        });
        match improved {
            // The recipe may encode the question, but not its stages.
            Err(error) if error.kind() == ErrorKind::TooLarge => Ok(()),
            improved => improved.map(drop),
        }
    }

    /// The known solution, or the solution of the plan.
    fn first_solution(
        &self,
        stages: &Stages,
        start: &State,
    ) -> Result<Option<(Vec<TurnId>, FoundBy)>, Error> {
        if self.first.is_some() {
            return Ok(self.first.cloned());
        }
        let variants = if self.results.limits.all_variants {
            Variant::all(stages.clone(), start)?
        } else {
            vec![Variant::unchanged(stages.clone(), start)]
        };
        let variants = Variant::with_shortest_known_solution(variants, self.results.problem);
        let staged = match shortest_variant(&variants, &self.search) {
            // The recipe may encode the question, but not its stages; then the first solution is constructed.
            Err(error) if error.kind() == ErrorKind::TooLarge => None,
            staged => none_if_no_start(staged)?,
        };
        let by = FoundBy::Plan(stages.plan().name.clone());
        Ok(staged.and_then(|(variant, staged)| {
            let turns = variants[variant].to_original_turns(&staged.turns?);
            Some((turns, by))
        }))
    }
}

fn combine(
    results: Results<'_>,
    refuted: Minimum,
    stop_condition: &StopCondition,
) -> Result<Minimum, Error> {
    let (solution, history) = results.into_parts();
    // Only the lower bound tests whether the start is the goal.
    let found = [solution, refuted.solution.clone()].into_iter().flatten();
    let mut result = Minimum {
        solution: found.min_by_key(Solution::len),
        history,
        ..refuted
    };
    if let Some(solution) = &result.solution {
        result.check_against(solution)?;
        result.complete = result.refutes_all_shorter();
        let outside_stop = stop_condition.outside_stop().map(UnknownReason::Stopped);
        // A side was not stopped if it ended because the other side was done, or because the results sufficed.
        result.stop = match result.stop {
            _ if result.complete || outside_stop.is_none() && stop_condition.flag.is_raised() => {
                None
            }
            Some(UnknownReason::Panicked(message)) => Some(UnknownReason::Panicked(message)),
            stop => outside_stop.or(stop),
        };
    }
    Ok(result)
}
