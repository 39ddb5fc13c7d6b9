//! The rotations of a cube of which only a held piece tells.
//!
//! `x` turns the whole cube as `R` turns its face, `y` as `U`, `z` as `F`. A file that names a held piece need not list them:
//! each is the rotation, among those that follow from the piece, that does to a face what the turn of the face does to it.

use crate::puzzle::{Puzzle, Rotation, Turn};

/// Each rotation, the face that it turns with, and the face opposite.
const ROTATIONS: [(&str, [&str; 2]); 3] = [("x", ["R", "L"]), ("y", ["U", "D"]), ("z", ["F", "B"])];

/// The entries for a puzzle file; none for a puzzle that has rotations among its turns, or is not held so.
pub(super) fn implied(puzzle: &Puzzle) -> String {
    let is_listed = puzzle.groups().iter().any(|group| group.name == "rotation");
    if is_listed || puzzle.rotations().len() == 1 {
        return String::new();
    }
    let entries = ROTATIONS
        .into_iter()
        .filter_map(|(name, faces)| entry(puzzle, name, faces));
    entries.collect()
}

fn entry(puzzle: &Puzzle, name: &str, [face, opposite]: [&str; 2]) -> Option<String> {
    let turn = |base: &str| {
        puzzle
            .turns()
            .iter()
            .find(|turn| turn.base == base && turn.power == 1)
    };
    // Some boxes have half turns only of a face.
    let quarter = turn(face).filter(|turn| turn.order == 4);
    let (name, turned) = match quarter {
        Some(quarter) => (name.to_owned(), quarter),
        None => (format!("{name}2"), turn(&format!("{face}2"))?),
    };
    let facelets = &puzzle.faces().iter().find(|it| it.name == face)?.facelets;
    let turns_with = |rotation: &&Rotation| {
        let mut facelets = facelets.iter();
        facelets.all(|&f| rotation.facelets.source(f) == turned.permutation.source(f))
    };
    let rotation = &puzzle.rotations().iter().find(turns_with)?.facelets;
    let cycles = rotation.cycles().into_iter().map(|cycle| {
        let names: Vec<&str> = cycle
            .iter()
            .map(|&facelet| &*puzzle.facelets()[facelet])
            .collect();
        format!("\"{}\"", names.join(" "))
    });
    let cycles: Vec<String> = cycles.collect();
    let cycles = cycles.join(", ");
    let entry = format!("[[turn]]\nname = \"{name}\"\ngroup = \"rotation\"\ncycles = [{cycles}]\n");
    // Where there are two layers only, a wide turn moves both.
    let both = |back: &Turn| turned.permutation.then(&back.permutation.inverse()) == *rotation;
    let has_two = quarter.is_some() && turn(opposite).is_some_and(both);
    let wide =
        |face: &str, turn: &str| format!("[[alias]]\nname = \"{face}w\"\nturn = \"{turn}\"\n");
    Some(if has_two {
        entry + &wide(face, &name) + &wide(opposite, &format!("{name}'"))
    } else {
        entry
    })
}
