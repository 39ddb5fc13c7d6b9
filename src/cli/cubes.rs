//! `twistsat cubes`.

use std::fmt::Write;

use itertools::Itertools;

use super::args::ProblemArgs;
use super::{Exit, Failure, args, interrupt, loading, output};
use crate::encode::{EncodeError, Formula};
use crate::notation::Notation;
use crate::problem::{Budget, Problem, Symmetry};
use crate::proof::parts::cover::{Class, CoverError, Reached, reached};
use crate::proof::write::{ProveError, plain};
use crate::puzzle::TurnId;

const EXAMPLES: &str = "\
Examples:
  twistsat cubes pocket --scramble \"R U2 F' R\" --max-turns 3 --split 1 > cubes
  twistsat encode pocket --scramble \"R U2 F' R\" --max-turns 3 --recipe plain -o - > hard.cnf

A line `a LITERALS 0` for each state N turns from the start, up to symmetry: the turns that lead there, as
literals of the formula that `encode --recipe plain` writes of the same question. If the formula has no model with any
of these, it has none. `prove --split` proves it so, each part by itself.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    problem: ProblemArgs,
    /// The formula of solutions of at most N turns
    #[arg(long, value_name = "N", value_parser = args::turns)]
    max_turns: usize,
    /// Cut it after N turns
    #[arg(long, value_name = "N", value_parser = args::turns)]
    split: usize,
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
    let found = reached(&problem, args.split, &control).map_err(|error| match error {
        CoverError::Stopped(_) => Failure::Interrupted,
        error => Failure::error(error),
    })?;
    let classes = match found {
        Reached::Parts(classes) => classes,
        Reached::Goal(word) => {
            let turns = problem.metric.count(word.len());
            let word = Notation::Singmaster.write_all(&problem.puzzle, &word);
            return Err(Failure::Error(format!(
                "there is nothing to cut: {word} is a solution of {turns}"
            )));
        }
    };
    // Of sequences that lead to one state only one is here: no order may be asked for.
    let (_, formula) = plain(&problem, &control).map_err(|error| match error {
        ProveError::Encode(EncodeError::Stopped(_)) => Failure::Interrupted,
        error => Failure::error(error),
    })?;
    let lines = Lines {
        problem: &problem,
        formula: &formula,
        every: args.every,
    };
    output::print(&lines.all(&classes)?)?;
    Ok(Exit::Done)
}

/// The lines of all cubes.
struct Lines<'a> {
    problem: &'a Problem,
    formula: &'a Formula,
    every: bool,
}

impl Lines<'_> {
    fn all(&self, classes: &[Class]) -> Result<String, Failure> {
        let all: usize = classes.iter().map(|class| 1 + class.others.len()).sum();
        let mut text = format!(
            "c {} of {all}: what is left of the states, one for all that a symmetry makes of each other\n",
            classes.len()
        );
        for class in classes {
            text += &self.cube(&class.word)?;
            for (word, symmetry) in &class.others {
                if self.every {
                    text += &self.cube(word)?;
                    continue;
                }
                let (word, first) = (self.written(word), self.written(&class.word));
                // Writing to a text does not fail.
                let _ = writeln!(text, "c {word}: as {first}, by {}", self.carried(symmetry));
            }
        }
        Ok(text)
    }

    fn cube(&self, word: &[TurnId]) -> Result<String, Failure> {
        let mut text = format!("c {}\na", self.written(word));
        for (slot, &turn) in word.iter().enumerate() {
            let literals = self.formula.turn(slot, turn);
            let literals = literals.ok_or_else(|| {
                Failure::Error("internal error: the formula has no literal for a turn".to_owned())
            })?;
            for literal in literals {
                let _ = write!(text, " {}", literal.to_ipasir());
            }
        }
        Ok(text + " 0\n")
    }

    fn written(&self, word: &[TurnId]) -> String {
        Notation::Singmaster.write_all(&self.problem.puzzle, word)
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
