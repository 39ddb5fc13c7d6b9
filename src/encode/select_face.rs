//! The choice of a turn as a face and a power of it: one literal a face, one a
//! power, exactly one of each true. Idle is a face without powers.
//!
//! *Idea.* All powers of a face leave the same stickers where they are. That is
//! said once a face, not once a turn, and so is that a face does not follow
//! itself.
//!
//! *Source.* Chen, *Solving Rubik's Cube Using SAT Solvers* (arXiv:1105.1436).
//!
//! *Why sound.* A face and a power that are together no allowed turn are
//! forbidden; where a face has one power, or is idle, the power is fixed. So
//! every pair of a face and a power that is left is exactly one code.
//!
//! *Cost.* 8 variables for 18 turns where one-hot has 18, but two literals for a turn.

use itertools::Itertools;

use super::formula::Code;
use super::select_onehot;
use super::selectors::{Group, Pattern, Writing};
use crate::circuit::{Bus, Circuit};
use crate::puzzle::Puzzle;

/// The faces and powers of some codes.
struct Faces {
    /// Each face with its codes and the numbers of their powers; idle is one
    /// with one code and the first power.
    faces: Vec<Vec<(usize, usize)>>,
    powers: usize,
}

impl Faces {
    fn of(puzzle: &Puzzle, codes: &[Code]) -> Self {
        let turn = |code: &Code| match *code {
            Code::Turn(turn) => Some(&puzzle.turns()[turn]),
            Code::Idle => None,
        };
        let powers: Vec<usize> = codes
            .iter()
            .filter_map(|code| Some(turn(code)?.power))
            .sorted_unstable()
            .dedup()
            .collect();
        let number = |code: &Code| {
            let power = turn(code).and_then(|turn| powers.binary_search(&turn.power).ok());
            power.unwrap_or(0)
        };
        let face = |code: &Code| turn(code).map_or(usize::MAX, |turn| turn.face);
        let all: Vec<usize> = codes.iter().map(face).unique().collect();
        let mut faces = vec![Vec::new(); all.len()];
        for (at, code) in codes.iter().enumerate() {
            if let Some(of) = all.iter().position(|&known| known == face(code)) {
                faces[of].push((at, number(code)));
            }
        }
        Self {
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

/// First the bits of the faces, in the order of the codes, then those of the
/// powers. A face with one power needs no bit for it.
pub(super) fn writing(puzzle: &Puzzle, codes: &[Code]) -> Writing {
    let Faces { faces, powers } = Faces::of(puzzle, codes);
    let mut patterns: Vec<Pattern> = vec![Vec::new(); codes.len()];
    for (face, here) in faces.iter().enumerate() {
        for &(code, power) in here {
            patterns[code].push((face, true));
            if here.len() > 1 {
                patterns[code].push((faces.len() + power, true));
            }
        }
    }
    let group = |(face, here): (usize, &Vec<(usize, usize)>)| Group {
        pattern: vec![(face, true)],
        codes: here.iter().map(|&(code, _)| code).collect(),
    };
    Writing {
        width: faces.len() + powers,
        patterns,
        groups: faces.iter().enumerate().map(group).collect(),
    }
}

/// The bus of a slot.
pub(super) fn fresh(circuit: &mut Circuit, puzzle: &Puzzle, codes: &[Code]) -> Bus {
    let Faces { faces, powers } = Faces::of(puzzle, codes);
    let faces = select_onehot::fresh(circuit, faces.len());
    let powers = select_onehot::fresh(circuit, powers);
    faces.iter().chain(powers.iter()).collect()
}

/// Exactly one face, exactly one power, and together a code.
pub(super) fn constrain(circuit: &mut Circuit, puzzle: &Puzzle, codes: &[Code], bus: &Bus) {
    let known = Faces::of(puzzle, codes);
    let (faces, powers) = bus.signals().split_at(known.faces.len());
    circuit.require_exactly_one(faces);
    circuit.require_exactly_one(powers);
    for (face, &chosen) in faces.iter().enumerate() {
        for power in known.missing(face) {
            circuit.require_clause(&[!chosen, !powers[power]]);
        }
    }
}

/// About how many clauses that takes.
pub(super) fn constraints(puzzle: &Puzzle, codes: &[Code]) -> usize {
    let known = Faces::of(puzzle, codes);
    let missing = (0..known.faces.len()).map(|face| known.missing(face).count());
    select_onehot::constraints(known.faces.len())
        .saturating_add(select_onehot::constraints(known.powers))
        .saturating_add(missing.sum())
}
