//! How a way ends: whether a second stage takes so few turns at most.
//!
//! *How few.* A question about few turns is answered in moments, and each turn more takes several times as long,
//! until it is never answered. Where that is the case depends on the puzzle and the machine. So the first states are asked
//! about more and more turns, as long as the time for one more is [in proportion](PATIENCE). From then
//! on no more turns are asked about: another first stage is tried sooner.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::control::Stopwatch;
use crate::encode::Encoder;
use crate::problem::{Budget, Reduction};
use crate::puzzle::{State, TurnId};
use crate::search::attempt::Answer;
use crate::search::beforehand::without_formula;
use crate::search::{Search, StagesError};

/// One turn more may take so many times as long: there are about as many more states.
const PATIENCE: f64 = 5.0;

/// Nothing is given up before this time.
const LEAST: Duration = Duration::from_secs(2);

/// Asks about second stages, and knows how long that takes.
#[derive(Debug, Default)]
pub(super) struct Second {
    /// So many turns are asked about at most.
    most: usize,
    /// Whether more take too long.
    settled: bool,
    /// For each number of turns how many questions were answered, and the seconds for all.
    answered: BTreeMap<usize, (usize, f64)>,
}

/// What came of one question.
enum Told {
    Turns(Vec<TurnId>),
    None,
    Stopped,
}

impl Second {
    /// So many turns are asked about at most.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// The seconds that a question about so many turns takes; as long as one about fewer, if none was asked.
    pub(super) fn mean(&self, turns: usize) -> f64 {
        let known = self.answered.range(..=turns).next_back();
        known.map_or(0.0, |(_, &(count, seconds))| seconds / count as f64)
    }

    /// Some turns of a second stage from a state, at most so many; `None` if there are none, or they
    /// were not found soon.
    pub(super) fn ask(
        &mut self,
        reduction: &Reduction,
        state: &State,
        budget: usize,
        search: &Search<'_>,
    ) -> Result<Option<Vec<TurnId>>, StagesError> {
        if reduction.reaches(state, &[]) {
            return Ok(Some(Vec::new()));
        }
        let problem = reduction.problem(state, Budget::AtMost(budget))?;
        let mut encoder = Encoder::new(&problem, search.means()?.recipe).following_far();
        loop {
            let watch = Stopwatch::start(search.controlled_by());
            let turns = budget.min(self.most);
            let at_most = self.at_most(reduction, state, turns, &mut encoder, search)?;
            match at_most {
                Told::Turns(turns) => return Ok(Some(turns)),
                Told::Stopped => {
                    // Not if it was the end of all work.
                    if turns == self.most
                        && search.controlled_by().stop().is_none()
                        && !self.settled
                    {
                        self.most = self.most.saturating_sub(1);
                        self.settled = true;
                    }
                    return Ok(None);
                }
                Told::None => {}
            }
            let (count, seconds) = self.answered.entry(turns).or_default();
            *count += 1;
            *seconds += watch.seconds();
            if self.settled || turns == budget {
                return Ok(None);
            }
            self.most += 1;
        }
    }

    /// One question.
    fn at_most(
        &self,
        reduction: &Reduction,
        state: &State,
        turns: usize,
        encoder: &mut Encoder,
        search: &Search<'_>,
    ) -> Result<Told, StagesError> {
        let problem = reduction.problem(state, Budget::AtMost(turns))?;
        let patience = Duration::from_secs_f64(self.mean(turns) * PATIENCE);
        let control = search.controlled_by().within(patience.max(LEAST));
        let search = search.clone().control(control.clone());
        let means = search.means()?;
        if without_formula(encoder, &problem, &control)?.is_some() {
            return Ok(Told::None);
        }
        let (_, answer) = means.attempt(&problem, encoder, &mut |_| ())?;
        Ok(match answer {
            Answer::Found(solution) => {
                let turns = reduction.lift(&solution);
                if reduction.reaches(state, &turns) {
                    Told::Turns(turns)
                } else {
                    return Err(StagesError::Astray(2));
                }
            }
            Answer::Refuted(_) => Told::None,
            Answer::Stopped(_) => Told::Stopped,
        })
    }
}
