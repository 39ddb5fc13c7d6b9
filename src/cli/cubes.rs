//! `twistsat cubes`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use itertools::Itertools;
use rustsat::types::Lit;

use super::args::ProblemArgs;
use super::{Exit, Failure, args, interrupt, loading, output};
use crate::control::Control;
use crate::encode::{EncodeError, Formula};
use crate::files::drafts::Draft;
use crate::notation::Notation;
use crate::problem::{Budget, Problem, Symmetry};
use crate::proof::parts::ahead::{Ahead, ahead};
use crate::proof::parts::cover::{Class, CoverError, Cut, Ends, Reached, reached};
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
        output::print(&looked_ahead(&found))?;
        return Ok(Exit::Done);
    }
    let cut = Cut {
        first: args.split.unwrap_or_default(),
        last: args.split_last.unwrap_or_default(),
    };
    let classes = cut_at(&problem, cut, &control)?;
    let shorter = match cut.last {
        0 => Vec::new(),
        _ => cut_at(&problem, Cut::after(cut.first), &control)?,
    };
    let lines = Lines {
        problem: &problem,
        formula: &formula,
        every: args.every,
    };
    let mut text = lines.all(&classes, false)?;
    if cut.last > 0 {
        text += &lines.all(&shorter, true)?;
    }
    output::print(&text)?;
    Ok(Exit::Done)
}

/// A clause or a cube in DIMACS.
fn literals(of: &[Lit]) -> String {
    let mut text = String::new();
    for literal in of {
        // Writing to a text does not fail.
        let _ = write!(text, "{} ", literal.to_ipasir());
    }
    text + "0\n"
}

/// The lines of cubes that looking ahead found.
fn looked_ahead(found: &Ahead) -> String {
    let (count, refuted) = (found.cubes.len(), found.refuted);
    let mut text = format!("c {count}, and {refuted} that unit propagation refutes\n");
    for cube in &found.cubes {
        text += "a ";
        text += &literals(cube);
    }
    text
}

/// Writes the formula with the opposite of each cube, and the proof that it has no model.
fn write_cover(
    prefix: &Path,
    formula: &Formula,
    found: &Ahead,
    control: &Control,
) -> Result<(), Failure> {
    let mut clauses = formula.cnf.clone();
    for cube in &found.cubes {
        clauses.add(cube.iter().map(|&literal| !literal).collect::<Vec<_>>());
    }
    let cancel = control.cancel_flag();
    let place = |extension: &str| {
        let mut name = prefix.as_os_str().to_owned();
        name.push(extension);
        PathBuf::from(name)
    };
    let cnf = Draft::write(&place(".cnf"), cancel, |mut writer| {
        clauses.write_dimacs(&mut writer, formula.variables)
    })?;
    let drat = Draft::write(&place(".drat"), cancel, |writer| {
        let mut lines = found.cover.iter().map(|clause| literals(clause));
        lines.try_for_each(|line| writer.write_all(line.as_bytes()))
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

/// The lines of all cubes.
struct Lines<'a> {
    problem: &'a Problem,
    formula: &'a Formula,
    every: bool,
}

impl Lines<'_> {
    /// The cubes of classes, for solutions that have as many turns as can be, or for `shorter` ones.
    fn all(&self, classes: &[Class], shorter: bool) -> Result<String, Failure> {
        let all: usize = classes.iter().map(|class| 1 + class.others.len()).sum();
        let of = match shorter {
            false => "what is left of the states",
            true => "the same where the last slot is idle",
        };
        let mut text = format!(
            "c {} of {all}: {of}, one for all that a symmetry makes of each other\n",
            classes.len()
        );
        for class in classes {
            text += &self.cube(&class.ends, shorter)?;
            for (ends, symmetry) in &class.others {
                if self.every {
                    text += &self.cube(ends, shorter)?;
                    continue;
                }
                let (ends, first) = (self.written(ends), self.written(&class.ends));
                // Writing to a text does not fail.
                let _ = writeln!(text, "c {ends}: as {first}, by {}", self.carried(symmetry));
            }
        }
        Ok(text)
    }

    fn cube(&self, ends: &Ends, shorter: bool) -> Result<String, Failure> {
        let mut text = format!("c {}\na", self.written(ends));
        let slots = self.problem.budget.slots();
        let first = (0..).zip(&ends.first);
        let last = (slots - ends.last.len()..).zip(&ends.last);
        let turns = first.chain(last);
        let made = turns.map(|(slot, &turn)| self.formula.turn(slot, turn));
        let idle = shorter.then(|| self.formula.idle(slots - 1));
        for literals in made.chain(idle) {
            let literals = literals.ok_or_else(|| {
                Failure::Error("internal error: the formula has no literal for a turn".to_owned())
            })?;
            for literal in literals {
                let _ = write!(text, " {}", literal.to_ipasir());
            }
        }
        Ok(text + " 0\n")
    }

    fn written(&self, ends: &Ends) -> String {
        ends.written(&self.problem.puzzle)
    }

    /// What a symmetry makes of the first turn of each face.
    fn carried(&self, symmetry: &Symmetry) -> String {
        let turns = self.problem.puzzle.turns();
        let first = self.problem.allowed.iter().copied();
        let first = first.unique_by(|&turn| turns[turn].face);
        first
            .map(|turn| {
                format!(
                    "{} to {}",
                    turns[turn].name(),
                    turns[symmetry.turn(turn)].name()
                )
            })
            .join(", ")
    }
}
