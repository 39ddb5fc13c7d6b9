//! Solves the stages of a plan of two stages by SAT.
//!
//! *First stages.* All first stages of one length are enumerated, with commuting turns in one order only. A first stage
//! is left out if its last turn is also allowed in the second stage, because without that turn it is a shorter first
//! stage.
//!
//! *Second stages.* Questions about few turns are answered quickly; each further turn takes several times as long,
//! until the time becomes prohibitive. Where that happens depends on the puzzle and the machine. So the number of turns
//! asked about is limited. From state to state, the limit rises until one more turn multiplies the time by more than
//! [`MAX_TIME_FACTOR`]. From then on, trying other first stages is more useful than raising the limit.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::control::{Control, Stopwatch};
use crate::encode::Encoder;
use crate::error::Error;
use crate::problem::{Budget, Reduction};
use crate::puzzle::{State, TurnId};
use crate::search::attempt::Answer;
use crate::search::error::missed_goal_error;
use crate::search::variants::none_if_no_start;
use crate::search::without_solver::refuted_without_formula;
use crate::search::{Search, StageSolver};

/// The maximum factor by which one more turn may multiply the time; the number of states grows by about this factor.
const MAX_TIME_FACTOR: f64 = 5.0;

/// The minimum time before a question is abandoned.
const MIN_TIME: Duration = Duration::from_secs(2);

pub(super) struct SatStageSolver<'a> {
    search: &'a Search<'a>,
    /// The turns that the second stage allows.
    second_turns: &'a [TurnId],
    limit: Mutex<TurnLimit>,
}

/// The limit on the number of turns in questions about second stages, and how long these questions take.
#[derive(Default)]
struct TurnLimit {
    /// The maximum number of turns to ask about.
    max_turns: usize,
    /// Whether the limit no longer rises, because more turns take too long.
    is_final: bool,
    /// The number of refuted questions and their total seconds, by number of turns.
    refuted: BTreeMap<usize, (usize, f64)>,
}

impl TurnLimit {
    /// The time limit of a question about `turns` turns, from the mean time of the refuted questions about as many turns.
    /// If there are none, the next smaller number of turns with a refuted question counts.
    fn time_limit(&self, turns: usize) -> Duration {
        let known = self.refuted.range(..=turns).next_back();
        let mean = known.map_or(0.0, |(_, &(count, seconds))| seconds / count as f64);
        Duration::from_secs_f64(mean * MAX_TIME_FACTOR).max(MIN_TIME)
    }
}

impl<'a> SatStageSolver<'a> {
    pub(super) fn new(search: &'a Search<'a>, second_turns: &'a [TurnId]) -> Self {
        Self {
            search,
            second_turns,
            limit: Mutex::default(),
        }
    }
}

