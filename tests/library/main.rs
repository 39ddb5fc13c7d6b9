//! The built-in puzzles: each by its being in the folder, and what is published
//! about them.

mod distances;

use std::sync::Arc;

use itertools::Itertools;
use twistsat::graph::DistanceTable;
use twistsat::puzzle::{
    Layout, Metric, Notation, Puzzle, Scheme, TurnId, built_in, built_in_names,
};

fn puzzle(name: &str) -> Arc<Puzzle> {
    Arc::new(built_in(name).unwrap().unwrap())
}

fn turns(puzzle: &Puzzle, text: &str) -> Vec<TurnId> {
    Notation::Singmaster.read(puzzle, text).unwrap()
}
