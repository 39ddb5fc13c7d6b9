//! `--to`: a goal that is a state, a pattern, or where turns lead.

use itertools::Itertools;

use super::either::Either;
use super::text::TextArgs;
use crate::cli::Failure;
use crate::notation::Scheme;
use crate::problem::Target;
use crate::puzzle::{Puzzle, Tips};
use crate::text::shown;

impl TextArgs {
    /// Reads a goal.
    pub(super) fn goal(&self, puzzle: &Puzzle, text: &str) -> Result<Target, Failure> {
        if is_cycle_of_pieces(puzzle, text) {
            return Err(Failure::Usage(format!(
                "--to: `{}` is a cycle of pieces, which cannot be a goal yet; give the state after it, or turns that make it",
                shown(text.trim())
            )));
        }
        let instead = "write the state or the turns differently";
        Ok(match self.either("--to", instead, puzzle, text)? {
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
                return Err(error.about("--to must be `any`, `solved`, turns or a state"));
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
fn check_tips(tips: &Tips) -> Result<(), Failure> {
    if tips.are_solved() {
        return Ok(());
    }
    let why = "--to: turns of tips cannot stand in a goal: each tip is solved to where it belongs";
    Err(Failure::Usage(why.to_owned()))
}
