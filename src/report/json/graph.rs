//! What the graph of all states tells.

use serde::Serialize;

use super::{About, Header};
use crate::puzzle::Metric;

/// The result of `graph distances`.
#[derive(Debug, Serialize)]
pub struct Distances {
    /// The puzzle.
    #[serde(flatten)]
    pub about: About,
    /// How length is counted.
    pub metric: Metric,
    /// How turns are written.
    pub notation: &'static str,
    /// The turns that join the states.
    pub turns: String,
    /// How many states there are.
    pub states: u64,
    /// The largest distance.
    pub maximum: usize,
    /// How many states are at distance 0, 1, …
    pub distribution: Vec<u64>,
    /// States at the largest distance, as many as were asked for, in the layout *net*.
    pub farthest: Vec<String>,
}

/// The result of `graph path`.
#[derive(Debug, Serialize)]
pub struct Paths {
    /// The question, asked of a table.
    #[serde(flatten)]
    pub header: Header,
    /// Length of the paths; null if there is none.
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
    pub about: About,
    /// How length is counted.
    pub metric: Metric,
    /// How many states.
    pub nodes: u64,
    /// How many edges.
    pub edges: u64,
    /// What was written.
    pub files: &'a [File],
}

/// A file that was written.
#[derive(Debug, Serialize)]
pub struct File {
    /// Where it is.
    pub path: String,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}
