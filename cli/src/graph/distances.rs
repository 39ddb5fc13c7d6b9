//! `twistsat graph distances`.

use twistsat::graph::DistanceTable;
use twistsat::notation::Notation;
use twistsat::problem::check_notation;
use twistsat::puzzle::Puzzle;
use twistsat::report;
use twistsat::report::json;

use super::super::args::PuzzleArgs;
use super::super::{Exit, Failure, output, usage};
use super::args::GraphArgs;
use super::cache;

const EXAMPLES: &str = "\
Examples:
  twistsat graph distances pocket
  twistsat graph distances pocket --metric qtm --farthest 3
  twistsat graph distances pocket --allow \"R U\" --format json
  twistsat graph distances pocket --format svg > pocket.svg";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    graph: GraphArgs,
    /// The notation of turns in --allow and in the output: singmaster, cw, lowercase, inverse, numbered or exchanged
    #[arg(long, value_name = "NOTATION", default_value_t)]
    notation: Notation,
    /// Also print the states farthest from the solved one: N of them, or all
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "18446744073709551615")]
    farthest: Option<usize>,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The output format of a distribution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A human-readable table
    #[default]
    Text,
    /// One JSON object
    Json,
    /// A bar chart
    Svg,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    if args.format == Format::Svg && args.farthest.is_some() {
        return usage("--farthest cannot be combined with --format svg; use --format text or json");
    }
    let puzzle = args.puzzle.puzzle()?;
    check_notation(args.notation, &puzzle)?;
    let turns = args.graph.turns(&puzzle, args.notation)?;
    let graph = args.graph.graph(&puzzle, puzzle.solved(), &turns)?;
    let control = args.graph.control()?;
    let distances = cache::search(&graph, &control, args.graph.quiet)?;
    let table = graph.with_distances(distances);
    let farthest = farthest(&puzzle, &table, args.farthest.unwrap_or(0));
    let distribution = table.distribution();
    match args.format {
        Format::Text => {
            output::print(&report::distribution(&distribution))?;
            farthest
                .iter()
                .try_for_each(|state| output::print_line(state))?;
        }
        Format::Json => output::print_json(
            &json::about("twistsat.graph-distances/1", &puzzle)
                .with("metric", args.graph.metric.name())
                .with("notation", args.notation.name())
                .with("turns", args.notation.write_all(&puzzle, table.turns()))
                .with("states", distribution.iter().sum::<u64>())
                .with("maximum", distribution.len() - 1)
                .with("distribution", distribution)
                .with("farthest", farthest),
        )?,
        Format::Svg => {
            let title = format!(
                "{}: states by distance ({})",
                puzzle.title(),
                args.graph.metric
            );
            output::print(&report::bar_chart(&title, &distribution))?;
        }
    }
    Ok(Exit::Done)
}

/// Up to `count` of the farthest states, in the puzzle's default layout and own colors.
fn farthest(puzzle: &Puzzle, table: &DistanceTable, count: usize) -> Vec<String> {
    if count == 0 {
        return Vec::new();
    }
    let farthest = table.distribution().len() - 1;
    table
        .states_at(farthest)
        .take(count)
        .map(|state| puzzle.write_state(&state))
        .collect()
}
