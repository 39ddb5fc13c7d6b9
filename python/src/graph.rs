//! Exact results without clauses.

use pyo3::prelude::*;
use twistsat::Notation;
use twistsat::graph::{Graph, MOST_BYTES};

use crate::puzzle::Puzzle;
use crate::{work, wrong};

/// The number of states at each distance from solved.
#[pyfunction]
#[pyo3(signature = (puzzle, turns = None))]
pub(crate) fn distances(
    py: Python<'_>,
    puzzle: &Puzzle,
    turns: Option<&str>,
) -> PyResult<Vec<u64>> {
    let puzzle = &puzzle.inner;
    let turns = match turns {
        Some(turns) => Notation::Singmaster.read(puzzle, turns).map_err(wrong)?,
        None => puzzle.turns_around_held(),
    };
    let graph = Graph::new(puzzle, puzzle.solved(), &turns, MOST_BYTES).map_err(wrong)?;
    let found = work::run(py, None, None, |control, _tell| {
        graph.search(control, &|_| ())
    })?;
    let table = graph.with(found.map_err(wrong)?);
    Ok(table.distribution())
}
