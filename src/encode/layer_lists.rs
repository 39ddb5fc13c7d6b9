//! The values listed from both ends for a problem: coset coordinates, and joint placements of all or many pieces.

use super::coordinates::{self, FamilyValues};
use super::formula::Meaning;
use super::joint_layers::{self, JointLayers, JointValues};
use super::layer_values::{LayerValues, PlacementRule, PossibleBits};
use super::recipe::CosetCoordinates;
use super::sound_options::Justification;
use super::states::States;
use crate::circuit::Circuit;
use crate::control::Control;
use crate::error::Error;
use crate::problem::Problem;
use crate::reach::{ListsFromBothEnds, MAX_FAMILIES, Quantity, Steps};

/// The lists of a problem for one budget after another. Each is made when it is first needed.
#[derive(Debug, Default)]
pub(super) struct LayerLists {
    full_layers: OnDemand<JointValues>,
    families: OnDemand<FamilyValues>,
    partial_layers: OnDemand<JointValues>,
}

/// `None` if not needed yet, `Some(None)` if the problem has no such lists.
type OnDemand<T> = Option<Option<T>>;

impl LayerLists {
    /// Lists the values of a budget: of all pieces together, if requested and possible; otherwise of coset coordinates
    /// and, if requested, of many pieces.
    pub(super) fn list(
        &mut self,
        problem: &Problem,
        coordinates: CosetCoordinates,
        joint_layers: JointLayers,
        control: &Control,
    ) -> Result<(), Error> {
        let slots = problem.budget.slots();
        if joint_layers == JointLayers::Full {
            let joint = || ListsFromBothEnds::of_all_pieces(problem).map(joint_layers::values);
            if let Some(joint) = self.full_layers.get_or_insert_with(joint) {
                joint.list(slots, control)?;
            }
        }
        // Without slots, start and goal determine everything.
        if self.place_all(slots) || slots == 0 {
            return Ok(());
        }
        let families = || coordinates::values(problem, coordinates);
        if let Some(families) = self.families.get_or_insert_with(families) {
            families.list(slots, control)?;
        }
        if joint_layers == JointLayers::Partial {
            let joint = || ListsFromBothEnds::of_some_pieces(problem).map(joint_layers::values);
            if let Some(joint) = self.partial_layers.get_or_insert_with(joint) {
                joint.list(slots, control)?;
            }
        }
        Ok(())
    }

    /// The bits that may be true in a solution, according to the values.
    pub(super) fn possible_bits(&self, slots: usize, states: &States) -> PossibleBits {
        if let Some((joint, values)) = lists_for(&self.full_layers, slots) {
            return joint.possible_bits(values, states);
        }
        match lists_for(&self.families, slots) {
            Some((families, values)) if coordinates::are_few(values) => {
                families.possible_bits(values, states)
            }
            _ => PossibleBits::default(),
        }
    }

    /// Adds the constraints of the values. Returns the number of clauses that replace lemmas.
    pub(super) fn require(
        &self,
        circuit: &mut Circuit,
        problem: &Problem,
        meaning: &Meaning,
        control: &Control,
    ) -> Result<usize, Error> {
        let before = circuit.n_clauses();
        if let Some(Some(families)) = &self.families {
            families.require(circuit, problem, meaning, control)?;
        }
        for joint in [&self.full_layers, &self.partial_layers] {
            if let Some(Some(joint)) = joint {
                joint.require(circuit, problem, meaning, control)?;
            }
        }
        let added = circuit.n_clauses() - before;
        Ok(if self.replace_lemmas(problem.budget.slots()) {
            added
        } else {
            0
        })
    }

    /// Whether values other than those of all pieces are listed.
    pub(super) fn have_partial_values(&self, slots: usize) -> bool {
        lists_for(&self.families, slots).is_some()
            || lists_for(&self.partial_layers, slots).is_some()
    }

    /// Whether the values determine the placement of each piece.
    pub(super) fn place_all(&self, slots: usize) -> bool {
        lists_for(&self.full_layers, slots).is_some()
    }

    /// Whether lemmas would add nothing.
    pub(super) fn replace_lemmas(&self, slots: usize) -> bool {
        self.place_all(slots) || self.few_families(slots).is_some()
    }

    /// The reason why there is no solution, if some step has no value.
    pub(super) fn refutation(&self, slots: usize) -> Option<Justification> {
        let (is_missing, why) = match lists_for(&self.full_layers, slots) {
            Some((_, steps)) => (steps.iter().any(Vec::is_empty), Justification::Reach),
            None => {
                let steps = self.few_families(slots)?;
                (steps.iter().any(Vec::is_empty), Justification::Lists)
            }
        };
        is_missing.then_some(why)
    }

    /// The values of coset coordinates, if they exclude so much that lemmas would add nothing.
    fn few_families(&self, slots: usize) -> Option<&Steps<MAX_FAMILIES>> {
        let (_, values) = lists_for(&self.families, slots)?;
        coordinates::are_few(values).then_some(values)
    }
}

/// Lists with their values, if there are any for this number of slots.
fn lists_for<F: Quantity, R: PlacementRule<F, K>, const K: usize>(
    lists: &OnDemand<LayerValues<F, R, K>>,
    slots: usize,
) -> Option<(&LayerValues<F, R, K>, &Steps<K>)> {
    let lists = lists.as_ref()?.as_ref()?;
    Some((lists, lists.steps(slots)?))
}
