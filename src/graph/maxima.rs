//! Checks the maximum distances declared in a puzzle file against a distance table.

use super::Graph;
use crate::control::Control;
use crate::puzzle::{MaxDistance, Metric, Puzzle, TurnId};

/// The maximum size of the table, in bytes: enough for four million states, which take a moment.
const MAX_BYTES: u64 = 2 << 20;

/// A message for each maximum distance that a puzzle file declares wrongly, if there are few enough states to check.
pub fn wrong_maxima(puzzle: &Puzzle) -> Vec<String> {
    let mut wrong = Vec::new();
    for metric in Metric::ALL {
        let MaxDistance { any, exact } = puzzle.maximum().in_metric(metric);
        let all = puzzle.all_turns();
        for (key, declared, mut turns) in [
            ("any", any, puzzle.turns_around_held()),
            ("exact", exact, all),
        ] {
            turns.retain(|&turn| metric.admits(&puzzle.turns()[turn]));
            if let Some(declared) = declared
                && let Some((states, actual)) = farthest(puzzle, &turns)
                && declared != actual
            {
                let what = if declared < actual {
                    "too small"
                } else {
                    "too large"
                };
                wrong.push(format!(
                    "`maximum.{metric}.{key}` is {what}: it is {declared}, but the farthest of {states} states takes {}",
                    metric.count(actual)
                ));
            }
        }
    }
    wrong
}

/// The number of states that some turns reach from the solved state, and the distance of the farthest state; `None` if
/// the states are too many or cannot be counted.
fn farthest(puzzle: &Puzzle, turns: &[TurnId]) -> Option<(u64, usize)> {
    let graph = Graph::new(puzzle, puzzle.solved(), turns, MAX_BYTES).ok()?;
    let distances = graph.search(&Control::unlimited(), &|_| ()).ok()?;
    let distribution = graph.with_distances(distances).distribution();
    Some((
        distribution.iter().sum(),
        distribution.len().checked_sub(1)?,
    ))
}
