//! The choice of a turn as a face and a power of the face's turn: one literal per face and one per power, exactly one
//! of each true. Idle counts as one more face, with a fixed power.
//!
//! *Idea.* All powers of a face leave the same stickers in place. So clauses say once per face instead of once per turn
//! which stickers stay, and that turns of a face do not follow turns of the same face.
//!
//! *Source.* Chen, *Solving Rubik's Cube Using SAT Solvers* (arXiv:1105.1436).
//!
//! *Why it is sound.* Pairs of a face and a power that are not an allowed turn are forbidden. If a face has a single
//! power, or is idle, the power is fixed. So the remaining pairs correspond exactly to the codes.
//!
//! *Cost.* 9 variables for 18 turns where one-hot has 18, but two literals for a turn.

use std::collections::HashMap;

use itertools::Itertools;

use super::codebook::{BitPattern, Code, CodeGroup, Codebook, Validity};
use crate::puzzle::Puzzle;

/// The codebook: first the bits of the faces, in the order of the codes, then the bits of the powers. The pattern of a
/// turn includes its power only if its face has several.
pub(super) fn codebook(puzzle: &Puzzle, codes: &[Code]) -> Codebook {
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
    // Idle has the first power.
    let power = |code: &Code| {
        let power = turn(code).and_then(|turn| powers.binary_search(&turn.face_exponent).ok());
        power.unwrap_or(0)
    };
    // Each face with its codes and their powers; idle is a face with one code.
    let mut faces: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    for (number, code) in codes.iter().enumerate() {
        let new = faces.len();
        let face = turn(code).map_or(usize::MAX, |turn| turn.face);
        let index = *numbers.entry(face).or_insert(new);
        if index == new {
            faces.push(Vec::new());
        }
        faces[index].push((number, power(code)));
    }
    let width = faces.len() + powers.len().max(1);
    let mut patterns: Vec<BitPattern> = vec![Vec::new(); codes.len()];
    let mut excluded_pairs = Vec::new();
    for (face, here) in faces.iter().enumerate() {
        for &(code, power) in here {
            patterns[code].push((face, true));
            if here.len() > 1 {
                patterns[code].push((faces.len() + power, true));
            }
        }
        let has = |bit: usize| here.iter().any(|&(_, power)| faces.len() + power == bit);
        let missing = (faces.len()..width).filter(|&bit| !has(bit));
        excluded_pairs.extend(missing.map(|bit| [face, bit]));
    }
    let group = |(face, here): (usize, &Vec<(usize, usize)>)| CodeGroup {
        pattern: vec![(face, true)],
        codes: here.iter().map(|&(code, _)| code).collect(),
    };
    Codebook {
        width,
        patterns,
        groups: faces.iter().enumerate().map(group).collect(),
        validity: Validity::OneOfEach {
            ranges: vec![0..faces.len(), faces.len()..width],
            excluded_pairs,
        },
    }
}
