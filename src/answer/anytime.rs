//! The anytime search for large puzzles and puzzles with a plan: a first solution comes from the plan or from the group
//! that the turns generate; then shorter ones are sought while lengths are refuted from the smallest up.

use std::sync::Arc;
use std::time::Duration;

use super::method::{Axis, Engine};
use super::task::{RunningTask, Task};
use super::whole_plan::WholePlan;
use crate::control::Control;
use crate::error::Error;
use crate::plan::{PEEL, Peel, Plan};
use crate::platform;
use crate::problem::{Budget, Problem};
use crate::puzzle::{Puzzle, State, TurnId};
use crate::search::{
    AnytimeLimits, FoundBy, Minimum, PriorResults, Stages, Strategy, Variant, peel,
};

/// How long a search with tables continues after the first solution of a plan. Most improvements are found early.
const TABLE_TIME_AFTER_FIRST_SOLUTION: Duration = Duration::from_secs(1);

/// The maximum number of times that tables solve a plan's second stage before lengths are refuted: a few seconds' work.
const MAX_PHASE2_SEARCHES: usize = 6_000;

/// The maximum number of possible starts that are solved separately.
const MAX_STARTS: usize = 24;

/// Without threads, lengths are refuted for this time before a plan is carried out. That suffices to find solutions of
/// a few turns.
const TIME_BEFORE_PLAN: Duration = Duration::from_millis(300);

impl Task {
    /// The plan that a puzzle's file names, or why it cannot be used; `None` if the file names no plan, or peeling.
    pub fn own_plan(puzzle: &Arc<Puzzle>) -> Option<Result<Plan, Error>> {
        let name = puzzle.plan().filter(|name| *name != PEEL);
        name.map(|name| Plan::built_in(name, puzzle))
    }

    /// The stages of the plan that the question requests as a whole; `None` without such a plan, or for peeling.
    pub fn stages(&self) -> Option<&Stages> {
        match &self.whole_plan {
            Some(WholePlan::Stages(stages)) => Some(stages),
            Some(WholePlan::Peel(_)) | None => None,
        }
    }

    /// Whether a problem is solved by an anytime search: a first solution by a plan or from the group of the turns,
    /// then shorter ones.
    pub(super) fn uses_anytime_search(&self, problem: &Problem) -> bool {
        let suits = if self.question.has_free_turns() {
            matches!(problem.budget, Budget::AtMost(_)) && self.suits_all_engines(problem)
        } else {
            self.is_large_or_planned(problem)
        };
        suits && !self.method.cheapest
    }

    /// Whether [`Self::solve`] uses an anytime search, which finds a first solution soon, then shorter ones.
    pub fn solves_by_anytime_search(&self, problem: &Problem, control: &Control) -> bool {
        let starts = self.possible_starts(problem, control);
        let one = starts.first().and_then(|it| problem.starting_at(it).ok());
        self.uses_anytime_search(one.as_ref().unwrap_or(problem))
    }

    /// The states that unknown stickers leave open; empty if nothing is unknown, if an engine or a plan was chosen, or
    /// if there are too many. Several are returned only if there are no free turns and an anytime search solves each.
    pub(super) fn possible_starts(&self, problem: &Problem, control: &Control) -> Vec<State> {
        let is_open = self.method.engine == Engine::Auto
            && self.whole_plan.is_none()
            && !problem.start.is_state();
        let is_suitable = |starts: &Vec<State>| match &starts[..] {
            [] | [_] => true,
            [first, ..] => {
                let one = problem.starting_at(first);
                !self.question.has_free_turns() && one.is_ok_and(|it| self.uses_anytime_search(&it))
            }
        };
        let starts = is_open.then(|| problem.possible_starts(MAX_STARTS, control));
        starts.flatten().filter(is_suitable).unwrap_or_default()
    }

    /// Whether a problem is large or has a plan, and so is solved by a plan or an anytime search.
    pub(super) fn is_large_or_planned(&self, problem: &Problem) -> bool {
        let no_plan_fails = || Self::own_plan(&problem.puzzle).is_none_or(|plan| plan.is_ok());
        let asks_for_shortest = matches!(problem.budget, Budget::AtMost(_));
        self.whole_plan.is_some()
            || self.peels(problem)
            || asks_for_shortest && self.suits_all_engines(problem)
            || self.leaves_first_solution_open(problem)
                && no_plan_fails()
                && AnytimeLimits::suits(problem)
    }

    /// Whether a problem is solved by peeling, on request or because the puzzle file names it as the plan.
    pub fn peels(&self, problem: &Problem) -> bool {
        let by_file = || problem.puzzle.plan() == Some(PEEL) && peel::suits(problem);
        match self.whole_plan {
            Some(WholePlan::Peel(_)) => true,
            Some(WholePlan::Stages(_)) => false,
            None => self.leaves_first_solution_open(problem) && by_file(),
        }
    }

    /// Whether the question and the method leave open how a first solution is found.
    fn leaves_first_solution_open(&self, problem: &Problem) -> bool {
        self.method.engine.makes_formulas()
            && self.method.strategy == Strategy::Ascend
            && matches!(problem.budget, Budget::AtMost(_))
    }

