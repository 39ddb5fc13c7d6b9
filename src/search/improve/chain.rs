//! A plan in two stages whose first stage may be longer than necessary.
//!
//! *Idea.* The shortest solution of the first stage may lead to a state where the second stage is long. There are many
//! longer first stages, and some lead to a state where it is short. So first stages of every length are enumerated in order
//! ([`phase1`](super::phase1)), and for each the solver is asked for a second stage short enough that the total beats the
//! best solution so far ([`phase2`](super::phase2)).
//!
//! *Variants.* The plan can be carried out with the puzzle held differently, and for the inverse state. If the final
//! state is the solved one, a turn that the second stage does not allow may also be set aside for the very end:
//! applying it before the scramble gives another state, and a solution of that state followed by the turn solves the
//! original one. This gives many states with short first stages, which are found faster than long ones.
//!
//! *Order.* The variant and length with the most expected successes per second come next: the first stages of each
//! length are counted and timed. One turn less for the second stage makes success [less likely by a fixed
//! factor](SOLVED_STATES_FACTOR).
//!
//! *Source.* H. Kociemba's two-phase algorithm (1992) tries longer first phases in the same way, with tables; solving
//! the inverse and other axes is from M. Reid (1997); setting turns aside for the end is known from fewest-moves
//! solving (NISS). Doing this with formulas is new here.
//!
//! *Why it is sound.* Every result is replayed on the whole puzzle. Failure to find a shorter one proves nothing.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::improvement_method::ImprovementMethod;
use super::phase1::for_each_first_stage;
use super::phase2::Phase2;
use super::work::ImprovementRun;
use crate::control::Stopwatch;
use crate::error::Error;
use crate::plan::Plan;
use crate::puzzle::{State, TurnId};
use crate::search::variants::{ends_in_one_state, none_if_no_start, start_before};
use crate::search::{Event, Stages, Variant};

/// With one turn less, a second stage can solve fewer states, by this factor.
const SOLVED_STATES_FACTOR: f64 = 5.0;

/// The maximum number of turns by which first stages may exceed the shortest one.
const MAX_EXCESS_TURNS: usize = 4;

/// With one turn more, the time per first stage grows by this factor.
const TIME_GROWTH: f64 = 1.5;

/// The expected number of first stages if none was found.
const ASSUMED_FIRST_STAGES: f64 = 0.1;

/// A variant of a plan in two stages.
struct TwoStageVariant {
    variant: Variant,
    /// The turns that are set aside for the end.
    end: Vec<TurnId>,
    /// The state to solve without them.
    start: State,
    /// The length of first stages to try next.
    next: usize,
}

/// Statistics of first stages of one length, over all variants.
#[derive(Clone, Copy, Debug, Default)]
struct FirstStageStatistics {
    questions: usize,
    found: usize,
    seconds: f64,
}

struct Chain {
    variants: Vec<TwoStageVariant>,
    phase2: Phase2,
    statistics: BTreeMap<usize, FirstStageStatistics>,
    /// The factor by which the number of first stages grows per turn, approximately.
    branching: f64,
    /// Whether the variants with turns at the end have been added.
    has_end_variants: bool,
}

impl ImprovementRun<'_> {
    pub(super) fn chain(&mut self) -> Result<(), Error> {
        if self.search.control.stop().is_some() {
            return Ok(());
        }
        let Some(mut chain) = Chain::new(self.variants)? else {
            return Ok(());
        };
        let method = ImprovementMethod::TwoStages;
        self.search.report(&Event::Trying(method));
        while self.search.control.stop().is_none() {
            chain.add_end_variants()?;
            let Some(candidate) = chain.most_promising(self.best.len()) else {
                break;
            };
            self.try_next_length(&mut chain, candidate)?;
        }
        Ok(())
    }

    fn try_next_length(&mut self, chain: &mut Chain, number: usize) -> Result<(), Error> {
        let search = self.search.clone();
        let Chain {
            variants: candidates,
            phase2,
            statistics,
            ..
        } = chain;
        let candidate = &mut candidates[number];
        let length = candidate.next;
        candidate.next += 1;
        let statistics = statistics.entry(length).or_default();
        let watch = Stopwatch::start(&search.control);
        let (mut second_seconds, mut found, mut failed) = (0.0, 0, None);
        let (stages, start) = (&candidate.variant.stages, &candidate.start);
        let tried = for_each_first_stage(stages, start, length, &search, |first| {
            let since = watch.seconds();
            found += 1;
            let result = self.try_second_stages(candidate, phase2, &first);
            second_seconds += watch.seconds() - since;
            if let Ok(true) = result {
                return ControlFlow::Continue(());
            }
            failed = result.err();
            ControlFlow::Break(())
        });
        if none_if_no_start(tried)?.is_none() {
            candidate.next = usize::MAX;
        }
        statistics.questions += 1;
        statistics.found += found;
        statistics.seconds += watch.seconds() - second_seconds;
        failed.map_or(Ok(()), Err)
    }

    /// Tries second stages after a first one. Returns whether to continue with other first stages.
    fn try_second_stages(
        &mut self,
        candidate: &TwoStageVariant,
        phase2: &mut Phase2,
        first: &[TurnId],
    ) -> Result<bool, Error> {
        let stages = &candidate.variant.stages;
        let state = stages.plan().puzzle.apply(&candidate.start, first);
        let search = self.search.clone();
        loop {
            let others = first.len() + candidate.end.len() + 1;
            let Some(budget) = self.best.len().checked_sub(others) else {
                return Ok(false);
            };
            if search.control.stop().is_some() {
                return Ok(false);
            }
            let Some(reduction) = stages.reduction(2) else {
                return Ok(true);
            };
            let Some(rest) = phase2.second_stage(reduction, &state, budget, &search)? else {
                return Ok(true);
            };
            let before = self.best.len();
            let turns = [first, &rest, &candidate.end].concat();
            let turns = self.merge_turns(&candidate.variant.to_original_turns(&turns));
            self.take_if_shorter(&turns, ImprovementMethod::TwoStages);
            if self.best.len() == before {
                return Ok(true);
            }
        }
    }
}

