//! What the graph of a puzzle says.

use crate::notation::{Notation, Scheme};
use crate::puzzle::{Metric, Puzzle, State, TurnId};
use crate::report::json::File;
use crate::report::net;
use crate::text::grouped;

/// Said where there is no path.
pub const NO_PATH: &str = "no turns lead from one state to the other";

/// The result of `graph path`: where it starts, the shortest paths, and how many there are;
/// `all`: whether all of them were asked for.
#[must_use]
pub fn paths(
    puzzle: &Puzzle,
    (scheme, from): (&Scheme, &State),
    (paths, all): (&[Vec<TurnId>], bool),
    (metric, notation): (Metric, Notation),
) -> String {
    let mut text = net(puzzle, scheme, from);
    for path in paths {
        text += &notation.write_all(puzzle, path);
        text.push('\n');
    }
    text += &match paths.first().map(|first| metric.count(first.len())) {
        None => NO_PATH.to_owned(),
        Some(length) => match (all, paths.len()) {
            (true, 1) => format!("{length}; there is no other shortest path"),
            (true, count) => format!("{length}; {count} shortest paths"),
            (false, _) => format!("{length}, a shortest path"),
        },
    };
    text + "\n"
}

/// The result of `graph export`: each file as `sha256sum` prints it, and checks it.
#[must_use]
pub fn exported(nodes: u64, edges: u64, files: &[File]) -> String {
    let mut text = format!("{} nodes, {} edges\n", grouped(nodes), grouped(edges));
    for file in files {
        text += &format!("{}  {}\n", file.sha256, file.path);
    }
    text
}