impl StageSolver for SatStageSolver<'_> {
    fn for_each_solution(
        &self,
        stage: &Reduction,
        start: &State,
        length: usize,
        control: &Control,
        found: &mut dyn FnMut(&[TurnId]) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let search = self.search.clone().control(control.clone());
        let problem = none_if_no_start(stage.problem(start, Budget::Exactly(length)))?;
        let Some(problem) = problem.map(|problem| problem.canonical()) else {
            return Ok(());
        };
        if length == 0 {
            if stage.reaches(start, &[]) {
                let _ = found(&[]);
            }
            return Ok(());
        }
        let mut encoder = Encoder::new(&problem, search.selected_recipe()?).with_full_layers();
        if refuted_without_formula(&mut encoder, &problem, control)?.is_some() {
            return Ok(());
        }
        search.check_premise(&problem)?;
        let is_in_second_stage = |turn: &TurnId| self.second_turns.contains(turn);
        let turns = (0..).zip(&stage.quotient().turns);
        let excluded = turns.filter(|(_, turn)| turn.as_ref().is_some_and(is_in_second_stage));
        let not_last: Vec<TurnId> = excluded.map(|(reduced_turn, _)| reduced_turn).collect();
        let mut misses_goal = false;
        let take = |solution: &_| {
            let turns = stage.lift(solution);
            misses_goal = !stage.reaches(start, &turns);
            if misses_goal {
                ControlFlow::Break(())
            } else {
                found(&turns)
            }
        };
        search.enumerate_unchecked(&problem, &mut encoder, &not_last, |_| (), take)?;
        if misses_goal {
            Err(missed_goal_error(1))
        } else {
            Ok(())
        }
    }

    fn solve_within(
        &self,
        stage: &Reduction,
        start: &State,
        max_turns: usize,
        control: &Control,
    ) -> Result<Option<Vec<TurnId>>, Error> {
        if stage.reaches(start, &[]) {
            return Ok(Some(Vec::new()));
        }
        let search = self.search.clone().control(control.clone());
        let problem = stage.problem(start, Budget::AtMost(max_turns))?;
        let mut encoder = Encoder::new(&problem, search.selected_recipe()?).with_full_layers();
        let mut limit = self.limit.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let watch = Stopwatch::start(control);
            let asked = max_turns.min(limit.max_turns);
            let problem = problem.within(Budget::AtMost(asked));
            let search = search.within(Some(limit.time_limit(asked)));
            let answer = match refuted_without_formula(&mut encoder, &problem, &search.control)? {
                Some(covers) => Answer::Refuted(covers),
                None => search.attempt(&problem, &mut encoder)?.1,
            };
            match answer {
                Answer::Found(solution) => {
                    let turns = stage.lift(&solution);
                    if !stage.reaches(start, &turns) {
                        return Err(missed_goal_error(2));
                    }
                    return Ok(Some(turns));
                }
                Answer::Refuted(_) => {
                    let (count, seconds) = limit.refuted.entry(asked).or_default();
                    *count += 1;
                    *seconds += watch.seconds();
                    if limit.is_final || asked == max_turns {
                        return Ok(None);
                    }
                    limit.max_turns += 1;
                }
                Answer::Stopped(_) => {
                    // The limit was too high, unless the whole search was stopped.
                    if asked == limit.max_turns && control.stop().is_none() && !limit.is_final {
                        limit.max_turns = limit.max_turns.saturating_sub(1);
                        limit.is_final = true;
                    }
                    return Ok(None);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use crate::puzzle::Puzzle;
    use crate::search::Stages;

    const TWO: &str = r#"
        name = "two"
        title = "two"
        puzzle = "pocket"
        [[stage]]
        title = "first"
        allow = "U D L R F B"
        group = "U D L2 R2 F2 B2"
        [[stage]]
        title = "second"
        allow = "U D L2 R2 F2 B2"
        group = ""
    "#;

    #[test]
    fn first_stages_are_the_solutions_that_do_not_end_with_a_turn_of_the_second_stage() {
        let puzzle = Puzzle::built_in("pocket").expect("built in");
        let plan = Plan::from_toml("two.toml", TWO, &puzzle).expect("a plan");
        let second = plan.stages[1].allowed.clone();
        let stages = Stages::new(plan).expect("stages");
        let first = stages.reduction(1).expect("a question");
        let (search, mut count) = (Search::default(), 0);
        let solver = SatStageSolver::new(&search, &second);
        for (seed, length) in [(1, 1), (1, 3), (2, 2), (2, 3)] {
            let start = puzzle.reached_by(&puzzle.random_turns(3, seed));
            let problem = first.problem(&start, Budget::Exactly(length));
            let problem = problem.expect("possible").canonical();
            let mut expected = Vec::new();
            let all = search.enumerate(&problem, |solution| {
                let turns = first.lift(solution);
                expected.extend((!second.contains(&turns[length - 1])).then_some(turns));
                ControlFlow::Continue(())
            });
            assert!(all.expect("no limit").complete);
            let mut found = Vec::new();
            let mut take = |turns: &[TurnId]| {
                found.push(turns.to_vec());
                ControlFlow::Continue(())
            };
            let tried = solver.for_each_solution(first, &start, length, &search.control, &mut take);
            tried.expect("no limit");
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "seed {seed}, {length} turns");
            count += found.len();
        }
        assert!(count > 0);
    }
}