    /// Whether to shorten the solution of a plan.
    pub fn shortens_plan_solution(&self) -> bool {
        self.method.improve.is_some()
            || self.method.good_enough.is_some()
            || self.question.max_turns.is_some()
    }

    /// How long a search continues after its first solution; `None` if only its control ends it.
    pub(super) fn patience(&self) -> Option<Duration> {
        let default = (self.method.time_limit.is_none()).then_some(Self::PATIENCE);
        let patience = self.method.improve.map(|time| time.0).or(default);
        match &self.whole_plan {
            _ if self.shortens_plan_solution() => patience,
            None => patience,
            Some(WholePlan::Stages(_)) if self.method.engine == Engine::Table => {
                patience.and(Some(TABLE_TIME_AFTER_FIRST_SOLUTION))
            }
            // The first solution of a plan is enough, unless the question requests more.
            Some(WholePlan::Stages(_) | WholePlan::Peel(_)) => Some(Duration::ZERO),
        }
    }

    /// The variants of the requested plan for a state; empty without a plan.
    pub(super) fn variants(&self, start: &State) -> Result<Vec<Variant>, Error> {
        let Some(stages) = self.stages().cloned() else {
            return Ok(Vec::new());
        };
        match self.method.axis {
            Axis::All => Variant::all(stages, start),
            Axis::One => Ok(vec![Variant::unchanged(stages, start)]),
        }
    }

    /// The requested plan; without one, the built-in plan of two stages if all engines may be used, otherwise the plan
    /// that the puzzle's file names. `None` without such a plan.
    fn plan_of(&self, puzzle: &Arc<Puzzle>) -> Result<Option<&Stages>, Error> {
        if let Some(stages) = self.stages().or(self.default_plan.get()) {
            return Ok(Some(stages));
        }
        let for_tables = match self.method.engine {
            Engine::Auto => Plan::of_two_stages(puzzle).map(Ok),
            _ => None,
        };
        let Some(plan) = for_tables.or_else(|| Self::own_plan(puzzle)) else {
            return Ok(None);
        };
        let stages = Stages::new(plan?)?;
        Ok(Some(self.default_plan.get_or_init(|| stages)))
    }
}

impl RunningTask<'_> {
    /// How long a search continues after its first solution; `None` if only its control ends it.
    pub(super) fn patience(&self) -> Option<Duration> {
        self.patience.or(self.task.patience())
    }

    /// Solves a problem by an anytime search, which continues from the `first` solution if there is one.
    pub(super) fn anytime_search(
        &self,
        problem: &Problem,
        first: Option<(Vec<TurnId>, FoundBy)>,
        prior: &PriorResults<'_>,
    ) -> Result<Minimum, Error> {
        let task = self.task;
        let uses_all_engines = task.suits_all_engines(problem);
        let default_limit = task
            .default_limit(problem)
            .filter(|_| self.patience.is_none());
        let patience = self.patience().filter(|_| default_limit.is_none());
        let stages = match task.plan_of(&problem.puzzle) {
            // Without a plan, solutions are constructed from the group that the turns generate.
            Err(_) if uses_all_engines => None,
            stages => stages?,
        };
        let limits = AnytimeLimits {
            good_enough: task.method.good_enough,
            patience,
            default_limit,
            all_variants: task.method.axis == Axis::All,
            max_phase2_searches: uses_all_engines.then_some(MAX_PHASE2_SEARCHES),
        };
        if task.stages().is_none()
            && !uses_all_engines
            && !platform::has_threads()
            && let Some(found) = self.few_turn_solution(problem)?
        {
            return Ok(found);
        }
        // The search uses only plans whose stages are single questions. Solutions of other plans are passed as `first`.
        let stages = stages.filter(|stages| stages.plan().asks_questions_only());
        let solver = self.stage_solver(problem, stages);
        let search = self.sat_search();
        let search = match &solver {
            Some(solver) => search.stage_solver(solver),
            None => search,
        };
        search.anytime(problem, stages, first, limits, prior)
    }

    /// A shortest solution, if SAT finds it within [`TIME_BEFORE_PLAN`].
    fn few_turn_solution(&self, problem: &Problem) -> Result<Option<Minimum>, Error> {
        let search = self
            .sat_search()
            .control(self.control.with_time_limit(TIME_BEFORE_PLAN));
        let found = search.solve(problem)?;
        Ok(found.is_minimal().then_some(found))
    }

    /// Solves a problem by peeling: a plan whose stages are found during the search.
    pub(super) fn solve_by_peeling(
        &self,
        problem: &Problem,
        prior: &PriorResults<'_>,
    ) -> Result<Minimum, Error> {
        let limits = AnytimeLimits {
            good_enough: self.task.method.good_enough,
            patience: self.patience(),
            ..AnytimeLimits::default()
        };
        let default = Peel::default();
        let peel = match &self.task.whole_plan {
            Some(WholePlan::Peel(peel)) => peel,
            Some(WholePlan::Stages(_)) | None => &default,
        };
        let search = self.sat_search();
        search.search_by_peeling(problem, peel, limits, prior)
    }
}
