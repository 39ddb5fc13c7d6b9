//! The values that a solution can pass, listed from start and goal: of coset coordinates, and of joint placements.

use super::coordinates::{self, FamilyValues};
use super::formula::Meaning;
use super::joint_layers::{self, JointLayerValues, JointLayers};
use super::layer_values::{LayerValues, PossibleBits};
use super::recipe::CosetCoordinates;
use super::sound_options::Justification;
use super::states::States;
use crate::circuit::Circuit;
use crate::control::Control;
use crate::error::Error;
use crate::problem::Problem;
use crate::reach::{MAX_FAMILIES, Steps};

/// The lists of a problem, for one budget at a time. Each kind of list is made when it is first needed.
#[derive(Debug)]
pub(super) struct LayerLists {
    coordinates: CosetCoordinates,
    pub(super) joint_layers: JointLayers,
    joint: OnDemand<JointLayerValues>,
    families: OnDemand<FamilyValues>,
}

/// `None` if not needed so far, `Some(None)` if the problem has no such lists.
type OnDemand<T> = Option<Option<T>>;

impl LayerLists {
    pub(super) fn new(coordinates: CosetCoordinates, joint_layers: JointLayers) -> Self {
        Self {
            coordinates,
            joint_layers,
            joint: None,
            families: None,
        }
    }

    /// Lists the values for the budget of `problem`: of the requested joint placements and, unless these place all
    /// pieces, of coset coordinates.
    pub(super) fn list(&mut self, problem: &Problem, control: &Control) -> Result<(), Error> {
        let slots = problem.budget.slots();
        // Without slots, only full layers matter: they show whether the start is the goal.
        if slots > 0 || self.joint_layers == JointLayers::Full {
            let joint = || joint_layers::values(problem, self.joint_layers);
            if let Some(joint) = self.joint.get_or_insert_with(joint) {
                joint.list(slots, control)?;
            }
        }
        if slots > 0 && !self.have_full_layers(slots) {
            let families = || coordinates::values(problem, self.coordinates);
            if let Some(families) = self.families.get_or_insert_with(families) {
                families.list(slots, control)?;
            }
        }
        Ok(())
    }

    /// The bits that may be true in a solution, according to the listed values.
    pub(super) fn possible_bits(&self, slots: usize, states: &States) -> PossibleBits {
        if let Some((joint, values)) = self.full_layers(slots) {
            joint.possible_bits(values, states)
        } else if let Some((families, values)) = self.few_values(slots) {
            families.possible_bits(values, states)
        } else {
            PossibleBits::default()
        }
    }

    /// Requires that each state has a listed value. Returns the number of these clauses if they replace lemmas, else 0.
    pub(super) fn require(
        &self,
        circuit: &mut Circuit,
        problem: &Problem,
        meaning: &Meaning,
        control: &Control,
    ) -> Result<usize, Error> {
        let before = circuit.clause_count();
        if let Some(Some(families)) = &self.families {
            families.require(circuit, problem, meaning, control)?;
        }
        if let Some(Some(joint)) = &self.joint {
            joint.require(circuit, problem, meaning, control)?;
        }
        let added = circuit.clause_count() - before;
        let can_replace_lemmas = self.can_replace_lemmas(problem.budget.slots());
        Ok(if can_replace_lemmas { added } else { 0 })
    }

    /// Whether values are listed for this number of slots, of coset coordinates or of joint placements.
    pub(super) fn have_values(&self, slots: usize) -> bool {
        lists_for(&self.families, slots).is_some() || lists_for(&self.joint, slots).is_some()
    }

    /// Whether the values determine the placement of each piece.
    pub(super) fn have_full_layers(&self, slots: usize) -> bool {
        self.full_layers(slots).is_some()
    }

    /// Whether lemmas would add nothing.
    pub(super) fn can_replace_lemmas(&self, slots: usize) -> bool {
        self.have_full_layers(slots) || self.few_values(slots).is_some()
    }

    /// The reason why there is no solution, if some step has no value.
    pub(super) fn refutation(&self, slots: usize) -> Option<Justification> {
        if let Some((_, steps)) = self.full_layers(slots) {
            let is_refuted = steps.iter().any(Vec::is_empty);
            return is_refuted.then_some(Justification::Reach);
        }
        let (_, steps) = self.few_values(slots)?;
        let is_refuted = steps.iter().any(Vec::is_empty);
        is_refuted.then_some(Justification::Lists)
    }

    /// The joint placements of all pieces, if they are listed for this number of slots.
    fn full_layers(&self, slots: usize) -> Option<(&JointLayerValues, &Steps<1>)> {
        lists_for(&self.joint, slots).filter(|_| self.joint_layers == JointLayers::Full)
    }

    /// The values of coset coordinates, if they are so few that lemmas would add nothing.
    fn few_values(&self, slots: usize) -> Option<(&FamilyValues, &Steps<MAX_FAMILIES>)> {
        lists_for(&self.families, slots).filter(|(_, values)| coordinates::are_few(values))
    }
}

/// Lists with their values for this number of slots, if they are listed.
fn lists_for<F, C, const K: usize>(
    lists: &OnDemand<LayerValues<F, C, K>>,
    slots: usize,
) -> Option<(&LayerValues<F, C, K>, &Steps<K>)> {
    let lists = lists.as_ref()?.as_ref()?;
    Some((lists, lists.steps(slots)?))
}
