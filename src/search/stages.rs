//! A plan: one stage after the other, each as short as it can be.
//!
//! *Why it is sound.* Each stage is a problem of its own, on the puzzle as far as its goal sees it
//! ([`Reduction`]); its minimum is proved as any other. What was found is made on the
//! puzzle itself, which is asked whether it is where the stage ends. The sum of shortest stages
//! is not a shortest solution.

use super::{Event, Minimum, Search, SearchError, Strategy, UnknownReason};
use crate::control::Stopwatch;
use crate::plan::{Plan, Reduction, StageError};
use crate::problem::{Budget, Problem};
use crate::puzzle::{MOST_TURNS, State, StateError, TurnId};

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
    /// The method that was asked for cannot carry out the plan.
    #[error("{0}")]
    Refused(String),
    /// What solves the reduced puzzle does not lead the puzzle to the goal: an error of this
    /// program.
    #[error("internal error: the turns of stage {0} do not lead to its goal")]
    Astray(usize),
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
    pub stop: Option<UnknownReason>,
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

    /// Carries out the plan from a state. Of the search, the direction does not matter.
    ///
    /// # Errors
    /// [`StagesError`]. A stop is none, see [`Staged::stop`].
    pub fn solve(&self, start: &State, search: &Search<'_>) -> Result<Staged, StagesError> {
        self.solve_from(1, start, search)
    }

    /// The same from a stage on, counted from 1.
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn solve_from(
        &self,
        first: usize,
        start: &State,
        search: &Search<'_>,
    ) -> Result<Staged, StagesError> {
        let puzzle = &self.plan.puzzle;
        let mut staged = Staged::default();
        let mut state = start.clone();
        for number in first..=self.reductions.len() {
            search.tell(&Event::Stage(number));
            let stage = self.stage(number, &state, search)?;
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

    /// The question that a stage asks of a state, counted from 1.
    ///
    /// # Errors
    /// [`StageError`] if the stage cannot start there.
    ///
    /// # Panics
    /// If there is no stage of that number.
    pub fn problem(&self, number: usize, state: &State) -> Result<Problem, StageError> {
        let stage = &self.plan.stages[number - 1];
        let budget = Budget::AtMost(stage.maximum.unwrap_or(MOST_TURNS));
        self.reductions[number - 1].problem(state, budget)
    }

    /// The turns of a stage through the group on its way, if it names one.
    fn through(
        &self,
        number: usize,
        state: &State,
        search: &Search<'_>,
    ) -> Result<Option<Vec<TurnId>>, StagesError> {
        let Some(plan) = self.plan.through(number) else {
            return Ok(None);
        };
        let search = search.quietly().stage_limit(None);
        let staged = Stages::new(plan)?.solve(state, &search)?;
        Ok(staged.turns)
    }

    fn stage(
        &self,
        number: usize,
        state: &State,
        search: &Search<'_>,
    ) -> Result<StageResult, StagesError> {
        let control = search.controlled_by();
        let watch = Stopwatch::start(control);
        let reduction = &self.reductions[number - 1];
        let stage = &self.plan.stages[number - 1];
        let problem = self.problem(number, state)?;
        let limit = search.limit_of_stages().or(stage.limit);
        let within = limit.map_or_else(|| control.clone(), |limit| control.within(limit));
        let ascending = { search.clone() }
            .strategy(Strategy::Ascend)
            .control(within);
        let mut minimum = ascending.minimum(&problem)?;
        let exhausted = minimum.complete && minimum.solution.is_none() && !minimum.unsolvable();
        // What a group is the goal of starts in a group; what colors are the goal of, need not.
        let leads =
            || reduction.quotient().index().is_some() || problem.is_solvable() == Some(true);
        if let Some(most) = stage.maximum.filter(|_| exhausted && leads()) {
            // The plan's number is too small.
            search.tell(&Event::TooSmall(most));
            let problem = problem.within(Budget::AtMost(MOST_TURNS));
            minimum = ascending.beyond(&problem, minimum)?;
        }
        let turns = match &minimum.solution {
            Some(solution) => Some(reduction.lift(solution)),
            None if minimum.stop.is_some() => self.through(number, state, search)?,
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
