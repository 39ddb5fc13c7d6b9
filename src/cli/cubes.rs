//! `twistsat cubes`.

use std::path::{Path, PathBuf};

use super::args::ProblemArgs;
use super::{Exit, Failure, args, interrupt, loading, output};
use crate::control::Control;
use crate::encode::EncodeError;
use crate::files::drafts::Draft;
use crate::notation::Notation;
use crate::problem::Problem;
use crate::proof::check::Format;
use crate::proof::parts::cover::{Class, CoverError, Cut, Reached, reached};
use crate::proof::parts::divide::divide;
use crate::proof::parts::icnf::Lines;
use crate::proof::verify::dimacs;
use crate::proof::write::{Interruption, ProveError, Refutation, plain};
use crate::search::UnknownReason;

const EXAMPLES: &str = "\
Examples:
  twistsat cubes pocket --scramble \"R U2 F' R\" --max-turns 3 --split 1 > cubes
  twistsat cubes pocket --scramble \"R U2 F' R\" --max-turns 3 --split 1 --split-last 1 > cubes
  twistsat cubes pocket --scramble \"R U2 F' R\" --max-turns 3 --look-ahead 9 --cover all > cubes
  twistsat check all.cnf all.lrat
  twistsat encode pocket --scramble \"R U2 F' R\" --max-turns 3 --recipe plain -o - > hard.cnf

A line `a LITERALS 0` for each state N turns from the start, up to symmetry: the turns that lead there, as
literals of the formula that `encode --recipe plain` writes of the same question; with --split-last one for each pair
of these and of states before the goal, and for each of these with the last slot idle, for shorter solutions. If the
formula has no model with any of these, it has none. `prove --split` proves it so, each part by itself.

--look-ahead cuts the formula itself, and --cover proves that its cubes, and those that unit propagation and lemmas refuted,
cover everything: a formula with the negation of each cube, and its refutation. `prove --look-ahead` also proves each cube.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,
    /// Use the formula for solutions of at most N turns
    #[arg(long, value_name = "N", value_parser = args::turns, required_unless_present = "question_file")]
    max_turns: Option<usize>,
    /// Cut it after N turns
    #[arg(long, value_name = "N", value_parser = args::turns, required_unless_present = "look_ahead")]
    split: Option<usize>,
    /// Cut it into N cubes or a few more instead, each time in the slot where unit propagation and lemmas leave the fewest
    /// turns
    #[arg(long, value_name = "N", value_parser = args::at_least_two, conflicts_with_all = ["split", "split_last", "every"])]
    look_ahead: Option<usize>,
    /// Write PREFIX.cnf and PREFIX.lrat: the proof that the cubes of --look-ahead cover all solutions
    #[arg(long, value_name = "PREFIX", requires = "look_ahead")]
    cover: Option<PathBuf>,
    /// Also cut off the last N turns
    #[arg(long, value_name = "N", value_parser = args::turns)]
    split_last: Option<usize>,
    /// Include symmetric duplicates
    #[arg(long)]
    every: bool,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    let question = args.problem.question(|question| {
        question.max_turns = args.max_turns;
    })?;
    args.problem.check_certifiable(&question, "cubes")?;
    if args.problem.prints(&question, None)? {
        return Ok(Exit::Done);
    }
    let problem = args.problem.problem(&question)?;
    question.check_names_one_goal(&problem, "cubes")?;
    let control = loading::control().with_own_flag(interrupt::cancel_flag()?);
    if let Some(count) = args.look_ahead {
        return look_ahead(&problem, count, args.cover.as_deref(), &control);
    }
    // Only one of the sequences that lead to a state is listed, so order constraints are not allowed.
    let (_, formula) = plain(&problem, &control).map_err(|error| match error {
        ProveError::Encode(EncodeError::Stopped(_)) => Failure::Interrupted,
        error => Failure::error(error),
    })?;
    let cut = Cut {
        first: args.split.unwrap_or_default(),
        last: args.split_last.unwrap_or_default(),
    };
    let lines = Lines {
        problem: &problem,
        formula: &formula,
        every: args.every,
    };
    let mut text = lines.all(&cut_at(&problem, cut, &control)?, false);
    if cut.last > 0 {
        let shorter = cut_at(&problem, Cut::after(cut.first), &control)?;
        let shorter = lines.all(&shorter, true);
        text = text.zip(shorter).map(|(text, shorter)| text + &shorter);
    }
    output::print(&text.ok_or_else(no_literal)?)?;
    Ok(Exit::Done)
}

/// Prints the cubes of the look-ahead, and writes the proof that they cover everything if a path is given.
fn look_ahead(
    problem: &Problem,
    count: usize,
    cover: Option<&Path>,
    control: &Control,
) -> Result<Exit, Failure> {
    let division = divide(problem, count, control).map_err(interrupted)?;
    let lines = (division.found).lines(&division.base.formula);
    let lines = lines.ok_or_else(no_literal)?;
    if let Some(prefix) = cover {
        if division.is_undivided() {
            return Err(Failure::Error(
                "there is nothing to cut into several cubes, and so nothing to prove of them; leave out --cover".to_owned(),
            ));
        }
        let question = division.problem.clone();
        let (_, refutation) = division
            .cover(Format::Lrat, control, &mut |_| ())
            .map_err(interrupted)?;
        write_cover(prefix, &question, &refutation, control)?;
    }
    output::print(&lines)?;
    Ok(Exit::Done)
}

fn interrupted(why: Interruption) -> Failure {
    match why {
        Interruption::Stopped(_) => Failure::Interrupted,
        Interruption::Undecided(why) => Failure::error(UnknownReason::Undecided(why)),
        Interruption::Failed(error) => Failure::error(error),
    }
}

fn no_literal() -> Failure {
    Failure::Error("internal error: the formula has no literal for a turn".to_owned())
}

/// Writes the formula with the negation of each cube, and the proof that it is unsatisfiable.
fn write_cover(
    prefix: &Path,
    problem: &Problem,
    cover: &Refutation,
    control: &Control,
) -> Result<(), Failure> {
    let draft = |extension: &str, content: &[u8]| {
        let mut place = prefix.as_os_str().to_owned();
        place.push(extension);
        Draft::write(&PathBuf::from(place), control.cancel_flag(), |writer| {
            writer.write_all(content)
        })
    };
    let formula = dimacs(problem, &cover.recipe, &cover.formula);
    let drafts = vec![draft(".cnf", &formula)?, draft(".lrat", &cover.proof)?];
    Ok(Draft::publish_all(drafts)?)
}

/// The parts of a question, unless it has a solution shorter than the cut.
fn cut_at(problem: &Problem, cut: Cut, control: &Control) -> Result<Vec<Class>, Failure> {
    let found = reached(problem, cut, control).map_err(|error| match error {
        CoverError::Stopped(_) => Failure::Interrupted,
        error => Failure::error(error),
    })?;
    match found {
        Reached::Parts(classes) => Ok(classes),
        Reached::Goal(word) => {
            let turns = problem.metric.count(word.len());
            let word = Notation::Singmaster.write_all(&problem.puzzle, &word);
            Err(Failure::Error(format!(
                "there is nothing to cut: {word} is a solution of {turns}"
            )))
        }
    }
}
