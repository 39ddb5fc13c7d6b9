//! `twistsat cubes`.

use std::path::{Path, PathBuf};

use super::args::ProblemArgs;
use super::{Exit, Failure, args, interrupt, loading, output};
use crate::control::Control;
use crate::encode::{EncodeError, Formula};
use crate::files::drafts::Draft;
use crate::notation::Notation;
use crate::problem::{Budget, Problem};
use crate::proof::parts::ahead::{Ahead, ahead};
use crate::proof::parts::cover::{Class, CoverError, Cut, Reached, reached};
use crate::proof::parts::icnf::Lines;
use crate::proof::write::{ProveError, plain};

const EXAMPLES: &str = "\
Examples:
  twistsat cubes pocket --scramble \"R U2 F' R\" --max-turns 3 --split 1 > cubes
  twistsat cubes pocket --scramble \"R U2 F' R\" --max-turns 3 --split 1 --split-last 1 > cubes
  twistsat cubes pocket --scramble \"R U2 F' R\" --max-turns 3 --look-ahead 9 --cover all > cubes
  twistsat check all.cnf all.drat
  twistsat encode pocket --scramble \"R U2 F' R\" --max-turns 3 --recipe plain -o - > hard.cnf

A line `a LITERALS 0` for each state N turns from the start, up to symmetry: the turns that lead there, as
literals of the formula that `encode --recipe plain` writes of the same question; with --split-last one for each pair
of these and of states before the goal, and for each of these with the last slot idle, for shorter solutions. If the
formula has no model with any of these, it has none. `prove --split` proves it so, each part by itself.

--look-ahead cuts the formula itself, and --cover proves that its cubes, and what unit propagation refuted, are all
there is: a formula with the opposite of each cube, and its refutation.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,
    /// The formula of solutions of at most N turns
    #[arg(long, value_name = "N", value_parser = args::turns)]
    max_turns: usize,
    /// Cut it after N turns
    #[arg(long, value_name = "N", value_parser = args::turns, required_unless_present = "look_ahead")]
    split: Option<usize>,
    /// Cut it into N cubes or a few more instead, each time in the slot where unit propagation leaves the fewest
    /// turns
    #[arg(long, value_name = "N", value_parser = args::at_least_one, conflicts_with_all = ["split", "split_last", "every"])]
    look_ahead: Option<usize>,
    /// Write PREFIX.cnf and PREFIX.drat: the proof that the cubes of --look-ahead are all there is
    #[arg(long, value_name = "PREFIX", requires = "look_ahead")]
    cover: Option<PathBuf>,
    /// Also cut off the last N turns
    #[arg(long, value_name = "N", value_parser = args::turns)]
    split_last: Option<usize>,
    /// Also those that a symmetry makes of another one
    #[arg(long)]
    every: bool,
}

pub(super) fn run(args: Args) -> Result<Exit, Failure> {
    args.problem.plan.check_stage()?;
    args.problem.constraints.check()?;
    args.problem.check_certified_goal("cubes")?;
    let problem = { args.problem }.problem(|_| Ok(Budget::AtMost(args.max_turns)))?;
    let control = loading::control().with_own_flag(interrupt::cancel_flag()?);
    // Of sequences that lead to one state only one is here: no order may be asked for.
    let (_, formula) = plain(&problem, &control).map_err(|error| match error {
        ProveError::Encode(EncodeError::Stopped(_)) => Failure::Interrupted,
        error => Failure::error(error),
    })?;
    if let Some(count) = args.look_ahead {
        let found = ahead(&problem, &formula, count, &control);
        let found = found.map_err(|_| Failure::Interrupted)?;
        if let Some(prefix) = &args.cover {
            write_cover(prefix, &formula, &found, &control)?;
        }
        output::print(&found.lines())?;
        return Ok(Exit::Done);
    }
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
    let text = text.ok_or_else(|| {
        Failure::Error("internal error: the formula has no literal for a turn".to_owned())
    })?;
    output::print(&text)?;
    Ok(Exit::Done)
}

/// Writes the formula with the opposite of each cube, and the proof that it has no model.
fn write_cover(
    prefix: &Path,
    formula: &Formula,
    found: &Ahead,
    control: &Control,
) -> Result<(), Failure> {
    let cancel = control.cancel_flag();
    let place = |extension: &str| {
        let mut name = prefix.as_os_str().to_owned();
        name.push(extension);
        PathBuf::from(name)
    };
    let cnf = Draft::write(&place(".cnf"), cancel, |mut writer| {
        let clauses = found.denied(formula);
        clauses.write_dimacs(&mut writer, formula.variables)
    })?;
    let drat = Draft::write(&place(".drat"), cancel, |writer| {
        writer.write_all(found.drat().as_bytes())
    })?;
    Ok(Draft::publish_all(vec![cnf, drat])?)
}

/// The parts of a question, unless it has a solution that is shorter than what is cut off.
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
