//! How states and turns are read and written.

use std::sync::Arc;

use clap::Args;
use twistsat::Error;
use twistsat::graph::{StateInput, is_name};
use twistsat::notation::Notation;
use twistsat::problem::{Question, Scramble, StateText, TextLayout, check_notation};
use twistsat::puzzle::{Layout, Puzzle, Tips, TurnId};

use crate::exit::option_name;
use crate::files::or_stdin;
use crate::state_files::text_or_file;
use crate::{Failure, output};

/// How texts are read and written.
#[derive(Args)]
pub(crate) struct TextArgs {
    /// The layout in which states are written: net, faces, urfdlb, or the letters of all faces in
    /// another order, such as ulfrbd [default: faces if the text names them, net if it has the
    /// rows of the net, else the puzzle file's layout, urfdlb on cubes]
    #[arg(long, value_name = "LAYOUT")]
    pub(super) layout: Option<TextLayout>,
    /// How turns are read and written: singmaster (R R2 R'), cw (RCW RH RCCW), lowercase (R R2 r),
    /// inverse (R R2 Ri), numbered (R1 R2 R3), or exchanged (numbered, for sub-cubes, with y and z exchanged)
    #[arg(long, value_name = "NOTATION", default_value_t)]
    pub(crate) notation: Notation,
}

impl TextArgs {
    /// A question in this notation, and in this layout unless a file determines it.
    fn question(&self, of_file: Option<TextLayout>) -> Question {
        Question {
            layout: of_file.or(self.layout.clone()),
            notation: self.notation,
            ..Question::default()
        }
    }

    /// Rejects a notation in which two turns of this puzzle have the same name.
    pub(crate) fn check(&self, puzzle: &Puzzle) -> Result<(), Failure> {
        Ok(check_notation(self.notation, puzzle)?)
    }

    /// Reads a scramble from an option; it may contain turns of tips and of all groups.
    pub(crate) fn scramble(
        &self,
        option: &str,
        puzzle: &Puzzle,
        text: &str,
    ) -> Result<Scramble, Failure> {
        let scramble = Scramble::read(self.notation, puzzle, text);
        let scramble = scramble.map_err(|error| Failure::Error(format!("{option}: {error}")))?;
        note_lowercase(self.notation, puzzle, &scramble, text);
        Ok(scramble)
    }

    /// Reads a state: turns from the solved state, which may be grouped in brackets, a name that `graph name` prints,
    /// or one character per facelet in any layout. `-` is stdin, `@FILE` a file.
    pub(crate) fn state_input(
        &self,
        puzzle: &Arc<Puzzle>,
        text: &str,
    ) -> Result<StateInput, Failure> {
        let text = or_stdin(text)?;
        if self.question(None).is_turns(puzzle, &text) {
            let turns = self.scramble("the turns", puzzle, &text)?;
            return Ok(StateInput::Turns(Box::new(turns)));
        }
        let (text, layout) = text_or_file(puzzle, &text)?;
        let mut question = self.question(layout);
        if question.layout.is_none() && is_name(puzzle, &text) {
            question.layout = Some(TextLayout::Named(Layout::Net));
        }
        let read = question.read_state(puzzle, &text)?;
        if let Some(error) = read.misread_state_error(puzzle, &text) {
            return Err(error.into());
        }
        let symbols = Layout::known_symbols(&read.stickers)?;
        Ok(StateInput::Symbols(symbols, read.tips))
    }

    /// Reads a state. `@FILE` is read from a file.
    pub(crate) fn read_state(&self, puzzle: &Puzzle, text: &str) -> Result<StateText, Failure> {
        let (text, layout) = text_or_file(puzzle, text)?;
        Ok(self.question(layout).read_state(puzzle, &text)?)
    }
}

/// Prints a note if tips are turned, which the command ignores.
pub(crate) fn note_tips(what: &str, tips: &Tips) {
    if !tips.are_solved() {
        output::diagnose(&format!("note: {what}, which are not part of the state"));
    }
}

/// Prints a note about a lowercase letter that probably belongs to another notation: on the 2×2×2, for example, a wide turn
/// rotates the whole puzzle and is rarely meant.
pub(super) fn note_lowercase(notation: Notation, puzzle: &Puzzle, read: &Scramble, text: &str) {
    let otherwise = Notation::Lowercase.read(puzzle, text);
    if notation == Notation::Singmaster
        && text.contains(char::is_lowercase)
        && puzzle.tips().is_empty()
        && otherwise.is_ok_and(|turns| turns.len() > read.turns().len())
    {
        output::diagnose(
            "note: a lowercase letter was read as a wide turn, which turns the whole puzzle here; if it means counter-clockwise, use --notation lowercase",
        );
    }
}

/// Reads turns that are not the value of an option; errors begin with `what`.
pub(crate) fn turns(
    what: &str,
    notation: Notation,
    puzzle: &Puzzle,
    text: &str,
) -> Result<Vec<TurnId>, Failure> {
    let turns = notation.read(puzzle, text);
    turns.map_err(|error| Failure::Error(format!("{what}: {error}")))
}

/// The error for a question. Its message calls the key `scramble` by the words in `start`.
pub(super) fn error_naming_start(error: &Error, start: &str) -> Failure {
    Failure::of_question(error, |key| match key {
        "scramble" => start.to_owned(),
        key => option_name(key),
    })
}
