//! One of two tables of lower bounds.

use super::classes::{Classes, ReducedValue};
use super::direction_table::DirectionTable;
use super::fill::Distances;

pub(super) enum LowerBoundTable {
    Distances(Distances),
    /// Distances, and the turns that lead nearer.
    Directions(DirectionTable),
}

impl LowerBoundTable {
    /// A lower bound for the distance of a reduced value; `None` if no turns lead to the goal.
    pub(super) fn distance_lower_bound(
        &self,
        classes: &Classes,
        reduced: ReducedValue,
    ) -> Option<usize> {
        let place = classes.entry_index(reduced);
        match self {
            LowerBoundTable::Distances(table) => table.distance_lower_bound(place),
            LowerBoundTable::Directions(table) => table.distance_if_reached(place),
        }
    }
}
