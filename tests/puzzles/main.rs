//! Puzzles, their groups, graphs and files, without the road by SAT or as far as each puzzle is
//! held against it.

#[path = "../common/mod.rs"]
mod common;

mod algs;
mod classes;
mod cosets;
mod custom_puzzles;
mod first_layer;
mod goals;
mod graph;
mod group;
mod imports;
mod last_layer;
mod library;
mod meet;
mod puzzle;
mod random_puzzles;
mod scramble_notation;
mod sune;
mod tables;
mod tips;
mod turn_words;
