//! One refutation as a campaign: a job for each cube into which looking ahead cuts it.

use super::lists::checked;
use super::parts::{question, without};
use crate::campaign::Job;
use crate::cli::{Failure, interrupt, loading};
use crate::control::Control;
use crate::notation::Notation;
use crate::problem::Problem;
use crate::proof::parts::cube::Cube;
use crate::proof::parts::divide::divide;
use crate::proof::write::Interruption;
use crate::text::grouped;

/// What a cube says itself.
const SAID: &[&str] = &["--max-turns"];

/// The cubes of a question.
pub(super) struct Cubes {
    problem: Problem,
    notation: Notation,
    count: usize,
    cubes: Vec<Cube>,
    /// The command as it was given, and with the places that its files have in the campaign; without what a cube says.
    read: Vec<String>,
    written: Vec<String>,
}

impl Cubes {
    /// `read` is the command as it was given, `written` with the places that its files have in the campaign.
    pub(super) fn new(read: &[String], written: &[String], count: usize) -> Result<Self, Failure> {
        let (prepared, problem) = question("cubes", read)?;
        let control = loading::control().with_own_flag(interrupt::cancel_flag()?);
        let cubes = cubes(&problem, count, &control)?;
        Ok(Self {
            problem,
            notation: prepared.question().notation,
            count,
            cubes,
            read: without(read, SAID),
            written: without(written, SAID),
        })
    }

    /// What the campaign is about.
    pub(super) fn said(&self) -> String {
        format!(
            "{}: no solution of {}, in {} cubes; `prove --look-ahead {}` joins them",
            self.problem.puzzle.title(),
            self.problem.asked_for(),
            grouped(self.cubes.len() as u64),
            self.count
        )
    }

    pub(super) fn jobs(&self) -> impl Iterator<Item = Result<Job, Failure>> {
        self.cubes.iter().map(|cube| {
            let question = cube.question(&self.problem).map_err(Failure::error)?;
            let mut more = vec![
                "--max-turns".to_owned(),
                question.budget.slots().to_string(),
            ];
            if let Some(form) = cube.form() {
                let form = self.notation.write_sequence(&self.problem.puzzle, &form);
                more.extend(["--sequence".to_owned(), form]);
            }
            let words = |words: &[String]| [words, &more].concat();
            checked(&words(&self.read), &words(&self.written))
        })
    }
}

fn cubes(problem: &Problem, count: usize, control: &Control) -> Result<Vec<Cube>, Failure> {
    let division = divide(problem, count, control).map_err(|why| match why {
        Interruption::Failed(error) => Failure::error(error),
        Interruption::Stopped(_) | Interruption::Undecided(_) => Failure::Interrupted,
    })?;
    let nothing = if division.is_whole() {
        "there is nothing to cut into several cubes"
    } else if division.found.cubes.is_empty() {
        "nothing is left to ask: unit propagation and lemmas refute every cube, and `prove --look-ahead` says so at once"
    } else {
        return Ok(division.found.cubes);
    };
    Err(Failure::Error(nothing.to_owned()))
}
