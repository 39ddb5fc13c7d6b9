//! Changes of a problem. The public methods check the result.

use super::budget::Budget;
use super::cache::Cache;
use super::checked::{
    Problem, ProblemData, check_length, no_turns_error, start_error, target_error,
};
use super::constraints::{Constraints, MAX_REQUIRED_TURNS};
use super::start::Start;
use crate::error::Error;
use crate::puzzle::{Metric, Pattern, TurnId};

impl Problem {
    /// The problem with a change, which is not checked.
    #[must_use]
    pub(crate) fn changed(mut self, change: impl FnOnce(&mut ProblemData)) -> Self {
        change(&mut self.0);
        self
    }

    /// The problem with another budget.
    #[must_use]
    pub fn within(&self, budget: Budget) -> Self {
        self.clone().changed(|data| data.budget = budget)
    }

    /// The problem with length counted in another metric. Only turns of this metric stay allowed.
    ///
    /// # Errors
    /// [`Error`] if no allowed turn remains.
    pub fn with_metric(&self, metric: Metric) -> Result<Self, Error> {
        let turns = self.puzzle.turns();
        let mut allowed = self.allowed.clone();
        allowed.retain(|&turn| metric.admits(&turns[turn]));
        let problem = self.clone().changed(|data| data.metric = metric);
        problem.allowing(&allowed)
    }

    /// The problem with only these turns allowed. `turns` may be in any order.
    ///
    /// # Errors
    /// [`Error`] if no turn is given, if a turn does not belong to the puzzle or the metric, or if solutions must start or
    /// end with a turn that is not allowed.
    pub fn allowing(&self, turns: &[TurnId]) -> Result<Self, Error> {
        let mut allowed = turns.to_vec();
        allowed.sort_unstable();
        allowed.dedup();
        let all = self.puzzle.turns();
        let is_turn = |&turn: &TurnId| all.get(turn).is_some_and(|it| self.metric.admits(it));
        if allowed.is_empty() || !allowed.iter().all(is_turn) {
            return Err(no_turns_error(&self.puzzle));
        }
        let problem = self.clone().changed(|data| data.allowed = allowed);
        problem.check_constraints()?;
        Ok(problem)
    }

    /// The problem with these constraints instead of its previous ones.
    ///
    /// # Errors
    /// [`Error`] if solutions would have to start or end with too many turns or with turns that are not allowed, or if the
    /// constraints are about turns of another puzzle.
    pub fn constrained(self, constraints: Constraints) -> Result<Self, Error> {
        let problem = self.changed(|data| data.constraints = constraints);
        problem.check_constraints()?;
        Ok(problem)
    }

    /// The problem with some turns forbidden; unchanged if no turn would remain, or if a constraint requires one of them.
    pub(crate) fn forbidding(&self, turns: &[TurnId]) -> Self {
        let mut allowed = self.allowed.clone();
        allowed.retain(|turn| !turns.contains(turn));
        self.allowing(&allowed).unwrap_or_else(|_| self.clone())
    }

    /// The problem from another start, in the colors of the old start.
    ///
    /// # Errors
    /// [`Error`] if the puzzle cannot have this start.
    pub fn starting_at(&self, start: impl Into<Pattern>) -> Result<Self, Error> {
        let start = start.into();
        let length = check_length(&self.puzzle, start.sets().len());
        let start = length.and_then(|()| Start::new(&self.puzzle, &self.scheme, start));
        let start = start.map_err(start_error)?;
        let problem = self.with_start(start).changed(|data| {
            data.scramble = None;
            data.stage_context = None;
        });
        problem.check_premise()?;
        Ok(problem)
    }

    /// The problem with exactly these goals, each in the colors of the start.
    ///
    /// # Errors
    /// [`Error`] if no goal is given, or if the puzzle cannot have a goal.
    pub fn to_one_of(&self, goals: Vec<Pattern>) -> Result<Self, Error> {
        for goal in &goals {
            check_length(&self.puzzle, goal.sets().len()).map_err(target_error)?;
            self.to_pattern(goal.clone()).check_premise()?;
        }
        if goals.is_empty() {
            check_length(&self.puzzle, 0).map_err(target_error)?;
        }
        Ok(self.with_goals(goals).changed(|data| {
            data.up_to_rotation = false;
            data.stage_context = None;
        }))
    }

    /// The problem with a cache that other questions may share.
    #[must_use]
    pub fn with_cache(self, cache: &Cache) -> Self {
        self.changed(|data| data.cache = cache.clone())
    }

    pub(crate) fn with_start(&self, start: Start) -> Self {
        self.clone().changed(|data| data.start = start)
    }

    /// The problem with one goal, without its rotations.
    pub(crate) fn to_pattern(&self, goal: Pattern) -> Self {
        self.with_goals(vec![goal]).changed(|data| {
            data.up_to_rotation = false;
            data.stage_context = None;
        })
    }

    /// The problem with constraints derived from its previous ones, which are not checked again.
    #[must_use]
    pub(crate) fn with_constraints(self, constraints: Constraints) -> Self {
        self.changed(|data| data.constraints = constraints)
    }

    /// The problem whose solutions only have to lead to the goal. Known solutions are dropped.
    #[must_use]
    pub(crate) fn unconstrained(&self) -> Self {
        self.clone().changed(|data| {
            data.constraints = Constraints::default();
            data.canonical = false;
            data.known_turns = Vec::new();
        })
    }

    fn check_constraints(&self) -> Result<(), Error> {
        let (turns, constraints) = (self.puzzle.turns().len(), &self.constraints);
        let [first, last] = [&constraints.starts_with, &constraints.ends_with];
        if first.len().max(last.len()) > MAX_REQUIRED_TURNS {
            let error = Error::impossible("{starts_with} and {ends_with} take at most ");
            return Err(error.text(format!("{MAX_REQUIRED_TURNS} turns")));
        }
        let mut required = first.iter().chain(last);
        let mut limited = constraints.at_most.iter().flat_map(|it| &it.turns);
        let mut rules = constraints.rules.iter();
        if required.all(|turn| self.allowed.binary_search(turn).is_ok())
            && limited.all(|&turn| turn < turns)
            && constraints.cost.iter().all(|it| it.fits_turns(turns))
            && rules.all(|it| it.automaton().symbol_count() == turns)
        {
            return Ok(());
        }
        let reason = format!(
            "a constraint names turns that are not allowed, or that {} does not have",
            self.puzzle.title()
        );
        Err(Error::impossible_value(reason))
    }
}
