//! Selects a puzzle.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use clap::Args;
use twistsat::Error;
use twistsat::problem::Question;
use twistsat::puzzle::Puzzle;

use crate::path_conflicts::PathRegistry;
use crate::{Failure, files, output};

/// Selects a puzzle.
#[derive(Args)]
pub(crate) struct PuzzleArgs {
    /// A built-in puzzle (see `twistsat list puzzles`)
    #[arg(
        value_name = "PUZZLE",
        required_unless_present = "puzzle_source",
        conflicts_with = "puzzle_source"
    )]
    puzzle: Option<String>,
    #[command(flatten)]
    source: SourceArgs,
    /// The puzzle, once it has been read.
    #[arg(skip)]
    read: OnceLock<Box<SelectedPuzzle>>,
}

/// The options that select a puzzle, besides its name.
#[derive(Args)]
pub(crate) struct SourceArgs {
    /// Read the puzzle from a file instead: a puzzle file (.toml), a twsearch definition (.tws) or a
    /// KPuzzle (.json)
    #[arg(long, value_name = "PATH", group = "puzzle_source")]
    puzzle_file: Option<PathBuf>,
    /// Also use the turns of these groups, such as `slice,wide,rotation` on the puzzle rubik (see
    /// `twistsat puzzle show`)
    #[arg(long, value_name = "GROUPS", value_delimiter = ',')]
    with: Vec<String>,
}

/// A puzzle and the question that selects it.
pub(super) struct SelectedPuzzle {
    /// The question whose keys select the puzzle.
    pub(super) question: Question,
    pub(super) puzzle: Arc<Puzzle>,
}

impl PuzzleArgs {
    /// Registers the input files.
    pub(crate) fn register_paths(&self, paths: &mut PathRegistry) {
        paths.register_optional_input("--puzzle-file", self.source.puzzle_file.as_deref());
    }

    /// Uses the puzzle that a question from a file selects.
    pub(super) fn read_from(&self, question: &Question) -> Result<(), Error> {
        let puzzle = question.puzzle()?;
        let question = question.clone();
        self.read
            .get_or_init(|| Box::new(SelectedPuzzle { question, puzzle }));
        Ok(())
    }

    /// The selected groups of turns.
    pub(super) fn groups(&self) -> &[String] {
        &self.source.with
    }

    /// Whether the command line selects a puzzle; otherwise the lines of a list do.
    pub(crate) fn is_given(&self) -> bool {
        self.puzzle.is_some() || self.source.puzzle_file.is_some() || self.read.get().is_some()
    }

    /// The keys of a question that select the puzzle.
    pub(crate) fn question(&self) -> Result<Question, Failure> {
        Ok(self.selected()?.question.clone())
    }

    pub(crate) fn puzzle(&self) -> Result<Arc<Puzzle>, Failure> {
        Ok(self.selected()?.puzzle.clone())
    }

    /// The puzzle, and the keys that select it.
    pub(super) fn selected(&self) -> Result<&SelectedPuzzle, Failure> {
        if let Some(selected) = self.read.get() {
            return Ok(selected);
        }
        let selected = self.source.selected(self.puzzle.as_deref())?;
        Ok(self.read.get_or_init(|| Box::new(selected)))
    }
}

impl SourceArgs {
    /// Separates the puzzle from the other words of a command line: the first word names it, unless an option names its
    /// file.
    pub(crate) fn split<'a>(
        &self,
        words: &'a [String],
    ) -> Result<(Arc<Puzzle>, &'a [String]), Failure> {
        let (name, words) = match words {
            [name, words @ ..] if self.puzzle_file.is_none() => (Some(&**name), words),
            words => (None, words),
        };
        Ok((self.selected(name)?.puzzle, words))
    }

    fn selected(&self, name: Option<&str>) -> Result<SelectedPuzzle, Failure> {
        let file = self.puzzle_file.as_deref().map(files::read_definition);
        let puzzle_file = file.transpose()?;
        let name = puzzle_file.is_none().then(|| name.unwrap_or_default());
        let question = Question {
            puzzle: name.map(ToOwned::to_owned),
            puzzle_file,
            with: self.with.clone(),
            ..Question::default()
        };
        let puzzle = question.puzzle()?;
        for note in puzzle.ignored_parts() {
            output::diagnose(&format!("note: {note}"));
        }
        Ok(SelectedPuzzle { question, puzzle })
    }
}
