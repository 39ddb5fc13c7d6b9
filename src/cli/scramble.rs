//! `twistsat scramble`.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::input::{self, PuzzleArgs};
use super::{Exit, Failure, output};
use crate::puzzle::{Metric, Notation, TurnId};

const EXAMPLES: &str = "\
Examples:
  twistsat scramble pocket --seed 7
  twistsat scramble pocket --count 100 > scrambles.txt

The same seed gives the same scrambles. `solve --batch` reads them.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// How many turns each; many make states far from solved, and about equally likely
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = input::turns)]
    turns: usize,
    /// How many scrambles
    #[arg(long, value_name = "K", default_value_t = 1)]
    count: usize,
    /// Where the random numbers begin
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Use all turns, also those that move the held piece
    #[arg(long)]
    all_turns: bool,
    /// Which turns: htm (all powers of a face) or qtm (quarter turns only)
    #[arg(long, value_name = "METRIC", default_value_t)]
    metric: Metric,
    /// How turns are written: singmaster, cw, lowercase or inverse
    #[arg(long, value_name = "NOTATION", default_value_t)]
    notation: Notation,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    let puzzle = args.puzzle.puzzle()?;
    input::check_notation(args.notation, &puzzle)?;
    let mut turns: Vec<TurnId> = if args.all_turns {
        (0..puzzle.turns().len()).collect()
    } else {
        puzzle.turns_around_held()
    };
    turns.retain(|&turn| args.metric.admits(&puzzle.turns()[turn]));
    if turns.is_empty() {
        return Err(Failure::Error(format!(
            "no turn of {} in this metric leaves the held piece alone; say --all-turns",
            puzzle.title()
        )));
    }
    let mut random = ChaCha8Rng::seed_from_u64(args.seed);
    for _ in 0..args.count {
        let scramble = puzzle.scramble(&turns, args.turns, &mut random);
        output::line(&args.notation.write_all(&puzzle, &scramble))?;
    }
    Ok(Exit::Done)
}
