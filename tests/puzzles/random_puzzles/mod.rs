//! Random puzzles, asked through the library and the command, against counting that shares nothing
//! with them: a model of its own makes the puzzle, writes its file, and follows all turns.

mod aliases;
mod alike;
mod ask;
mod canonical;
mod combinations;
mod costs;
mod counting;
mod free;
mod generate;
mod harness;
mod held;
mod max_distance;
mod model;
mod planned;
mod plans;
mod proofs;
mod question;
mod rotation;
mod rules;
mod smaller;
mod weighted;
