//! The joint placements of all pieces that a solution can pass, if they can be listed.
//!
//! *Idea.* A stage of a plan is a puzzle with few coordinates, so the joint placement of all pieces is a single value, and
//! the values that a solution of a given length can pass are [listed from both ends](crate::reach::Joint). If a step has
//! none, no formula is needed. Otherwise each value gets a [literal](super::values), and placements that no value has are
//! constant, which makes the remaining formula small.
//!
//! *Why it is sound.* See [`values`](super::values).
//!
//! *Cost.* On the first stage of Kociemba's chain with 10 turns a few hundred values per step, instead of 4,730 placements.

use super::EncodeError;
use super::formula::Meaning;
use super::states::Representation;
use super::values::Speaker;
use crate::circuit::Circuit;
use crate::control::Control;
use crate::problem::Problem;
use crate::reach::{Joint, Lists, ReachError};

/// The maximum number of values in a step.
const MOST_VALUES: usize = 20_000;

/// The values of each step.
pub(super) type Values = Vec<Vec<u64>>;

/// The lists of a problem, for any budget.
#[derive(Debug)]
pub(super) struct Listed {
    lists: Lists<Joint>,
    /// The result for the last number of slots.
    last: Option<(usize, Option<Values>)>,
}

impl Listed {
    /// `None` if there are too many pieces, or if start or goal leaves the place of one open.
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        let lists = Lists::of_all(problem).ok()??;
        Some(Self { lists, last: None })
    }

    /// The values of each step; `None` if the lists do not span the budget, or are too long.
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

    /// For each step, bus and bit, whether a solution can have it, according to the values.
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

    /// Adds the constraints of the values.
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

/// Adds values of joint placements, and ties them to the pieces.
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

/// The possible placements of an item, given a value.
fn placed(joint: &Joint, value: u64, item: usize) -> Vec<usize> {
    match joint.placement(value, item) {
        Some(placement) => vec![placement],
        None => (0..joint.items().placements(item).len()).collect(),
    }
}

/// The possible bits of each step.
#[derive(Clone, Debug, Default)]
pub(super) struct Admitted(Vec<Vec<Vec<bool>>>);

impl Admitted {
    /// Whether some solution may have a bit in a step.
    pub(super) fn has(&self, step: usize, bus: usize, bit: usize) -> bool {
        self.0.get(step).is_none_or(|buses| buses[bus][bit])
    }
}
