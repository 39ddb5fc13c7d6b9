//! Variants of a plan, which hold the puzzle differently or solve the inverse state.

use std::num::NonZeroUsize;

use itertools::Itertools;

use super::{PlanResult, Search, Stages, UnknownReason};
use crate::error::{Error, ErrorKind};
use crate::plan::{HeldOrientation, Plan};
use crate::platform;
use crate::problem::Problem;
use crate::puzzle::{Arrangement, State, TurnId};

/// A variant of a plan.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The prepared stages of the plan, equal in all variants.
    pub stages: Stages,
    /// How the puzzle is held.
    orientation: HeldOrientation,
    /// The start: the state or its inverse, with the puzzle held this way.
    pub start: State,
    /// Whether the inverse is solved. In that case the solution is the inverse of the sequence found.
    pub inverse: bool,
    /// Turns known to solve the start.
    known: Option<Vec<TurnId>>,
}

impl Variant {
    /// The plan as written.
    pub fn unchanged(stages: Stages, start: &State) -> Self {
        Self {
            orientation: HeldOrientation::usual(&stages.plan().puzzle),
            stages,
            start: start.clone(),
            inverse: false,
            known: None,
        }
    }

    /// This variant with known turns that solve the state: a solver that refutes them is wrong.
    fn with_known_turns(self, turns: &[TurnId]) -> Self {
        let turns = if self.inverse {
            self.stages.plan().puzzle.inverse_sequence(turns)
        } else {
            turns.to_vec()
        };
        let known = Some(self.orientation.in_this_orientation(&turns));
        Self { known, ..self }
    }

    /// The plan for each orientation of the puzzle, and for the state and its inverse. The first variant is the plan as
    /// written. It is the only variant unless the plan ends with the solved state and all pieces look different, because
    /// otherwise the variants could end in different states.
    ///
    /// # Errors
    /// [`Error`] if the puzzle cannot have the state.
    pub fn all(stages: Stages, start: &State) -> Result<Vec<Self>, Error> {
        let plain = Self::unchanged(stages, start);
        let plan = plain.stages.plan();
        if !ends_in_one_state(plan) {
            return Ok(vec![plain]);
        }
        let puzzle = &plan.puzzle;
        let arrangement = Arrangement::of_state(puzzle, start, &puzzle.symbols())?;
        let scramble = arrangement.permutation(puzzle.pieces());
        let inverse = scramble.inverse();
        let cases = plan
            .orientations()
            .into_iter()
            .cartesian_product([(&scramble, false), (&inverse, true)]);
        let held = cases.map(|(orientation, (permutation, inverse))| Self {
            start: puzzle.solved().after(&orientation.when_held(permutation)),
            orientation,
            inverse,
            ..plain.clone()
        });
        Ok(held.collect())
    }

    /// Adds to each variant the shortest known solution of the problem.
    pub fn with_shortest_known_solution(variants: Vec<Self>, problem: &Problem) -> Vec<Self> {
        let known = problem.known_solutions();
        let Some(shortest) = known.iter().min_by_key(|it| it.len()) else {
            return variants;
        };
        let variants = variants.into_iter();
        variants
            .map(|it| it.with_known_turns(shortest.turns()))
            .collect()
    }

    /// Converts turns that solve this variant to turns that solve the state itself.
    pub fn to_original_turns(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let turns = self.in_usual_orientation(turns);
        if self.inverse {
            self.stages.plan().puzzle.inverse_sequence(&turns)
        } else {
            turns
        }
    }

    /// Converts turns of this variant to turns with the puzzle held in the usual way.
    pub fn in_usual_orientation(&self, turns: &[TurnId]) -> Vec<TurnId> {
        self.orientation.in_usual_orientation(turns)
    }

    /// Whether turns lead the start to the last goal of the plan, on the puzzle itself.
    pub(super) fn ends_at_goal(&self, turns: &[TurnId]) -> bool {
        let puzzle = &self.stages.plan().puzzle;
        self.stages.is_solved(&puzzle.apply(&self.start, turns))
    }
}

/// Whether a plan ends with the solved state and all pieces look different. Then a sequence reaches the plan's last goal
/// exactly when it undoes the state's permutation.
pub(super) fn ends_in_one_state(plan: &Plan) -> bool {
    let mut kinds = 0..plan.puzzle.pieces().kinds().len();
    plan.ends_solved() && kinds.all(|kind| plan.puzzle.tells_apart(kind))
}

/// A result; `None` in place of the error that a stage cannot start from its state.
pub(super) fn none_if_no_start<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Err(error) if error.kind() == ErrorKind::ImpossibleStart => Ok(None),
        result => result.map(Some),
    }
}

/// Carries out several variants of a plan, on as many threads as the control allows, and returns the shortest solution
/// with the index of its variant. Without a solution, it returns the first variant. After a stop, finished variants count.
///
/// # Errors
/// [`Error`] if the first variant cannot start, or a search fails.
pub fn shortest_variant(
    variants: &[Variant],
    search: &Search<'_>,
) -> Result<(usize, PlanResult), Error> {
    let control = &search.control;
    let single_threaded = search
        .clone()
        .control(control.clone().with_jobs(NonZeroUsize::MIN));
    let results = platform::map(variants, control.jobs(), |it| {
        let known = it.known.as_deref();
        platform::catch_panic(|| {
            it.stages
                .solve_with_known(&it.start, known, &single_threaded)
        })
    });
    let (mut best, mut panicked): (Option<(usize, PlanResult)>, _) = (None, None);
    let length = |staged: &PlanResult| staged.turns.as_ref().map_or(usize::MAX, Vec::len);
    for (number, staged) in results.into_iter().enumerate() {
        let staged = match staged {
            Ok(staged) if number == 0 => Some(staged?),
            Ok(staged) => none_if_no_start(staged)?,
            Err(message) => {
                panicked = Some(UnknownReason::Panicked(message));
                None
            }
        };
        let variant = &variants[number];
        let solves =
            |turns: &Vec<TurnId>| variants[0].ends_at_goal(&variant.to_original_turns(turns));
        let counts = |it: &PlanResult| number == 0 || it.turns.as_ref().is_some_and(solves);
        if let Some(staged) = staged.filter(counts)
            && best
                .as_ref()
                .is_none_or(|(_, best)| length(&staged) < length(best))
        {
            best = Some((number, staged));
        }
    }
    let (number, mut best) = best.unwrap_or_default();
    // A panic in one variant is reported; the results of the other variants remain valid.
    best.stop = panicked.or(best.stop);
    Ok((number, best))
}
