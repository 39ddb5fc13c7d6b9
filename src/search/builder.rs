//! Configures a search: recipe, solver, direction, control, and the callback for events.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use super::attempt::SearchSettings;
use super::strategy::Strategy;
use super::{
    Enumeration, Event, Minimum, Notify, Refutation, StageSolvers, all, exactly, maximum, minimum,
};
use crate::control::Control;
use crate::encode::{Encoder, Recipe};
use crate::error::Error;
use crate::names::UnknownName;
use crate::problem::{Budget, Problem, Solution};
use crate::puzzle::TurnId;
use crate::solver;
use crate::solver::Backend;

/// The configuration of a search, independent of the problem.
///
/// Everything has a default: the recipe and solver that performed best in measurements, budgets in ascending order, no
/// limit. A search can be used for any number of problems and on several threads.
///
/// ```
/// use std::time::Duration;
///
/// use twistsat::{CancelFlag, Control, Problem, Puzzle, Search};
///
/// let puzzle = Puzzle::built_in("pocket")?;
/// let search = Search::default()
///     .recipe("mux-idle")
///     .solver("varisat")
///     .control(Control::new(CancelFlag::default(), Some(Duration::from_secs(60))));
/// for scramble in ["R U2 F'", "R U R' U'"] {
///     let found = search.minimum(&Problem::scrambled(&puzzle, scramble)?)?;
///     println!("{scramble}: {found}");
///     assert!(found.is_minimal());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Search<'a> {
    recipe: Result<Cow<'a, Recipe>, Error>,
    solver: Result<&'a dyn Backend, UnknownName>,
    strategy: Strategy,
    control: Control,
    stage_time_limit: Option<Duration>,
    stage_solvers: Option<&'a dyn StageSolvers>,
    notify: Arc<Notify<'a>>,
}

impl Default for Search<'_> {
    fn default() -> Self {
        Self {
            recipe: Recipe::built_in(Recipe::DEFAULT).map(Cow::Owned),
            solver: Ok(solver::all()[0]),
            strategy: Strategy::default(),
            control: Control::unlimited(),
            stage_time_limit: None,
            stage_solvers: None,
            notify: Arc::new(|_| ()),
        }
    }
}

impl fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("recipe", &self.recipe.as_ref().map(|recipe| &recipe.name))
            .field("solver", &self.solver.as_ref().map(|solver| solver.name()))
            .field("strategy", &self.strategy)
            .field("control", &self.control)
            .field("stage_time_limit", &self.stage_time_limit)
            .finish_non_exhaustive()
    }
}

impl<'a> Search<'a> {
    /// Sets the recipe, directly or by the name of a built-in one. An unknown name is reported when the search is run.
    #[must_use]
    pub fn recipe(self, recipe: impl Into<ChosenRecipe<'a>>) -> Self {
        let recipe = recipe.into().0;
        Self { recipe, ..self }
    }

    /// Sets the solver, directly or by name. An unknown name is reported when the search is run.
    #[must_use]
    pub fn solver(self, solver: impl Into<ChosenSolver<'a>>) -> Self {
        let solver = solver.into().0;
        Self { solver, ..self }
    }

    /// Sets the direction in which the budget changes.
    #[must_use]
    pub fn strategy(self, strategy: Strategy) -> Self {
        Self { strategy, ..self }
    }

    /// Sets the control, which can stop the search and limits its threads.
    #[must_use]
    pub fn control(self, control: Control) -> Self {
        Self { control, ..self }
    }

    /// Sets the function to call with each event.
    #[must_use]
    pub fn notify(self, notify: impl Fn(&Event<'_>) + Send + Sync + 'a) -> Self {
        let notify = Arc::new(notify);
        Self { notify, ..self }
    }

    /// Limits the search for a shortest solution of each stage of a plan to this time, overriding the plan.
    #[must_use]
    pub fn stage_time_limit(self, limit: Option<Duration>) -> Self {
        let stage_time_limit = limit;
        Self {
            stage_time_limit,
            ..self
        }
    }

    /// Sets the solvers that find solutions of the two stages of a plan in an [anytime search](Self::anytime), instead of SAT.
    #[must_use]
    pub fn stage_solvers(self, solvers: &'a dyn StageSolvers) -> Self {
        let stage_solvers = Some(solvers);
        Self {
            stage_solvers,
            ..self
        }
    }

    /// A copy that reports no events.
    pub(super) fn without_events(&self) -> Self {
        self.clone().notify(|_| ())
    }

    /// The control that can stop the search.
    pub(super) fn current_control(&self) -> &Control {
        &self.control
    }

    /// The solvers for the stages of a plan, if set.
    pub(super) fn current_stage_solvers(&self) -> Option<&'a dyn StageSolvers> {
        self.stage_solvers
    }

    /// The time limit of each stage of a plan, if set.
    pub(super) fn current_stage_time_limit(&self) -> Option<Duration> {
        self.stage_time_limit
    }

    /// Reports an event.
    pub(super) fn report(&self, event: &Event<'_>) {
        (self.notify)(event);
    }

