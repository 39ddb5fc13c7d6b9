//! What `solve` is asked about one problem, and how to solve it.

use super::staged_args::StagedArgs;
use crate::cli::Failure;
use crate::cli::args::{self, FreeArgs, MemoryArgs, ProblemArgs, RecipeArgs, SolverArgs};
use crate::cli::args::{TurnRange, check_ranked};
use crate::cli::output::Format;
use crate::cli::places::Places;
use crate::problem::Question;
use crate::search::Strategy;

/// What is asked, how it is solved, and how the result is printed.
#[derive(clap::Args)]
pub(super) struct TaskArgs {
    #[command(flatten)]
    pub(super) problem: ProblemArgs,
    #[command(flatten)]
    pub(super) recipe: RecipeArgs,
    #[command(flatten)]
    pub(super) solver: SolverArgs,
    /// How a solution is found
    #[arg(long, value_enum, default_value_t)]
    pub(super) method: Method,
    #[command(flatten)]
    pub(super) memory: MemoryArgs,
    /// Find a solution of exactly N turns, shortest or not; for N..M one of each of these lengths
    #[arg(long, value_name = "N|N..M", value_parser = args::turn_range, conflicts_with_all = ["max_turns", "strategy"])]
    pub(super) turns: Option<TurnRange>,
    /// Look for solutions of at most N turns [default: the puzzle's known maximum, if it holds;
    /// else no limit]
    #[arg(long, value_name = "N", value_parser = args::turns)]
    max_turns: Option<usize>,
    /// Stop when a solution has N turns or fewer, shortest or not
    #[arg(long, value_name = "N", value_parser = args::turns, conflicts_with = "turns")]
    pub(super) good_enough: Option<usize>,
    /// Raise the budget from 0, or lower it from the maximum
    #[arg(long, value_enum, default_value_t)]
    pub(super) strategy: StrategyArg,
    /// The cheapest solution of exactly --turns N, or of at most --max-turns N; --cost and --cost-file say
    /// what turns cost
    #[arg(long)]
    pub(super) cheapest: bool,
    #[command(flatten)]
    free: FreeArgs,
    /// How the result is printed; with --batch, one line per result, JSON objects too
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
    /// Where a search goes on from both sides, also print a line for each formula to stderr
    #[arg(long, short, conflicts_with = "quiet")]
    pub(super) verbose: bool,
    /// Print only errors to stderr
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// Who finds the solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Method {
    /// A formula and a SAT solver
    #[default]
    Sat,
    /// A table of the distances of all states, for puzzles with few enough of them; kept in the
    /// user's cache folder. Recipe, solver and strategy are ignored
    Table,
    /// A breadth-first search from both ends, for solutions of few turns on any puzzle; beyond its
    /// reach a search beneath tables of cosets, where memory has room for them (3×3×3: 200 MiB, faster
    /// with 720). Recipe, solver and strategy are ignored
    Meet,
}

impl Method {
    /// The option that asks for it.
    pub(super) fn option(self) -> &'static str {
        match self {
            Method::Sat => "--method sat",
            Method::Table => "--method table",
            Method::Meet => "--method meet",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
pub(super) enum StrategyArg {
    #[default]
    Ascend,
    Descend,
}

impl From<StrategyArg> for Strategy {
    fn from(strategy: StrategyArg) -> Self {
        match strategy {
            StrategyArg::Descend => Strategy::Descend,
            StrategyArg::Ascend => Strategy::Ascend,
        }
    }
}

impl TaskArgs {
    /// What is asked. Of several numbers of turns it is the first.
    pub(super) fn question(&self) -> Result<Question, Failure> {
        self.problem.question(|question| {
            question.turns = self.turns.map(|range| range.first);
            question.max_turns = self.max_turns;
            self.free.ask(question);
        })
    }

    /// Refuses what cannot be combined.
    pub(super) fn check(&self, question: &Question, staged: &StagedArgs) -> Result<(), Failure> {
        if self.method == Method::Table && question.turns.is_some() {
            let why = "--turns cannot be combined with --method table, which finds only shortest solutions";
            return Err(Failure::Usage(why.to_owned()));
        }
        self.check_both_sides(question, staged)?;
        check_ranked(question, "--cheapest", self.cheapest)?;
        self.check_cheapest(question)
    }

    /// Refuses to look for the cheapest solution of any number of turns: nobody knows it.
    fn check_cheapest(&self, question: &Question) -> Result<(), Failure> {
        if !self.cheapest {
            return Ok(());
        }
        if !question.is_bounded() {
            let why = "--cheapest requires --turns N or --max-turns N: it finds the cheapest of exactly, or of at most, so many turns";
            return Err(Failure::Usage(why.to_owned()));
        }
        if question.has_plan() {
            Err(Failure::Usage(
                "--cheapest cannot be combined with --plan".to_owned(),
            ))
        } else {
            Ok(())
        }
    }

    /// What ends a search from both sides says nothing of any other.
    fn check_both_sides(&self, question: &Question, staged: &StagedArgs) -> Result<(), Failure> {
        let ends = [
            ("--good-enough", self.good_enough.is_some()),
            ("--improve", staged.improve.is_some()),
        ];
        let other = match (self.method, self.strategy) {
            (Method::Sat, StrategyArg::Ascend) => return Ok(()),
            (Method::Table, _) if question.is_whole_plan() => return Ok(()),
            (Method::Sat, StrategyArg::Descend) => "--strategy descend",
            (method, _) => method.option(),
        };
        match ends.into_iter().find(|(_, is_asked)| *is_asked) {
            None => Ok(()),
            Some((option, _)) => Err(Failure::Usage(format!(
                "{option} cannot be combined with {other}, which finds only shortest solutions"
            ))),
        }
    }

    /// Notes what is read.
    pub(super) fn note(&self, places: &mut Places) {
        self.problem.note(places);
        self.recipe.note(places);
    }

    /// Whether the method knows whole plans: SAT does, and tables those from a file.
    fn carries_out_plans(&self, question: &Question) -> bool {
        match self.method {
            Method::Sat => true,
            Method::Table => !question.is_peeling(),
            Method::Meet => false,
        }
    }

    /// Refuses what a whole plan does not know.
    pub(super) fn check_whole_plan(&self, question: &Question) -> Result<(), Failure> {
        let asked = [
            ("--strategy", matches!(self.strategy, StrategyArg::Descend)),
            (self.method.option(), !self.carries_out_plans(question)),
        ];
        match asked.into_iter().find(|(_, is_asked)| *is_asked) {
            Some((option, _)) if question.is_whole_plan() => Err(Failure::Usage(format!(
                "--plan cannot be combined with {option}; a single stage can (--stage N)"
            ))),
            _ => Ok(question.check_whole_plan()?),
        }
    }
}
