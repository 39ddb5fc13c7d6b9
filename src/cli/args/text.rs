//! How states and turns are read and written.

use clap::Args;

use super::layout::{ReadState, TextLayout};
use crate::cli::scrambles::FromFile;
use crate::cli::{Failure, output, scrambles};
use crate::notation::Notation;
use crate::problem::Scramble;
use crate::puzzle::{Layout, Puzzle, Sticker, Tips, TurnId};

/// How texts are read and written.
#[derive(Args)]
pub(crate) struct TextArgs {
    /// The layout in which states are written: net, faces, urfdlb, or the letters of all faces in
    /// another order, such as ulfrbd [default: faces if the text names them, else the puzzle
    /// file's layout]
    #[arg(long, value_name = "LAYOUT")]
    layout: Option<TextLayout>,
    /// How turns are read and written: singmaster (R R2 R'), cw (RCW RH RCCW), lowercase (R R2 r),
    /// inverse (R R2 Ri), numbered (R1 R2 R3), or exchanged (of sub-cubes: y and z exchanged)
    #[arg(long, value_name = "NOTATION", default_value_t)]
    pub(crate) notation: Notation,
}

impl TextArgs {
    /// Refuses a notation in which two turns of this puzzle have one name.
    pub(crate) fn check(&self, puzzle: &Puzzle) -> Result<(), Failure> {
        check_notation(self.notation, puzzle)
    }

    /// Reads turns that an option gave.
    pub(crate) fn turns(
        &self,
        option: &str,
        puzzle: &Puzzle,
        text: &str,
    ) -> Result<Vec<TurnId>, Failure> {
        let turns = self.notation.read(puzzle, text);
        turns.map_err(|error| Failure::Error(format!("{option}: {error}")))
    }

    /// Reads a scramble that an option gave, in which there may be turns of tips and of all groups.
    pub(crate) fn scramble(
        &self,
        option: &str,
        puzzle: &Puzzle,
        text: &str,
    ) -> Result<Scramble, Failure> {
        let scramble = Scramble::read(self.notation, puzzle, text);
        let scramble = scramble.map_err(|error| Failure::Error(format!("{option}: {error}")))?;
        // As on the 2×2×2, where a wide turn is a rotation, and is seldom meant.
        let otherwise = Notation::Lowercase.read(puzzle, text);
        if self.notation == Notation::Singmaster
            && text.contains(char::is_lowercase)
            && puzzle.tips().is_empty()
            && otherwise.is_ok_and(|turns| turns.len() > scramble.turns().len())
        {
            output::diagnose(
                "note: a lowercase letter was read as a wide turn, which turns the whole puzzle here; if it means counter-clockwise, use --notation lowercase",
            );
        }
        Ok(scramble)
    }

    /// Whether every word of a text is one turn, or it has turns in groups.
    pub(crate) fn is_turns(&self, puzzle: &Puzzle, text: &str) -> bool {
        let reading = self.notation.reading(puzzle.with_all_groups());
        let is_alg = || has_groups(text) && reading.scramble(text).is_ok();
        reading.has_only_turns(text) || is_alg()
    }

    /// Whether a word is one turn, which may be one of a tip.
    pub(crate) fn is_turn(&self, puzzle: &Puzzle, word: &str) -> bool {
        let reading = self.notation.reading(puzzle.with_all_groups());
        reading.is_one_turn(word)
    }

    /// One character a facelet. `@FILE` is read from a file.
    pub(crate) fn read(&self, puzzle: &Puzzle, text: &str) -> Result<Vec<char>, Failure> {
        let ReadState { stickers, tips, .. } = self.read_state(puzzle, text)?;
        note_tips("the state has turned tips", &tips);
        Layout::all_known(&stickers).map_err(Failure::error)
    }

    /// A state. `@FILE` is read from a file.
    pub(crate) fn read_state(&self, puzzle: &Puzzle, text: &str) -> Result<ReadState, Failure> {
        if let Some(path) = scrambles::path(puzzle, text) {
            return match scrambles::read(puzzle, path)? {
                FromFile::State(symbols) => Ok(ReadState {
                    stickers: Sticker::all_known(&symbols),
                    tips: Tips::after(puzzle, &[]),
                    layout: TextLayout::Named(Layout::Net),
                }),
                FromFile::Text(text) => self.read_text(puzzle, &text),
            };
        }
        self.read_text(puzzle, text)
    }

    fn read_text(&self, puzzle: &Puzzle, text: &str) -> Result<ReadState, Failure> {
        let guess = TextLayout::Named(Layout::guess_for(puzzle, text));
        let layout = self.layout.clone().unwrap_or_else(|| guess.clone());
        let read = layout.read(puzzle, text).map_err(|error| match error {
            Failure::Error(message) if layout != guess => {
                Failure::Error(format!("{message} (read as --layout {layout})"))
            }
            error => error,
        });
        let (stickers, tips) = read?;
        Ok(ReadState {
            stickers,
            tips,
            layout,
        })
    }
}

/// Notes that turned tips are ignored by a command that shows or reads a state only.
pub(super) fn note_tips(what: &str, tips: &Tips) {
    if !tips.are_solved() {
        output::diagnose(&format!("note: {what}, which are no part of the state"));
    }
}

/// Whether a text may have turns in groups: no state has such characters.
pub(crate) fn has_groups(text: &str) -> bool {
    text.contains(['(', ',', ':'])
}

/// Refuses a notation in which two turns of a puzzle have one name: what is
/// printed in it could not be read back.
pub(crate) fn check_notation(notation: Notation, puzzle: &Puzzle) -> Result<(), Failure> {
    match notation.ambiguous_name(puzzle) {
        None => Ok(()),
        Some(name) => Err(Failure::Usage(format!(
            "in the {notation} notation `{name}` is the name of two turns of this puzzle; choose another --notation"
        ))),
    }
}
