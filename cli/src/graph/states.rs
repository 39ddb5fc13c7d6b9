//! `twistsat graph states`: lists of states by their distance from the solved one.

use twistsat::notation::Notation;
use twistsat::puzzle::State;

use super::super::args::PuzzleArgs;
use super::super::{Exit, Failure, output};
use super::args::GraphArgs;
use super::cache;

const EXAMPLES: &str = "\
Examples:
  twistsat graph states pocket --distance 4 > four.txt
  twistsat graph states pocket --farthest --every > farthest.txt
  twistsat solve pocket --batch four.txt --resume four.jsonl

Prints one state per line, for --batch. Without --every, of the states that are rotations, mirror images or inverses of each other, one is printed.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[group(id = "which", required = true, multiple = false, args = ["distance", "farthest"])]
pub(super) struct Args {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    graph: GraphArgs,
    /// List the states N turns from the solved one
    #[arg(long, value_name = "N")]
    distance: Option<usize>,
    /// List the states farthest from the solved one
    #[arg(long)]
    farthest: bool,
    /// List every state, including those that are rotations, mirror images or inverses of each other
    #[arg(long)]
    every: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let puzzle = args.puzzle.puzzle()?;
    let turns = args.graph.turns(&puzzle, Notation::default())?;
    let graph = args.graph.graph(&puzzle, puzzle.solved(), &turns)?;
    let table = cache::table(graph, &args.graph.control()?, args.graph.quiet)?;
    let farthest = table.distribution().len() - 1;
    let distance = args.distance.unwrap_or(farthest);
    if distance > farthest {
        return Err(Failure::Error(format!(
            "--distance: no state of {} is {distance} turns from solved; the maximum is {farthest}",
            puzzle.title()
        )));
    }
    let print = |state: State| output::print_part_line(&puzzle.write_state(&state));
    if args.every {
        table.states_at(distance).try_for_each(print)?;
    } else {
        let classes = table.representatives_at(&puzzle, distance);
        classes.into_iter().try_for_each(print)?;
    }
    Ok(Exit::Done)
}
