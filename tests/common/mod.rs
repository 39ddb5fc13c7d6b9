//! Helpers that the test suites share.

#![allow(dead_code, unused_imports, unused_macros)] // Each test binary uses its own part.

pub mod brute;
pub mod canonical;
pub mod cli;
pub mod constraints;
pub mod exhaustive;
pub mod json;
pub mod large;
pub mod programs;
pub mod puzzles;
pub mod sat;
pub mod simulator;
pub mod stopwatch;
pub mod thread_time;

/// The number or size of a test's cases: `some` in `cargo test`, `all` in `.ci/run`.
pub const fn some_or_all(some: usize, all: usize) -> usize {
    if cfg!(all_tests) { all } else { some }
}

/// The number or size of a slow test's cases: `some` in `.ci/run`, `all` when run by name and in the long check.
pub const fn fewer_in_check(some: usize, all: usize) -> usize {
    if cfg!(all_tests) { some } else { all }
}

/// The rows of a table, one per line, with ` » ` between cells. In a cell, `⏎` is a line break and `‹202e›` the
/// character with that hexadecimal code point.
pub fn rows<const N: usize>(table: &str) -> Vec<[&'static str; N]> {
    let rows = lines(table).map(|row| row.try_into().expect("each row has N cells"));
    rows.collect()
}

fn lines(table: &str) -> impl Iterator<Item = Vec<&'static str>> {
    let cell = |text: &str| -> &'static str {
        let mut parts = text.split('‹');
        let mut cell = parts.next().unwrap().replace('⏎', "\n");
        for part in parts {
            let (number, rest) = part.split_once('›').unwrap();
            cell.extend(char::from_u32(u32::from_str_radix(number, 16).unwrap()));
            cell += &rest.replace('⏎', "\n");
        }
        cell.leak()
    };
    let lines = table.trim_matches('\n').lines();
    let lines = lines.filter(|line| !line.starts_with("//"));
    lines.map(move |line| line.split(" » ").map(cell).collect())
}

/// Calls `check` for each row of a table (see [`rows`]) with its first N cells and the remaining cells.
pub fn each<const N: usize>(table: &str, check: impl Fn([&'static str; N], &[&'static str])) {
    for row in lines(table) {
        let (first, rest) = row.split_first_chunk().expect("at least N cells");
        check(*first, rest);
    }
}
