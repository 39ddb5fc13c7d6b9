//! Several ways to carry out one plan: the puzzle held otherwise, or the inverse state solved.

use std::num::NonZeroUsize;

use super::{Search, Staged, Stages, StagesError};
use crate::group::Permutation;
use crate::plan::{Plan, StageError};
use crate::platform;
use crate::puzzle::{Arrangement, Puzzle, State, StateError, TurnId};
use crate::quotient::Goal;

/// One way to carry out a plan.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The plan, as the puzzle is held.
    pub stages: Stages,
    /// Where it starts: the state, or its inverse.
    pub start: State,
    /// Whether it is the inverse that is solved. Then the solution is the turns back to front,
    /// each undone.
    pub inverse: bool,
}

impl Variant {
    /// The plan as it stands.
    ///
    /// # Errors
    /// [`StageError`].
    pub fn plain(plan: Plan, start: &State) -> Result<Vec<Self>, StageError> {
        Ok(vec![Self {
            stages: Stages::new(plan)?,
            start: start.clone(),
            inverse: false,
        }])
    }

    /// The plan with the puzzle held in all ways, and for each the inverse state, too. The first is the
    /// plan as it stands; and the only one, unless the plan ends with the solved state and all pieces look
    /// different: else another way ends elsewhere.
    ///
    /// # Errors
    /// [`StagesError`].
    pub fn all(plan: &Plan, start: &State) -> Result<Vec<Self>, StagesError> {
        if !ends_in_one_state(plan) {
            return Ok(Self::plain(plan.clone(), start)?);
        }
        let inverse = inverted(&plan.puzzle, start)?;
        let mut variants = Vec::new();
        for plan in plan.held_all_ways() {
            let stages = Stages::new(plan)?;
            for (start, is_inverse) in [(start, false), (&inverse, true)] {
                variants.push(Self {
                    stages: stages.clone(),
                    start: start.clone(),
                    inverse: is_inverse,
                });
            }
        }
        Ok(variants)
    }

    /// The turns that solve the state itself, from those that this way found.
    #[must_use]
    pub fn solving(&self, turns: &[TurnId]) -> Vec<TurnId> {
        match self.inverse {
            true => self.stages.plan().puzzle.undoing(turns),
            false => turns.to_vec(),
        }
    }
}

impl Variant {
    /// Whether turns lead the state to the last goal of the plan, on the puzzle itself.
    pub(super) fn ends_at_goal(&self, turns: &[TurnId]) -> bool {
        let last = self.stages.reductions().last();
        last.is_some_and(|last| last.reaches(&self.start, turns))
    }
}

/// Whether a plan ends with the solved state, and all pieces look different: then what leads
/// there undoes the state, and nothing else does.
pub(super) fn ends_in_one_state(plan: &Plan) -> bool {
    let last = plan.stages.last().map(|stage| &stage.goal);
    let mut kinds = 0..plan.puzzle.pieces().kinds().len();
    last == Some(&Goal::Group(Vec::new())) && kinds.all(|kind| plan.puzzle.tells_apart(kind))
}

/// What came of a way; `None` if one of its stages cannot start.
pub(super) fn if_it_starts<T>(result: Result<T, StagesError>) -> Result<Option<T>, StagesError> {
    match result {
        Err(StagesError::Stage(_)) => Ok(None),
        result => result.map(Some),
    }
}

/// The state from which the turns lead to the solved one that lead from there to this one.
fn inverted(puzzle: &Puzzle, state: &State) -> Result<State, StateError> {
    Ok(puzzle.solved().after(&made(puzzle, state)?.inverse()))
}

/// The state that is solved by just the turns that, with some turns after them, solve this one: those turns
/// were made before all that led to it.
pub(super) fn with_end(
    puzzle: &Puzzle,
    state: &State,
    end: &[TurnId],
) -> Result<State, StateError> {
    Ok(puzzle.made_by(end).after(&made(puzzle, state)?))
}

/// What was done to the solved state.
fn made(puzzle: &Puzzle, state: &State) -> Result<Permutation, StateError> {
    let arrangement = Arrangement::of_state(puzzle, state, &puzzle.symbols())?;
    Ok(arrangement.permutation(puzzle.pieces()))
}

/// Carries out a plan in several ways, on as many threads as the control has, and keeps the
/// shortest solution: its way, by its number,
/// and what came of it. Without any solution it is the first way. After a stop those that were
/// done count.
///
/// # Errors
/// [`StagesError`].
pub fn shortest_variant(
    variants: &[Variant],
    search: &Search<'_>,
) -> Result<(usize, Staged), StagesError> {
    let control = search.controlled_by();
    let alone = search
        .clone()
        .control(control.clone().with_jobs(NonZeroUsize::MIN));
    let numbers: Vec<usize> = (0..variants.len()).collect();
    let mut best = Ok(None);
    platform::in_order(
        &numbers,
        control.jobs(),
        |&number| {
            variants[number]
                .stages
                .solve(&variants[number].start, &alone)
        },
        |&number, staged| {
            best = std::mem::replace(&mut best, Ok(None))
                .and_then(|best| shorter(variants, best, (number, staged)));
            best.is_ok() && control.stop().is_none()
        },
    );
    best.map(Option::unwrap_or_default)
}

/// The better one of what is there and what came of one more way.
fn shorter(
    variants: &[Variant],
    best: Option<(usize, Staged)>,
    (number, staged): (usize, Result<Staged, StagesError>),
) -> Result<Option<(usize, Staged)>, StagesError> {
    let staged = match number {
        0 => staged?,
        _ => match if_it_starts(staged)? {
            Some(staged) => staged,
            None => return Ok(best),
        },
    };
    let solves = |turns: &Vec<TurnId>| variants[0].ends_at_goal(&variants[number].solving(turns));
    if number > 0 && !staged.turns.as_ref().is_some_and(solves) {
        return Ok(best);
    }
    let length = |staged: &Staged| staged.turns.as_ref().map_or(usize::MAX, Vec::len);
    let is_better = |best: &(usize, Staged)| length(&staged) < length(&best.1);
    Ok(match best.as_ref().is_none_or(is_better) {
        true => Some((number, staged)),
        false => best,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;

    #[test]
    fn what_solves_a_state_without_its_end_solves_it_with_the_end() {
        let puzzle = Puzzle::built_in("rubik").expect("built in");
        let read = |text| Notation::Singmaster.read(&puzzle, text).expect("turns");
        let (turns, end) = (read("R U2 F' L D B"), read("F R'"));
        let start = puzzle.made_by(&puzzle.undoing(&[&turns[..], &end].concat()));
        let without = with_end(&puzzle, &start, &end).expect("a state");
        assert_eq!(puzzle.apply(&without, &turns), *puzzle.solved());
    }
}
