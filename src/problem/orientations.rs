//! The orientations in which a solution may end if the start is partly unknown.
//!
//! *Idea.* Turns around the held piece do not move it. So a solution up to rotation ends in the orientation that the
//! held piece has at the start. If that orientation is known, there is one goal (`src/puzzle/held.rs` explains why). If
//! some stickers of the held piece are unknown, the other pieces still leave few orientations, usually one: the held piece
//! is the piece missing among the others, whose twists determine its twist. If one orientation remains, colors are named so
//! that the goal is the solved state. If several remain, each is a goal.
//!
//! *Why it is sound.* An orientation is dropped only if no state of the start has the held piece in this orientation, or
//! if the turns around the held piece lead from none of these states to the solved puzzle in this orientation.

use itertools::Itertools;

use crate::error::Error;
use crate::notation::Scheme;
use crate::puzzle::{
    Pattern, Puzzle, Rotation, State, Sticker, broken_invariant, held_piece_error,
};

/// The scheme in which a partly unknown start is read, and the solved state in each orientation where a solution up to
/// rotation may end. Fails if a symbol stands for no color, or if the held piece fits in no orientation.
pub(super) fn solved_orientations(
    puzzle: &Puzzle,
    scheme: Scheme,
    text: &[Sticker],
) -> Result<(Scheme, Vec<State>), Error> {
    let start = scheme.pattern(text)?;
    let mut rotations = final_rotations(puzzle, &scheme, &start);
    if rotations.is_empty() {
        // Keep one so that the following steps report why it is impossible.
        rotations.extend(compatible_rotations(puzzle, &start).first());
    }
    match rotations[..] {
        [] => Err(held_piece_error()),
        [only] => {
            let scheme = scheme.renamed(&only.inverse_colors());
            Ok((scheme, vec![puzzle.solved().clone()]))
        }
        _ => {
            let rotations = rotations.iter();
            let ends = rotations.map(|it| puzzle.solved().after(&it.facelets));
            Ok((scheme, ends.collect()))
        }
    }
}

/// The rotations that are compatible with the held facelets, one for each renaming of the colors.
fn compatible_rotations<'a>(puzzle: &'a Puzzle, start: &Pattern) -> Vec<&'a Rotation> {
    let different = puzzle.rotations().iter().unique_by(|it| &it.colors);
    let matches_start = |rotation: &&Rotation| {
        let mut held = puzzle.held().iter();
        held.all(|&f| start.admits_color(f, rotation.colors[puzzle.solved().color(f)]))
    };
    different.filter(matches_start).collect()
}

/// The possible final rotations, one per orientation.
fn final_rotations<'a>(puzzle: &'a Puzzle, scheme: &Scheme, start: &Pattern) -> Vec<&'a Rotation> {
    let around = puzzle.turns_around_held();
    let start_and_end = |rotation: &Rotation| {
        let end = puzzle.solved().after(&rotation.facelets);
        let start = start.with_colors_of(&end, puzzle.held());
        (start, Pattern::from(end))
    };
    let pieces_fit = |rotation: &&Rotation| {
        let (start, end) = start_and_end(rotation);
        start.check(puzzle, scheme.symbols()).is_ok()
            && broken_invariant(puzzle, &around, &start, &end).is_none()
    };
    let may_be_reached = |rotation: &&Rotation| {
        let (start, end) = start_and_end(rotation);
        puzzle.turns_connect(&around, &start, &end) != Ok(false)
    };
    let mut rotations = compatible_rotations(puzzle, start);
    rotations.retain(pieces_fit);
    if rotations.len() > 1 {
        let reached: Vec<&Rotation> = rotations.iter().copied().filter(may_be_reached).collect();
        if !reached.is_empty() {
            rotations = reached;
        }
    }
    rotations
}
