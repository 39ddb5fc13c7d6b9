//! The map of a DIMACS file: the meaning of the variables, and the whole problem, so that a model can be decoded without
//! other files.

mod file;
mod read;
mod write;

pub use read::read;
pub use write::write;

use super::formula::Meaning;
use crate::problem::Problem;

/// The content of a map file.
pub struct Map {
    /// The version of twistsat that wrote it.
    pub version: String,
    /// The name of the recipe.
    pub recipe: String,
    /// A hash of the recipe's meaning; see [`Recipe::sha256`](super::Recipe::sha256).
    pub recipe_sha256: String,
    /// The number of variables of the formula.
    pub variables: u32,
    /// The variables that occur in no clause; see [`Formula::free_variables`](super::Formula::free_variables).
    pub free: Vec<[u32; 2]>,
    /// The variables that are inputs of the circuit, if the formula was written as one; see
    /// [`Formula::inputs`](super::Formula::inputs). Empty if all are.
    pub inputs: Vec<[u32; 2]>,
    /// The number of clauses.
    pub clauses: usize,
    /// The problem.
    pub problem: Problem,
    /// How the puzzle is held at the end, see [`Problem::held_at_end`].
    pub held_at_end: Option<String>,
    /// The meaning of the variables.
    pub meaning: Meaning,
}

impl Map {
    /// The variables that are inputs of the circuit, counted from 1.
    pub(super) fn inputs(&self) -> Vec<u32> {
        if self.inputs.is_empty() {
            (1..=self.variables).collect()
        } else {
            self.inputs
                .iter()
                .flat_map(|&[first, last]| first..=last)
                .collect()
        }
    }

    /// Whether a variable, counted from 1, occurs in no clause, so that a model need not include it.
    pub fn is_free(&self, variable: usize) -> bool {
        let is_before = |range: &[u32; 2]| (range[1] as usize) < variable;
        let range = self.free.get(self.free.partition_point(is_before));
        range.is_some_and(|range| range[0] as usize <= variable)
    }
}
