//! The joint placements of many pieces, beside the pieces: one literal each.
//!
//! *Idea.* Lemmas are about four pieces at a time. Of nine edges and three corners together, far fewer placements are near both
//! ends of a solution: with 14 turns of R, U and F, some 300 a step. These are [listed from both ends](crate::reach::Lists), each gets a
//! [literal](super::values), and a solver is left with the question which of the ways through them suits the other pieces as well.
//!
//! *Source.* To relax a question to some of the pieces is the idea of pattern databases (Culberson and Schaeffer; Korf). To list
//! from both ends what of them is near a short solution, and to have that in a formula, is ours.
//!
//! *Why sound.* See [`values`](super::values). It is never asked about all pieces: that would be the answer, and no formula.
//!
//! *Cost.* The lists take a second at most, so only an enumeration of one length asks for them, where a solver must look
//! everywhere. Where a step has more than [`MOST_VALUES`] there are none.

use super::EncodeError;
use super::formula::Meaning;
use super::joint::{Values, require};
use crate::circuit::Circuit;
use crate::control::Control;
use crate::problem::Problem;
use crate::reach::{Joint, Lists, ReachError};

/// No step has more values than this.
const MOST_VALUES: usize = 20_000;

/// What is listed of many pieces, if they can be followed.
#[derive(Debug)]
pub(super) struct Many(Option<Lists<Joint>>);

impl Many {
    /// Nothing is listed yet.
    pub(super) fn new(problem: &Problem) -> Self {
        Self(Lists::of_many(problem).ok().flatten())
    }

    /// The joint placements for so many slots; `None` where there are too many.
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

    /// Requires what they say.
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
