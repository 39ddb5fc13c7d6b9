//! One refutation as a campaign: a job for each of its parts.

use super::lists::Template;
use super::runner::{Prepared, split};
use crate::campaign::Job;
use crate::cli::{Failure, interrupt, loading};
use crate::problem::{Problem, StartText};
use crate::proof::parts::cover::{Cut, Ends, Reached, part, reached};
use crate::puzzle::State;
use crate::text::grouped;

/// The parts of a question.
pub(super) struct Parts {
    problem: Problem,
    cut: Cut,
    ends: Vec<Ends>,
    template: Template,
}

impl Parts {
    /// `read` is the command as it was given, `written` with the places that its files have in the campaign.
    pub(super) fn new(read: &[String], written: &[String], cut: Cut) -> Result<Self, Failure> {
        let (prepared, problem) = question("parts", read)?;
        let control = loading::control().with_own_flag(interrupt::cancel_flag()?);
        let ends = match reached(&problem, cut, &control).map_err(Failure::error)? {
            Reached::Parts(classes) => classes.into_iter().map(|class| class.ends).collect(),
            Reached::Goal(_) => {
                let turns = problem.metric.count(cut.first + cut.last);
                return Err(Failure::Error(format!(
                    "there is nothing to refute: there is a solution within {turns}"
                )));
            }
        };
        let mut more = vec!["--max-turns".to_owned()];
        more.push((problem.budget.slots() - cut.first - cut.last).to_string());
        if cut.last > 0 {
            // Another goal than the solved state would let other turns in.
            let notation = prepared.question().notation;
            let turns = problem.allowed.iter();
            let turns = turns.map(|&turn| notation.write(&problem.puzzle.turns()[turn]));
            more.extend(["--allow".to_owned(), turns.collect::<Vec<_>>().join(" ")]);
        }
        let said: &[&str] = match cut.last {
            0 => &["--state", "--scramble", "--from", "--layout", "--max-turns"],
            _ => &[
                "--state",
                "--scramble",
                "--from",
                "--layout",
                "--max-turns",
                "--to",
                "--allow",
                "--forbid",
            ],
        };
        let words = |words| [without(words, said), more.clone()].concat();
        let template = Template::new(words(written), &words(read))?;
        Ok(Self {
            problem,
            cut,
            ends,
            template,
        })
    }

    /// What the campaign is about.
    pub(super) fn said(&self) -> String {
        let count = |turns| self.problem.metric.count(turns);
        let (ends, option) = match self.cut.last {
            0 => (String::new(), String::new()),
            last => (
                format!(" and end {} before the goal", count(last)),
                format!(" --split-last {last}"),
            ),
        };
        format!(
            "{}: no solution of {}, in {} parts that begin after {}{ends}; `prove --split {}{option}` joins them",
            self.problem.puzzle.title(),
            self.problem.asked_for(),
            grouped(self.ends.len() as u64),
            count(self.cut.first),
            self.cut.first
        )
    }

    pub(super) fn jobs(&self) -> impl Iterator<Item = Result<Job, Failure>> {
        self.ends.iter().map(|ends| {
            let part = part(&self.problem, ends);
            let start: Option<State> = part.as_ref().and_then(|part| part.start.state());
            let (part, start) = part
                .zip(start)
                .ok_or_else(|| Failure::Error("internal error: a part has no start".to_owned()))?;
            let puzzle = &part.puzzle;
            let text = part.scheme.write(puzzle, &start, puzzle.layout());
            if self.cut.last == 0 {
                return self.template.job(StartText::State(&text), &[]);
            }
            let goal = part
                .scheme
                .write_pattern(puzzle, &part.goal, puzzle.layout());
            self.template.job(StartText::State(&text), &["--to", &goal])
        })
    }
}

/// The one question that a command asks, which `--question NAME` cuts.
pub(super) fn question(name: &str, read: &[String]) -> Result<(Prepared, Problem), Failure> {
    let prepared = Prepared::read(read)?;
    let (Prepared::Prove(_), Some((start, _))) = (&prepared, split(read)) else {
        return Err(Failure::Usage(format!(
            "--question {name} requires one question: `prove PUZZLE --max-turns N` with --state, --scramble or --from"
        )));
    };
    let problem = prepared.problem(start)?;
    Ok((prepared, problem))
}

/// A command without the options that its parts say themselves.
pub(super) fn without(words: &[String], said: &[&str]) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.split_once('=') {
            Some((option, _)) if said.contains(&option) => (),
            None if said.contains(&&**word) => drop(words.next()),
            _ => kept.push(word.clone()),
        }
    }
    kept
}
