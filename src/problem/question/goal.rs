//! A goal that is a state, a pattern, or where turns lead.

use itertools::Itertools;

use super::error::QuestionError;
use super::texts::{Either, Texts};
use crate::notation::Scheme;
use crate::problem::target::Target;
use crate::puzzle::{Puzzle, Tips};
use crate::text::shown;

impl Texts {
    /// Reads a goal that is neither `any` nor `solved`.
    pub(super) fn goal(&self, puzzle: &Puzzle, text: &str) -> Result<Target, QuestionError> {
        if is_cycle_of_pieces(puzzle, text) {
            return Err(QuestionError::malformed("{to}: ").text(format!(
                "`{}` is a cycle of pieces, which cannot be a goal yet; give the state after it, or turns that make it",
                shown(text.trim())
            )));
        }
        let both = QuestionError::malformed(
            "{to}: this can be read both as turns and as a state; write the state or the turns differently",
        );
        Ok(match self.either("to", both, puzzle, text)? {
            Either::Turns(scramble) => {
                check_tips(scramble.tips())?;
                let state = scramble.state(puzzle);
                Target::State(Scheme::own(puzzle).characters(&state))
            }
            Either::State(state) => {
                check_tips(&state.tips)?;
                Target::of(state.stickers)
            }
            Either::Neither(error) => {
                return Err(error.about("{to} must be `any`, `solved`, turns or a state"));
            }
        })
    }
}

/// Whether a text is `(UF UR UL)`, `(UFR UBR)` or `(UF+)`: pieces named by their faces, not turns.
fn is_cycle_of_pieces(puzzle: &Puzzle, text: &str) -> bool {
    const SIGNS: [char; 2] = ['+', '-'];
    let is_face = |c: char| puzzle.faces().iter().any(|face| face.name.chars().eq([c]));
    let is_piece = |word: &&str| {
        let faces = word.trim_end_matches(SIGNS);
        (2..=3).contains(&faces.len()) && faces.chars().all_unique() && faces.chars().all(is_face)
    };
    let text = text.trim();
    if !text.starts_with('(') || !text.ends_with([')', '+', '-']) {
        return false;
    }
    let words = text.split(|c: char| c.is_whitespace() || "(),".contains(c));
    // A sign behind a group belongs to it.
    let mut words = words.filter(|word| !word.trim_matches(SIGNS).is_empty());
    let has_several = words.clone().count() > 1 || text.contains(SIGNS);
    has_several && words.all(|word| is_piece(&word))
}

/// A goal says nothing of tips.
fn check_tips(tips: &Tips) -> Result<(), QuestionError> {
    if tips.are_solved() {
        return Ok(());
    }
    Err(QuestionError::malformed(
        "{to}: turns of tips cannot stand in a goal: each tip is solved to where it belongs",
    ))
}
