//! The built-in puzzles: compared with published figures, and solved with every recipe and solver.

mod distances;
mod families;
mod minima;
mod schemes;
mod suite;

use std::sync::Arc;

use itertools::Itertools;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use twistsat::ErrorKind;
use twistsat::encode::Recipe;
use twistsat::graph::DistanceTable;
use twistsat::notation::{Notation, Scheme};
use twistsat::plan::Plan;
use twistsat::problem::{Budget, Problem, Reduction, Target};
use twistsat::puzzle::{Layout, Metric, Puzzle, State, TurnId};
use twistsat::search::{Search, Strategy, in_order};
use twistsat::solver;
use twistsat::solver::{Backend, by_name};

use crate::common::brute;
use crate::common::sat::{recipes, solutions};

fn puzzle(name: &str) -> Arc<Puzzle> {
    Puzzle::built_in(name).unwrap()
}

fn default_recipe() -> Recipe {
    recipes().swap_remove(0)
}

fn turns(puzzle: &Puzzle, text: &str) -> Vec<TurnId> {
    Notation::Singmaster.read(puzzle, text).unwrap()
}

/// The problem of getting from a state to the solved one.
fn problem(puzzle: &Arc<Puzzle>, state: &State, budget: Budget) -> Problem {
    let start = Scheme::own_symbols(puzzle).state_characters(state);
    Problem::new(puzzle.clone(), &start, &Target::Any, budget).unwrap()
}

/// The length of a solution that is proved to be shortest, and replayed.
fn proved_minimum(problem: &Problem, recipe: &Recipe) -> usize {
    let batsat = by_name("batsat").unwrap();
    let search = Search::default().recipe(recipe).solver(batsat);
    let found = search.minimum(problem).unwrap();
    assert!(found.is_minimal(), "{found:?}");
    let solution = found.solution.unwrap();
    let (puzzle, start) = (&problem.puzzle, problem.start.pattern());
    let end = puzzle.apply(start, solution.turns());
    assert_eq!(end, problem.goal);
    solution.len()
}
