//! The data that the search reads: classes, and one of two tables.

use super::classes::{Classes, ReducedValue};
use super::direction_table::DirectionTable;
use super::fill::Distances;

/// The data that does not change while tables grow.
pub(super) struct SearchData {
    pub(super) classes: Classes,
    /// Whether every turn belongs to one of the images of the subgroup that are used. In that case the last turn of a
    /// solution leaves the value in some image unchanged. So if the distance is the same in all images and not 0, one
    /// more turn is needed.
    pub(super) ties_need_one_more: bool,
}

/// A table of lower bounds.
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

/// The positions of the bits of a number, the lowest first.
#[inline(always)]
pub(super) fn bits(mut all: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = all.trailing_zeros();
        all &= all.wrapping_sub(1);
        (bit < u32::BITS).then_some(bit as usize)
    })
}
