//! A goal that is a state, a pattern, or where turns lead.

use itertools::Itertools;

use super::texts::{Either, Texts};
use crate::error::Error;
use crate::notation::Scheme;
use crate::problem::target::Target;
use crate::puzzle::{Puzzle, Tips};
use crate::text::shown;

impl Texts {
    /// Reads a goal that is neither `any` nor `solved`.
    pub(super) fn goal(&self, puzzle: &Puzzle, text: &str) -> Result<Target, Error> {
        if is_cycle_of_pieces(puzzle, text) {
            return Err(Error::malformed("{to}: ").text(format!(
                "`{}` is a cycle of pieces, which cannot be a goal yet; give the state after it, or turns that make it",
                shown(text.trim())
            )));
        }
        let both = Error::malformed(
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

/// Whether a text has a group such as `(UF UR UL)`, `(UFr UFl)` or `(UF+)`: pieces named by their faces, not turns. On
/// the Pyraminx they may be named by its turns.
fn is_cycle_of_pieces(puzzle: &Puzzle, text: &str) -> bool {
    const SIGNS: [char; 2] = ['+', '-'];
    let faces = puzzle.faces().iter().map(|face| &face.name);
    let names = faces.chain(puzzle.turns().iter().map(|turn| &turn.base));
    let names: Vec<&String> = names.unique().collect();
    let is_name = |c: char| names.iter().any(|name| name.chars().eq([c]));
    let is_piece = |word: &str| {
        let letters = word.trim_end_matches(SIGNS).to_uppercase();
        (2..=3).contains(&letters.len())
            && letters.chars().all_unique()
            && letters.chars().all(is_name)
    };
    let is_cycle = |group: &str| {
        let words = group.split(|c: char| c.is_whitespace() || c == ',');
        let mut words = words.filter(|word| !word.is_empty());
        let has_several = words.clone().count() > 1 || group.contains(SIGNS);
        has_several && words.all(is_piece)
    };
    // What stands between `(` and the next `)`, and a sign behind it.
    let mut groups = text.split('(').skip(1).filter_map(|rest| {
        let (group, rest) = rest.split_once(')')?;
        Some((group, rest.starts_with(SIGNS)))
    });
    groups.any(|(group, is_signed)| is_cycle(group) || is_signed && is_piece(group.trim()))
}

/// A goal says nothing of tips.
fn check_tips(tips: &Tips) -> Result<(), Error> {
    if tips.are_solved() {
        return Ok(());
    }
    Err(Error::malformed(
        "{to}: turns of tips cannot stand in a goal: each tip is solved to where it belongs",
    ))
}
