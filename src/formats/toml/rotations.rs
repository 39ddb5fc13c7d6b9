//! The rotations of a cube that follow from its held piece.
//!
//! `x` rotates the whole cube in the direction of `R`, `y` in that of `U`, `z` in that of `F`. A file that names a held
//! piece need not list them: `x` is the rotation that moves the stickers of the face R exactly as the turn `R` does,
//! and so on.

use itertools::Itertools;

use crate::group::Permutation;
use crate::puzzle::{Puzzle, Rotation, Turn};

/// Each rotation, the face whose direction it has, and the opposite face.
const ROTATIONS: [(&str, [&str; 2]); 3] = [("x", ["R", "L"]), ("y", ["U", "D"]), ("z", ["F", "B"])];

/// The entries for a puzzle file; none for a puzzle that has rotations among its turns, or no suitable held piece.
pub(super) fn implied_entries(puzzle: &Puzzle) -> String {
    let is_listed = puzzle.groups().iter().any(|group| group.name == "rotation");
    if is_listed || puzzle.rotations().len() == 1 {
        return String::new();
    }
    let rotations = ROTATIONS.into_iter();
    rotations
        .filter_map(|(name, faces)| entry(puzzle, name, faces))
        .collect()
}

fn entry(puzzle: &Puzzle, name: &str, [face, opposite]: [&str; 2]) -> Option<String> {
    let turn = |base: &str| {
        let mut turns = puzzle.turns().iter();
        turns.find(|turn| turn.base == base && turn.power == 1)
    };
    let facelets = &puzzle.faces().iter().find(|it| it.name == face)?.facelets;
    let rotation_like = |turned: &Permutation| {
        let acts_alike = |rotation: &&Rotation| {
            let mut facelets = facelets.iter();
            facelets.all(|&f| rotation.facelets.source(f) == turned.source(f))
        };
        let rotation = puzzle.rotations().iter().find(acts_alike)?;
        Some(rotation.facelets.clone())
    };
    let quarter = turn(face).filter(|turn| turn.order == 4);
    let half_turn = turn(&format!("{face}2"));
    let quarter_of_all = quarter.and_then(|turn| rotation_like(&turn.permutation));
    // Some cuboids allow only half turns of a face, or only half rotations of the whole puzzle.
    let half = || {
        let half = match quarter {
            Some(turn) => turn.permutation.then(&turn.permutation),
            None => half_turn?.permutation.clone(),
        };
        rotation_like(&half)
    };
    let is_quarter = quarter_of_all.is_some();
    let rotation = quarter_of_all.or_else(half)?;
    let name = if is_quarter {
        name.to_owned()
    } else {
        format!("{name}2")
    };
    if has_name(puzzle, &name) {
        return None;
    }
    let cycles = rotation.cycles().into_iter();
    let mut cycles = cycles.map(|cycle| {
        let names = cycle.iter().map(|&facelet| &puzzle.facelets()[facelet]);
        format!("\"{}\"", names.format(" "))
    });
    let cycles = cycles.join(", ");
    let entry = format!("[[turn]]\nname = \"{name}\"\ngroup = \"rotation\"\ncycles = [{cycles}]\n");
    // With only two layers, a wide turn moves both.
    let is_both = |turned: &Turn, back: &Turn| {
        is_quarter && turned.permutation.then(&back.permutation.inverse()) == rotation
    };
    let opposites = quarter.zip(turn(opposite));
    let has_two_layers = opposites.is_some_and(|(turned, back)| is_both(turned, back));
    let wide = |face: &str, turn: &str| {
        let name = format!("{face}w");
        let is_new = has_two_layers && !has_name(puzzle, &name);
        is_new.then(|| format!("[[alias]]\nname = \"{name}\"\nturn = \"{turn}\"\n"))
    };
    let wide = [wide(face, &name), wide(opposite, &format!("{name}'"))];
    Some(entry + &wide.into_iter().flatten().collect::<String>())
}

/// Whether a turn of the puzzle has a name, or an alternative name.
fn has_name(puzzle: &Puzzle, name: &str) -> bool {
    let mut turns = puzzle.turns().iter();
    turns.any(|turn| turn.base == name) || puzzle.aliases().iter().any(|alias| alias.name == name)
}
