//! Which puzzle.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use clap::Args;

use crate::cli::files::Kind;
use crate::cli::places::Places;
use crate::cli::{Failure, files, output};
use crate::puzzle::Puzzle;

/// Which puzzle.
#[derive(Args)]
pub(crate) struct PuzzleArgs {
    /// A built-in puzzle (see `twistsat list puzzles`)
    #[arg(
        value_name = "PUZZLE",
        required_unless_present = "puzzle_file",
        conflicts_with = "puzzle_file"
    )]
    puzzle: Option<String>,
    #[command(flatten)]
    source: SourceArgs,
    /// The puzzle, once it was read.
    #[arg(skip)]
    read: OnceLock<Arc<Puzzle>>,
}

/// Which puzzle, apart from its name.
#[derive(Args)]
pub(crate) struct SourceArgs {
    /// Read the puzzle from a file instead: a puzzle file (.toml), a twsearch definition (.tws) or a
    /// KPuzzle (.json)
    #[arg(long, value_name = "PATH")]
    puzzle_file: Option<PathBuf>,
    /// Also use these groups of turns, such as `slice,wide,rotation` for the puzzle rubik (see
    /// `twistsat puzzle show`)
    #[arg(long, value_name = "GROUPS", value_delimiter = ',')]
    with: Vec<String>,
}

impl PuzzleArgs {
    /// The file from which the puzzle is read, if it is.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.source.puzzle_file.as_deref()
    }

    /// Notes what is read.
    pub(crate) fn note(&self, places: &mut Places) {
        if let Some(path) = self.file() {
            places.reads("--puzzle-file", path);
        }
    }

    /// Replaces the puzzle of a file that means the same as the built-in one of its name by that, so that a claim about
    /// it is one about the built-in puzzle.
    pub(crate) fn prefer_built_in(&mut self) -> Result<(), Failure> {
        if self.file().is_some()
            && let Some(known) = self.puzzle()?.as_built_in()
        {
            self.read = OnceLock::from(known);
        }
        Ok(())
    }

    pub(crate) fn puzzle(&self) -> Result<Arc<Puzzle>, Failure> {
        if let Some(puzzle) = self.read.get() {
            return Ok(puzzle.clone());
        }
        let puzzle = self.source.puzzle(self.puzzle.as_deref())?;
        Ok(self.read.get_or_init(|| puzzle).clone())
    }
}

impl SourceArgs {
    /// The puzzle among the words of a command line, and the others: it is the
    /// first of them unless it is read from a file.
    pub(crate) fn split<'a>(
        &self,
        words: &'a [String],
    ) -> Result<(Arc<Puzzle>, &'a [String]), Failure> {
        match words {
            [name, words @ ..] if self.puzzle_file.is_none() => {
                Ok((self.puzzle(Some(name))?, words))
            }
            words => Ok((self.puzzle(None)?, words)),
        }
    }

    fn puzzle(&self, name: Option<&str>) -> Result<Arc<Puzzle>, Failure> {
        let puzzle = match &self.puzzle_file {
            Some(path) => {
                Puzzle::from_file(&files::name(path), &files::read(path, Kind::Definition)?)
            }
            None => return self.enabled(Puzzle::built_in(name.unwrap_or_default())?),
        };
        let puzzle = puzzle.map_err(Failure::error)?;
        for note in puzzle.left_out() {
            output::diagnose(&format!("note: {note}"));
        }
        self.enabled(Arc::new(puzzle))
    }

    /// The puzzle with the groups of turns that are asked for.
    fn enabled(&self, puzzle: Arc<Puzzle>) -> Result<Arc<Puzzle>, Failure> {
        if self.with.is_empty() {
            return Ok(puzzle);
        }
        let groups: Vec<&str> = self.with.iter().map(|group| group.trim()).collect();
        let puzzle = puzzle.with_groups(&groups).map_err(Failure::error)?;
        Ok(Arc::new(puzzle))
    }
}
