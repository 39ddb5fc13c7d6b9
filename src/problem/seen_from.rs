//! A goal as it is from other sides: the cross on any face.
//!
//! *Idea.* A mask says which stickers matter. From another side it lies on other stickers, and says of each the color that the
//! solved puzzle has there: the mask is turned, and its colors are renamed as that turning renames those of the solved
//! state. A goal may also lie in another way than the solved puzzle, as far as the turns get it there; then it is
//! turned and its colors stay.

use std::collections::HashSet;

use crate::group::Permutation;
use crate::puzzle::{Color, Pattern, Puzzle, Turned};

/// What may be otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sides {
    /// On which side the goal is.
    Other,
    /// Also how it lies in the end.
    OtherAndTurned,
}

/// The goals, and what they are after any number of rotations of the puzzle.
pub(super) fn seen_from(
    puzzle: &Puzzle,
    goals: Vec<Pattern>,
    rotations: &[Permutation],
    sides: Sides,
) -> Vec<Pattern> {
    let mut known: HashSet<Pattern> = goals.iter().cloned().collect();
    let mut all = goals;
    let mut next = 0;
    while next < all.len() {
        for rotation in rotations {
            let turned = all[next].after(rotation);
            let other = renamed(puzzle, &turned, rotation);
            let turned = (sides == Sides::OtherAndTurned).then_some(turned);
            for goal in turned.into_iter().chain(other) {
                if known.insert(goal.clone()) {
                    all.push(goal);
                }
            }
        }
        next += 1;
    }
    all
}

/// A goal that was turned, with the colors that its stickers have on the solved puzzle where they came to. `None` where the
/// rotation is no renaming of colors.
fn renamed(puzzle: &Puzzle, turned: &Pattern, rotation: &Permutation) -> Option<Pattern> {
    let solved = puzzle.solved();
    let mut names: Vec<Option<Color>> = vec![None; puzzle.colors().len()];
    for (facelet, source) in rotation.sources().enumerate() {
        let name = &mut names[solved.color(source)];
        if name
            .replace(solved.color(facelet))
            .is_some_and(|old| old != solved.color(facelet))
        {
            return None;
        }
    }
    let names: Vec<Color> = names.into_iter().collect::<Option<_>>()?;
    let renamed = |set: &Vec<Color>| set.iter().map(|&color| names[color]).collect();
    Some(Pattern::new(turned.sets().iter().map(renamed).collect()))
}
