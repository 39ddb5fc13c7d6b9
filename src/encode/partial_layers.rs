//! The joint placements of many pieces, in addition to the individual pieces: one literal each.
//!
//! *Idea.* Lemmas are about four pieces at a time. Nine edges and three corners together have far fewer joint placements
//! near both ends of a solution: with 14 turns of R, U and F, about 300 per step. These are [listed from both
//! ends](crate::reach::Lists), each gets a [literal](super::values), and the solver only has to choose among the paths
//! through them those that also suit the other pieces.
//!
//! *Source.* Relaxing a question to some of the pieces is the idea of pattern databases (Culberson and Schaeffer; Korf).
//! Listing from both ends the joint placements near a short solution, and using them in a formula, is ours.
//!
//! *Why it is sound.* See [`values`](super::values). It is never applied to all pieces, because that would be a search for
//! the answer without a formula.
//!
//! *Cost.* The lists take a second at most, so only an enumeration of one length uses them, where a solver must search
//! everywhere. If a step has more than [`MOST_VALUES`], they are not used.

use super::EncodeError;
use super::formula::Meaning;
use super::full_layers::{Values, require};
use crate::circuit::Circuit;
use crate::control::Control;
use crate::problem::Problem;
use crate::reach::{Joint, Lists, ReachError};

/// The maximum number of values in a step.
const MOST_VALUES: usize = 20_000;

/// The lists of many pieces, if they can be tracked.
#[derive(Debug)]
pub(super) struct PartialLayers(Option<Lists<Joint>>);

impl PartialLayers {
    /// Lists nothing yet.
    pub(super) fn new(problem: &Problem) -> Self {
        Self(Lists::of_many(problem).ok().flatten())
    }

    /// The joint placements for this many slots; `None` if there are too many.
    ///
    /// # Errors
    /// [`EncodeError::Stopped`].
    pub(super) fn values(
        &mut self,
        slots: usize,
        control: &Control,
    ) -> Result<Option<Values>, EncodeError> {
        let Some(lists) = self.0.as_mut().filter(|_| slots > 0) else {
            return Ok(None);
        };
        match lists.layers(slots, MOST_VALUES, control) {
            Err(ReachError::Stopped(stop)) => Err(EncodeError::Stopped(stop)),
            values => Ok(values.ok().flatten()),
        }
    }

    /// Adds their constraints.
    ///
    /// # Errors
    /// [`EncodeError::Stopped`].
    pub(super) fn require(
        &self,
        circuit: &mut Circuit,
        problem: &Problem,
        meaning: &Meaning,
        values: &Values,
        control: &Control,
    ) -> Result<(), EncodeError> {
        match &self.0 {
            Some(lists) => require(lists.followed(), circuit, problem, meaning, values, control),
            None => Ok(()),
        }
    }
}
