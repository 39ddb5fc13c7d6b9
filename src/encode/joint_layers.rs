//! The joint placements of all or many pieces that a solution can pass, if they can be listed.
//!
//! *All pieces.* A stage of a plan is a puzzle with few coordinates, so the joint placement of all pieces is a single
//! value, and the values that a solution of a given length can pass are [listed from both
//! ends](crate::reach::PackedState). If a step has none, no formula is needed. Otherwise each value gets a
//! [literal](super::layer_values), and placements that no value has are constant, which makes the remaining formula
//! small.
//!
//! *Many pieces.* Lemmas are about four pieces at a time. Nine edges and three corners together have far fewer joint
//! placements near both ends of a solution: with 14 turns of R, U and F, about 300 per step. The solver only has to
//! choose among the paths through them those that also suit the other pieces. This is not done for all pieces of a
//! whole puzzle, because that would itself be a search for the answer.
//!
//! *Source.* Relaxing a question to some of the pieces is the idea of pattern databases (Culberson and Schaeffer; Korf).
//! Listing from both ends the joint placements near a short solution, and using them in a formula, is ours.
//!
//! *Why it is sound.* See [`layer_values`](super::layer_values).
//!
//! *Cost.* On the first stage of Kociemba's chain with 10 turns a few hundred values per step, instead of 4,730
//! placements. The lists of many pieces take up to a second, so they are only used to enumerate one length, where a
//! solver must search everywhere.

use super::layer_values::{LayerValues, PlacementRule};
use crate::problem::Problem;
use crate::reach::{Items, ListsFromBothEnds, PackedState, Product};

/// The values of joint placements.
pub(super) type JointValues = LayerValues<PackedState, PackedPlacements, 1>;

/// A packed state contains the placements of its items; the others are unrestricted.
#[derive(Debug)]
pub(super) struct PackedPlacements;

impl PlacementRule<PackedState, 1> for PackedPlacements {
    fn possible_placements(
        &self,
        quantities: &Product<PackedState, 1>,
        items: &Items,
        &[value]: &[u64; 1],
        item: usize,
    ) -> Vec<usize> {
        match quantities.part(0).placement(value, item) {
            Some(placement) => vec![placement],
            None => (0..items.placements(item).len()).collect(),
        }
    }
}

/// The lists for all pieces; `None` if there are too many pieces, or if start or goal leaves the place of one open.
pub(super) fn full(problem: &Problem) -> Option<JointValues> {
    ListsFromBothEnds::of_all_pieces(problem).map(values)
}

/// The lists for many pieces; `None` as for [`full`].
pub(super) fn partial(problem: &Problem) -> Option<JointValues> {
    ListsFromBothEnds::of_some_pieces(problem).map(values)
}

fn values(lists: ListsFromBothEnds<PackedState, 1>) -> JointValues {
    let items = lists.quantities().part(0).items().clone();
    LayerValues::new(lists, items, PackedPlacements)
}
