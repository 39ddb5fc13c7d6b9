//! What suites share.

#![allow(dead_code)] // Each test binary uses its own part.

pub mod asked;
pub mod brute;
pub mod canonical;
pub mod cli;
pub mod large;
pub mod programs;
pub mod puzzles;
pub mod sat;
pub mod simulator;
pub mod worked;

/// How many random cases, or how far: some in `cargo test`, all in `.ci/run`.
pub const fn some_or_all(some: usize, all: usize) -> usize {
    if cfg!(all_tests) { all } else { some }
}
