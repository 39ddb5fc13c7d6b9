//! Combinations: free turns, held pieces, open ends and several goals, with every side constraint, in both
//! metrics, by every method, in the library and by the command. Every answer must be true.

mod answer;
mod ask;
mod bit_vectors;
mod cases;
mod command;
mod draw;
mod judge;
mod models;
mod written;

use std::fmt;

use rand::RngExt;
use rand::seq::IndexedRandom;
use twistsat::encode::Recipe;

pub use self::answer::{Answer, Said};
pub use self::judge::{MAX_BEGINNINGS, Truth, check, judge};
pub use self::models::{Encoded, PROPERTY as MODELS, expressed};
use super::harness::{Chance, Property};
use super::question::Question;
use crate::common::{fewer_in_check, some_or_all};

/// The method that finds solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Sat,
    Meet,
    Table,
    /// All methods, as `solve` uses them by default.
    Auto,
}

/// The kind of answer that is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A shortest solution.
    Shortest,
    /// One solution of exactly this many turns.
    Exactly(usize),
    /// All of the shortest.
    AllShortest,
    /// All solutions of exactly this many turns.
    All(usize),
    /// The cheapest of exactly, or of at most, N turns.
    Cheapest { exactly: bool, turns: usize },
    /// Solutions of N turns, the cheapest first, up to a limit.
    Ranked { turns: usize, limit: Option<usize> },
}

/// A question, and how it is asked.
#[derive(Clone, Debug)]
pub struct Combination {
    pub question: Question,
    pub wanted: Wanted,
    pub method: Method,
    pub jobs: usize,
    /// Whether to ask the command, not the library.
    pub by_command: bool,
    /// Whether to read the text output of the command, not JSON.
    pub as_text: bool,
}

impl Combination {
    /// A question for SAT, with a random recipe, built-in solver and strategy.
    pub fn by_sat(
        mut question: Question,
        wanted: Wanted,
        by_command: bool,
        chance: &mut Chance,
    ) -> Self {
        if chance.random_bool(0.7) {
            let recipes: Vec<&'static str> = Recipe::built_in_names().collect();
            question.recipe = recipes.choose(chance).expect("a recipe");
        }
        let solvers = ["batsat", "batsat", "varisat", "splr"];
        question.solver = solvers.choose(chance).expect("a solver");
        question.descend = chance.random_bool(0.3);
        Self {
            question,
            wanted,
            method: Method::Sat,
            jobs: 1,
            by_command,
            as_text: false,
        }
    }

    /// The command, and its options besides the question.
    pub fn options(&self) -> (&'static str, Vec<String>) {
        let (command, more) = match self.wanted {
            Wanted::Shortest => ("solve", String::new()),
            Wanted::Exactly(turns) => ("solve", format!("--turns {turns}")),
            Wanted::AllShortest => ("enumerate", "--shortest".to_owned()),
            Wanted::All(turns) => ("enumerate", format!("--turns {turns}")),
            Wanted::Cheapest { exactly, turns } => {
                let option = if exactly { "--turns" } else { "--max-turns" };
                ("solve", format!("--cheapest {option} {turns}"))
            }
            Wanted::Ranked { turns, limit } => {
                let limit = limit.map_or(String::new(), |limit| format!(" --limit {limit}"));
                ("enumerate", format!("--rank --turns {turns}{limit}"))
            }
        };
        let (recipe, solver) = (self.question.recipe, self.question.solver);
        let method = match self.method {
            Method::Sat => format!("--recipe {recipe} --solver {solver}"),
            Method::Meet => "--method graph".to_owned(),
            Method::Table => "--method table".to_owned(),
            Method::Auto => String::new(),
        };
        let mut options = format!("{more} {method}");
        if self.jobs > 1 {
            options += &format!(" --jobs {}", self.jobs);
        }
        if self.question.canonical && command == "enumerate" {
            options += " --canonical";
        }
        if self.descends() {
            options += " --strategy descend";
        }
        if !self.as_text {
            options += " --format json";
        }
        let options = options.split_whitespace().map(ToOwned::to_owned).collect();
        (command, options)
    }

    /// Whether the search lowers the budget (`--strategy descend`).
    pub fn descends(&self) -> bool {
        let question = &self.question;
        question.descend
            && self.wanted == Wanted::Shortest
            && self.method == Method::Sat
            && question.max_turns.is_some()
    }

    pub fn has_free_turns(&self) -> bool {
        !self.question.before.is_empty() || !self.question.after.is_empty()
    }
}

impl fmt::Display for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (command, options) = self.options();
        let shown = self.question.shown(command, &options);
        write!(f, "{shown}\n# by the command: {}", self.by_command)
    }
}

/// Any combination without a held piece.
pub const COMBINED: Property<Combination> = Property::new(10, draw::combined, judge::check);

/// With a held piece, most of them up to rotation.
const HELD: Property<Combination> = Property::new(11, draw::held, judge::check);

#[test]
fn answers_about_combinations_are_true() {
    let tally = COMBINED.holds(some_or_all(100, 900));
    tally.has(20, &["solved", "all found", "none within"]);
    tally.has(50, &["none of any length"]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn answers_about_combinations_with_a_held_piece_are_true() {
    let tally = HELD.holds(fewer_in_check(150, 15_000));
    tally.has(10, &["solved"]);
}
