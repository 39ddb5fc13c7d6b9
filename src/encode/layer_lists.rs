//! The values listed from both ends for a problem: coset coordinates, and joint placements of all or many pieces.

use std::sync::Arc;

use super::coordinates::{Families, FamilySteps};
use super::formula::Meaning;
use super::joint_layers::JointLists;
use super::layer_values::PossibleBits;
use super::recipe::CosetCoordinates;
use super::sound_options::Justification;
use super::states::Representation;
use crate::circuit::Circuit;
use crate::control::Control;
use crate::error::Error;
use crate::problem::Problem;
use crate::reach::Steps;

/// The lists of a problem for any budget.
#[derive(Debug, Default)]
pub(super) struct LayerLists {
    full_layers: OnDemand<JointLists>,
    families: OnDemand<Families>,
    partial_layers: OnDemand<JointLists>,
}

/// Lists that are computed when first needed.
#[derive(Debug, Default)]
enum OnDemand<T> {
    /// Not needed yet.
    #[default]
    Unknown,
    /// The problem has no such lists.
    None,
    /// The lists.
    Some(T),
}

impl<T> OnDemand<T> {
    fn get_or_make(&mut self, make: impl FnOnce() -> Option<T>) -> Option<&mut T> {
        if let OnDemand::Unknown = self {
            *self = make().map_or(OnDemand::None, OnDemand::Some);
        }
        match self {
            OnDemand::Some(lists) => Some(lists),
            OnDemand::Unknown | OnDemand::None => None,
        }
    }
}

/// What the lists say about solutions.
pub(super) enum Decision {
    /// Some step has no value, so there is no solution.
    Refuted(Justification),
    /// Every step has a value; a few pieces at a time exclude no more.
    Open,
    /// The lists exclude too little; a few pieces at a time may exclude more.
    Weak,
}

/// The values of each step; `None` where there are no lists, or they do not span the budget.
#[derive(Debug, Default)]
pub(super) struct Values {
    full_layers: Option<Arc<Steps<1>>>,
    families: Option<Arc<FamilySteps>>,
    partial_layers: Option<Arc<Steps<1>>>,
}

impl LayerLists {
    /// The values of a budget: of all pieces together, if requested and possible; otherwise of coset coordinates and,
    /// if requested, of many pieces.
    ///
    /// # Errors
    /// [`Error`] if the control stops it.
    pub(super) fn values(
        &mut self,
        problem: &Problem,
        coordinates: CosetCoordinates,
        full_layers: bool,
        partial_layers: bool,
        control: &Control,
    ) -> Result<Values, Error> {
        let slots = problem.budget.slots();
        let mut values = Values::default();
        if full_layers {
            let joints = self.full_layers.get_or_make(|| JointLists::full(problem));
            values.full_layers = joint_values(joints, slots, control)?;
        }
        // Without slots, start and goal determine everything.
        if values.full_layers.is_some() || slots == 0 {
            return Ok(values);
        }
        let families = || Families::new(problem, coordinates);
        if let Some(families) = self.families.get_or_make(families) {
            values.families = families.values(slots, control)?;
        }
        if partial_layers {
            let joints = self
                .partial_layers
                .get_or_make(|| JointLists::partial(problem));
            values.partial_layers = joint_values(joints, slots, control)?;
        }
        Ok(values)
    }

    /// The bits that may be true in a solution, according to the values.
    pub(super) fn possible_bits(
        &self,
        values: &Values,
        representation: &Representation,
    ) -> PossibleBits {
        if let (OnDemand::Some(joints), Some(values)) = (&self.full_layers, &values.full_layers) {
            return joints.possible_bits(values, representation);
        }
        match (&self.families, &values.families) {
            (OnDemand::Some(families), Some(values)) if Families::are_few(values) => {
                families.possible_bits(values, representation)
            }
            _ => PossibleBits::default(),
        }
    }

    /// Adds the constraints of the values. Returns the number of clauses that replace lemmas.
    ///
    /// # Errors
    /// [`Error`] if the control stops it.
    pub(super) fn require(
        &self,
        circuit: &mut Circuit,
        problem: &Problem,
        meaning: &Meaning,
        values: &Values,
        control: &Control,
    ) -> Result<usize, Error> {
        let before = circuit.n_clauses();
        if let (OnDemand::Some(families), Some(values)) = (&self.families, &values.families) {
            families.require(circuit, problem, meaning, values, control)?;
        }
        let joints = [
            (&self.full_layers, &values.full_layers),
            (&self.partial_layers, &values.partial_layers),
        ];
        for joint in joints {
            if let (OnDemand::Some(joints), Some(values)) = joint {
                joints.require(circuit, problem, meaning, values, control)?;
            }
        }
        let added = circuit.n_clauses() - before;
        Ok(if values.replace_lemmas() { added } else { 0 })
    }
}

impl Values {
    /// Whether there are values other than those of all pieces.
    pub(super) fn have_partial_values(&self) -> bool {
        self.families.is_some() || self.partial_layers.is_some()
    }

    /// Whether they determine the placement of each piece.
    pub(super) fn place_all(&self) -> bool {
        self.full_layers.is_some()
    }

    /// Whether lemmas would add nothing.
    pub(super) fn replace_lemmas(&self) -> bool {
        let are_few = |values: &Arc<FamilySteps>| Families::are_few(values);
        self.full_layers.is_some() || self.families.as_ref().is_some_and(are_few)
    }

    /// Whether the values refute all solutions.
    pub(super) fn decision(&self) -> Decision {
        let families = self.families.as_ref().filter(|it| Families::are_few(it));
        let (is_missing, why) = match (&self.full_layers, families) {
            (Some(steps), _) => (steps.iter().any(Vec::is_empty), Justification::Reach),
            (None, Some(steps)) => (steps.iter().any(Vec::is_empty), Justification::Lists),
            (None, None) => return Decision::Weak,
        };
        if is_missing {
            Decision::Refuted(why)
        } else {
            Decision::Open
        }
    }
}

/// The values of joint placements, if they are listed.
fn joint_values(
    joints: Option<&mut JointLists>,
    slots: usize,
    control: &Control,
) -> Result<Option<Arc<Steps<1>>>, Error> {
    match joints {
        Some(joints) => joints.values(slots, control),
        None => Ok(None),
    }
}
