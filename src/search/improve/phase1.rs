//! Enumerates first stages of one length, passing on each as soon as it is found.
//!
//! *Repeats.* A first stage whose last turn is also allowed in the second stage is a shorter first stage followed by the
//! beginning of a second. It is left out, and commuting turns are enumerated in one order only.

use std::ops::ControlFlow;

use crate::encode::Encoder;
use crate::error::Error;
use crate::problem::Budget;
use crate::puzzle::{State, TurnId};
use crate::search::error::missed_goal_error;
use crate::search::without_solver::refuted_without_formula;
use crate::search::{Search, Stages};

/// Passes on the first stages of a length from a state, except those that only repeat shorter ones.
pub(super) fn for_each_first_stage(
    stages: &Stages,
    start: &State,
    length: usize,
    search: &Search<'_>,
    mut found: impl FnMut(Vec<TurnId>) -> ControlFlow<()>,
) -> Result<(), Error> {
    let Some(reduction) = stages.reduction(1) else {
        return Ok(());
    };
    let problem = reduction.problem(start, Budget::Exactly(length))?;
    let problem = problem.canonical();
    if length == 0 {
        if reduction.reaches(start, &[]) {
            let _ = found(Vec::new());
        }
        return Ok(());
    }
    let mut encoder = Encoder::new(&problem, search.selected_recipe()?).with_full_layers();
    if refuted_without_formula(&mut encoder, &problem, &search.control)?.is_some() {
        return Ok(());
    }
    search.premise(&problem)?;
    let mut misses_goal = false;
    let second = &stages.plan().stages[1].allowed;
    let turns = reduction.quotient().turns.iter().enumerate();
    let is_repeated = |turn: Option<TurnId>| turn.is_some_and(|turn| second.contains(&turn));
    let repeated = turns.filter(|(_, turn)| is_repeated(**turn));
    let not_last: Vec<TurnId> = repeated.map(|(reduced, _)| reduced).collect();
    search.enumerate_unchecked(
        &problem,
        &mut encoder,
        &not_last,
        |_| (),
        |solution| {
            let turns = reduction.lift(solution);
            misses_goal = !reduction.reaches(start, &turns);
            if misses_goal {
                ControlFlow::Break(())
            } else {
                found(turns)
            }
        },
    )?;
    if misses_goal {
        Err(missed_goal_error(1))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use crate::puzzle::Puzzle;

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
        let reduction = stages.reduction(1).expect("a question");
        let (search, mut count) = (Search::default(), 0);
        for (seed, length) in [(1, 1), (1, 3), (2, 2), (2, 3)] {
            let start = puzzle.reached_by(&puzzle.random_turns(3, seed));
            let problem = reduction.problem(&start, Budget::Exactly(length));
            let problem = problem.expect("possible").canonical();
            let mut expected = Vec::new();
            let all = search.enumerate(&problem, |solution| {
                let turns = reduction.lift(solution);
                expected.extend((!second.contains(&turns[length - 1])).then_some(turns));
                ControlFlow::Continue(())
            });
            assert!(all.expect("no limit").complete);
            let mut found = Vec::new();
            let take = |turns| {
                found.push(turns);
                ControlFlow::Continue(())
            };
            for_each_first_stage(&stages, &start, length, &search, take).expect("no limit");
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "seed {seed}, {length} turns");
            count += found.len();
        }
        assert!(count > 0);
    }
}
