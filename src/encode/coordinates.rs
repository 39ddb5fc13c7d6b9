//! Coset coordinates in addition to the pieces: one literal for each joint value that a solution can pass.
//!
//! *Idea.* A coset coordinate is a property of the state whose values turns permute. On the 3×3×3, the orientations of
//! all corners and edges, with the places of the edges of a slice, have two billion values. Almost no combination of
//! the values along all three axes is close to both start and goal ([`Cosets`]). If a step has no such combination, no
//! formula is needed. Otherwise each combination gets a literal. Turns map values to values, and a value restricts the
//! placements of the pieces: if there are few values, most placements are excluded.
//!
//! *Source.* M. Thistlethwaite and H. Kociemba for cosets; using them in a formula together with the pieces is ours.
//!
//! *Why it is sound, and its cost.* See [`layer_values`](super::layer_values). Coordinates are used only if the lists
//! cover all steps of the budget and no step has too many values.

use std::sync::Arc;

use itertools::Itertools;

use super::layer_values::{AllowedPlacements, LayerValues};
use super::recipe::{CosetCoordinates, Recipe};
use crate::problem::{Coordinates, Family, Problem};
use crate::reach::{Cosets, Items, MAX_FAMILIES, Steps};

/// With at least this many joint values, coordinates exclude more than lemmas about a few pieces.
const MANY_VALUES: u64 = 100_000_000;

/// With fewer values in each step, lemmas about a few pieces add nothing.
const FEW_VALUES: usize = 2_000;

fn coordinates(problem: &Problem, setting: CosetCoordinates) -> Option<Coordinates> {
    match setting {
        CosetCoordinates::None => None,
        CosetCoordinates::Large => problem.coordinates(MANY_VALUES),
        CosetCoordinates::Always => problem.coordinates(2),
    }
}

/// Whether a problem uses coset coordinates, which refute many lengths in a few seconds.
pub(crate) fn uses_coset_coordinates(problem: &Problem, recipe: &Recipe) -> bool {
    let coordinates = coordinates(problem, recipe.coordinates);
    coordinates.is_some_and(|it| !it.families.is_empty())
}

/// The joint values of a problem's coset coordinates. A family consists of the coordinates of one subgroup.
pub(super) type FamilyValues = LayerValues<Family, Coordinates, MAX_FAMILIES>;

/// The coordinates whose values are to be listed; `None` if the recipe uses none, or the problem has none.
pub(super) fn values(problem: &Problem, setting: CosetCoordinates) -> Option<FamilyValues> {
    let coordinates = coordinates(problem, setting)?;
    let cosets = Cosets::of_problem(problem, &coordinates.families)?;
    let items = Arc::new(Items::new(problem).ok()?);
    Some(LayerValues::new(cosets, items, coordinates))
}

/// Whether the values exclude so much that lemmas would add nothing.
pub(super) fn are_few(values: &Steps<MAX_FAMILIES>) -> bool {
    values.iter().all(|values| values.len() < FEW_VALUES)
}

/// The coordinates of a piece's stickers restrict its placements.
impl AllowedPlacements<MAX_FAMILIES> for FamilyValues {
    fn possible_placements(&self, value: &[u64; MAX_FAMILIES], item: usize) -> Vec<usize> {
        let pieces = self.items.puzzle().pieces();
        let home = pieces.all()[self.items.piece(item)].facelets.iter();
        let in_goal: Vec<usize> = home.map(|&at| self.context.goal_of(at)).collect();
        let fits = |placement: &usize| {
            let mut families = self.lists.quantities().parts().zip(value);
            families.all(|(family, &value)| {
                let mut stickers = in_goal.iter().zip(pieces.frame(*placement));
                stickers.all(|(&in_goal, &at)| family.admits(value, in_goal, at))
            })
        };
        self.items.placements(item).iter().positions(fits).collect()
    }
}
