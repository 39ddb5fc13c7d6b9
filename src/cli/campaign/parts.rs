//! One refutation as a campaign: a job for each of its parts.

use super::lists::Template;
use super::runner::{Prepared, split};
use crate::campaign::Job;
use crate::cli::args::Start;
use crate::cli::{Failure, interrupt, loading};
use crate::problem::Problem;
use crate::proof::parts::cover::{Reached, part, reached};
use crate::puzzle::{State, TurnId};
use crate::text::grouped;

/// The parts of a question.
pub(super) struct Parts {
    problem: Problem,
    turns: usize,
    words: Vec<Vec<TurnId>>,
    template: Template,
}

impl Parts {
    /// `read` is the command as it was given, `written` with the places that its files have in the campaign.
    pub(super) fn new(read: &[String], written: &[String], turns: usize) -> Result<Self, Failure> {
        let prepared = Prepared::read(read)?;
        let (Prepared::Prove(_), Some((start, _))) = (&prepared, split(read)) else {
            let why = "--question parts requires one question: `prove PUZZLE --max-turns N` with --state, --scramble or \
                       --from";
            return Err(Failure::Usage(why.to_owned()));
        };
        let problem = prepared.problem(start)?;
        let control = loading::control().with_own_flag(interrupt::cancel_flag()?);
        let words = match reached(&problem, turns, &control).map_err(Failure::error)? {
            Reached::Parts(classes) => classes.into_iter().map(|class| class.word).collect(),
            Reached::Goal(_) => {
                let turns = problem.metric.count(turns);
                return Err(Failure::Error(format!(
                    "there is nothing to refute: there is a solution within {turns}"
                )));
            }
        };
        let left = problem.budget.slots() - turns;
        Ok(Self {
            problem,
            turns,
            words,
            template: Template::new(without(written, left), &without(read, left))?,
        })
    }

    /// What the campaign is about.
    pub(super) fn said(&self) -> String {
        format!(
            "{}: no solution of {}, in {} parts that begin after {}; `prove --split {}` joins them",
            self.problem.puzzle.title(),
            self.problem.asked_for(),
            grouped(self.words.len() as u64),
            self.problem.metric.count(self.turns),
            self.turns
        )
    }

    pub(super) fn jobs(&self) -> impl Iterator<Item = Result<Job, Failure>> {
        self.words.iter().map(|word| {
            let start: Option<State> =
                part(&self.problem, word).and_then(|part| part.start.state());
            let start = start
                .ok_or_else(|| Failure::Error("internal error: a part has no start".to_owned()))?;
            let puzzle = &self.problem.puzzle;
            let text = self.problem.scheme.write(puzzle, &start, puzzle.layout());
            self.template.job(Start::State(&text), &[])
        })
    }
}

/// A command without its start and its layout, and with so many turns.
fn without(words: &[String], left: usize) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (option, is_whole) = match word.split_once('=') {
            Some((option, _)) => (option, true),
            None => (&**word, false),
        };
        match option {
            "--state" | "--scramble" | "--from" | "--layout" | "--max-turns" if is_whole => (),
            "--state" | "--scramble" | "--from" | "--layout" | "--max-turns" => drop(words.next()),
            _ => kept.push(word.clone()),
        }
    }
    kept.extend(["--max-turns".to_owned(), left.to_string()]);
    kept
}
