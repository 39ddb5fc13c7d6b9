//! Puzzles, their groups, graphs and files: without SAT, except where each puzzle is compared with it.

#[path = "../common/mod.rs"]
mod common;

mod algs;
mod automata;
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
