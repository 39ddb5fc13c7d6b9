//! Rotations of the whole puzzle, and what *up to rotation* means by them.
//!
//! *What is a rotation.* A turn in the group `rotation`, such as `x`, by which the colors of the solved state are renamed and
//! nothing else. A puzzle with a held piece has the rotations as well that follow from that piece. The product of
//! rotations is one.
//!
//! *Up to rotation.* A state is solved up to rotation if it is the solved state turned by a rotation.
//! `docs/decisions/0026-rotations.md` says what follows for scrambles and goals.

use std::collections::HashSet;

use itertools::Itertools;

use crate::group::Permutation;
use crate::puzzle::{Puzzle, Rotation, Turn};

/// More rotations than any solid has that is no prism.
const MOST_ROTATIONS: usize = 120;

/// The group of turns that a puzzle file calls rotations.
const ROTATION: &str = "rotation";

/// All rotations of a puzzle, the identity first, and for each the turns that make it: `x y2`; none where no turns do.
pub(super) fn rotations(puzzle: &Puzzle) -> Vec<(Rotation, String)> {
    let whole = puzzle.with_all_groups();
    let identity = Permutation::identity(puzzle.facelets().len());
    let mut known = HashSet::from([identity.clone()]);
    let mut all: Vec<(Permutation, Vec<String>)> = vec![(identity, Vec::new())];
    let named: Vec<&Turn> = named(whole).collect();
    let mut next = 0;
    while next < all.len() && all.len() < MOST_ROTATIONS {
        for turn in &named {
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
    let of_colors = |(facelets, names): (Permutation, Vec<String>)| {
        let rotation = Rotation::renaming(facelets, puzzle.solved())?;
        Some((rotation, names.iter().join(" ")))
    };
    all.into_iter().filter_map(of_colors).collect()
}

/// The turns of a puzzle that are rotations.
fn named(puzzle: &Puzzle) -> impl Iterator<Item = &Turn> {
    let groups = puzzle
        .groups()
        .iter()
        .filter(|group| group.name == ROTATION);
    let names: HashSet<&String> = groups.flat_map(|group| &group.turns).collect();
    let renames = |turn: &Turn| Rotation::renaming(turn.permutation.clone(), puzzle.solved());
    let turns = puzzle.turns().iter();
    turns.filter(move |turn| names.contains(&turn.base) && renames(turn).is_some())
}

/// The rotations that a word means: a turn such as `y`, or `rotation` for all there are. `None` if it means none.
#[must_use]
pub fn rotations_named(puzzle: &Puzzle, word: &str) -> Option<Vec<Permutation>> {
    let all: Vec<Permutation> = if word == ROTATION {
        let others = rotations(puzzle).into_iter().skip(1);
        others.map(|(rotation, _)| rotation.facelets).collect()
    } else {
        let meant = named(puzzle.with_all_groups()).filter(|turn| turn.base == word);
        meant.map(|turn| turn.permutation.clone()).collect()
    };
    (!all.is_empty()).then_some(all)
}
