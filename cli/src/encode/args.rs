//! The arguments of `encode`.

use std::path::PathBuf;

use twistsat::encode::Format;
use twistsat::problem::{Budget, Problem, Question};

use crate::Failure;
use crate::args::{self, ProblemArgs, RecipeArgs, TurnRange};
use crate::path_conflicts::PathRegistry;

const EXAMPLES: &str = "\
Examples:
  twistsat encode pocket --scramble \"R U2 F'\" --turns 3
  twistsat encode pocket --scramble \"R U2 F'\" --turns 3 -o - --map three.json > three.cnf
  twistsat encode pocket --scramble \"R U\" --turns 2 --recipe mux --explain -o -
  twistsat encode pocket --scramble \"R2\" --max-turns 4 --format wcnf --cost half=3 -o cheap.wcnf
  twistsat encode pocket --scramble \"R U2 F'\" --turns 2..5 --recipe mux --format smt2
  twistsat encode pocket --batch scrambles.txt --turns 9 -o formulas

The formula is satisfiable if and only if the state has a solution within the budget. `decode` \
translates a model back into turns, with the map.";

/// The default folder for formulas.
pub(super) const FOLDER: &str = "cnf-out";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[group(id = "budget", required = true, multiple = false, args = ["turns", "max_turns", "question_file"])]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) problem: ProblemArgs,
    #[command(flatten)]
    pub(super) recipe: RecipeArgs,
    /// Encode solutions of exactly N turns; for N..M, one formula for each of these lengths
    #[arg(long, value_name = "N|N..M", value_parser = args::turn_range)]
    pub(super) turns: Option<TurnRange>,
    /// Encode solutions of at most N turns; requires a recipe with idle slots
    #[arg(long, value_name = "N", value_parser = args::turns)]
    pub(super) max_turns: Option<usize>,
    /// Write a formula for every line of a file, `-` for stdin: a line is a scramble if each of its
    /// words is one turn, else a state; `#` starts a comment
    #[arg(long, value_name = "FILE|-", group = "start_source")]
    pub(super) batch: Option<PathBuf>,
    /// The formula's file, compressed if its name ends with `.gz`, or `-` for stdout; an existing file is replaced. With --batch
    /// or N..M, a folder [default: cnf-out/PUZZLE-RECIPE-BUDGET.cnf]
    #[arg(long, short, value_name = "FILE|-")]
    pub(super) output: Option<PathBuf>,
    /// The format: cnf (DIMACS), wcnf (for MaxSAT solvers; --cost sets what turns cost), opb (pseudo-boolean; its
    /// objective is the cost of --cost, unless --max-cost is given), icnf (clauses and --cubes), smt2 (SMT-LIB 2 with
    /// bit-vectors; requires a recipe such as mux), aag (the circuit in AIGER's ASCII format) or dot (a drawing of the
    /// circuit's gates, for Graphviz; requires a recipe with multiplexers, such as mux)
    #[arg(long, value_name = "FORMAT", default_value_t)]
    pub(super) format: Format,
    /// Add comments that explain the variables and each group of clauses; the formula stays the same
    #[arg(long, conflicts_with_all = ["format", "batch"])]
    pub(super) explain: bool,
    /// The cubes of --format icnf, one per line, such as `a 1 -2 0`
    #[arg(long, value_name = "FILE|-")]
    pub(super) cubes: Option<PathBuf>,
    /// With --batch or N..M: write nothing if all formulas together would take more than about this many MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = args::mebibytes)]
    pub(super) max_size: u64,
    /// The map [default: the formula's file name with .map.json; none for stdout]
    #[arg(long, value_name = "PATH")]
    pub(super) map: Option<PathBuf>,
}

impl Args {
    /// The question; for a range of turns, with the largest number of turns.
    pub(super) fn question(&self) -> Result<Question, Failure> {
        let question = self.problem.question(|question| {
            question.turns = self.turns.map(|range| range.last);
            question.max_turns = self.max_turns;
        })?;
        let checked = question.check_single_problem("a formula");
        let checked = checked.and_then(|()| question.check_bounded());
        checked.map_err(|error| self.problem.explain_error(&error))?;
        if !self.format.expresses_cost() {
            question.check_costs()?;
        }
        Ok(question)
    }

    /// The budgets for which formulas are written.
    pub(super) fn budgets(&self, problem: &Problem) -> Vec<Budget> {
        match self.turns {
            Some(range) => (range.first..=range.last).map(Budget::Exactly).collect(),
            None => vec![problem.budget],
        }
    }

    /// Registers the input files.
    pub(super) fn register_paths(&self, paths: &mut PathRegistry) {
        self.problem.register_paths(paths);
        self.recipe.register_paths(paths);
        paths.register_optional_input("--cubes", self.cubes.as_deref());
        paths.register_optional_input("--batch", self.batch.as_deref());
    }
}
