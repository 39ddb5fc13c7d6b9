//! Finds one solution: a shortest one, the cheapest, or any that satisfies the question.

use std::mem;
use std::time::Duration;

use super::graph::GraphSearch;
use super::method::Engine;
use super::outcome::{Answer, Outcome};
use super::stage_tables::TableStageSolver;
use super::task::{RunningTask, Task};
use crate::control::{Control, Stop};
use crate::error::Error;
use crate::problem::{Budget, FreeTurns, Problem, SingleStart};
use crate::puzzle::MAX_TURNS;
use crate::search::{
    Cheapest, DefaultLimit, Event, Minimum, Notify, PriorResults, Search, Stages, Strategy,
    UnknownReason, cheapest,
};

impl Task {
    /// Answers the question, from the start of this problem. `notify` is called with each event.
    ///
    /// # Errors
    /// [`Error`]. A stop is not an error: see [`Minimum::stop`].
    pub fn solve(
        &self,
        problem: &Problem,
        control: &Control,
        notify: &Notify<'_>,
    ) -> Result<Answer, Error> {
        let (question, asked) = (&self.question, &self.with_shared_cache(problem));
        question.check_ranked("cheapest", self.method.cheapest)?;
        // If unknown stickers leave several states open, the first of them decides on the budget and the engines.
        let states = self.possible_starts(asked, control);
        let one = states.first().map(|it| asked.starting_at(it)).transpose()?;
        let one = one.as_ref().unwrap_or(asked);
        let is_open = self.is_open(one);
        let problem = self.with_budget_if_open(one)?;
        let whole = problem.with_start(asked.start.clone());
        let mut control = self.control_of_engine(control);
        if self.suits_all_engines(&problem) {
            control = control.with_all_threads();
        }
        let task = RunningTask::new(self, &control, notify);
        if self.method.cheapest {
            let cheapest = task.cheapest(&problem)?;
            return Ok(Answer {
                problem: whole,
                outcome: match (&cheapest.found.solution, cheapest.is_proved()) {
                    (Some(_), true) => Outcome::Solved,
                    (None, true) => Outcome::NoSolution,
                    (_, false) => Outcome::Unknown,
                },
                found: cheapest.found,
                cheapest_cost: cheapest.cost,
                cheaper_refuted: cheapest.refuted,
                ended_at_default_limit: false,
                is_from_distance_table: false,
            });
        }
        let free = if question.has_free_turns() {
            question.uncounted_turns(&problem)?
        } else {
            FreeTurns::default()
        };
        let found = if !free.is_empty() {
            let starts_of = |problem: &Problem| free.questions(problem);
            task.search_from_starts(&problem, is_open, starts_of, |problem, starts| {
                if self.uses_anytime_search(problem) {
                    task.best_from_any_start(problem, starts)
                } else {
                    task.shortest_from_starts(problem, starts)
                }
            })?
        } else if states.len() > 1 {
            let starts_of = |whole: &Problem| SingleStart::for_states(whole, &states);
            task.search_from_starts(&whole, is_open, starts_of, |whole, starts| {
                task.best_from_any_start(whole, starts)
            })?
        } else {
            task.shortest(&problem, is_open)?
        };
        // For a line of a list, any solution found within the default limit is enough.
        let is_line = self.default_limit(&problem) == Some(DefaultLimit::ListLine)
            && self.uses_anytime_search(&problem)
            && task.control.stop().is_none();
        let is_enough = |turns| is_line || self.is_enough(turns);
        let found = match self.method.engine {
            // The solution of a plan is reported unchanged.
            Engine::Auto
                if !question.has_free_turns()
                    && (self.whole_plan.is_none() || self.shortens_plan_solution()) =>
            {
                found.check_against_known(&whole)?;
                Self::prefer_known(Self::known_solution(&whole), &whole, found)?
            }
            _ => found,
        };
        let outcome = Outcome::of(&whole, &found, is_enough);
        let is_from_distance_table = self.uses_distance_table(&problem);
        // A deadline of the caller is not a default limit.
        let ended_at_default_limit =
            task.control.stop().is_none() && self.ended_at_default_limit(&problem, &found);
        Ok(Answer {
            problem: whole,
            found,
            cheapest_cost: None,
            cheaper_refuted: None,
            outcome,
            ended_at_default_limit,
            is_from_distance_table,
        })
    }

    /// The problem with the budget to try, if the question leaves it open.
    ///
    /// # Errors
    /// [`Error`] if budgets are to be tried from the largest down, and no maximum is known.
    pub fn with_budget_if_open(&self, problem: &Problem) -> Result<Problem, Error> {
        // The other engines need no budget.
        if !self.is_open(problem) || !self.makes_formulas() || self.uses_distance_table(problem) {
            return Ok(problem.clone());
        }
        let known = problem.known_maximum();
        if self.method.strategy == Strategy::Descend && known.is_none() {
            return Err(
                Error::malformed("no maximum is known for this problem in metric ")
                    .text(problem.metric)
                    .template(", so {strategy} descend requires {max_turns} N"),
            );
        }
        // An anytime search ends without a maximum.
        if self.is_large_or_planned(problem) {
            return Ok(match problem.constraints.max_length(&problem.allowed) {
                Some(longest) => problem.within(Budget::AtMost(longest)),
                None => problem.clone(),
            });
        }
        Ok(problem.within(Budget::AtMost(known.unwrap_or(MAX_TURNS))))
    }

