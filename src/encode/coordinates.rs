//! Coset coordinates beside the pieces: one literal a joint value that a solution can pass.
//!
//! *Idea.* Where all corners and edges lie and where those of a slice are is one of two billion values
//! on the 3×3×3, and so many turns from the start and before the goal a few hundred of them are left
//! ([`Cosets`]). Each of these gets a literal; a turn carries it, and it says where the pieces can
//! be. So a solver need not find out turn by turn that most beginnings lead to no end. (In the field's words:
//! redundant variables, channelled to the others.)
//!
//! *Source.* Cosets are M. Thistlethwaite's and H. Kociemba's; to have them beside the pieces in a formula is ours.
//!
//! *Why sound.* The joint value is a function of the state, and every solution passes listed values only. So
//! each model of the rest is extended in just one way: the first value is the start's, and the
//! turns carry it. No answer changes, and no count.
//!
//! *Cost.* Two clauses a value and turn, and one a value and piece. Which families: the one that leaves the
//! fewest values, if no step has more than [`MOST_VALUES`]. Where the lists do not reach across the budget there is none.

use super::EncodeError;
use super::formula::Meaning;
use super::recipe::CosetCoordinates;
use super::values::Speaker;
use crate::circuit::Circuit;
use crate::control::Control;
use crate::problem::{Coordinates, Family, Problem};
use crate::reach::{Cosets, Items, ReachError};

/// From so many joint values on they tell more than a few pieces at a time.
const LARGE: u64 = 100_000_000;

/// No step has more values than this.
const MOST_VALUES: usize = 20_000;

/// So many families are followed at most. A second one took more time than it spared, at 11 turns.
const MOST_FAMILIES: usize = 1;

/// The families of a problem, whatever the budget.
#[derive(Debug)]
pub(super) struct Followed {
    coordinates: Option<Coordinates>,
    cosets: Vec<Cosets>,
    /// Pieces whose placements are spoken of.
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

    /// The families that pay for so many slots: that with the fewest values.
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

    /// Requires what some families say.
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

/// The placements that an item can have when the coordinates of a family have a value together.
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

/// A family, by its number, with the values that each step can have.
pub(super) struct Listed {
    number: usize,
    layers: Vec<Vec<u64>>,
}
