//! `twistsat graph picture`.

use std::path::PathBuf;

use super::super::args::PuzzleArgs;
use super::super::{Exit, Failure, output, places};
use super::question::GraphArgs;
use super::{cache, question};
use crate::files::drafts::Draft;
use crate::graph::export::Export;
use crate::notation::Notation;
use crate::picture::{Drawn, MOST_STATES, layers};
use crate::problem::check_notation;

const EXAMPLES: &str = "\
Examples:
  twistsat graph picture pocket --allow \"R2 U2 F2\" > halves.svg
  twistsat graph picture twiddle --allow \"A B\" -o blocks.svg

The solved state stands in the middle, with a ring around it for each distance. For larger graphs there is
`graph export --to dot` or `--to graphml`.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    graph: GraphArgs,
    /// The notation of turns in --allow and in the picture: singmaster, cw, lowercase or inverse
    #[arg(long, value_name = "NOTATION", default_value_t)]
    notation: Notation,
    /// The SVG file, `-` for stdout; an existing file is replaced
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let mut all = places::Places::default();
    args.puzzle.note(&mut all);
    all.writes("-o", &args.output);
    all.check()?;
    let puzzle = args.puzzle.puzzle()?;
    check_notation(args.notation, &puzzle)?;
    let turns = args.graph.turns(&puzzle, args.notation)?;
    let names = question::names_of_nodes(&puzzle, args.graph.fixed)?;
    let graph = args.graph.graph(&puzzle, puzzle.solved(), &turns)?;
    let control = args.graph.control()?;
    let distances = cache::search(&graph, &control, args.graph.quiet)?;
    let table = graph.with(distances);
    let states: u64 = table.distribution().iter().sum();
    if states > MOST_STATES as u64 {
        return Err(Failure::Error(format!(
            "the graph has {states} states, and a picture has room for {MOST_STATES}; leave out turns with --allow, or use `graph export --to dot`"
        )));
    }
    let whole = Export::new(&puzzle, &table, &names, args.notation).whole();
    // Only the faces whose turns join states, in the order of the puzzle.
    let mut faces: Vec<usize> = whole.edges.iter().map(|edge| edge.2).collect();
    faces.sort_unstable();
    faces.dedup();
    let number = |face: usize| faces.binary_search(&face).unwrap_or_default();
    let name = |face: &usize| {
        let turn = puzzle.turns().iter().find(|turn| turn.face == *face);
        turn.map_or(String::new(), |turn| turn.base.clone())
    };
    let drawn = Drawn {
        title: format!("{}, {states} states by distance", puzzle.title()),
        edges: whole
            .edges
            .iter()
            .map(|&(from, to, face)| (from, to, number(face)))
            .collect(),
        states: whole.nodes,
        faces: faces.iter().map(name).collect(),
    };
    let text = layers(&drawn);
    if args.output.as_os_str() == "-" {
        output::print(&text)?;
        return Ok(Exit::Done);
    }
    let cancel = control.cancel_flag();
    Draft::write(&args.output, cancel, |writer| {
        writer.write_all(text.as_bytes())
    })?
    .publish()?;
    Ok(Exit::Done)
}