impl Chain {
    /// The variants of the plan, or of another one that ends solved, without turns at the end; `None` unless it has two
    /// stages.
    fn new(variants: &[Variant]) -> Result<Option<Self>, Error> {
        let Some(plain) = variants.first() else {
            return Ok(None);
        };
        let plan = plain.stages.plan();
        let stages = if plan.stages.len() == 2 {
            plain.stages.clone()
        } else {
            let other = Plan::of_two_stages(&plan.puzzle).filter(|_| plan.ends_solved());
            match other.map(Stages::new) {
                Some(Ok(stages)) => stages,
                Some(Err(_)) | None => return Ok(None),
            }
        };
        let first = stages.plan().stages[0].allowed.len();
        let variants = Variant::all(stages, &plain.start)?;
        let candidates = variants.into_iter().map(|variant| TwoStageVariant {
            start: variant.start.clone(),
            variant,
            end: Vec::new(),
            next: 0,
        });
        // Successive turns are of different faces.
        let branching = first as f64 * 0.75;
        Ok(Some(Self {
            variants: candidates.collect(),
            phase2: Phase2::default(),
            statistics: BTreeMap::new(),
            branching,
            has_end_variants: false,
        }))
    }

    /// The length of the shortest first stage found.
    fn shortest(&self) -> Option<usize> {
        let mut statistics = self.statistics.iter();
        let found = statistics.find(|(_, statistics)| statistics.found > 0);
        found.map(|(&length, _)| length)
    }

    /// Adds the variants with a turn at the end, once all variants have tried the shortest first stages.
    fn add_end_variants(&mut self) -> Result<(), Error> {
        let Some(shortest) = self.shortest() else {
            return Ok(());
        };
        let mut candidates = self.variants.iter();
        if self.has_end_variants || !candidates.all(|candidate| candidate.next > shortest) {
            return Ok(());
        }
        self.has_end_variants = true;
        let mut more = Vec::new();
        for candidate in &self.variants {
            let plan = candidate.variant.stages.plan();
            if !ends_in_one_state(plan) {
                continue;
            }
            let [first, second] = [0, 1].map(|stage| &plan.stages[stage].allowed);
            for &turn in first.iter().filter(|turn| !second.contains(turn)) {
                let end = vec![turn];
                more.push(TwoStageVariant {
                    variant: candidate.variant.clone(),
                    start: start_before(&plan.puzzle, &candidate.start, &end)?,
                    end,
                    next: shortest,
                });
            }
        }
        self.variants.extend(more);
        Ok(())
    }

    /// The most promising variant, given a solution of `best` turns; `None` if none is worth trying.
    fn most_promising(&self, best: usize) -> Option<usize> {
        let longest = self
            .shortest()
            .map_or(usize::MAX, |shortest| shortest + MAX_EXCESS_TURNS);
        let candidates = self.variants.iter().enumerate();
        let candidates = candidates.filter(|(_, candidate)| candidate.next <= longest);
        let rated = candidates.filter_map(|(number, candidate)| {
            let others = candidate.next.saturating_add(candidate.end.len() + 1);
            let left = best.checked_sub(others)?;
            Some((number, self.success_rate(candidate.next, left)))
        });
        // The first of the best.
        let most = rated.min_by(|a, b| b.1.total_cmp(&a.1));
        most.map(|(number, _)| number)
    }

    /// The expected successes per second with first stages of a length, with `left` turns for the second stage.
    fn success_rate(&self, length: usize, left: usize) -> f64 {
        let (found, seconds) = self.expected_first_stages(length);
        let missing = self.phase2.max_turns.saturating_sub(left) as f64;
        let turns = left.min(self.phase2.max_turns);
        let time = seconds + found * self.phase2.mean_seconds(turns).max(1e-3);
        found / time.max(1e-6) * SOLVED_STATES_FACTOR.powf(-missing)
    }

    /// The expected number of first stages of a length per variant, and the seconds they take; extrapolated from one turn
    /// less if none was tried.
    fn expected_first_stages(&self, length: usize) -> (f64, f64) {
        if let Some(statistics) = self.statistics.get(&length) {
            let asked = statistics.questions as f64;
            return (
                (statistics.found as f64 + ASSUMED_FIRST_STAGES) / asked,
                statistics.seconds / asked,
            );
        }
        match length.checked_sub(1) {
            Some(shorter) => {
                let (found, seconds) = self.expected_first_stages(shorter);
                (
                    found * self.branching,
                    seconds * self.branching * TIME_GROWTH,
                )
            }
            None => (ASSUMED_FIRST_STAGES, 0.01),
        }
    }
}
