//! Carries out a plan, one stage after the other, each with as few turns as possible.
//!
//! *Why it is sound.* Each stage is a problem of its own, on the puzzle reduced to what its goal distinguishes
//! ([`Reduction`]), and minimality is proved as for any other problem. The solution is replayed on the puzzle itself, and
//! the end of the stage is checked there. The shortest stages together need not be a shortest solution.

use super::error::missed_goal_error;
use super::steps::{StepGoal, StepwiseResult};
use super::{Event, Minimum, Search, Strategy, UnknownReason};
use crate::control::Stopwatch;
use crate::error::Error;
use crate::plan::{Plan, StageKind, not_question_error, stage_error};
use crate::problem::{Budget, Problem, Reduction};
use crate::puzzle::{MAX_TURNS, State, TurnId};

/// The result of one stage.
#[derive(Clone, Debug)]
pub struct StageResult {
    /// The result of the search on the reduced puzzle.
    pub minimum: Minimum,
    /// The turns on the puzzle itself; `None` without a solution. If the search was stopped, the turns may instead come
    /// from a search through an intermediate group.
    pub turns: Option<Vec<TurnId>>,
    /// The method used.
    pub method: StageMethod,
    /// How long the stage took, in seconds.
    pub seconds: f64,
}

/// A method of solving a stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StageMethod {
    /// As one question, or through an intermediate group.
    #[default]
    Question,
    /// A few pieces at a time.
    Steps(StepwiseResult),
    /// With this plan, on the smaller puzzle.
    Plan(String),
}

/// The result of a plan.
#[derive(Clone, Debug, Default)]
pub struct PlanResult {
    /// The stages, up to the first without a solution.
    pub stages: Vec<StageResult>,
    /// The turns of all stages, with turns of one face merged; `None` if a stage has no solution.
    pub turns: Option<Vec<TurnId>>,
    /// Why it ended early.
    pub stop: Option<UnknownReason>,
}

impl PlanResult {
    /// Whether every stage is as short as possible.
    pub fn is_minimal_in_stages(&self) -> bool {
        self.turns.is_some() && self.stages.iter().all(|stage| stage.minimum.is_minimal())
    }

    /// The turns of all stages without merging.
    pub fn unmerged(&self) -> Vec<TurnId> {
        let turns = self.stages.iter().flat_map(|stage| &stage.turns).flatten();
        turns.copied().collect()
    }
}

/// A plan whose stages are prepared, for any number of states.
#[derive(Clone, Debug)]
pub struct Stages {
    plan: Plan,
    prepared: Vec<PreparedStage>,
}

#[derive(Clone, Debug)]
enum PreparedStage {
    Question(Reduction),
    Steps,
    Smaller(Box<Stages>),
}

