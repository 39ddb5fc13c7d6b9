//! Random puzzles, solved through the library and the command, and compared with counting that shares no code with them:
//! a separate model makes the puzzle, writes its file, and follows all turns.

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
