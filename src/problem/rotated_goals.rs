//! Rotated versions of a goal, such as the cross on any face.
//!
//! *Idea.* A mask says which stickers matter. On another side, it covers other stickers and requires the colors of the
//! solved puzzle there: the mask is rotated, and its colors are renamed as the rotation renames those of the solved
//! state. A goal may also be accepted in another orientation of the whole puzzle, if turns can reach it; in that
//! case it is rotated and keeps its colors.

use crate::group::{Permutation, add_images};
use crate::puzzle::{Color, Pattern, Permutable, Puzzle, Rotation};

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
    mut goals: Vec<Pattern>,
    rotations: &[Permutation],
    kind: GoalRotations,
) -> Vec<Pattern> {
    let rotated = |goal: &Pattern| {
        let each = rotations.iter().flat_map(|rotation| {
            let turned = goal.after(rotation);
            let other = rotate_goal(puzzle, &turned, rotation);
            let is_accepted = kind == GoalRotations::OtherSidesAndOrientations;
            is_accepted.then_some(turned).into_iter().chain(other)
        });
        each.collect()
    };
    add_images(&mut goals, usize::MAX, rotated);
    goals
}

/// A rotated goal, with the colors that its stickers have on the solved puzzle at their new places. `None` if the rotation
/// does not rename colors.
fn rotate_goal(puzzle: &Puzzle, turned: &Pattern, rotation: &Permutation) -> Option<Pattern> {
    let rotation = Rotation::with_renamed_colors(rotation.clone(), puzzle.solved())?;
    let names = rotation.inverse_colors();
    let renamed = |set: &Vec<Color>| set.iter().map(|&color| names[color]).collect();
    Some(Pattern::new(turned.sets().iter().map(renamed).collect()))
}
