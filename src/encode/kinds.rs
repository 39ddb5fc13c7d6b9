//! The joint placements of all pieces of one kind, beside the pieces: one literal each.
//!
//! *Idea.* Where only some turns are allowed, the edges alone have few ways to their goal: with turns of R, U and F, 14 turns
//! bring them there in ways that pass a few thousand joint placements a step. Each of these gets a [literal](super::values), and a
//! solver is left with the question which of these ways suits the corners as well.
//!
//! *Source.* Relaxations to some of the pieces are those of pattern databases (Culberson and Schaeffer; Korf); to list
//! from both ends what of them is near a short solution, and to have that in a formula, is ours.
//!
//! *Why sound.* See [`values`](super::values). It is never asked about all pieces at once: that would be the answer and no formula.
//!
//! *Cost.* The lists take a second at most, so only an enumeration of one length asks for them, where the solver must look everywhere. The kind
//! with the fewest values is taken, if no step has more than [`MOST_VALUES`].

use super::EncodeError;
use super::formula::Meaning;
use super::joint::placed;
use super::values::Speaker;
use crate::circuit::Circuit;
use crate::control::Control;
use crate::problem::Problem;
use crate::reach::{Joint, Lists, ReachError};

/// No step has more values than this.
const MOST_VALUES: usize = 20_000;

/// What is listed of each kind of pieces.
#[derive(Debug, Default)]
pub(super) struct Kinds(Vec<Lists<Joint>>);

/// The joint placements of a kind that each step can have.
pub(super) struct OfKind {
    kind: usize,
    layers: Vec<Vec<u64>>,
}

impl Kinds {
    /// None where the pieces cannot be told apart, or do not come to the goal.
    pub(super) fn new(problem: &Problem) -> Self {
        Self(Lists::of_kinds(problem).unwrap_or_default())
    }

    /// The kind with the fewest joint placements for so many slots, if there is one that pays.
    ///
    /// # Errors
    /// [`EncodeError::Stopped`].
    pub(super) fn listed(
        &mut self,
        slots: usize,
        control: &Control,
    ) -> Result<Option<OfKind>, EncodeError> {
        let mut found = Vec::new();
        if slots == 0 {
            return Ok(None); // Start and goal tell all.
        }
        for (kind, lists) in self.0.iter_mut().enumerate() {
            match lists.layers(slots, MOST_VALUES, control) {
                Ok(Some(layers)) => found.push(OfKind { kind, layers }),
                Err(ReachError::Stopped(stop)) => return Err(EncodeError::Stopped(stop)),
                Ok(None) | Err(_) => {}
            }
        }
        Ok({ found.into_iter() }.min_by_key(|it| it.layers.iter().map(Vec::len).sum::<usize>()))
    }

    /// Requires what the joint placements of a kind say.
    ///
    /// # Errors
    /// [`EncodeError::Stopped`].
    pub(super) fn require(
        &self,
        circuit: &mut Circuit,
        problem: &Problem,
        meaning: &Meaning,
        of_kind: &OfKind,
        control: &Control,
    ) -> Result<(), EncodeError> {
        let joint = self.0[of_kind.kind].followed();
        let speaker = Speaker {
            problem,
            meaning,
            items: joint.items(),
            followed: joint,
            placing: &|value, item| placed(joint, value, item),
        };
        speaker.require(circuit, &of_kind.layers, control)
    }
}
