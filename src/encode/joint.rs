//! The joint placements of all pieces that a solution can pass, where they can be listed.
//!
//! *Idea.* A stage of a plan is a puzzle of few coordinates, so where all of them are is one value, and the values
//! that a solution of so many turns passes are [listed from both ends](crate::reach::Joint). Where a step has none, no formula
//! is needed. Elsewhere each value gets a [literal](super::values), and a placement that no value has is constant: what is left of
//! the formula is small.
//!
//! *Why sound.* See [`values`](super::values).
//!
//! *Cost.* On the first stage of Kociemba's chain with 10 turns some hundred values a step, in place of 4,730 placements.

use super::EncodeError;
use super::formula::Meaning;
use super::states::Representation;
use super::values::Speaker;
use crate::circuit::Circuit;
use crate::control::Control;
use crate::problem::Problem;
use crate::reach::{Joint, Lists, ReachError};

/// No step has more values than this.
const MOST_VALUES: usize = 20_000;

/// The values of each step.
pub(super) type Values = Vec<Vec<u64>>;

/// What is listed of a problem, whatever the budget.
#[derive(Debug)]
pub(super) struct Listed {
    lists: Lists<Joint>,
    /// For so many slots, which were asked about last.
    last: Option<(usize, Option<Values>)>,
}

impl Listed {
    /// `None` where the pieces are too many, or start or goal leave open where one is.
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        let lists = Lists::of_all(problem).ok()??;
        Some(Self { lists, last: None })
    }

    /// The values of each step; `None` where the lists do not reach so far, or are too long.
    ///
    /// # Errors
    /// [`EncodeError::Stopped`].
    pub(super) fn values(
        &mut self,
        slots: usize,
        control: &Control,
    ) -> Result<Option<(&Self, &Values)>, EncodeError> {
        if self.last.as_ref().is_none_or(|(known, _)| *known != slots) {
            let values = match self.lists.layers(slots, MOST_VALUES, control) {
                Err(ReachError::Stopped(stop)) => return Err(EncodeError::Stopped(stop)),
                values => values.ok().flatten(),
            };
            self.last = Some((slots, values));
        }
        let values = self.last.as_ref().and_then(|(_, values)| values.as_ref());
        Ok(values.map(|values| (&*self, values)))
    }

    /// For each step, bus and bit whether a solution can have it, as far as the values tell.
    pub(super) fn admitted(&self, values: &Values, representation: &Representation) -> Admitted {
        let joint = self.lists.followed();
        let items = joint.items();
        let (Representation::Placements(part) | Representation::Forwards(part)) = representation
        else {
            return Admitted::default();
        };
        let placements: Vec<&[usize]> = part.lists().collect();
        let all: Vec<Vec<bool>> = placements
            .iter()
            .map(|list| vec![true; list.len()])
            .collect();
        let of_step = |values: &Vec<u64>| {
            let mut admitted = all.clone();
            for item in 0..items.len() {
                let mut numbers = vec![false; items.placements(item).len()];
                for &value in values {
                    match joint.placement(value, item) {
                        Some(number) => numbers[number] = true,
                        None => numbers.fill(true),
                    }
                }
                let bus = items.piece(item);
                for (bit, facelet) in placements[bus].iter().enumerate() {
                    if let Ok(number) = items.placements(item).binary_search(facelet) {
                        admitted[bus][bit] = numbers[number];
                    }
                }
            }
            admitted
        };
        Admitted(values.iter().map(of_step).collect())
    }

    /// Requires what the values say.
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
        require(
            self.lists.followed(),
            circuit,
            problem,
            meaning,
            values,
            control,
        )
    }
}

/// Requires of the pieces that some joint placements follow what the values say.
///
/// # Errors
/// [`EncodeError::Stopped`].
pub(super) fn require(
    joint: &Joint,
    circuit: &mut Circuit,
    problem: &Problem,
    meaning: &Meaning,
    values: &Values,
    control: &Control,
) -> Result<(), EncodeError> {
    let speaker = Speaker {
        problem,
        meaning,
        items: joint.items(),
        followed: joint,
        placing: &|value, item| placed(joint, value, item),
    };
    speaker.require(circuit, values, control)
}

/// The placements that an item can have when there is a value.
fn placed(joint: &Joint, value: u64, item: usize) -> Vec<usize> {
    match joint.placement(value, item) {
        Some(placement) => vec![placement],
        None => (0..joint.items().placements(item).len()).collect(),
    }
}

/// What a bit of a step can be.
#[derive(Clone, Debug, Default)]
pub(super) struct Admitted(Vec<Vec<Vec<bool>>>);

impl Admitted {
    /// Whether some solution may have a bit of a step.
    pub(super) fn has(&self, step: usize, bus: usize, bit: usize) -> bool {
        self.0.get(step).is_none_or(|buses| buses[bus][bit])
    }
}