impl Stages {
    /// Prepares the stages of a plan.
    ///
    /// # Errors
    /// [`Error`] if a stage is invalid.
    pub fn new(plan: Plan) -> Result<Self, Error> {
        plan.check()?;
        let prepared = (1..=plan.stages.len()).map(|number| PreparedStage::new(&plan, number));
        let prepared = prepared.collect::<Result<_, _>>()?;
        Ok(Self { plan, prepared })
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The reduced problem of a stage, counted from 1; `None` if the stage is not a single question.
    pub fn reduction(&self, number: usize) -> Option<&Reduction> {
        match self.prepared.get(number.checked_sub(1)?)? {
            PreparedStage::Question(reduction) => Some(reduction),
            PreparedStage::Steps | PreparedStage::Smaller(_) => None,
        }
    }

    /// Whether a state satisfies the goal of the last stage; `false` if the last stage is solved in steps.
    pub fn is_solved(&self, state: &State) -> bool {
        match self.prepared.last() {
            Some(PreparedStage::Question(last)) => last.reaches(state, &[]),
            Some(PreparedStage::Smaller(_)) => state == self.plan.puzzle.solved(),
            Some(PreparedStage::Steps) | None => false,
        }
    }

    /// Carries out the plan from a state. The strategy of `search` is ignored: the budgets of a stage are always
    /// searched in ascending order.
    ///
    /// # Errors
    /// [`Error`] if a stage cannot start, or a search fails. A stop is not an error, see [`PlanResult::stop`].
    pub fn solve(&self, start: &State, search: &Search<'_>) -> Result<PlanResult, Error> {
        self.solve_with_known(start, None, search)
    }

    /// Carries out the plan; `known` are turns that lead from the state to the goal of the plan.
    pub(super) fn solve_with_known(
        &self,
        start: &State,
        known: Option<&[TurnId]>,
        search: &Search<'_>,
    ) -> Result<PlanResult, Error> {
        let puzzle = &self.plan.puzzle;
        let mut staged = PlanResult::default();
        let mut state = start.clone();
        for number in 1..=self.prepared.len() {
            search.report(&Event::Stage(number));
            let undone = || puzzle.inverse_sequence(&staged.unmerged());
            let known = known.map(|turns| [&undone(), turns].concat());
            let stage = self.solve_stage(number, &state, known.as_deref(), search)?;
            let stop = stage.minimum.stop.clone();
            let turns = stage.turns.clone();
            staged.stages.push(stage);
            staged.stop = staged.stop.or(stop);
            let Some(turns) = turns else {
                return Ok(staged);
            };
            state = puzzle.apply(&state, &turns);
        }
        let all = puzzle.all_turns();
        staged.turns = Some(puzzle.shorten(start, &staged.unmerged(), &all));
        Ok(staged)
    }

    /// The problem of a stage, counted from 1, for a state.
    ///
    /// # Errors
    /// [`Error`] if the stage cannot start there.
    ///
    /// # Panics
    /// If the plan has no stage of that number.
    pub fn problem(&self, number: usize, state: &State) -> Result<Problem, Error> {
        let stage = &self.plan.stages[number - 1];
        let budget = Budget::AtMost(stage.maximum.unwrap_or(MAX_TURNS));
        let reduction = self
            .reduction(number)
            .ok_or_else(|| not_question_error(&self.plan.name, number))?;
        reduction.problem(state, budget)
    }

    /// Solves a stage in two parts, through the intermediate group that the stage names; `None` if it names none, or if no
    /// turns were found.
    fn solve_through_group(
        &self,
        number: usize,
        state: &State,
        search: &Search<'_>,
    ) -> Result<Option<Vec<TurnId>>, Error> {
        let Some(plan) = self.plan.split_stage(number) else {
            return Ok(None);
        };
        let search = search.without_events().stage_time_limit(None);
        let staged = Stages::new(plan)?.solve(state, &search)?;
        Ok(staged.turns)
    }

    /// The result of a stage; `known` are turns that lead from the state to the goal of the plan.
    fn solve_stage(
        &self,
        number: usize,
        state: &State,
        known: Option<&[TurnId]>,
        search: &Search<'_>,
    ) -> Result<StageResult, Error> {
        let watch = Stopwatch::start(&search.control);
        let stage = &self.plan.stages[number - 1];
        let limited = search.within(search.stage_time_limit.or(stage.limit));
        let reduction = match &self.prepared[number - 1] {
            PreparedStage::Question(reduction) => reduction,
            PreparedStage::Steps => return self.solve_in_steps(number, state, search, &limited),
            PreparedStage::Smaller(stages) => {
                let search = limited.without_events().stage_time_limit(None);
                return self.solve_on_smaller(number, stages, state, &search);
            }
        };
        let mut problem = self.problem(number, state)?;
        if let Some(turns) = known {
            let all: Vec<TurnId> = (0..self.plan.puzzle.turns().len()).collect();
            let merged = self.plan.puzzle.shorten(state, turns, &all);
            problem = problem.with_known_turns(reduction.project(&merged));
        }
        let ascending = limited.strategy(Strategy::Ascend);
        let mut minimum = ascending.minimum(&problem)?;
        let exhausted = minimum.complete && minimum.solution.is_none() && !minimum.is_unsolvable();
        // If the goal is a subgroup, the stage is solvable. If the goal is given by colors, that must be checked.
        let is_solvable =
            || reduction.quotient().index.is_some() || problem.is_solvable() == Some(true);
        if let Some(maximum) = stage.maximum.filter(|_| exhausted && is_solvable()) {
            // Either the plan's maximum is too small, or the solver is wrong.
            ascending.test_solver(&problem)?;
            search.report(&Event::MaximumTooSmall(maximum));
            let problem = problem.within(Budget::AtMost(MAX_TURNS));
            minimum = ascending.continue_search(&problem, minimum)?;
        }
        let turns = match &minimum.solution {
            Some(solution) => Some(reduction.lift(solution)),
            None if minimum.stop.is_some() => self.solve_through_group(number, state, search)?,
            None => None,
        };
        if turns
            .as_ref()
            .is_some_and(|turns| !reduction.reaches(state, turns))
        {
            return Err(missed_goal_error(number));
        }
        Ok(StageResult {
            minimum,
            turns,
            method: StageMethod::Question,
            seconds: watch.seconds(),
        })
    }

    fn solve_in_steps(
        &self,
        number: usize,
        state: &State,
        search: &Search<'_>,
        limited: &Search<'_>,
    ) -> Result<StageResult, Error> {
        let watch = Stopwatch::start(&search.control);
        let stage = &self.plan.stages[number - 1];
        let goal = StepGoal::new(&self.plan, stage).ok_or_else(|| missed_goal_error(number))?;
        let result = goal.solve(state, search, limited)?;
        let all = self.plan.puzzle.all_turns();
        let minimum = Minimum {
            stop: result.stop.clone(),
            ..Minimum::default()
        };
        let turns = self.plan.puzzle.shorten(state, &result.turns, &all);
        let end = self.plan.puzzle.apply(state, &turns);
        if result.stop.is_none() && !goal.remaining(&end)?.is_done {
            return Err(missed_goal_error(number));
        }
        Ok(StageResult {
            turns: result.stop.is_none().then_some(turns),
            method: StageMethod::Steps(result),
            minimum,
            seconds: watch.seconds(),
        })
    }

    fn solve_on_smaller(
        &self,
        number: usize,
        stages: &Stages,
        state: &State,
        search: &Search<'_>,
    ) -> Result<StageResult, Error> {
        let watch = Stopwatch::start(&search.control);
        let smaller = self.plan.smaller.as_deref();
        let projected = smaller.and_then(|smaller| Some((smaller, smaller.project(state)?)));
        let (smaller, projected) = projected.ok_or_else(|| {
            let reason = "the blocks of this state do not form a state of the smaller puzzle";
            stage_error(&self.plan.name, number, reason)
        })?;
        let staged = stages.solve(&projected, search)?;
        let turns = staged.turns.map(|turns| {
            let turns = turns.iter().map(|&turn| smaller.turns[turn]);
            turns.collect::<Vec<TurnId>>()
        });
        let solves = |turns: &Vec<TurnId>| {
            let end = self.plan.puzzle.apply(state, turns);
            end == *self.plan.puzzle.solved()
        };
        if !turns.as_ref().is_none_or(solves) {
            return Err(missed_goal_error(number));
        }
        let stop = turns
            .is_none()
            .then(|| staged.stop.unwrap_or(UnknownReason::Exhausted));
        Ok(StageResult {
            minimum: Minimum {
                stop,
                ..Minimum::default()
            },
            turns,
            method: StageMethod::Plan(stages.plan.name.clone()),
            seconds: watch.seconds(),
        })
    }
}

impl PreparedStage {
    fn new(plan: &Plan, number: usize) -> Result<Self, Error> {
        match &plan.stages[number - 1].kind {
            StageKind::Question => Reduction::new(plan, number).map(Self::Question),
            StageKind::Pieces(_) | StageKind::PairBlocks(_) => Ok(Self::Steps),
            StageKind::Plan(name) => {
                let small = plan
                    .for_smaller(name)
                    .map_err(|error| stage_error(&plan.name, number, error))?;
                Ok(Self::Smaller(Box::new(Stages::new(small)?)))
            }
        }
    }
}
