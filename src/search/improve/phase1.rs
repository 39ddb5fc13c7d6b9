//! Enumerates first stages of one length, passing on each as soon as it is found.
//!
//! *Repeats.* A first stage whose last turn is also allowed in the second stage is a shorter first stage followed by the
//! beginning of a second. The same holds for such a turn before the last one, if the two commute. Both kinds are left out,
//! and commuting turns are enumerated in one order only.

use std::ops::ControlFlow;

use itertools::Itertools;

use crate::encode::Encoder;
use crate::error::Error;
use crate::plan::Plan;
use crate::problem::{Budget, Reduction};
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
    let mut misses_goal = false;
    search.enumerate_without(
        &problem,
        &mut encoder,
        &repeated_endings(stages.plan(), reduction),
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

/// The endings of first stages that repeat shorter ones, in the turns of the reduced puzzle.
fn repeated_endings(plan: &Plan, reduction: &Reduction) -> Vec<Vec<TurnId>> {
    let second = &plan.stages[1].allowed;
    let puzzle = &plan.puzzle;
    let reduced = reduction.quotient().turns.iter().enumerate();
    let turns: Vec<(TurnId, TurnId)> = reduced
        .filter_map(|(reduced, &turn)| Some((reduced, turn?)))
        .collect();
    let (inside, outside): (Vec<_>, Vec<_>) =
        turns.iter().partition(|(_, turn)| second.contains(turn));
    let before = inside
        .iter()
        .cartesian_product(&outside)
        .filter(|((_, a), (_, b))| puzzle.commute(*a, *b))
        .map(|((a, _), (b, _))| vec![*a, *b]);
    let last = inside.iter().map(|&(reduced, _)| vec![reduced]);
    last.chain(before).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Arc;

    use super::*;
    use crate::notation::Notation;
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

    /// All states that the turns reach.
    fn reached(puzzle: &Puzzle, turns: &[TurnId]) -> HashSet<State> {
        let mut all = HashSet::from([puzzle.solved().clone()]);
        let mut queue = vec![puzzle.solved().clone()];
        while let Some(state) = queue.pop() {
            for &turn in turns {
                let next = puzzle.apply(&state, &[turn]);
                if all.insert(next.clone()) {
                    queue.push(next);
                }
            }
        }
        all
    }

    /// All sequences of a length in canonical order: no face is turned twice in a row, and commuting faces come in
    /// ascending order.
    fn sequences(puzzle: &Puzzle, length: usize) -> Vec<Vec<TurnId>> {
        let made = |turns: [TurnId; 2]| puzzle.apply(puzzle.solved(), &turns);
        let face = |turn: TurnId| puzzle.turns()[turn].face;
        let follows = |a: TurnId, b: TurnId| {
            face(a) != face(b) && (face(a) < face(b) || made([a, b]) != made([b, a]))
        };
        let turns = puzzle.all_turns();
        let mut all = vec![Vec::new()];
        for _ in 0..length {
            let longer = all.iter().cartesian_product(turns.iter().copied());
            let longer = longer
                .filter(|(before, turn)| before.last().is_none_or(|&last| follows(last, *turn)));
            all = longer
                .map(|(before, turn)| [&before[..], &[turn]].concat())
                .collect();
        }
        all
    }

    #[test]
    fn each_first_stage_of_a_length_is_found_once() {
        let puzzle: Arc<Puzzle> = Puzzle::built_in("pocket").expect("built in");
        let plan = Plan::from_toml("two.toml", TWO, &puzzle).expect("a plan");
        let second = plan.stages[1].allowed.clone();
        let goal = reached(&puzzle, &second);
        let stages = Stages::new(plan).expect("stages");
        let mut count = 0;
        for scramble in ["R U F", "R L U2 B'"] {
            let turns = Notation::Singmaster.read(&puzzle, scramble).expect("turns");
            let start = puzzle.reached_by(&turns);
            for length in 1..=4 {
                let commute = |a, b| {
                    let [one, other] = [[a, b], [b, a]].map(|turns| puzzle.reached_by(&turns));
                    one == other
                };
                let is_new = |turns: &Vec<TurnId>| {
                    let [.., last] = turns[..] else { return false };
                    let before = turns.iter().rev().nth(1);
                    !second.contains(&last)
                        && !before.is_some_and(|&it| second.contains(&it) && commute(it, last))
                };
                let mut expected = sequences(&puzzle, length);
                expected.retain(is_new);
                expected.retain(|turns| goal.contains(&puzzle.apply(&start, turns)));
                expected.sort_unstable();
                let mut found = Vec::new();
                let search = Search::default();
                for_each_first_stage(&stages, &start, length, &search, |turns| {
                    found.push(turns);
                    ControlFlow::Continue(())
                })
                .expect("no limit");
                found.sort_unstable();
                assert_eq!(found, expected, "{scramble}, {length} turns");
                count += found.len();
            }
        }
        assert!(count > 100, "{count}");
    }
}
