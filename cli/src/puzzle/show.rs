//! `twistsat puzzle show`.

use twistsat::notation::Scheme;
use twistsat::report;
use twistsat::report::PuzzleReport;

use crate::args::PuzzleArgs;
use crate::output::TextOrJson;
use crate::{Exit, Failure, output};

const EXAMPLES: &str = "\
Examples:
  twistsat puzzle show pocket
  twistsat puzzle show rubik --with slice --format json";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: TextOrJson,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    let puzzle = args.puzzle.puzzle()?;
    let report = PuzzleReport::new(&puzzle);
    match args.format {
        TextOrJson::Json => output::print_json(&report)?,
        TextOrJson::Text => {
            output::print(&report.text())?;
            let own = Scheme::own_symbols(&puzzle);
            output::print(&report::net(&puzzle, &own, puzzle.solved()))?;
            output::print(&report::turn_drawings(&puzzle))?;
        }
    }
    Ok(Exit::Done)
}
