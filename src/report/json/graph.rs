//! Results on the graph of all states.

use serde::Serialize;

use super::{Header, PuzzleHeader};
use crate::puzzle::Metric;

/// The result of `graph distances`.
#[derive(Debug, Serialize)]
pub struct Distances {
    /// The puzzle.
    #[serde(flatten)]
    pub about: PuzzleHeader,
    /// How length is counted.
    pub metric: Metric,
    /// The notation of turns.
    pub notation: &'static str,
    /// The turns that connect the states.
    pub turns: String,
    /// The number of states.
    pub states: u64,
    /// The largest distance.
    pub maximum: usize,
    /// The number of states at distance 0, 1, …
    pub distribution: Vec<u64>,
    /// States at the largest distance, as many as requested, in the default layout of this puzzle.
    pub farthest: Vec<String>,
}

/// The result of `graph path`.
#[derive(Debug, Serialize)]
pub struct Paths {
    /// The question.
    #[serde(flatten)]
    pub header: Header,
    /// The length of the paths; null if there is no path.
    pub turns: Option<usize>,
    /// Whether these are all shortest paths.
    pub complete: bool,
    /// The paths.
    pub paths: Vec<String>,
}

/// The result of `graph export`.
#[derive(Debug, Serialize)]
pub struct Export<'a> {
    /// The puzzle.
    #[serde(flatten)]
    pub about: PuzzleHeader,
    /// How length is counted.
    pub metric: Metric,
    /// The number of nodes.
    pub nodes: u64,
    /// The number of edges.
    pub edges: u64,
    /// The files written.
    pub files: &'a [File],
}

/// A file that was written.
#[derive(Debug, Serialize)]
pub struct File {
    /// Its path.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}
