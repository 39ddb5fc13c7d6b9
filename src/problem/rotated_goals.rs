//! Rotated versions of a goal, such as the cross on any face.
//!
//! *Idea.* A mask says which stickers matter. On another side, it covers other stickers and requires the colors of the
//! solved puzzle there: the mask is rotated, and its colors are renamed as the rotation renames those of the solved
//! state. A goal may also be accepted in another orientation of the whole puzzle, if turns can reach it; in that
//! case it is rotated and keeps its colors.

use std::collections::HashSet;

use crate::group::Permutation;
use crate::puzzle::{Color, Pattern, Permutable, Puzzle};

/// How a goal may be rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GoalRotations {
    /// The goal on other sides, in the same final orientation.
    OtherSides,
    /// Also in other final orientations.
    OtherSidesAndOrientations,
}

/// The goals and all their images under the rotations.
pub(super) fn rotated_goals(
    puzzle: &Puzzle,
    goals: Vec<Pattern>,
    rotations: &[Permutation],
    kind: GoalRotations,
) -> Vec<Pattern> {
    let mut known: HashSet<Pattern> = goals.iter().cloned().collect();
    let mut all = goals;
    let mut next = 0;
    while next < all.len() {
        for rotation in rotations {
            let turned = all[next].after(rotation);
            let other = rotate_goal(puzzle, &turned, rotation);
            let is_accepted = kind == GoalRotations::OtherSidesAndOrientations;
            let turned = is_accepted.then_some(turned);
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

/// A rotated goal, with the colors that its stickers have on the solved puzzle at their new places. `None` if the rotation
/// does not rename colors.
fn rotate_goal(puzzle: &Puzzle, turned: &Pattern, rotation: &Permutation) -> Option<Pattern> {
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
