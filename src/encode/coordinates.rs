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

use rustc_hash::FxHashMap;

use super::EncodeError;
use super::code::Code;
use super::error::{MOST_CLAUSES, go_on};
use super::formula::Meaning;
use super::recipe::CosetCoordinates;
use crate::circuit::{Circuit, Signal};
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
            .map(|(family, start)| Cosets::new(family, *start))
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
            let speaker = Speaker {
                problem,
                meaning,
                coordinates,
                items,
                family: self.cosets[*number].family(),
            };
            speaker.require(circuit, layers, control)?;
        }
        Ok(())
    }
}

/// A family, by its number, with the values that each step can have.
pub(super) struct Listed {
    number: usize,
    layers: Vec<Vec<u64>>,
}

/// The values of a step with their literals.
type Values = FxHashMap<u64, Signal>;

/// Says what one family says.
struct Speaker<'a> {
    problem: &'a Problem,
    meaning: &'a Meaning,
    coordinates: &'a Coordinates,
    items: &'a Items,
    family: &'a Family,
}

impl Speaker<'_> {
    fn require(
        &self,
        circuit: &mut Circuit,
        layers: &[Vec<u64>],
        control: &Control,
    ) -> Result<(), EncodeError> {
        let mut before: Option<(&[u64], Values)> = None;
        for (step, layer) in layers.iter().enumerate() {
            go_on(control)?;
            // They only help, so where there is no room there are none. A step without the one before it
            // would leave its values open.
            if circuit.n_clauses() > MOST_CLAUSES {
                return Ok(());
            }
            let signals: Vec<Signal> = match layer[..] {
                [_] => vec![Signal::TRUE],
                _ => layer.iter().map(|_| circuit.input()).collect(),
            };
            circuit.require_clause(&signals);
            circuit.require_at_most_one(&signals);
            let here: Values = layer.iter().copied().zip(signals).collect();
            if let Some((earlier, values)) = &before {
                self.follow(circuit, step - 1, (*earlier, values), (layer, &here));
            }
            self.place(circuit, step, layer, &here);
            before = Some((layer, here));
        }
        Ok(())
    }

    /// Requires that the turn of a slot carries the values.
    fn follow(
        &self,
        circuit: &mut Circuit,
        slot: usize,
        (earlier, before): (&[u64], &Values),
        (later, after): (&[u64], &Values),
    ) {
        let selectors = &self.meaning.selectors;
        for (number, &code) in selectors.codes().iter().enumerate() {
            let Some(moves) = self.moves(code) else {
                continue;
            };
            let unless = selectors.chooses(slot, number);
            let unless: Vec<Signal> = unless.into_iter().map(|signal| !signal).collect();
            let mut possible = unless.clone();
            let mut clause = |signals: &[Signal]| {
                circuit.require_clause(&[&unless[..], signals].concat());
            };
            for value in earlier {
                let to = moves.after(*value);
                let to = after.get(&to).copied().unwrap_or(Signal::FALSE);
                clause(&[!before[value], to]);
                if to != Signal::FALSE {
                    possible.push(before[value]);
                }
            }
            for value in later {
                let from = before.get(&moves.before(*value)).copied();
                clause(&[!after[value], from.unwrap_or(Signal::FALSE)]);
            }
            circuit.require_clause(&possible);
        }
    }

    fn moves(&self, code: Code) -> Option<Moves<'_>> {
        let turn = match code {
            Code::Turn(turn) => {
                let mut allowed = self.problem.allowed.iter();
                Some(allowed.position(|&known| known == turn)?)
            }
            Code::Idle => None,
        };
        Some(Moves {
            family: self.family,
            turn,
        })
    }

    /// Requires that the pieces are where the values of a step let them be.
    fn place(&self, circuit: &mut Circuit, step: usize, layer: &[u64], values: &Values) {
        let (puzzle, items) = (&self.problem.puzzle, self.items);
        let pieces = puzzle.pieces();
        for item in 0..items.len() {
            let piece = items.piece(item);
            let home = &pieces.all()[piece].facelets;
            let home: Vec<usize> = home
                .iter()
                .map(|&at| self.coordinates.goal_of(at))
                .collect();
            let at = |&placement: &usize| {
                let signals = self.meaning.states.at(puzzle, step, piece, placement);
                (placement, circuit.and(&signals))
            };
            let placements: Vec<(usize, Signal)> = items.placements(item).iter().map(at).collect();
            let mut fits: Vec<Vec<Signal>> = vec![Vec::new(); placements.len()];
            for value in layer {
                let signal = values[value];
                let mut clause = vec![!signal];
                for (number, &(placement, there)) in placements.iter().enumerate() {
                    let mut stickers = home.iter().zip(pieces.frame(placement));
                    if stickers.all(|(&home, &at)| self.family.admits(*value, home, at)) {
                        clause.push(there);
                        fits[number].push(signal);
                    }
                }
                if clause.len() <= placements.len() {
                    circuit.require_clause(&clause);
                }
            }
            for (&(_, there), mut fits) in placements.iter().zip(fits) {
                if fits.len() < layer.len() {
                    fits.push(!there);
                    circuit.require_clause(&fits);
                }
            }
        }
    }
}

/// What a code does to values.
struct Moves<'a> {
    family: &'a Family,
    /// The turn, by its position among the allowed ones; `None` if the slot is idle.
    turn: Option<usize>,
}

impl Moves<'_> {
    fn after(&self, value: u64) -> u64 {
        self.turn
            .map_or(value, |turn| self.family.after(value, turn))
    }

    fn before(&self, value: u64) -> u64 {
        self.turn
            .map_or(value, |turn| self.family.before(value, turn))
    }
}
