//! The joint placements of all or many pieces that a solution can pass, if they can be listed.
//!
//! *All pieces.* A stage of a plan is a puzzle with few pieces, so the joint placement of all pieces is a single value,
//! and the values that a solution of a given length can pass are [listed from both ends](crate::reach::PackedState). If
//! a step has no value, no formula is needed. Otherwise each value gets a [literal](super::layer_values), and
//! placements that occur in no value are false.
//!
//! *Many pieces.* Nine edges and three corners together have few joint placements near both ends of a solution: with 14
//! turns of R, U and F, about 300 per step. The solver only has to find, among the paths through them, those that also
//! solve the other pieces. (On a whole puzzle, listing the placements of all pieces would itself be a search.)
//!
//! *Source.* Relaxing a question to some of the pieces is the idea of pattern databases (Culberson and Schaeffer;
//! Korf). Listing the joint placements on short solutions from both ends for use in a formula is ours.
//!
//! *Why it is sound.* See [`layer_values`](super::layer_values).
//!
//! *Cost.* On the first stage of Kociemba's plan with 10 turns, a few hundred values per step instead of 4,730
//! placements. The lists of many pieces take up to a second, so they are only used to enumerate one length.

use super::layer_values::{AllowedPlacements, LayerValues};
use crate::problem::Problem;
use crate::reach::{ListsFromBothEnds, PackedState};

/// Which joint placements are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JointLayers {
    /// None.
    None,
    /// Those of all pieces, if possible.
    Full,
    /// Those of many pieces, if possible.
    Partial,
}

/// The values of joint placements.
pub(super) type JointLayerValues = LayerValues<PackedState, (), 1>;

/// A packed state contains the placements of its items; the other items are unrestricted.
impl AllowedPlacements<1> for JointLayerValues {
    fn possible_placements(&self, &[value]: &[u64; 1], item: usize) -> Vec<usize> {
        match self.lists.quantities().part(0).placement(value, item) {
            Some(placement) => vec![placement],
            None => (0..self.items.placements(item).len()).collect(),
        }
    }
}

/// The requested joint placements of a problem; `None` if none are requested, or if they cannot be listed.
pub(super) fn values(problem: &Problem, requested: JointLayers) -> Option<JointLayerValues> {
    let lists = match requested {
        JointLayers::None => None,
        JointLayers::Full => ListsFromBothEnds::of_all_pieces(problem),
        JointLayers::Partial => ListsFromBothEnds::of_some_pieces(problem),
    }?;
    let items = lists.quantities().part(0).items().clone();
    Some(LayerValues::new(lists, items, ()))
}
