//! A question and a method, ready to be answered from any number of starts.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::exclusions::{self, ExtraTasks};
use super::method::{Engine, Method};
use super::whole_plan::WholePlan;
use crate::control::Control;
use crate::encode::Recipe;
use crate::error::Error;
use crate::graph::{DistanceTable, Graph};
use crate::problem::{Cache, Problem, Question};
use crate::puzzle::Puzzle;
use crate::search::{Notify, Stages};
use crate::solver::Backend;

/// Makes the table of a graph, or loads a stored one.
type TableMaker = dyn Fn(Graph, &Control) -> Result<DistanceTable, Error> + Send + Sync;

/// A question and a method that can be combined.
pub struct Task {
    pub(super) question: Question,
    pub(super) method: Method,
    goal_text: String,
    pub(super) recipe: Recipe,
    pub(super) solver: Box<dyn Backend>,
    /// The cache that its problems share; `None` if each has its own.
    cache: Option<Cache>,
    /// Whether there are enough [starts](Self::for_starts) to make the table of all states worthwhile.
    pub(super) is_table_worthwhile: bool,
    /// Whether its [starts](Self::for_starts) are the lines of a list.
    pub(super) is_list: bool,
    /// Makes or loads tables of all states; `None` to compute them.
    pub(super) table_maker: Option<Box<TableMaker>>,
    /// The plan, if all its stages are carried out.
    pub(super) whole_plan: Option<WholePlan>,
    /// The plan that is used if the question requests none, once it has been prepared.
    pub(super) default_plan: OnceLock<Stages>,
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task")
            .field("question", &self.question)
            .field("method", &self.method)
            .finish_non_exhaustive()
    }
}

impl Task {
    /// Combines a question and a method, and looks up the recipe, the solver and the plan that they name.
    ///
    /// # Errors
    /// [`Error`] if question and method cannot be combined, or if a name is unknown or a file has a mistake.
    pub fn new(question: Question, method: Method, puzzle: &Arc<Puzzle>) -> Result<Self, Error> {
        let method = method.with_implied_engine();
        exclusions::check_combination(&question, &method, ExtraTasks::default())?;
        question.check_whole_plan()?;
        let (recipe, solver) = (method.read_recipe()?, method.backend()?);
        let whole_plan = WholePlan::of(&question, &method, puzzle)?;
        Ok(Self {
            goal_text: question.goal_text(),
            question,
            method,
            recipe,
            solver: Box::new(solver),
            cache: None,
            is_table_worthwhile: false,
            is_list: false,
            table_maker: None,
            whole_plan,
            default_plan: OnceLock::new(),
        })
    }

    /// Uses this solver in place of the one that the method names.
    #[must_use]
    pub fn with_solver(self, solver: Box<dyn Backend>) -> Self {
        Self { solver, ..self }
    }

    /// Makes all problems share this cache instead of their own.
    #[must_use]
    pub fn with_cache(mut self, cache: Cache) -> Self {
        self.cache = Some(cache);
        self
    }

    /// Makes tables of all states with this function, which may store them in files, for example.
    #[must_use]
    pub fn with_tables(
        mut self,
        maker: impl Fn(Graph, &Control) -> Result<DistanceTable, Error> + Send + Sync + 'static,
    ) -> Self {
        self.table_maker = Some(Box::new(maker));
        self
    }

    /// The question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The method.
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// The solver for its formulas.
    pub fn solver(&self) -> &dyn Backend {
        &*self.solver
    }

    /// The goal as the user wrote it.
    pub fn goal_text(&self) -> &str {
        &self.goal_text
    }

    /// The encoding of its formulas; `None` if it uses no formulas.
    pub fn recipe(&self) -> Option<&Recipe> {
        self.makes_formulas().then_some(&self.recipe)
    }

    /// Whether its engine may use formulas, so that proofs are possible.
    pub fn makes_formulas(&self) -> bool {
        self.method.engine.makes_formulas()
    }

    /// The name of the solver or other engine that finds its solutions.
    pub fn engine_name(&self) -> &str {
        match self.method.engine {
            Engine::Auto | Engine::Sat => self.solver.name(),
            engine => engine.name(),
        }
    }

    /// How long a search without a limit continues after its first solution.
    pub(super) const PATIENCE: Duration = Duration::from_secs(30);

    /// Whether the question leaves the number of turns open.
    pub(super) fn is_open(&self, problem: &Problem) -> bool {
        problem.budget.is_unlimited() && !self.question.is_bounded()
    }

    /// A problem with the cache of the task, if it has one.
    pub(super) fn with_shared_cache(&self, problem: &Problem) -> Problem {
        let cache = self.cache.as_ref().unwrap_or(&problem.cache);
        problem.clone().with_cache(cache)
    }

    /// The control within the time limit, with all threads if the number of threads never changes the engine's answer.
    pub(super) fn control_of_engine(&self, control: &Control) -> Control {
        let control = self.within_time_limit(control);
        match self.method.engine {
            Engine::Graph | Engine::Table => control.with_all_threads(),
            Engine::Auto | Engine::Sat => control,
        }
    }

    /// The control, limited also by the time limit of the method.
    pub(super) fn within_time_limit(&self, control: &Control) -> Control {
        control.within(self.method.time_limit.map(|limit| limit.0))
    }
}

/// A task that is being answered.
pub(super) struct RunningTask<'a> {
    pub(super) task: &'a Task,
    pub(super) control: &'a Control,
    pub(super) notify: &'a Notify<'a>,
    /// How long an anytime search continues after its first solution, in place of the time that the task sets.
    pub(super) patience: Option<Duration>,
}

impl<'a> RunningTask<'a> {
    pub(super) fn new(task: &'a Task, control: &'a Control, notify: &'a Notify<'a>) -> Self {
        Self {
            task,
            control,
            notify,
            patience: None,
        }
    }
}
