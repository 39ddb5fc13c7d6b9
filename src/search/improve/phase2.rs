//! Checks whether a second stage has at most N turns.
//!
//! *The limit N.* Questions about few turns are answered quickly; each further turn takes several times as long, until
//! the time becomes prohibitive. Where that happens depends on the puzzle and the machine. So the limit is raised on
//! the first states as long as one more turn multiplies the time by at most [`PATIENCE`]. After that, it is faster to
//! try other first stages than to raise it.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::control::Stopwatch;
use crate::encode::Encoder;
use crate::error::Error;
use crate::problem::{Budget, Reduction};
use crate::puzzle::{State, TurnId};
use crate::search::Search;
use crate::search::attempt::Answer;
use crate::search::error::missed_goal_error;
use crate::search::without_solver::refuted_without_formula;

/// The maximum factor by which one more turn may multiply the time; the number of states grows by about this factor.
const PATIENCE: f64 = 5.0;

/// The minimum time before a question is abandoned.
const MIN_TIME: Duration = Duration::from_secs(2);

/// Solves second stages and measures the time they take.
#[derive(Debug, Default)]
pub(super) struct Phase2 {
    /// The maximum number of turns to ask about.
    pub(super) max_turns: usize,
    /// Whether the limit stays because more turns take too long.
    is_final: bool,
    /// The number of answered questions and their total seconds, by number of turns.
    answered: BTreeMap<usize, (usize, f64)>,
}

impl Phase2 {
    /// The mean time, in seconds, of the answered questions about `turns` turns; without any, about the next smaller
    /// number.
    pub(super) fn mean_seconds(&self, turns: usize) -> f64 {
        let known = self.answered.range(..=turns).next_back();
        known.map_or(0.0, |(_, &(count, seconds))| seconds / count as f64)
    }

    /// A second stage of at most `budget` turns from a state; `None` if none exists or none was found in time.
    pub(super) fn second_stage(
        &mut self,
        reduction: &Reduction,
        state: &State,
        budget: usize,
        search: &Search<'_>,
    ) -> Result<Option<Vec<TurnId>>, Error> {
        if reduction.reaches(state, &[]) {
            return Ok(Some(Vec::new()));
        }
        let problem = reduction.problem(state, Budget::AtMost(budget))?;
        let mut encoder = Encoder::new(&problem, search.selected_recipe()?).with_full_layers();
        loop {
            let watch = Stopwatch::start(&search.control);
            let turns = budget.min(self.max_turns);
            let at_most = self.at_most(reduction, state, turns, &mut encoder, search)?;
            match at_most {
                Answer::Found(solution) => {
                    let turns = reduction.lift(&solution);
                    if !reduction.reaches(state, &turns) {
                        return Err(missed_goal_error(2));
                    }
                    return Ok(Some(turns));
                }
                Answer::Stopped(_) => {
                    // The limit was too high, unless the whole search was stopped.
                    if turns == self.max_turns && search.control.stop().is_none() && !self.is_final
                    {
                        self.max_turns = self.max_turns.saturating_sub(1);
                        self.is_final = true;
                    }
                    return Ok(None);
                }
                Answer::Refuted(_) => (),
            }
            let (count, seconds) = self.answered.entry(turns).or_default();
            *count += 1;
            *seconds += watch.seconds();
            if self.is_final || turns == budget {
                return Ok(None);
            }
            self.max_turns += 1;
        }
    }

    fn at_most(
        &self,
        reduction: &Reduction,
        state: &State,
        turns: usize,
        encoder: &mut Encoder,
        search: &Search<'_>,
    ) -> Result<Answer, Error> {
        let problem = reduction.problem(state, Budget::AtMost(turns))?;
        let patience = Duration::from_secs_f64(self.mean_seconds(turns) * PATIENCE);
        let search = search.within(Some(patience.max(MIN_TIME)));
        if let Some(covers) = refuted_without_formula(encoder, &problem, &search.control)? {
            return Ok(Answer::Refuted(covers));
        }
        let (_, answer) = search.attempt(&problem, encoder)?;
        Ok(answer)
    }
}
