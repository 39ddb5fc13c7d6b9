//! Rotations of the whole puzzle, and what *up to rotation* means by them.
//!
//! *What is a rotation.* A turn in a group of turns, such as `x`, by which the colors of the solved state are renamed and
//! nothing else, and that carries the turns in no group to each other. In the group `rotation` the colors are enough: on a
//! Skewb, one corner of each pair has a turn, and a rotation carries it to the other corner. A puzzle with a held piece has
//! the rotations as well that follow from that piece. The product of rotations is one.
//!
//! *Up to rotation.* A state is solved up to rotation if it is the solved state turned by a rotation.
//! `docs/decisions/0026-rotations.md` says what follows for scrambles and goals.

use std::collections::HashSet;

use itertools::Itertools;

use crate::group::Permutation;
use crate::puzzle::{Puzzle, Rotation, Turn};

/// More rotations than any solid has that is no prism.
const MOST_ROTATIONS: usize = 120;

/// The group of turns of which a file says that they are rotations.
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
    let group = |turn: &Turn| {
        let mut groups = puzzle.groups().iter();
        groups.find(|group| group.turns.contains(&turn.base))
    };
    let (grouped, plain): (Vec<&Turn>, Vec<&Turn>) = puzzle
        .turns()
        .iter()
        .partition(|turn| group(turn).is_some());
    let plain: HashSet<&Permutation> = plain.iter().map(|turn| &turn.permutation).collect();
    let carries = move |rotation: &Permutation| {
        let back = rotation.inverse();
        let mut turns = plain.iter();
        !plain.contains(rotation)
            && turns.all(|turn| plain.contains(&back.then(turn).then(rotation)))
    };
    grouped.into_iter().filter(move |turn| {
        let is_said = group(turn).is_some_and(|group| group.name == ROTATION);
        Rotation::renaming(turn.permutation.clone(), puzzle.solved()).is_some()
            && (is_said || carries(&turn.permutation))
    })
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
