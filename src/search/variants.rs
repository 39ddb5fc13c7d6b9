//! Several ways to carry out one plan: the puzzle held otherwise, or the inverse state solved.

use std::num::NonZeroUsize;

use itertools::Itertools;

use super::{Search, Staged, Stages, StagesError, UnknownReason};
use crate::group::Permutation;
use crate::plan::{Hold, Plan, StageError};
use crate::platform;
use crate::problem::Problem;
use crate::puzzle::{Arrangement, Puzzle, State, StateError, TurnId};
use crate::quotient::Goal;

/// One way to carry out a plan.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The plan, the same in all ways.
    pub stages: Stages,
    /// How the puzzle is held; `None` as it is.
    pub hold: Option<Hold>,
    /// Where it starts: the state or its inverse, as the puzzle is held.
    pub start: State,
    /// Whether it is the inverse that is solved. Then the solution is the turns back to front,
    /// each undone.
    pub inverse: bool,
    /// Turns that are known to solve where it starts.
    known: Option<Vec<TurnId>>,
}

impl Variant {
    /// The plan as it stands.
    ///
    /// # Errors
    /// [`StageError`].
    pub fn plain(plan: Plan, start: &State) -> Result<Vec<Self>, StageError> {
        Ok(vec![Self::plain_of(Stages::new(plan)?, start)])
    }

    /// The same with stages that are ready.
    #[must_use]
    pub fn plain_of(stages: Stages, start: &State) -> Self {
        Self {
            stages,
            hold: None,
            start: start.clone(),
            inverse: false,
            known: None,
        }
    }

    /// The same way with turns that are known to solve the state: a solver that refutes them is wrong.
    #[must_use]
    pub fn knowing(self, turns: &[TurnId]) -> Self {
        let turns = if self.inverse {
            self.stages.plan().puzzle.undoing(turns)
        } else {
            turns.to_vec()
        };
        let known = match &self.hold {
            Some(hold) => hold.turns_held(&turns),
            None => turns,
        };
        Self {
            known: Some(known),
            ..self
        }
    }

    /// The plan with the puzzle held in all ways, and for each the inverse state, too. The first is the
    /// plan as it stands; and the only one, unless the plan ends with the solved state and all pieces look
    /// different: else another way ends elsewhere.
    ///
    /// # Errors
    /// [`StagesError`].
    pub fn all(plan: &Plan, start: &State) -> Result<Vec<Self>, StagesError> {
        Self::all_of(Stages::new(plan.clone())?, start)
    }

    /// The same with stages that are ready.
    ///
    /// # Errors
    /// [`StagesError::State`].
    pub fn all_of(stages: Stages, start: &State) -> Result<Vec<Self>, StagesError> {
        let plain = Self::plain_of(stages, start);
        let plan = plain.stages.plan();
        if !ends_in_one_state(plan) {
            return Ok(vec![plain]);
        }
        let puzzle = &plan.puzzle;
        let done = made(puzzle, start)?;
        let undone = done.inverse();
        let ways = plan
            .holds()
            .into_iter()
            .cartesian_product([(&done, false), (&undone, true)]);
        let held = ways.map(|(hold, (done, inverse))| Self {
            start: puzzle.solved().after(&hold.held(done)),
            hold: Some(hold),
            inverse,
            ..plain.clone()
        });
        Ok(held.collect())
    }

    /// Ways that know the solutions which are known of the question whose state they start from.
    #[must_use]
    pub fn all_knowing(variants: Vec<Self>, problem: &Problem) -> Vec<Self> {
        let known = problem.known_solutions();
        let Some(shortest) = known.iter().min_by_key(|it| it.len()) else {
            return variants;
        };
        let variants = variants.into_iter();
        variants.map(|it| it.knowing(shortest.turns())).collect()
    }

    /// The turns that solve the state itself, from those that this way found.
    #[must_use]
    pub fn solving(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let turns = self.as_is(turns);
        if self.inverse {
            self.stages.plan().puzzle.undoing(&turns)
        } else {
            turns
        }
    }

    /// The turns of this way as they are when the puzzle is not held otherwise.
    #[must_use]
    pub fn as_is(&self, turns: &[TurnId]) -> Vec<TurnId> {
        match &self.hold {
            Some(hold) => hold.as_is(turns),
            None => turns.to_vec(),
        }
    }
}

impl Variant {
    /// Whether turns lead the state to the last goal of the plan, on the puzzle itself.
    pub(super) fn ends_at_goal(&self, turns: &[TurnId]) -> bool {
        let puzzle = &self.stages.plan().puzzle;
        self.stages.ends_at(&puzzle.apply(&self.start, turns))
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
pub(super) fn made(puzzle: &Puzzle, state: &State) -> Result<Permutation, StateError> {
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
    let mut panicked = None;
    platform::in_order(
        &numbers,
        control.jobs(),
        |&number| {
            let Variant {
                stages,
                start,
                known,
                ..
            } = &variants[number];
            platform::caught(|| stages.solve_knowing(start, known.as_deref(), &alone))
        },
        |&number, staged| {
            match staged {
                Ok(staged) => {
                    best = std::mem::replace(&mut best, Ok(None))
                        .and_then(|best| shorter(variants, best, (number, staged)));
                }
                Err(message) => panicked = Some(UnknownReason::Panicked(message)),
            }
            best.is_ok() && control.stop().is_none()
        },
    );
    let (number, mut best) = best?.unwrap_or_default();
    // What the other ways came to stands.
    best.stop = panicked.or(best.stop);
    Ok((number, best))
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
    Ok(if best.as_ref().is_none_or(is_better) {
        Some((number, staged))
    } else {
        best
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
