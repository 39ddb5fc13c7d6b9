//! Rotated versions of a goal, such as the cross on any face.
//!
//! *Idea.* A named goal requires that some stickers are solved. Its version on another side requires this of other
//! stickers: the goal is rotated, and its colors are renamed as the rotation renames those of the solved state. A goal may
//! also be accepted in another orientation of the whole puzzle: it is then rotated and keeps its colors.

use crate::group::{Permutation, add_images};
use crate::puzzle::{Color, Pattern, Permutable, Puzzle, Rotation};

/// Extends goals by their versions on the other sides to which rotations lead.
pub(super) fn add_other_sides(puzzle: &Puzzle, goals: &mut Vec<Pattern>, by: &[Permutation]) {
    let renaming = |it: &Permutation| Rotation::with_renamed_colors(it.clone(), puzzle.solved());
    let rotations: Vec<Rotation> = by.iter().filter_map(renaming).collect();
    let on_side = |goal: &Pattern, rotation: &Rotation| {
        let names = rotation.inverse_colors();
        let renamed = |set: &Vec<Color>| set.iter().map(|&color| names[color]).collect();
        let rotated = goal.after(&rotation.facelets);
        Pattern::new(rotated.sets().iter().map(renamed).collect())
    };
    add_images(goals, usize::MAX, |goal| {
        rotations.iter().map(|it| on_side(goal, it)).collect()
    });
}

/// Extends goals by their versions in the other orientations to which rotations lead.
pub(super) fn add_orientations(goals: &mut Vec<Pattern>, by: &[Permutation]) {
    add_images(goals, usize::MAX, |goal| {
        by.iter().map(|it| goal.after(it)).collect()
    });
}
