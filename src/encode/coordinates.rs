//! Coset coordinates in addition to the pieces: one literal for each joint value that a solution can pass.
//!
//! *Idea.* The orientations of all corners and edges together with the places of the edges of a slice have two billion
//! values on the 3×3×3, but only a few hundred of them are possible at each step ([`Cosets`]). Each of these gets a
//! literal; turns map values to values, and a value restricts the placements of the pieces. So a solver need not find out
//! turn by turn that most beginnings are dead ends. (In constraint programming: redundant variables with channeling
//! constraints.)
//!
//! *Source.* Cosets are M. Thistlethwaite's and H. Kociemba's; using them in a formula together with the pieces is ours.
//!
//! *Why it is sound.* The joint value is a function of the state, and every solution passes listed values only. So each
//! model of the other clauses extends in exactly one way: the first value is the start's, and the turns determine the
//! others. No answer and no count changes.
//!
//! *Cost.* Two clauses per value and turn, and one per value and piece. The family with the fewest values is used, if no
//! step has more than [`MOST_VALUES`]. If the lists do not span the budget, none is used.

use super::EncodeError;
use super::formula::Meaning;
use super::recipe::CosetCoordinates;
use super::values::Speaker;
use crate::circuit::Circuit;
use crate::control::Control;
use crate::problem::{Coordinates, Family, Problem};
use crate::reach::{Cosets, Items, ReachError};

/// With at least this many joint values, they exclude more than a few pieces at a time do.
const LARGE: u64 = 100_000_000;

/// The maximum number of values in a step.
const MOST_VALUES: usize = 20_000;

/// The maximum number of families. A second one took more time than it saved, at 11 turns.
const MOST_FAMILIES: usize = 1;

/// The families of a problem, for any budget.
#[derive(Debug)]
pub(super) struct Followed {
    coordinates: Option<Coordinates>,
    cosets: Vec<Cosets>,
    /// The pieces whose placements are restricted.
    items: Option<Items>,
}

impl Followed {
    pub(super) fn new(problem: &Problem, asked: CosetCoordinates) -> Self {
        let coordinates = match asked {
            CosetCoordinates::None => None,
            CosetCoordinates::Large => problem.coordinates(LARGE),
            CosetCoordinates::Always => problem.coordinates(2),
        };
        let families = coordinates.iter().flat_map(|all| &all.families);
        let cosets: Vec<Cosets> = families
            .map(|(family, start)| Cosets::new(&problem.cache, family, *start))
            .collect();
        Self {
            items: Items::new(problem).ok().filter(|_| !cosets.is_empty()),
            coordinates,
            cosets,
        }
    }

    /// The families worth using for this many slots: the one with the fewest values.
    pub(super) fn listed(
        &mut self,
        slots: usize,
        control: &Control,
    ) -> Result<Vec<Listed>, EncodeError> {
        let mut found = Vec::new();
        if slots == 0 {
            return Ok(found); // Start and goal tell all.
        }
        for (number, cosets) in self.cosets.iter_mut().enumerate() {
            match cosets.layers(slots, MOST_VALUES, control) {
                Ok(Some(layers)) => found.push(Listed { number, layers }),
                Err(ReachError::Stopped(stop)) => return Err(EncodeError::Stopped(stop)),
                Ok(None) | Err(_) => {}
            }
        }
        found.sort_by_key(|listed| listed.layers.iter().map(Vec::len).sum::<usize>());
        found.truncate(MOST_FAMILIES);
        Ok(found)
    }

    /// Adds the constraints of some families.
    pub(super) fn require(
        &self,
        circuit: &mut Circuit,
        problem: &Problem,
        meaning: &Meaning,
        families: &[Listed],
        control: &Control,
    ) -> Result<(), EncodeError> {
        let (Some(coordinates), Some(items)) = (&self.coordinates, &self.items) else {
            return Ok(());
        };
        for Listed { number, layers } in families {
            let family = self.cosets[*number].followed();
            let speaker = Speaker {
                problem,
                meaning,
                items,
                followed: family,
                placing: &|value, item| placed(coordinates, family, items, value, item),
            };
            speaker.require(circuit, layers, control)?;
        }
        Ok(())
    }
}

/// The possible placements of an item, given a joint value of a family.
fn placed(
    coordinates: &Coordinates,
    family: &Family,
    items: &Items,
    value: u64,
    item: usize,
) -> Vec<usize> {
    let pieces = items.puzzle().pieces();
    let home = &pieces.all()[items.piece(item)].facelets;
    let home = home.iter().map(|&at| coordinates.goal_of(at));
    let fits = |&(_, &placement): &(usize, &usize)| {
        let mut stickers = home.clone().zip(pieces.frame(placement));
        stickers.all(|(home, &at)| family.admits(value, home, at))
    };
    let placements = items.placements(item).iter().enumerate();
    placements.filter(fits).map(|(number, _)| number).collect()
}

/// A family, by its index, with the possible values of each step.
pub(super) struct Listed {
    number: usize,
    layers: Vec<Vec<u64>>,
}
