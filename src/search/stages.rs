//! A plan: one stage after the other, each as short as it can be.
//!
//! *Why it is sound.* Each stage is a problem of its own, on the puzzle as far as its goal sees it
//! ([`Reduction`]); its minimum is proved as any other. What was found is made on the
//! puzzle itself, which is asked whether it is where the stage ends. The sum of shortest stages
//! is not a shortest solution.

use std::time::Duration;

use super::minimum::beyond;
use super::{Event, Halt, Minimum, SearchError, Strategy, minimum};
use crate::control::{Control, Stopwatch};
use crate::encode::Recipe;
use crate::plan::{Plan, Reduction, StageError};
use crate::problem::Budget;
use crate::puzzle::{MOST_TURNS, State, StateError, TurnId};
use crate::solver::Backend;

/// What goes wrong with a plan. None of it is an answer.
#[derive(Debug, thiserror::Error)]
pub enum StagesError {
    /// A stage cannot be posed.
    #[error(transparent)]
    Stage(#[from] StageError),
    /// The state is none of the puzzle.
    #[error(transparent)]
    State(#[from] StateError),
    /// A search failed.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// What solves the reduced puzzle does not lead the puzzle to the goal: an error of this
    /// program.
    #[error("internal error: the turns of stage {0} do not lead to its goal")]
    Astray(usize),
}

/// How a plan is carried out.
#[derive(Clone, Copy)]
pub struct Carrier<'a> {
    /// The recipe of all stages.
    pub recipe: &'a Recipe,
    /// The solver of all stages.
    pub backend: &'a dyn Backend,
    /// For so long a shortest solution of each stage is looked for, whatever the plan says.
    pub stage_limit: Option<Duration>,
}

/// What came of one stage.
#[derive(Clone, Debug)]
pub struct StageResult {
    /// The search, on the reduced puzzle.
    pub minimum: Minimum,
    /// The turns of the puzzle itself; `None` without a solution. Where the search was stopped they
    /// may come from another one, through the group on the way.
    pub turns: Option<Vec<TurnId>>,
    /// How long it took.
    pub seconds: f64,
}

/// What came of a plan.
#[derive(Clone, Debug, Default)]
pub struct Staged {
    /// The stages, up to the first without a solution.
    pub stages: Vec<StageResult>,
    /// The turns of all stages, merged where one ends and the next begins; `None` if a stage has
    /// no solution.
    pub turns: Option<Vec<TurnId>>,
    /// Why it ended early.
    pub stop: Option<Halt>,
}

impl Staged {
    /// Whether every stage is as short as it can be.
    #[must_use]
    pub fn is_minimal_in_stages(&self) -> bool {
        self.turns.is_some() && self.stages.iter().all(|stage| stage.minimum.is_minimal())
    }

