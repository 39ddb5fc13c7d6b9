//! The anytime search for large puzzles: a first solution by a plan or from the group of the turns, then shorter ones,
//! while lengths are refuted from the smallest up.

use std::sync::Arc;
use std::time::Duration;

use super::method::Engine;
use super::task::{RunningTask, Task};
use super::whole_plan::WholePlan;
use crate::control::Control;
use crate::error::Error;
use crate::plan::{PEEL, Peel, Plan};
use crate::platform;
use crate::problem::{Budget, Problem};
use crate::puzzle::{Puzzle, State, TurnId};
use crate::search::{Anytime, FoundBy, Minimum, PriorResults, Stages, Strategy, Variant, peel};

/// How long the search by tables continues after the first solution of a plan: most improvements are found early.
const TABLE_TIME_AFTER_FIRST_SOLUTION: Duration = Duration::from_secs(1);

/// The maximum number of second stages solved with tables before lengths are refuted: a few seconds of work.
const MAX_PHASE2_SEARCHES: usize = 6_000;

/// The maximum number of possible starts that are solved separately.
const MAX_STARTS: usize = 24;

/// Without threads: how long lengths are refuted before a plan is carried out. Solutions of a few turns are found by
/// then.
const TIME_BEFORE_PLAN: Duration = Duration::from_millis(300);

impl Task {
    /// The plan that a puzzle's file names, or why it cannot be used; `None` if it names none.
    pub fn own_plan(puzzle: &Arc<Puzzle>) -> Option<Result<Plan, Error>> {
        let name = puzzle.plan().filter(|name| *name != PEEL);
        name.map(|name| Plan::built_in(name, puzzle))
    }

    /// The stages of the plan that the question requests as a whole, if any.
    pub fn stages(&self) -> Option<&Stages> {
        match &self.whole_plan {
            WholePlan::Stages(stages) => Some(stages),
            WholePlan::None | WholePlan::Peel(_) => None,
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

    /// Whether [`Self::solve`] uses an anytime search: it has a first solution soon, then shorter ones.
    pub fn solves_by_anytime_search(&self, problem: &Problem, control: &Control) -> bool {
        let starts = self.possible_starts(problem, control);
        let one = starts.first().and_then(|it| problem.starting_at(it).ok());
        self.uses_anytime_search(one.as_ref().unwrap_or(problem))
    }

    /// The states that unknown stickers leave open; empty if an engine or a plan was chosen. Several are returned only
    /// if an anytime search solves each, without free turns.
    pub(super) fn possible_starts(&self, problem: &Problem, control: &Control) -> Vec<State> {
        let is_open = self.method.engine == Engine::Auto
            && matches!(self.whole_plan, WholePlan::None)
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

    /// Whether a problem is large or has a plan.
    pub(super) fn is_large_or_planned(&self, problem: &Problem) -> bool {
        let has_plan = || Self::own_plan(&problem.puzzle).is_none_or(|plan| plan.is_ok());
        let has_requested_plan = !matches!(self.whole_plan, WholePlan::None) || self.peels(problem);
        let is_shortest_asked = matches!(problem.budget, Budget::AtMost(_));
        has_requested_plan
            || is_shortest_asked && self.suits_all_engines(problem)
            || self.leaves_method_open(problem) && has_plan() && Anytime::suits(problem)
    }

    /// Whether a problem is solved by a plan that the program finds, on request or because the puzzle file says so.
    pub fn peels(&self, problem: &Problem) -> bool {
        let by_file = || problem.puzzle.plan() == Some(PEEL) && peel::suits(problem);
        match self.whole_plan {
            WholePlan::Peel(_) => true,
            WholePlan::Stages(_) => false,
            WholePlan::None => self.leaves_method_open(problem) && by_file(),
        }
    }

    /// Whether the question and the method leave open how a first solution is found.
    fn leaves_method_open(&self, problem: &Problem) -> bool {
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
        let asked = self.method.improve.map(|time| time.0).or(default);
        match &self.whole_plan {
            _ if self.shortens_plan_solution() => asked,
            WholePlan::None => asked,
            WholePlan::Stages(_) if self.method.engine == Engine::Table => {
                asked.and(Some(TABLE_TIME_AFTER_FIRST_SOLUTION))
            }
            // The first solution of a plan is enough, unless the question requests more.
            WholePlan::Stages(_) | WholePlan::Peel(_) => Some(Duration::ZERO),
        }
    }

    /// The variants of the requested plan for a state; empty without a plan.
    pub(super) fn variants(&self, start: &State) -> Result<Vec<Variant>, Error> {
        let Some(stages) = self.stages().cloned() else {
            return Ok(Vec::new());
        };
        if self.tries_all_orientations() {
            Variant::all(stages, start)
        } else {
            Ok(vec![Variant::unchanged_with(stages, start)])
        }
    }

    fn tries_all_orientations(&self) -> bool {
        self.method.axis == super::Axis::All
    }

    /// The requested plan or, without one, a built-in plan for tables, or that of the puzzle's file.
    fn plan_of(&self, puzzle: &Arc<Puzzle>) -> Result<Option<&Stages>, Error> {
        if let Some(stages) = self.stages() {
            return Ok(Some(stages));
        }
        let for_tables = || {
            let is_auto = self.method.engine == Engine::Auto;
            let plan = is_auto.then(|| Plan::of_two_stages(puzzle));
            plan.flatten().map(Ok)
        };
        if self.default_plan.get().is_none()
            && let Some(plan) = for_tables().or_else(|| Self::own_plan(puzzle))
        {
            let stages = Stages::new(plan?)?;
            return Ok(Some(self.default_plan.get_or_init(|| stages)));
        }
        Ok(self.default_plan.get())
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
            // In this case, solutions are constructed from the group that the turns generate.
            Err(_) if uses_all_engines => None,
            stages => stages?,
        };
        let limits = Anytime {
            good_enough: task.method.good_enough,
            patience,
            default_limit,
            all_variants: task.tries_all_orientations(),
            max_phase2_searches: uses_all_engines.then_some(MAX_PHASE2_SEARCHES),
        };
        if task.stages().is_none()
            && !uses_all_engines
            && !platform::has_threads()
            && let Some(found) = self.few_turn_solution(problem)?
        {
            return Ok(found);
        }
        // A plan whose stages are not single questions has already given its solution.
        let stages = stages.filter(|stages| stages.plan().asks_questions_only());
        let solver = self.stage_solver(problem, stages);
        let search = self.sat_search();
        let search = match &solver {
            Some(solver) => search.stage_solver(solver),
            None => search,
        };
        search.anytime(problem, stages, first, limits, prior)
    }

    /// A shortest solution, if it has so few turns that it is found at once.
    fn few_turn_solution(&self, problem: &Problem) -> Result<Option<Minimum>, Error> {
        let search = self
            .sat_search()
            .control(self.control.with_time_limit(TIME_BEFORE_PLAN));
        let found = search.solve(problem)?;
        Ok(found.is_minimal().then_some(found))
    }

    /// Solves a problem by a plan that the program finds.
    pub(super) fn solve_by_peeling(
        &self,
        problem: &Problem,
        prior: &PriorResults<'_>,
    ) -> Result<Minimum, Error> {
        let limits = Anytime {
            good_enough: self.task.method.good_enough,
            patience: self.patience(),
            ..Anytime::default()
        };
        let default = Peel::default();
        let peel = match &self.task.whole_plan {
            WholePlan::Peel(peel) => peel,
            WholePlan::None | WholePlan::Stages(_) => &default,
        };
        let search = self.sat_search();
        search.search_by_peeling(problem, peel, limits, prior)
    }
}
