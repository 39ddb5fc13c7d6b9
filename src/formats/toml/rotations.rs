//! The rotations of a cube that follow from its held piece.
//!
//! `x` rotates the whole cube in the direction of `R`, `y` in the direction of `U`, `z` in the direction of `F`. A file
//! that names a held piece need not list these rotations: `x` is the rotation that moves the stickers of the face R exactly
//! as the turn `R` does, and so on.

use itertools::Itertools;

use crate::group::Permutation;
use crate::puzzle::{Puzzle, Rotation};

/// Each rotation, the face whose direction it has, and the opposite face.
const ROTATIONS: [(&str, [&str; 2]); 3] = [("x", ["R", "L"]), ("y", ["U", "D"]), ("z", ["F", "B"])];

/// The entries of these rotations, as TOML. Empty if the file lists rotations, or if it names no held piece.
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
    // On some cuboids, a face or the whole puzzle can only be turned by 180 degrees.
    let half = match quarter {
        Some(turn) => Some(turn.permutation.then(&turn.permutation)),
        None => turn(&format!("{face}2")).map(|turn| turn.permutation.clone()),
    };
    let (name, rotation) = match quarter.and_then(|turn| rotation_like(&turn.permutation)) {
        Some(rotation) => (name.to_owned(), rotation),
        None => (format!("{name}2"), rotation_like(&half?)?),
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
    // On a puzzle with only two layers, a wide turn moves both.
    let has_two_layers = quarter.zip(turn(opposite)).is_some_and(|(turned, back)| {
        turned.permutation.then(&back.permutation.inverse()) == rotation
    });
    let wide = [(face, name.clone()), (opposite, format!("{name}'"))];
    let wide = wide.into_iter().filter_map(|(face, turn)| {
        let name = format!("{face}w");
        let is_new = has_two_layers && !has_name(puzzle, &name);
        is_new.then(|| format!("[[alias]]\nname = \"{name}\"\nturn = \"{turn}\"\n"))
    });
    Some(entry + &wide.collect::<String>())
}

/// Whether the puzzle has a turn with a name or alternative name.
fn has_name(puzzle: &Puzzle, name: &str) -> bool {
    let mut turns = puzzle.turns().iter();
    turns.any(|turn| turn.base == name) || puzzle.aliases().iter().any(|alias| alias.name == name)
}
