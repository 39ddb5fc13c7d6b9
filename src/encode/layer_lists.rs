//! The values that are listed from both ends for a problem: of coset coordinates, and the joint placements of all or
//! many pieces.

use std::sync::Arc;

use super::EncodeError;
use super::coordinates::{Families, FamilySteps};
use super::formula::Meaning;
use super::joint_layers::Joints;
use super::options::Justification;
use super::recipe::CosetCoordinates;
use super::states::Representation;
use super::values::Admitted;
use crate::circuit::Circuit;
use crate::control::Control;
use crate::problem::Problem;
use crate::reach::Steps;

/// The lists of a problem for any budget, computed on demand. The inner `None` means that the problem has no such
/// lists.
#[derive(Debug, Default)]
pub(super) struct Lists {
    full_layers: Option<Option<Joints>>,
    families: Option<Option<Families>>,
    partial_layers: Option<Option<Joints>>,
}

/// The values of each step, where the lists span the budget.
#[derive(Debug, Default)]
pub(super) struct Values {
    full_layers: Option<Arc<Steps<1>>>,
    families: Option<Arc<FamilySteps>>,
    partial_layers: Option<Arc<Steps<1>>>,
}

impl Lists {
    /// The values of a budget: of all pieces together, if requested and possible; otherwise of coset coordinates and,
    /// if requested, of many pieces.
    ///
    /// # Errors
    /// [`EncodeError::Stopped`].
    pub(super) fn values(
        &mut self,
        (problem, coordinates): (&Problem, CosetCoordinates),
        full_layers: bool,
        partial_layers: bool,
        control: &Control,
    ) -> Result<Values, EncodeError> {
        let slots = problem.budget.slots();
        let mut values = Values::default();
        if full_layers {
            let full_layers = self
                .full_layers
                .get_or_insert_with(|| Joints::full(problem));
            values.full_layers = listed(full_layers, slots, control)?;
        }
        // Without a slot, start and goal determine everything.
        if values.full_layers.is_some() || slots == 0 {
            return Ok(values);
        }
        let families = || Families::new(problem, coordinates);
        if let Some(families) = self.families.get_or_insert_with(families) {
            values.families = families.values(slots, control)?;
        }
        if partial_layers {
            let partial_layers = self
                .partial_layers
                .get_or_insert_with(|| Joints::partial(problem));
            values.partial_layers = listed(partial_layers, slots, control)?;
        }
        Ok(values)
    }

    /// The bits that a solution can have, according to the values.
    pub(super) fn admitted(&self, values: &Values, representation: &Representation) -> Admitted {
        if let (Some(Some(full_layers)), Some(values)) = (&self.full_layers, &values.full_layers) {
            return full_layers.admitted(values, representation);
        }
        match (&self.families, &values.families) {
            (Some(Some(families)), Some(values)) if Families::are_few(values) => {
                families.admitted(values, representation)
            }
            _ => Admitted::default(),
        }
    }

    /// Adds the constraints of the values. Returns the number of clauses that replace lemmas.
    ///
    /// # Errors
    /// [`EncodeError::Stopped`].
    pub(super) fn require(
        &self,
        circuit: &mut Circuit,
        of: (&Problem, &Meaning),
        values: &Values,
        control: &Control,
    ) -> Result<usize, EncodeError> {
        let before = circuit.n_clauses();
        if let (Some(Some(families)), Some(values)) = (&self.families, &values.families) {
            families.require(circuit, of, values, control)?;
        }
        let joints = [
            (&self.full_layers, &values.full_layers),
            (&self.partial_layers, &values.partial_layers),
        ];
        for joint in joints {
            if let (Some(Some(joints)), Some(values)) = joint {
                joints.require(circuit, of, values, control)?;
            }
        }
        let added = circuit.n_clauses() - before;
        Ok(if values.replace_lemmas() { added } else { 0 })
    }
}

impl Values {
    /// Whether there are other values than those of all pieces.
    pub(super) fn are_some(&self) -> bool {
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

    /// `Some(Some(reason))` if some step has no value, so there is no solution; `Some(None)` if every step has one;
    /// `None` if the lists are too weak to decide.
    pub(super) fn refute(&self) -> Option<Option<Justification>> {
        let full_layers = self.full_layers.as_ref();
        let full_layers =
            full_layers.map(|it| (it.iter().any(Vec::is_empty), Justification::Reach));
        let families = self.families.as_ref().filter(|it| Families::are_few(it));
        let families = || families.map(|it| (it.iter().any(Vec::is_empty), Justification::Lists));
        let (is_missing, why) = full_layers.or_else(families)?;
        Some(is_missing.then_some(why))
    }
}

/// The values of joint placements, if they are listed.
fn listed(
    joints: &mut Option<Joints>,
    slots: usize,
    control: &Control,
) -> Result<Option<Arc<Steps<1>>>, EncodeError> {
    match joints {
        Some(joints) => joints.values(slots, control),
        None => Ok(None),
    }
}
