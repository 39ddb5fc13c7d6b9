//! Rotations of the whole puzzle, and the meaning of *up to rotation*.
//!
//! *Definition.* A rotation is a turn in the group `rotation`, such as `x`. A puzzle with a held piece also has the
//! rotations that follow from that piece. Products of rotations are rotations.
//!
//! *Colors.* A rotation usually renames the colors of the solved state. Each piece of an imported puzzle has a letter on a
//! single facelet; letters are not colors, so such a puzzle keeps its letters when it is held differently.
//!
//! *Up to rotation.* A state is solved up to rotation if it is the solved state turned by a rotation.
//! `docs/decisions/0026-rotations.md` describes the consequences for scrambles and goals.

use std::collections::HashSet;

use itertools::Itertools;

use super::assembly::Puzzle;
use super::held::{MAX_ROTATIONS, Rotation};
use super::turn::Turn;
use crate::error::Error;
use crate::group::Permutation;

/// The name of the group of rotations in a puzzle file.
const ROTATION: &str = "rotation";

/// A rotation, and the names of turns whose product it is; no names for the identity, or if the held piece alone implies it.
pub(crate) type NamedRotation = (Rotation, Vec<String>);

/// All rotations of a puzzle, the identity first.
pub(crate) fn rotations(puzzle: &Puzzle) -> Result<Vec<NamedRotation>, Error> {
    Result::clone(&puzzle.cached_fact("rotations", || find_rotations(puzzle)))
}

fn find_rotations(puzzle: &Puzzle) -> Result<Vec<NamedRotation>, Error> {
    let all_groups = puzzle.with_all_groups();
    let identity = Permutation::identity(puzzle.facelets().len());
    let mut known = HashSet::from([identity.clone()]);
    let mut all: Vec<(Permutation, Vec<String>)> = vec![(identity, Vec::new())];
    let generators: Vec<&Turn> = rotation_turns(all_groups).collect();
    let mut next = 0;
    while next < all.len() {
        if all.len() > MAX_ROTATIONS {
            return Err(Error::impossible_value(format!(
                "the turns of the group `{ROTATION}` make more than {MAX_ROTATIONS} rotations of the whole puzzle"
            )));
        }
        for turn in &generators {
            let product = all[next].0.then(&turn.permutation);
            if known.insert(product.clone()) {
                let names = [&all[next].1[..], &[turn.name()]].concat();
                all.push((product, names));
            }
        }
        next += 1;
    }
    for rotation in puzzle.rotations() {
        if known.insert(rotation.facelets.clone()) {
            all.push((rotation.facelets.clone(), Vec::new()));
        }
    }
    let with_colors = |(facelets, names): (Permutation, Vec<String>)| {
        let renaming = Rotation::with_renamed_colors(facelets.clone(), puzzle.solved());
        let keeping = || Rotation::with_unchanged_colors(facelets, puzzle.solved());
        (renaming.unwrap_or_else(keeping), names)
    };
    Ok(all.into_iter().map(with_colors).collect())
}

fn rotation_turns(puzzle: &Puzzle) -> impl Iterator<Item = &Turn> {
    let groups = puzzle.groups().iter().filter(|it| it.name == ROTATION);
    let names: HashSet<&String> = groups.flat_map(|group| &group.turns).collect();
    let turns = puzzle.turns().iter();
    turns.filter(move |turn| names.contains(&turn.base))
}

/// The names of the turns that are rotations, such as `x`; none if the puzzle has no such turns.
pub fn names_of_rotations(puzzle: &Puzzle) -> Vec<&str> {
    let names = rotation_turns(puzzle.with_all_groups()).map(|turn| &*turn.base);
    names.unique().collect()
}

/// The rotations that a word stands for: `y` for this turn and its powers, `rotation` for all rotations except the identity.
/// Empty for other words.
///
/// # Errors
/// [`Error`] if the puzzle has too many rotations.
pub fn rotations_named(puzzle: &Puzzle, word: &str) -> Result<Vec<Permutation>, Error> {
    if word == ROTATION {
        let others = rotations(puzzle)?.into_iter().skip(1);
        return Ok(others.map(|(rotation, _)| rotation.facelets).collect());
    }
    let meant = rotation_turns(puzzle.with_all_groups()).filter(|turn| turn.base == word);
    Ok(meant.map(|turn| turn.permutation.clone()).collect())
}
