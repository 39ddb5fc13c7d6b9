//! Configures a search: recipe, solver, direction, control, and the callback for events.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Event, Minimum, Notify, StageSolver};
use crate::control::Control;
use crate::encode::{Recipe, check_budget};
use crate::error::Error;
use crate::names::UnknownName;
use crate::problem::{Budget, Problem};
use crate::puzzle::Premise;
use crate::solver;
use crate::solver::Backend;

/// The direction in which the budget changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strategy {
    /// From the smallest budget up: usually faster, because small budgets are refuted quickly
    #[default]
    Ascend,
    /// From the largest budget down: finds a solution early, but usually not a shortest one
    Descend,
}

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
    pub(super) strategy: Strategy,
    pub(super) control: Control,
    pub(super) stage_time_limit: Option<Duration>,
    pub(super) stage_solver: Option<&'a dyn StageSolver>,
    notify: Arc<Notify<'a>>,
    /// The length of a solution found by another engine; only shorter solutions are of interest.
    pub(super) found_length: Option<&'a AtomicUsize>,
}

impl Default for Search<'_> {
    fn default() -> Self {
        Self {
            recipe: Recipe::built_in(Recipe::DEFAULT).map(Cow::Owned),
            solver: Ok(solver::built_in()[0]),
            strategy: Strategy::default(),
            control: Control::unlimited(),
            stage_time_limit: None,
            stage_solver: None,
            notify: Arc::new(|_| ()),
            found_length: None,
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
    /// Sets the recipe, directly or by the name of a built-in recipe. An unknown name is reported when the search is run.
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

    /// Limits the search for a shortest solution of each stage of a plan to this time. `None` keeps the plan's limits.
    #[must_use]
    pub fn stage_time_limit(self, limit: Option<Duration>) -> Self {
        Self {
            stage_time_limit: limit,
            ..self
        }
    }

    /// Sets the solver for the two stages of a plan in an [anytime search](Self::anytime), instead of SAT.
    #[must_use]
    pub fn stage_solver(self, solver: &'a dyn StageSolver) -> Self {
        let stage_solver = Some(solver);
        Self {
            stage_solver,
            ..self
        }
    }

    pub(super) fn without_events(&self) -> Self {
        self.clone().notify(|_| ())
    }

    /// A copy that also stops after this time, if a time is given.
    pub(super) fn within(&self, time: Option<Duration>) -> Self {
        self.clone().control(self.control.within(time))
    }

    pub(super) fn report(&self, event: &Event<'_>) {
        (self.notify)(event);
    }

    /// The selected recipe, or the error from looking up its name.
    pub(super) fn selected_recipe(&self) -> Result<&Recipe, Error> {
        Ok(self.recipe.as_ref().map_err(Clone::clone)?)
    }

    /// The selected solver, or the error from looking up its name.
    pub(super) fn selected_solver(&self) -> Result<&'a dyn Backend, Error> {
        Ok(*self.solver.as_ref().map_err(Clone::clone)?)
    }

    /// Checks the recipe's name, the solver's name and the budget, even if no formula will be needed. Returns whether the
    /// puzzle is known to have the start and the goal.
    pub(super) fn check_premise(&self, problem: &Problem) -> Result<Premise, Error> {
        self.selected_recipe()?;
        self.selected_solver()?;
        check_budget(problem.budget)?;
        problem.check_premise()
    }

    /// Finds what the problem's budget requests: a shortest solution of [at most](Budget::AtMost) N turns, or any
    /// solution of [exactly](Budget::Exactly) N turns.
    ///
    /// # Errors
    /// As [`Self::minimum`].
    pub fn solve(&self, problem: &Problem) -> Result<Minimum, Error> {
        match problem.budget {
            Budget::Exactly(_) => self.exactly(problem),
            Budget::AtMost(_) => self.minimum(problem),
        }
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
