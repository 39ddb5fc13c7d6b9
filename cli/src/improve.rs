//! `twistsat improve`: converts solutions to a list of questions for shorter ones.

use std::path::PathBuf;

use twistsat::list::{Request, lines};
use twistsat::notation::Notation;
use twistsat::problem::Question;
use twistsat::puzzle::{Metric, TurnId};

use super::args::{PuzzleArgs, read_turns};
use super::files::Kind;
use super::{Exit, Failure, files, output};

const EXAMPLES: &str = "\
Examples:
  twistsat improve pocket solutions.txt > shorter.jsonl
  twistsat solve --batch shorter.jsonl

Prints one question per line, for --batch: is there a solution with fewer turns?";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// The solutions, one per line, `-` for stdin; `#` starts a comment
    #[arg(value_name = "FILE|-")]
    solutions: PathBuf,
    /// How length is counted
    #[arg(long, value_name = "METRIC", default_value_t)]
    metric: Metric,
    /// The notation of turns: singmaster, cw, lowercase, inverse, numbered or exchanged
    #[arg(long, value_name = "NOTATION", default_value_t)]
    notation: Notation,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let puzzle = args.puzzle.puzzle()?;
    let text = files::read(&args.solutions, Kind::List)?;
    for line in lines(&text) {
        let place = format!("{}:{}", files::display_name(&args.solutions), line.number);
        let turns = read_turns("the solution", args.notation, &puzzle, &line.input)
            .map_err(|failure| failure.with_subject(&place))?;
        // A turn that the metric does not have counts as two turns.
        let needs_two = |turn: &&TurnId| !args.metric.admits(&puzzle.turns()[**turn]);
        let length = turns.len() + turns.iter().filter(needs_two).count();
        let Some(fewer) = length.checked_sub(1) else {
            let why = format!("{place}: the solution has no turns, so none is shorter");
            return Err(Failure::Error(why));
        };
        let inverse = args
            .notation
            .write_all(&puzzle, &puzzle.inverse_sequence(&turns));
        let question = Question {
            scramble: Some(inverse),
            max_turns: Some(fewer),
            metric: args.metric,
            notation: args.notation,
            ..args.puzzle.question()?
        };
        let request = Request {
            question,
            ..Request::default()
        };
        output::print_json_line(&request)?;
    }
    Ok(Exit::Done)
}
