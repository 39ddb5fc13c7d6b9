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

use super::formula::Meaning;
use super::layer_values::{CachedLists, LayerEncoder, PossibleBits};
use super::states::Representation;
use crate::circuit::Circuit;
use crate::control::Control;
use crate::error::Error;
use crate::problem::Problem;
use crate::reach::{ListsFromBothEnds, PackedState, Steps};

/// The lists of joint placements.
pub(super) type JointLists = CachedLists<PackedState, 1>;

impl JointLists {
    /// The lists for all pieces; `None` if there are too many pieces, or if start or goal leaves the place of one open.
    pub(super) fn full(problem: &Problem) -> Option<Self> {
        ListsFromBothEnds::of_all_pieces(problem)
            .ok()
            .flatten()
            .map(Self::new)
    }

    /// The lists for many pieces; `None` as for [`Self::full`].
    pub(super) fn partial(problem: &Problem) -> Option<Self> {
        ListsFromBothEnds::of_some_pieces(problem)
            .ok()
            .flatten()
            .map(Self::new)
    }

    /// The bits that may be true in a solution, according to the values.
    pub(super) fn possible_bits(
        &self,
        values: &Steps<1>,
        representation: &Representation,
    ) -> PossibleBits {
        self.with_encoder(|encoder| encoder.possible_bits(values, representation))
    }

    /// Adds the constraints of the values.
    ///
    /// # Errors
    /// [`Error`] if the control stops it.
    pub(super) fn require(
        &self,
        circuit: &mut Circuit,
        problem: &Problem,
        meaning: &Meaning,
        values: &Steps<1>,
        control: &Control,
    ) -> Result<(), Error> {
        self.with_encoder(|encoder| encoder.require(circuit, problem, meaning, values, control))
    }

    fn with_encoder<T>(&self, use_it: impl FnOnce(&LayerEncoder<'_, PackedState, 1>) -> T) -> T {
        let joint = self.quantities().part(0);
        use_it(&LayerEncoder {
            items: joint.items(),
            quantities: self.quantities(),
            possible_placements: &|&[value], item| match joint.placement(value, item) {
                Some(placement) => vec![placement],
                None => (0..joint.items().placements(item).len()).collect(),
            },
        })
    }
}
