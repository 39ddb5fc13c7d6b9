//! `twistsat puzzle check`.

use std::path::PathBuf;

use twistsat::graph::wrong_maxima;
use twistsat::puzzle::Puzzle;
use twistsat::report::{json, text};

use crate::files::Kind;
use crate::output::TextOrJson;
use crate::{Exit, Failure, files, output};

const EXAMPLES: &str = "\
Example:
  twistsat puzzle check mine.toml

Each mistake is reported with its line and column, and what would be right. A wrong key hides other \
mistakes; in a file in the format of another program, only the first mistake is reported. The notes that \
may follow are not mistakes. Exit code 0: the file defines a puzzle; 1: it does not.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The puzzle file (.toml, .tws or .json), `-` for stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    let name = files::display_name(&args.file);
    let text = files::read(&args.file, Kind::Definition)?;
    let mistakes = Puzzle::mistakes(&name, &text);
    let notes = if mistakes.is_empty() {
        let puzzle = Puzzle::from_file(&name, &text).map_err(Failure::error)?;
        let mut notes = puzzle.notes();
        notes.extend(wrong_maxima(&puzzle));
        notes
    } else {
        Vec::new()
    };
    match args.format {
        TextOrJson::Json => output::print_json(&json::puzzle_check(&name, &mistakes, notes))?,
        TextOrJson::Text => output::print(&text::puzzle_check(&name, &mistakes, &notes))?,
    }
    if mistakes.is_empty() {
        Ok(Exit::Done)
    } else {
        Err(Failure::Reported)
    }
}
