//! The choice of a turn as a face and a power of it: one literal per face and one per power, exactly one of each true. Idle
//! is a face without powers.
//!
//! *Idea.* All powers of a face leave the same stickers in place. That is stated once per face instead of once per turn, as
//! is the constraint that a face does not follow itself.
//!
//! *Source.* Chen, *Solving Rubik's Cube Using SAT Solvers* (arXiv:1105.1436).
//!
//! *Why it is sound.* Pairs of a face and a power that are not an allowed turn are forbidden; if a face has one power, or
//! is idle, the power is fixed. So the remaining pairs correspond exactly to the codes.
//!
//! *Cost.* 8 variables for 18 turns where one-hot has 18, but two literals for a turn.

use std::collections::HashMap;

use itertools::Itertools;

use super::code::Code;
use super::select_onehot::SelectOnehot;
use super::selector::{BitPattern, CodeGroup, Codebook, Selector};
use crate::circuit::{Bus, Circuit};
use crate::puzzle::Puzzle;

/// The faces and powers of some codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SelectFace {
    codes: usize,
    /// Each face with its codes and the indices of their powers; idle has one code and the first power.
    faces: Vec<Vec<(usize, usize)>>,
    powers: usize,
}

impl SelectFace {
    pub(super) fn new(puzzle: &Puzzle, codes: &[Code]) -> Self {
        let turn = |code: &Code| match *code {
            Code::Turn(turn) => Some(&puzzle.turns()[turn]),
            Code::Idle => None,
        };
        let powers: Vec<usize> = codes
            .iter()
            .filter_map(|code| Some(turn(code)?.face_exponent))
            .sorted_unstable()
            .dedup()
            .collect();
        let number = |code: &Code| {
            let power = turn(code).and_then(|turn| powers.binary_search(&turn.face_exponent).ok());
            power.unwrap_or(0)
        };
        let face = |code: &Code| turn(code).map_or(usize::MAX, |turn| turn.face);
        let mut faces: Vec<Vec<(usize, usize)>> = Vec::new();
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        for (at, code) in codes.iter().enumerate() {
            let new = faces.len();
            let index = *numbers.entry(face(code)).or_insert(new);
            if index == new {
                faces.push(Vec::new());
            }
            faces[index].push((at, number(code)));
        }
        Self {
            codes: codes.len(),
            faces,
            powers: powers.len().max(1),
        }
    }

    /// The powers that a face does not have.
    fn missing(&self, face: usize) -> impl Iterator<Item = usize> + '_ {
        let has = move |power| self.faces[face].iter().any(|&(_, known)| known == power);
        (0..self.powers).filter(move |&power| !has(power))
    }
}

impl Selector for SelectFace {
    /// First the bits of the faces, in the order of the codes, then those of the powers. A face with a single power needs
    /// no bit for it.
    fn codebook(&self) -> Codebook {
        let mut patterns: Vec<BitPattern> = vec![Vec::new(); self.codes];
        for (face, here) in self.faces.iter().enumerate() {
            for &(code, power) in here {
                patterns[code].push((face, true));
                if here.len() > 1 {
                    patterns[code].push((self.faces.len() + power, true));
                }
            }
        }
        let group = |(face, here): (usize, &Vec<(usize, usize)>)| CodeGroup {
            pattern: vec![(face, true)],
            codes: here.iter().map(|&(code, _)| code).collect(),
        };
        Codebook {
            width: self.faces.len() + self.powers,
            patterns,
            groups: self.faces.iter().enumerate().map(group).collect(),
        }
    }

    fn fresh(&self, circuit: &mut Circuit) -> Bus {
        let faces = SelectOnehot::new(self.faces.len()).fresh(circuit);
        let powers = SelectOnehot::new(self.powers).fresh(circuit);
        faces.iter().chain(powers.iter()).collect()
    }

    /// Exactly one face, exactly one power, and together a code.
    fn constrain(&self, circuit: &mut Circuit, slot: &Bus) {
        let (faces, powers) = slot.signals().split_at(self.faces.len());
        circuit.require_exactly_one(faces);
        circuit.require_exactly_one(powers);
        for (face, &chosen) in faces.iter().enumerate() {
            for power in self.missing(face) {
                circuit.require_clause(&[!chosen, !powers[power]]);
            }
        }
    }

    fn clause_count(&self) -> usize {
        let missing = (0..self.faces.len()).map(|face| self.missing(face).count());
        SelectOnehot::new(self.faces.len())
            .clause_count()
            .saturating_add(SelectOnehot::new(self.powers).clause_count())
            .saturating_add(missing.sum())
    }
}
