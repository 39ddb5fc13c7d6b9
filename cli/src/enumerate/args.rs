//! The arguments of `enumerate`.

use twistsat::answer::{Engine, ListOptions, Method};
use twistsat::problem::{Equivalence, Question};

use crate::Failure;
use crate::args::{self, ProblemArgs};
use crate::args::{FreeArgs, MemoryArgs, RecipeArgs, SolverArgs};
use crate::batch::{ListArgs, optional_with_batch};
use crate::output::Format;

const EXAMPLES: &str = "\
Examples:
  twistsat enumerate pocket --scramble \"R U2 F'\" --turns 5
  twistsat enumerate pocket --state UFFURUURRFFRDBDDLDLLLBBB --shortest
  twistsat enumerate rubik --scramble \"R U R' U' R' F R2\" --allow \"R U F\" --shortest --method graph
  twistsat enumerate rubik --scramble \"R U2 R' U' R U' R'\" --shortest --method graph --free U --distinct rotation,auf
  twistsat enumerate rubik --scramble \"R U F\" --plan thistlethwaite --stage 1 --shortest";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("puzzle", optional_with_batch))]
#[group(id = "length", required = true, multiple = false, args = ["turns", "shortest", "question_file"])]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) problem: ProblemArgs,
    #[command(flatten)]
    pub(super) list: ListArgs,
    #[command(flatten)]
    pub(super) recipe: RecipeArgs,
    #[command(flatten)]
    pub(super) solver: SolverArgs,
    /// The method: `sat` (a formula and a SAT solver), `graph` (search from both ends; for longer solutions, tables of
    /// cosets) or `auto` (a short search from both ends, then formulas)
    #[arg(long, default_value = "auto", value_parser = args::listing_engine())]
    pub(super) method: Engine,
    #[command(flatten)]
    pub(super) memory: MemoryArgs,
    /// List solutions of exactly N turns
    #[arg(long, value_name = "N", value_parser = args::turns)]
    turns: Option<usize>,
    /// List all shortest solutions; with --canonical, all shortest canonical solutions
    #[arg(long)]
    shortest: bool,
    /// With --shortest, look for solutions of at most N turns [default: the puzzle's known maximum,
    /// if it applies to this question; otherwise no limit]
    #[arg(long, value_name = "N", value_parser = args::turns, conflicts_with = "turns")]
    max_turns: Option<usize>,
    /// List only canonical sequences: successive turns of one face are merged where possible, and
    /// commuting turns have a fixed order
    #[arg(long)]
    canonical: bool,
    /// Stop after K solutions; with --rank, print the K cheapest of all
    #[arg(long, value_name = "K", value_parser = args::at_least_one)]
    pub(super) limit: Option<usize>,
    #[command(flatten)]
    free: FreeArgs,
    /// List one solution of each equivalence class, with the size of the class. KINDS, separated by commas: rotation,
    /// mirror, inverse, auf (different free turns before or after), commuting
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    pub(super) distinct: Vec<Equivalence>,
    /// List the cheapest first, and solutions of equal cost in the order of their turns in the puzzle file; --cost and
    /// --cost-file set what turns cost
    #[arg(long)]
    pub(super) rank: bool,
    /// Use N threads; 0 means one per core. With --method sat, solutions are split by their first turn; with
    /// --batch, N lines are answered at a time [default: 1; one per core with --method graph and without --batch]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(..=256))]
    pub(super) jobs: Option<u16>,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
    /// Print only errors to stderr
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl Args {
    /// The question.
    pub(super) fn question(&self) -> Result<Question, Failure> {
        self.problem.question(|question| {
            question.turns = self.turns;
            question.max_turns = self.max_turns;
            question.canonical = self.canonical;
            self.free.apply_to(question);
        })
    }

    /// The method.
    pub(super) fn method(&self) -> Result<Method, Failure> {
        let mut method = Method {
            engine: self.method,
            ..Method::default()
        };
        self.recipe.apply_to(&mut method)?;
        self.solver.apply_to(&mut method);
        self.memory.apply_to(&mut method);
        Ok(method)
    }

    /// The solutions to list.
    pub(super) fn list_options(&self) -> ListOptions {
        ListOptions {
            limit: self.limit,
            distinct: self.distinct.clone(),
            rank: self.rank,
        }
    }
}
