//! `twistsat scramble`.

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use twistsat::control::Control;
use twistsat::graph::{DistanceSampler, Graph, MAX_BYTES};
use twistsat::notation::Notation;
use twistsat::problem::check_notation;
use twistsat::puzzle::{Metric, Puzzle, State, TurnId};
use twistsat::report::json;
use twistsat::search::RandomStates;

use super::args::PuzzleArgs;
use super::graph::cache;
use super::output::Format;
use super::{Exit, Failure, args, interrupt, output};

const EXAMPLES: &str = "\
Examples:
  twistsat scramble pocket --seed 7
  twistsat scramble pocket --count 100 > scrambles.txt
  twistsat scramble rubik --random-state --seed 7
  twistsat scramble pocket --distance 9 --count 100 --seed 7

The same seed gives the same scrambles. `solve --batch` reads them.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// The number of turns in each scramble; with many turns, states are far from solved and about equally likely
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = args::turns)]
    turns: usize,
    /// Draw random states instead, each reachable state with the same probability, and print turns that lead there
    #[arg(long, conflicts_with = "turns")]
    random_state: bool,
    /// Draw random states D turns from solved instead, each with the same probability, and print D turns that lead there
    #[arg(long, value_name = "D", value_parser = args::turns, conflicts_with_all = ["turns", "random_state"])]
    distance: Option<usize>,
    /// The number of scrambles
    #[arg(long, value_name = "K", default_value_t = 1)]
    count: usize,
    /// The seed of the random numbers
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Use all turns, including those that move the held piece
    #[arg(long)]
    all_turns: bool,
    /// The allowed turns: htm (all powers of a face) or qtm (quarter turns only)
    #[arg(long, value_name = "METRIC", default_value_t)]
    metric: Metric,
    /// The notation of turns: singmaster, cw, lowercase, inverse, numbered or exchanged
    #[arg(long, value_name = "NOTATION", default_value_t)]
    notation: Notation,
    /// The format, one scramble per line: text (the turns; with --random-state the state, and the turns as a comment), json
    /// or alg (the turns)
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    let puzzle = args.puzzle.puzzle()?;
    check_notation(args.notation, &puzzle)?;
    let turns = turns(&args, &puzzle)?;
    let mut random = ChaCha8Rng::seed_from_u64(args.seed);
    if args.random_state {
        return random_states(&args, &puzzle, &turns, &mut random);
    }
    if let Some(distance) = args.distance {
        let control = Control::new(interrupt::cancel_flag()?, None).with_jobs(args::threads(0));
        let states = distance_sampler(&puzzle, &turns, &control)?;
        for number in 1..=args.count {
            let drawn = states.draw(distance, &mut random);
            let (state, turns) = drawn.map_err(|error| {
                Failure::from(error).with_subject(&format!("--distance {distance}"))
            })?;
            print(&args, &puzzle, number, &state, Some(&turns))?;
        }
        return Ok(Exit::Done);
    }
    for number in 1..=args.count {
        let scramble = puzzle.scramble(&turns, args.turns, &mut random);
        let state = puzzle.apply(puzzle.solved(), &scramble);
        print(&args, &puzzle, number, &state, Some(&scramble))?;
    }
    Ok(Exit::Done)
}

/// The allowed turns.
fn turns(args: &Args, puzzle: &Puzzle) -> Result<Vec<TurnId>, Failure> {
    let mut turns: Vec<TurnId> = if args.all_turns {
        puzzle.all_turns()
    } else {
        puzzle.turns_around_held()
    };
    turns.retain(|&turn| args.metric.admits(&puzzle.turns()[turn]));
    if turns.is_empty() {
        return Err(Failure::Error(format!(
            "no turn of {} in this metric leaves the held piece in place; use --all-turns",
            puzzle.title()
        )));
    }
    Ok(turns)
}

/// A sampler of states at any distance. It uses a table of all distances if the table fits into memory.
pub(super) fn distance_sampler(
    puzzle: &Arc<Puzzle>,
    turns: &[TurnId],
    control: &Control,
) -> Result<DistanceSampler, Failure> {
    let graph = Graph::new(puzzle, puzzle.solved(), turns, MAX_BYTES).ok();
    let table = graph.map(|graph| cache::table(graph, control, false));
    let table = table.transpose()?;
    Ok(DistanceSampler::new(
        puzzle, turns, table, MAX_BYTES, control,
    ))
}

/// Prints random states, all reachable ones equally likely.
fn random_states(
    args: &Args,
    puzzle: &Arc<Puzzle>,
    turns: &[TurnId],
    random: &mut ChaCha8Rng,
) -> Result<Exit, Failure> {
    let states = RandomStates::new(puzzle, turns).map_err(Failure::error)?;
    let mut noted = false;
    for number in 1..=args.count {
        let (state, scramble) = states.sample(random);
        if scramble.is_none() && !noted {
            note_no_turns(args, puzzle)?;
            noted = true;
        }
        print(args, puzzle, number, &state, scramble.as_deref())?;
    }
    Ok(Exit::Done)
}

/// Prints a note that no turns were found for a state; an error if the format has only turns.
fn note_no_turns(args: &Args, puzzle: &Puzzle) -> Result<(), Failure> {
    let message = format!(
        "found no turns to these states of {} within a few seconds; without --random-state, scrambles are random turns",
        puzzle.title()
    );
    if args.format == Format::Alg {
        return Err(Failure::Error(message));
    }
    output::diagnose(&format!("note: {message}"));
    Ok(())
}

fn print(
    args: &Args,
    puzzle: &Puzzle,
    number: usize,
    state: &State,
    turns: Option<&[TurnId]>,
) -> Result<(), Failure> {
    let state = || puzzle.write_state(state);
    let alg = turns.map(|turns| args.notation.write_all(puzzle, turns));
    match args.format {
        Format::Json => {
            let name = |&turn: &TurnId| args.notation.write(&puzzle.turns()[turn]);
            let names = turns.map(|turns| turns.iter().map(name).collect::<Vec<_>>());
            let object = json::about("twistsat.scramble/1", puzzle)
                .with("metric", args.metric.name())
                .with("notation", args.notation.name())
                .with("seed", args.seed)
                .with("number", number)
                .with("state", state())
                .with("turns", names);
            output::print_json_line(&object)
        }
        Format::Text if args.random_state => output::print_part_line(&match alg {
            Some(alg) => format!("{} # {alg}", state()),
            None => state(),
        }),
        Format::Text | Format::Alg => output::print_part_line(&alg.unwrap_or_default()),
    }
}
