//! `twistsat puzzle convert`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use twistsat::formats::PuzzleFormat;
use twistsat::puzzle::Puzzle;

use crate::files::Kind;
use crate::files::drafts::Draft;
use crate::path_conflicts::PathRegistry;
use crate::{Exit, Failure, files, interrupt, output};

const EXAMPLES: &str = "\
Examples:
  twistsat puzzle convert 3x3x3.tws -o 3x3x3.toml
  twistsat puzzle convert kilominx.kpuzzle.json --to tws
  twistsat puzzle convert rubik --to kpuzzle";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The puzzle: a puzzle file (.toml), a twsearch definition (.tws) or a KPuzzle (.json), `-` for
    /// stdin; or the name of a built-in puzzle
    #[arg(value_name = "FILE|PUZZLE")]
    puzzle: PathBuf,
    /// What to write: toml, tws or kpuzzle
    #[arg(long, value_name = "FORMAT", default_value_t = PuzzleFormat::Toml)]
    to: PuzzleFormat,
    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

/// The built-in puzzle of a name. A file of that name takes precedence, and a name that looks like a path is one.
fn built_in(name: &Path) -> Result<Option<Arc<Puzzle>>, Failure> {
    let text = name.to_string_lossy();
    if text == "-" || text.contains(['/', '\\', '.']) || name.exists() {
        return Ok(None);
    }
    Ok(Some(Puzzle::built_in(&text)?))
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    let mut paths = PathRegistry::default();
    let built_in = built_in(&args.puzzle)?;
    if built_in.is_none() {
        paths.register_input("", &args.puzzle);
    }
    if let Some(path) = &args.output {
        paths.register_output("-o", path);
    }
    paths.check()?;
    let name = files::display_name(&args.puzzle);
    let puzzle = match built_in {
        Some(puzzle) => puzzle,
        None => {
            let text = files::read(&args.puzzle, Kind::Definition)?;
            Arc::new(Puzzle::from_file(&name, &text).map_err(Failure::error)?)
        }
    };
    let written = puzzle.write(args.to).map_err(|reason| {
        Failure::Error(format!(
            "{name}: it cannot be written as {}: {reason}",
            args.to
        ))
    })?;
    match args.output {
        None => output::print(&written)?,
        Some(path) => {
            let cancel = interrupt::cancel_flag()?;
            Draft::write_bytes(&path, &cancel, written.as_bytes())?.publish()?;
        }
    }
    Ok(Exit::Done)
}
