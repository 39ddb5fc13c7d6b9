//! The question of `solve`, and how to solve it.

use std::sync::Arc;

use twistsat::answer::{Engine, Method, Seconds, Task};
use twistsat::problem::{Cache, Question};
use twistsat::puzzle::Puzzle;
use twistsat::search::Strategy;

use super::staged_args::StagedArgs;
use crate::Failure;
use crate::args::{self, FreeArgs, MemoryArgs, ProblemArgs, RecipeArgs, SolverArgs};
use crate::graph::cache::with_stored_tables;
use crate::output::Format;
use crate::path_conflicts::PathRegistry;

/// The question, the method and the output format.
#[derive(clap::Args)]
pub(super) struct TaskArgs {
    #[command(flatten)]
    pub(super) problem: ProblemArgs,
    #[command(flatten)]
    pub(super) recipe: RecipeArgs,
    #[command(flatten)]
    pub(super) solver: SolverArgs,
    /// How a solution is found
    #[arg(long, default_value = "auto", value_parser = args::engine())]
    pub(super) method: Engine,
    #[command(flatten)]
    pub(super) memory: MemoryArgs,
    /// Find a solution of exactly N turns, shortest or not
    #[arg(long, value_name = "N", value_parser = args::turns)]
    turns: Option<usize>,
    /// Look for solutions of at most N turns [default: the puzzle's known maximum, if it applies
    /// to this question; otherwise no limit]
    #[arg(long, value_name = "N", value_parser = args::turns)]
    max_turns: Option<usize>,
    /// Stop when a solution has N turns or fewer, shortest or not
    #[arg(long, value_name = "N", value_parser = args::turns)]
    good_enough: Option<usize>,
    /// Raise the budget from 0, or lower it from the maximum
    #[arg(long, default_value = "ascend", value_parser = args::strategy())]
    strategy: Strategy,
    /// Find the cheapest solution of exactly --turns N, or of at most --max-turns N; --cost and --cost-file set what turns
    /// cost
    #[arg(long)]
    cheapest: bool,
    #[command(flatten)]
    free: FreeArgs,
    /// How the result is printed; with --batch, JSON objects also take one line each
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
    /// For large puzzles, also print a line for each formula to stderr
    #[arg(long, short, conflicts_with = "quiet")]
    pub(super) verbose: bool,
    /// Print only errors to stderr
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl TaskArgs {
    /// The question.
    pub(super) fn question(&self) -> Result<Question, Failure> {
        self.problem.question(|question| {
            question.turns = self.turns;
            question.max_turns = self.max_turns;
            self.free.apply_to(question);
        })
    }

    /// The method.
    pub(super) fn method(&self, staged: &StagedArgs) -> Result<Method, Failure> {
        let mut method = Method {
            engine: self.method,
            strategy: self.strategy,
            good_enough: self.good_enough,
            improve: staged.improve.map(Seconds),
            axis: staged.axis,
            stage_time_limit: staged.stage_time_limit.map(Seconds),
            cheapest: self.cheapest,
            ..Method::default()
        };
        self.recipe.apply_to(&mut method)?;
        self.solver.apply_to(&mut method);
        self.memory.apply_to(&mut method);
        Ok(method)
    }

    /// The task of a question and a method.
    pub(super) fn task(
        &self,
        question: Question,
        method: Method,
        puzzle: &Arc<Puzzle>,
    ) -> Result<Task, Failure> {
        let task = self.solver.task(&self.problem, question, method, puzzle)?;
        let task = task.with_cache(Cache::default());
        Ok(with_stored_tables(task, self.quiet))
    }

    /// Registers the input files.
    pub(super) fn register_paths(&self, paths: &mut PathRegistry) {
        self.problem.register_paths(paths);
        self.recipe.register_paths(paths);
    }
}