    /// Whether a solution of this length satisfies the request.
    pub(super) fn is_enough(&self, turns: usize) -> bool {
        let is_first_enough = self.whole_plan.is_some() && !self.shortens_plan_solution();
        is_first_enough || self.method.good_enough.is_some_and(|most| turns <= most)
    }

    /// Whether a default time limit ended the search, so that shorter solutions may exist.
    fn ended_at_default_limit(&self, problem: &Problem, found: &Minimum) -> bool {
        let time_is_up = UnknownReason::Stopped(Stop::TimeLimit);
        found.stop == Some(time_is_up)
            && self.method.improve.is_none()
            && (self.default_limit(problem).is_some() || self.patience() == Some(Self::PATIENCE))
            && self.uses_anytime_search(problem)
    }
}

impl RunningTask<'_> {
    fn cheapest(&self, problem: &Problem) -> Result<Cheapest, Error> {
        let free = self.task.question.uncounted_turns(problem)?;
        let report = |found: &Minimum, cost| {
            if let Some(solution) = &found.solution {
                (self.notify)(&Event::Cheaper { solution, cost });
            }
        };
        // On a large puzzle, any solution answers the first question: a shortest one would take too long.
        let mut is_any_wanted = free.is_empty()
            && matches!(problem.budget, Budget::AtMost(_))
            && self.task.suits_all_engines(problem);
        let ask = |problem: &Problem| {
            if !mem::take(&mut is_any_wanted) {
                return self.solve_with_free_turns(problem, &free);
            }
            let patience = Some(Duration::ZERO);
            RunningTask { patience, ..*self }.shortest_by_all_engines(problem)
        };
        cheapest(problem, ask, report)
    }

    /// The search by SAT that the method configures.
    pub(super) fn sat_search(&self) -> Search<'_> {
        let notify = self.notify;
        Search::default()
            .recipe(&self.task.recipe)
            .solver(&*self.task.solver)
            .strategy(self.task.method.strategy)
            .stage_time_limit(self.task.method.stage_time_limit.map(|limit| limit.0))
            .control(self.control.clone())
            .notify(move |event| notify(event))
    }

    /// The shortest solution, by the engine of the method. `is_open` says whether the question leaves the budget open.
    fn shortest(&self, problem: &Problem, is_open: bool) -> Result<Minimum, Error> {
        let task = self.task;
        match task.method.engine {
            Engine::Auto if task.uses_distance_table(problem) => self.solve_by_table(problem),
            Engine::Auto
                if task.uses_anytime_search(problem) && task.suits_all_engines(problem) =>
            {
                self.shortest_by_all_engines(problem)
            }
            Engine::Auto | Engine::Sat if task.peels(problem) => {
                self.solve_by_peeling(problem, &PriorResults::default())
            }
            Engine::Auto | Engine::Sat | Engine::Table if task.uses_anytime_search(problem) => {
                self.anytime_search(problem, None, &PriorResults::default())
            }
            _ => self.without_plan(problem, is_open),
        }
    }

    /// The shortest solution, by the engine of the method and without plans. `is_open` is as for `shortest`.
    pub(super) fn without_plan(&self, problem: &Problem, is_open: bool) -> Result<Minimum, Error> {
        match self.task.method.engine {
            Engine::Auto if is_open => self.solve_up_to_maximum(problem),
            Engine::Sat if is_open => self.sat_search().up_to_maximum(problem),
            _ => self.solve_directly(problem),
        }
    }

    /// A shortest solution by the engine of the method, without an anytime search even if the puzzle is large.
    pub(super) fn solve_directly(&self, problem: &Problem) -> Result<Minimum, Error> {
        match self.task.method.engine {
            Engine::Auto => self.solve_in_sequence(problem),
            Engine::Sat => self.sat_search().solve(problem),
            Engine::Table => self.solve_by_table(problem),
            Engine::Graph => self.search_from_both_ends().solve(problem),
        }
    }

    /// A search from both ends with the memory that the method permits.
    pub(super) fn search_from_both_ends(&self) -> GraphSearch<'_> {
        GraphSearch {
            memory: self.task.method.max_bytes(),
            stops_when_memory_is_full: false,
            refuted_below: 0,
            control: self.control,
            notify: self.notify,
        }
    }

    /// A solver for stages by tables; `None` if SAT solves the stages.
    pub(super) fn stage_solver<'b>(
        &self,
        problem: &'b Problem,
        stages: Option<&Stages>,
    ) -> Option<TableStageSolver<'b>> {
        let is_for_tables = match self.task.method.engine {
            Engine::Table => true,
            Engine::Auto => {
                self.task.stages().is_none() && stages.is_some_and(|it| it.plan().stages.len() == 2)
            }
            Engine::Sat | Engine::Graph => false,
        };
        is_for_tables.then(|| TableStageSolver {
            cache: &problem.cache,
            max_bytes: self.task.bytes_per_stage(),
        })
    }
}