    /// The turns of all stages as they were found.
    #[must_use]
    pub fn unmerged(&self) -> Vec<TurnId> {
        let turns = self.stages.iter().flat_map(|stage| &stage.turns).flatten();
        turns.copied().collect()
    }
}

/// A plan whose stages are ready to be solved, for as many states as one likes.
#[derive(Clone, Debug)]
pub struct Stages {
    plan: Plan,
    reductions: Vec<Reduction>,
}

impl Stages {
    /// Makes the stages of a plan ready.
    ///
    /// # Errors
    /// [`StageError`].
    pub fn new(plan: Plan) -> Result<Self, StageError> {
        plan.check()?;
        let reductions = (1..=plan.stages.len()).map(|number| Reduction::new(&plan, number));
        let reductions = reductions.collect::<Result<_, _>>()?;
        Ok(Self { plan, reductions })
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Its stages as problems.
    #[must_use]
    pub fn reductions(&self) -> &[Reduction] {
        &self.reductions
    }

    /// Carries out the plan from a state. `notify` is told the stage, counted from 1.
    ///
    /// # Errors
    /// [`StagesError`]. A stop is none, see [`Staged::stop`].
    pub fn solve(
        &self,
        start: &State,
        carrier: Carrier<'_>,
        control: &Control,
        notify: &mut dyn FnMut(usize, &Event<'_>),
    ) -> Result<Staged, StagesError> {
        self.solve_from(1, start, carrier, control, notify)
    }

    /// The same from a stage on, counted from 1.
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn solve_from(
        &self,
        first: usize,
        start: &State,
        carrier: Carrier<'_>,
        control: &Control,
        notify: &mut dyn FnMut(usize, &Event<'_>),
    ) -> Result<Staged, StagesError> {
        let puzzle = &self.plan.puzzle;
        let mut staged = Staged::default();
        let mut state = start.clone();
        for number in first..=self.reductions.len() {
            let mut notify = |event: &Event<'_>| notify(number, event);
            let stage = self.stage(number, &state, carrier, control, &mut notify)?;
            let stop = stage.minimum.stop.clone();
            let turns = stage.turns.clone();
            staged.stages.push(stage);
            staged.stop = staged.stop.or(stop);
            let Some(turns) = turns else {
                return Ok(staged);
            };
            state = puzzle.apply(&state, &turns);
        }
        let all: Vec<TurnId> = (0..puzzle.turns().len()).collect();
        staged.turns = Some(puzzle.shorten(start, &staged.unmerged(), &all));
        Ok(staged)
    }

    /// The turns of a stage through the group on its way, if it names one.
    fn through(
        &self,
        number: usize,
        state: &State,
        carrier: Carrier<'_>,
        control: &Control,
    ) -> Result<Option<Vec<TurnId>>, StagesError> {
        let Some(plan) = self.plan.through(number) else {
            return Ok(None);
        };
        let carrier = Carrier {
            stage_limit: None,
            ..carrier
        };
        let staged = Stages::new(plan)?.solve(state, carrier, control, &mut |_, _| ())?;
        Ok(staged.turns)
    }

    fn stage(
        &self,
        number: usize,
        state: &State,
        carrier: Carrier<'_>,
        control: &Control,
        notify: &mut dyn FnMut(&Event<'_>),
    ) -> Result<StageResult, StagesError> {
        let watch = Stopwatch::start(control);
        let reduction = &self.reductions[number - 1];
        let most = self.plan.stages[number - 1].maximum;
        let budget = Budget::AtMost(most.unwrap_or(MOST_TURNS));
        let problem = reduction.problem(state, budget)?;
        let Carrier {
            recipe, backend, ..
        } = carrier;
        let limit = carrier.stage_limit.or(self.plan.stages[number - 1].limit);
        let within = limit.map_or_else(|| control.clone(), |limit| control.within(limit));
        let ascend = Strategy::Ascend;
        let mut minimum = minimum(&problem, recipe, backend, ascend, &within, notify)?;
        let exhausted = minimum.complete && minimum.solution.is_none() && !minimum.never();
        // What a group is the goal of starts in a group; what colors are the goal of, need not.
        let leads =
            || reduction.quotient().index().is_some() || problem.is_solvable() == Some(true);
        if let Some(most) = most.filter(|_| exhausted && leads()) {
            // The plan's number is too small.
            notify(&Event::TooSmall(most));
            let problem = problem.within(Budget::AtMost(MOST_TURNS));
            minimum = beyond(&problem, minimum, recipe, backend, &within, notify)?;
        }
        let turns = match &minimum.solution {
            Some(solution) => Some(reduction.lift(solution)),
            None if minimum.stop.is_some() => self.through(number, state, carrier, control)?,
            None => None,
        };
        if turns
            .as_ref()
            .is_some_and(|turns| !reduction.reaches(state, turns))
        {
            return Err(StagesError::Astray(number));
        }
        Ok(StageResult {
            minimum,
            turns,
            seconds: watch.seconds(),
        })
    }
}