    pub(super) fn settings(&self) -> Result<SearchSettings<'_>, Error> {
        Ok(SearchSettings {
            recipe: self.recipe.as_ref().map_err(Clone::clone)?,
            backend: *self.solver.as_ref().map_err(Clone::clone)?,
            strategy: self.strategy,
            control: &self.control,
            found_length: None,
        })
    }

    /// Finds what the problem's budget requests: a shortest solution with [at most](Budget::AtMost) N turns, or any
    /// solution with [exactly](Budget::Exactly) N.
    ///
    /// # Errors
    /// As [`Self::minimum`].
    pub fn solve(&self, problem: &Problem) -> Result<Minimum, Error> {
        match problem.budget {
            Budget::Exactly(_) => self.exactly(problem),
            Budget::AtMost(_) => self.minimum(problem),
        }
    }

    /// Finds a shortest solution with at most the problem's budget of turns.
    ///
    /// # Errors
    /// [`Error`] if the problem cannot be encoded or the solver fails. A stop is not an error: see [`Minimum::stop`].
    pub fn minimum(&self, problem: &Problem) -> Result<Minimum, Error> {
        minimum::minimum(problem, &self.settings()?, &mut |event| self.report(event))
    }

    /// Finds a shortest solution, given lengths of the same problem that another method has refuted.
    ///
    /// # Errors
    /// As [`Self::minimum`].
    pub fn minimum_beyond(
        &self,
        problem: &Problem,
        refutations: Vec<Refutation>,
    ) -> Result<Minimum, Error> {
        let mut notify = |event: &Event<'_>| self.report(event);
        minimum::from_refuted(problem, refutations, &self.settings()?, &mut notify)
    }

    /// Finds a shortest solution, with the maximum that [the puzzle file claims](Problem::claimed_maximum) as the budget.
    /// If that is too small, the search continues: see [`Minimum::bound`].
    ///
    /// # Errors
    /// As [`Self::minimum`].
    pub fn up_to_maximum(&self, problem: &Problem) -> Result<Minimum, Error> {
        maximum::up_to_maximum(problem, &self.settings()?, &mut |event| self.report(event))
    }

    /// Continues from `known`, the result of a search with a smaller budget.
    pub(super) fn continue_search(
        &self,
        problem: &Problem,
        known: Minimum,
    ) -> Result<Minimum, Error> {
        minimum::with_larger_budget(problem, known, &self.settings()?, &mut |event| {
            self.report(event);
        })
    }

    /// Tests the solver with a question that has a solution.
    ///
    /// # Errors
    /// [`Error`] if the solver says that it has no solution.
    pub(crate) fn test_solver(&self, problem: &Problem) -> Result<(), Error> {
        self.settings()?.test_solver(problem)
    }

    /// Finds any solution of exactly the problem's budget of turns.
    ///
    /// # Errors
    /// As [`Self::minimum`].
    pub fn exactly(&self, problem: &Problem) -> Result<Minimum, Error> {
        exactly::exactly(problem, &self.settings()?, &mut |event| self.report(event))
    }

    /// Finds every solution of exactly the problem's budget of turns, and passes each to `found` at once. Ends early if
    /// `found` returns [`ControlFlow::Break`].
    ///
    /// # Errors
    /// [`Error`] if the problem cannot be encoded or the solver fails.
    pub fn enumerate(
        &self,
        problem: &Problem,
        found: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Enumeration, Error> {
        let settings = self.settings()?;
        let mut encoder = Encoder::new(problem, settings.recipe)
            .with_partial_layers()
            .allow_smaller_recipe();
        all::enumerate(problem, &mut encoder, &[], &settings, found)
    }

    /// As [`Self::enumerate`], without solutions that end in one of `ends`.
    pub(super) fn enumerate_without(
        &self,
        problem: &Problem,
        encoder: &mut Encoder,
        ends: &[Vec<TurnId>],
        found: impl FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Enumeration, Error> {
        all::enumerate(problem, encoder, ends, &self.settings()?, found)
    }
}

/// A recipe, or the error from looking up its name.
#[derive(Clone, Debug)]
pub struct ChosenRecipe<'a>(Result<Cow<'a, Recipe>, Error>);

impl From<&str> for ChosenRecipe<'_> {
    fn from(name: &str) -> Self {
        Self(Recipe::built_in(name).map(Cow::Owned))
    }
}

impl<'a> From<&'a Recipe> for ChosenRecipe<'a> {
    fn from(recipe: &'a Recipe) -> Self {
        Self(Ok(Cow::Borrowed(recipe)))
    }
}

impl From<Recipe> for ChosenRecipe<'_> {
    fn from(recipe: Recipe) -> Self {
        Self(Ok(Cow::Owned(recipe)))
    }
}

/// A solver, or the error from looking up its name.
pub struct ChosenSolver<'a>(Result<&'a dyn Backend, UnknownName>);

impl From<&str> for ChosenSolver<'_> {
    fn from(name: &str) -> Self {
        Self(solver::by_name(name).map(|solver| solver as &dyn Backend))
    }
}

impl<'a> From<&'a dyn Backend> for ChosenSolver<'a> {
    fn from(solver: &'a dyn Backend) -> Self {
        Self(Ok(solver))
    }
}

impl<'a, B: Backend> From<&'a B> for ChosenSolver<'a> {
    fn from(solver: &'a B) -> Self {
        Self(Ok(solver))
    }
}
