//! `twistsat puzzle check`.

use std::path::PathBuf;

use crate::cli::files::{self, Kind};
use crate::cli::output::{self, TextOrJson};
use crate::cli::{Exit, Failure};
use crate::puzzle::Puzzle;
use crate::report::json;
use crate::text;

const EXAMPLES: &str = "\
Example:
  twistsat puzzle check mine.toml

Every mistake is told, with its line and column, and what would be right. The notes that follow are no mistakes. Exit code 0: it is a puzzle; 1: it is none.";

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
    let name = files::name(&args.file);
    let text = files::read(&args.file, Kind::Definition)?;
    let mistakes = Puzzle::mistakes(&name, &text);
    let notes = if mistakes.is_empty() {
        let puzzle = Puzzle::from_file(&name, &text).map_err(Failure::error)?;
        puzzle.notes()
    } else {
        Vec::new()
    };
    match args.format {
        TextOrJson::Json => output::json(&json::PuzzleCheck::new(&name, &mistakes, &notes))?,
        TextOrJson::Text => {
            for mistake in &mistakes {
                output::line(&text::visible(&mistake.to_string()))?;
            }
            for note in &notes {
                output::line(&format!("note: {note}"))?;
            }
            output::line(&text::visible(&format!(
                "{name}: {}",
                count(mistakes.len())
            )))?;
        }
    }
    if mistakes.is_empty() {
        Ok(Exit::Done)
    } else {
        Err(Failure::Told)
    }
}

fn count(mistakes: usize) -> String {
    match mistakes {
        0 => "no mistakes".to_owned(),
        1 => "1 mistake".to_owned(),
        100.. => "100 mistakes or more".to_owned(),
        _ => format!("{mistakes} mistakes"),
    }
}
