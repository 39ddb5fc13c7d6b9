//! The problem of a stage, on the reduced puzzle of the stage.

use std::sync::Arc;

use super::budget::Budget;
use super::cache::Cache;
use super::checked::{Problem, ProblemData};
use super::solution::Solution;
use super::stage_context::StageContext;
use super::start::Start;
use crate::error::{Error, ErrorKind};
use crate::notation::Scheme;
use crate::plan::{Plan, not_question_error, stage_error};
use crate::puzzle::{Puzzle, State, TurnId};
use crate::quotient::Quotient;

/// A stage of a plan, on the quotient puzzle that its goal defines.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// The stage, starting at the solved state.
    stage: StageContext,
    /// Results that the questions of the stage share.
    cache: Cache,
}

impl Reduction {
    /// The stage with this number, from 1.
    ///
    /// # Errors
    /// [`Error`] if there is no such stage, or if the stage is not a single question or has no quotient.
    pub fn new(plan: &Plan, number: usize) -> Result<Self, Error> {
        let stages = plan.stages.len();
        let stage = number.checked_sub(1).and_then(|at| plan.stages.get(at));
        let Some(stage) = stage else {
            let plan = &plan.name;
            let reason =
                format!("plan `{plan}` has no stage {number}; its last one is stage {stages}");
            return Err(Error::impossible_value(reason));
        };
        if !stage.is_question() {
            return Err(not_question_error(&plan.name, number));
        }
        let (puzzle, allowed) = (&plan.puzzle, &stage.allowed);
        let name = format!("{}-{}-{number}", puzzle.name(), plan.name);
        let quotient = Quotient::new(puzzle, &name, allowed, &stage.goal);
        let stage = StageContext {
            puzzle: puzzle.clone(),
            start: puzzle.solved().clone(),
            scheme: Scheme::own_symbols(puzzle),
            plan: plan.name.clone(),
            plan_text: plan.text.clone(),
            stage: number,
            quotient: quotient
                .map(Arc::new)
                .map_err(|error| stage_error(&plan.name, number, error))?,
        };
        let cache = Cache::default();
        Ok(Self { stage, cache })
    }

    /// Whether all allowed turns act differently on the quotient, and none acts trivially.
    pub fn distinguishes_turns(&self) -> bool {
        let quotient = self.quotient();
        quotient.turns.iter().flatten().count() == quotient.allowed.len()
    }

    /// Whether both stages share one quotient, and therefore have the same solutions.
    pub fn has_same_quotient(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.stage.quotient, &other.stage.quotient)
    }

    /// The quotient that the goal defines.
    pub fn quotient(&self) -> &Quotient {
        &self.stage.quotient
    }

    /// The problem of leading a state to the goal, on the quotient.
    ///
    /// # Errors
    /// [`Error`] if the stage cannot start there.
    pub fn problem(&self, state: &State, budget: Budget) -> Result<Problem, Error> {
        let problem = self.quotient().problem(state, budget);
        let problem = problem.ok_or_else(|| {
            let stage = self.stage.stage_in_words();
            Error::new(ErrorKind::ImpossibleStart, format!(
                    "{stage} cannot start from this state: its turns do not lead from here to the solved state; solve the earlier stages first"
                ),
            )
        })?;
        let context = StageContext {
            start: state.clone(),
            ..self.stage.clone()
        };
        let problem = problem.changed(|data| data.stage_context = Some(Arc::new(context)));
        Ok(problem.with_cache(&self.cache))
    }

    /// Maps a solution on the quotient to turns of the full puzzle.
    pub fn lift(&self, solution: &Solution) -> Vec<TurnId> {
        let turns = solution.turns().iter();
        turns
            .filter_map(|&turn| self.quotient().turns[turn])
            .collect()
    }

    /// Maps turns of the full puzzle to turns of the quotient, up to the first that the stage does not allow.
    pub fn project(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let full_turns = &self.quotient().turns;
        let index_of = |&turn: &TurnId| full_turns.iter().position(|&it| it == Some(turn));
        turns.iter().map_while(index_of).collect()
    }

    /// Whether turns lead from a state to the goal, on the full puzzle.
    pub fn reaches(&self, state: &State, turns: &[TurnId]) -> bool {
        self.quotient()
            .contains(&self.stage.puzzle.apply(state, turns))
    }
}

impl Quotient {
    /// The problem of leading a state to the goal, on the reduced puzzle; `None` as for [`Self::project`].
    pub fn problem(&self, state: &State, budget: Budget) -> Option<Problem> {
        let puzzle = &self.image;
        let scheme = Scheme::own_symbols(puzzle);
        let start = Start::new(puzzle, &scheme, self.project(state)?).ok()?;
        let (goal, allowed) = (self.goal.clone(), self.allowed_in_image());
        let data = ProblemData::with_defaults(puzzle.clone(), scheme, start, goal, allowed);
        Some(Problem(data).changed(|data| data.budget = budget))
    }

    /// The turns of the reduced puzzle that stand for allowed turns.
    pub(super) fn allowed_in_image(&self) -> Vec<TurnId> {
        let turns = self.turns.iter().enumerate();
        turns.filter_map(|(id, turn)| turn.map(|_| id)).collect()
    }
}

impl Problem {
    /// The puzzle that the user named: the full puzzle, if this is a stage of a plan.
    pub fn full_puzzle(&self) -> &Arc<Puzzle> {
        let context = self.stage_context.as_deref();
        context.map_or(&self.puzzle, |context| &context.puzzle)
    }
}
