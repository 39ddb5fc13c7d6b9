//! `twistsat puzzle check`.

use std::path::PathBuf;

use crate::cli::files::Kind;
use crate::cli::output::TextOrJson;
use crate::cli::{Exit, Failure, files, output};
use crate::control::Control;
use crate::graph::Graph;
use crate::puzzle::{Longest, Metric, Puzzle, TurnId};
use crate::report::{json, text};

/// The maximum size of the distance table for checking a maximum: four million states, which takes a moment.
const MOST_BYTES: u64 = 2 << 20;

const EXAMPLES: &str = "\
Example:
  twistsat puzzle check mine.toml

Every mistake is reported with its line and column, and what would be right. The notes that may
follow are not mistakes. Exit code 0: the file defines a puzzle; 1: it does not.";

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
        let mut notes = puzzle.notes();
        notes.extend(wrong_maxima(&puzzle));
        notes
    } else {
        Vec::new()
    };
    match args.format {
        TextOrJson::Json => output::json(&json::PuzzleCheck::new(&name, &mistakes, &notes))?,
        TextOrJson::Text => output::print(&text::puzzle_check(&name, &mistakes, &notes))?,
    }
    if mistakes.is_empty() {
        Ok(Exit::Done)
    } else {
        Err(Failure::Reported)
    }
}

/// The wrong claims of the file about the farthest states, if there are few enough states to check.
fn wrong_maxima(puzzle: &Puzzle) -> Vec<String> {
    let mut wrong = Vec::new();
    for metric in Metric::ALL {
        let Longest { any, exact } = puzzle.maximum().in_metric(metric);
        let all = puzzle.all_turns();
        for (key, says, mut turns) in [
            ("any", any, puzzle.turns_around_held()),
            ("exact", exact, all),
        ] {
            turns.retain(|&turn| metric.admits(&puzzle.turns()[turn]));
            let Some(says) = says else { continue };
            let Some((states, is)) = farthest(puzzle, &turns) else {
                continue;
            };
            if says != is {
                let what = if says < is { "too small" } else { "too large" };
                wrong.push(format!(
                    "`maximum.{metric}.{key}` is {what}: it is {says}, but the farthest of {states} states takes {}",
                    metric.count(is)
                ));
            }
        }
    }
    wrong
}

/// The number of states that some turns reach from the solved one, and the distance of the farthest; `None` if there are
/// too many, or they cannot be counted.
fn farthest(puzzle: &Puzzle, turns: &[TurnId]) -> Option<(u64, usize)> {
    let graph = Graph::new(puzzle, puzzle.solved(), turns, MOST_BYTES).ok()?;
    let distances = graph.search(&Control::unlimited(), &|_| ()).ok()?;
    let distribution = graph.with(distances).distribution();
    Some((
        distribution.iter().sum(),
        distribution.len().checked_sub(1)?,
    ))
}
