//! `twistsat graph path`.

use twistsat::graph::{DistanceTable, Orientation, PathEnds};
use twistsat::puzzle::{Layout, Premise, Puzzle, TurnId};
use twistsat::report;
use twistsat::report::{json, text};
use twistsat::search::UnknownReason;
use twistsat::text::with_tips;

use super::super::args::{SourceArgs, TextArgs};
use super::super::output::Format;
use super::super::{Exit, Failure, output, usage};
use super::args::GraphArgs;
use super::cache;

const EXAMPLES: &str = "\
Examples:
  twistsat graph path pocket 002140534352524214031513
  twistsat graph path pocket UFFURUURRFFRDBDDLDLLLBBB --all
  twistsat graph path pocket \"R U2\" \"F' R\" --metric qtm

The table of all distances is built by the first call, and kept in the user's cache folder.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(override_usage = "twistsat graph path [OPTIONS] PUZZLE FROM [TO]")]
pub(super) struct Args {
    /// The puzzle (unless --puzzle-file names one), where to start, and where to go [default: the
    /// solved state]; FROM and TO are states, in any layout, symbols and orientation, or turns
    /// applied to the solved puzzle; `-` reads stdin
    #[arg(value_name = "PUZZLE FROM TO", required = true, num_args = 1..=3)]
    words: Vec<String>,
    #[command(flatten)]
    puzzle: SourceArgs,
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    text: TextArgs,
    /// Print every shortest path, not only the first
    #[arg(long)]
    all: bool,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let (puzzle, words) = args.puzzle.split(&args.words)?;
    let (from, to) = match words {
        [from] => (from, None),
        [from, to] => (from, Some(to.as_str())),
        _ => {
            return usage("give the state where the path starts: graph path PUZZLE FROM [TO]");
        }
    };
    args.text.check(&puzzle)?;
    let turns = args.graph.turns(&puzzle, args.text.notation)?;
    if from == "-" && to == Some("-") {
        return usage("only one state can come from stdin");
    }
    let read = |text: &str| args.text.state_input(&puzzle, text);
    let (from, to) = (read(from)?, to.map(read).transpose()?);
    let orientation = if args.graph.fixed {
        Orientation::Fixed
    } else {
        Orientation::Any
    };
    let ends = PathEnds::new(&puzzle, &from, to.as_ref(), orientation).map_err(Failure::Error)?;
    let control = args.graph.control()?;
    let mut nearest: Option<(usize, Vec<DistanceTable>)> = None;
    for to in &ends.to {
        let graph = args.graph.graph(&puzzle, to, &turns)?;
        let table = cache::table(graph, &control, args.graph.quiet)?;
        match (table.distance(&ends.from), &mut nearest) {
            (Some(distance), Some((least, tables))) if distance == *least => tables.push(table),
            (Some(distance), Some((least, _))) if distance > *least => (),
            (Some(distance), nearest) => *nearest = Some((distance, vec![table])),
            (None, _) => (),
        }
    }
    let count = if args.all { usize::MAX } else { 1 };
    let tables = nearest.iter().flat_map(|(_, tables)| tables);
    let paths = tables
        .flat_map(|table| table.shortest(&ends.from))
        .take(count)
        .map(|path| check_by_replay(&puzzle, &ends, path))
        .collect::<Result<Vec<_>, _>>()?;
    let premise = if paths.is_empty() {
        ends.premise()
    } else {
        ends.premise_if_joined()
    };
    if let Premise::Undecided(why) = premise {
        let why = UnknownReason::Undecided(why);
        output::diagnose(&format!("unknown whether there is a path ({why})"));
        return Ok(Exit::Unknown);
    }
    print(args, &puzzle, &ends, &paths)?;
    Ok(if paths.is_empty() {
        Exit::NoSolution
    } else {
        Exit::Done
    })
}

/// Checks a path independently of the table, by replaying it on the puzzle.
fn check_by_replay(
    puzzle: &Puzzle,
    ends: &PathEnds,
    path: Vec<TurnId>,
) -> Result<Vec<TurnId>, Failure> {
    if ends.to.contains(&puzzle.apply(&ends.from, &path)) {
        Ok(path)
    } else {
        let why = "the table is wrong: its path does not lead to the goal";
        Err(Failure::error(why))
    }
}

/// The keys of the report that describe the question.
fn header(args: &Args, puzzle: &Puzzle, ends: &PathEnds) -> json::Object {
    let text = |state| ends.scheme.write(puzzle, state, Layout::Faces);
    let to = match (ends.ends_solved, args.graph.fixed) {
        (true, false) => "any".to_owned(),
        (true, true) => "solved".to_owned(),
        (false, _) => ends.to.first().map(text).unwrap_or_default(),
    };
    let names = json::Names {
        solver: Some("table"),
        notation: args.text.notation,
        ..json::Names::default()
    };
    let about = json::about("twistsat.graph-path/1", puzzle);
    let from = Some(text(&ends.from));
    json::with_question(about, names, args.graph.metric, from, to)
}

fn print(
    args: &Args,
    puzzle: &Puzzle,
    ends: &PathEnds,
    paths: &[Vec<TurnId>],
) -> Result<(), Failure> {
    let notation = args.text.notation;
    let lines: Vec<String> = paths
        .iter()
        .map(|path| notation.write_all(puzzle, path))
        .collect();
    let turns = paths.first().map(Vec::len);
    let tips = notation.write_tips(puzzle, &ends.tips);
    let tips = Some(&*tips).filter(|tips| !tips.is_empty());
    match args.format {
        Format::Json => output::print_json(
            &header(args, puzzle, ends)
                .with_some("tips", tips)
                .with("turns", turns)
                .with("complete", args.all || paths.is_empty())
                .with("paths", lines),
        ),
        Format::Alg if lines.is_empty() => {
            output::diagnose(text::NO_PATH);
            Ok(())
        }
        Format::Alg => {
            let mut lines = lines.iter().map(|line| with_tips(line, tips));
            lines.try_for_each(|line| output::print_line(&line))
        }
        Format::Text => {
            output::print(&report::net(puzzle, &ends.scheme, &ends.from))?;
            let length = turns.map(|turns| args.graph.metric.count(turns));
            output::print(&if args.all {
                text::all_shortest_paths(&lines, tips, length)
            } else {
                text::shortest_path(&lines, tips, length)
            })
        }
    }
}
