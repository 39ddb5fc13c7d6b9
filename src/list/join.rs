//! Merges several answer files of one list.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use itertools::Itertools;

use super::file::{Answers, Entry, read};
use super::line::LineNumbers;
use super::record::Record;
use super::verdict::LineVerdict;
use crate::error::Error;

impl Answers {
    /// Reads answer files; `None` if none of them has a header.
    ///
    /// # Errors
    /// [`Error`] if a file cannot be read, or if two files belong to different lists.
    pub fn read(paths: &[PathBuf]) -> Result<Option<Self>, Error> {
        let mut joined: Option<(Self, &Path)> = None;
        for path in paths {
            let Some(answered) = read(path)? else {
                continue;
            };
            let Some((joined, first)) = &mut joined else {
                joined = Some((answered, path.as_path()));
                continue;
            };
            if let Some(what) = joined.header.difference(&answered.header) {
                let (path, first) = (path.display(), first.display());
                let reason = format!("{path} belongs to {what} than {first}");
                return Err(Error::impossible_value(reason));
            }
            joined.mistakes.extend(answered.mistakes);
            for (line, entries) in answered.by_line {
                joined.by_line.entry(line).or_default().extend(entries);
            }
        }
        Ok(joined.map(|(joined, _)| joined))
    }

    /// The lines, grouped by the verdict of their best answer.
    pub fn lines_by_verdict(&self) -> BTreeMap<LineVerdict, Vec<usize>> {
        let mut lines: BTreeMap<LineVerdict, Vec<usize>> = BTreeMap::new();
        for (&line, answers) in &self.by_line {
            if let Some(entry) = best(answers) {
                lines.entry(entry.record.verdict).or_default().push(line);
            }
        }
        lines
    }

    /// The lines without any answer.
    pub fn missing(&self) -> LineNumbers {
        self.header.lines.without(self.by_line.keys().copied())
    }
}

/// Disagreements among the answers to one line: two that answer different questions, or contradict each other.
pub fn disagreements(answers: &[Entry]) -> impl Iterator<Item = String> {
    let mut pairs = answers.iter().tuple_windows();
    let differ = |(one, other): &(&Entry, &Entry)| one.record.input != other.record.input;
    let of_questions = pairs.find(differ).map(|(one, other)| {
        format!(
            "two answers are to different questions: {}; {}. Remove the one that does not answer the line of the list",
            describe(one),
            describe(other)
        )
    });
    let contradicts = |[one, other]: &[&Entry; 2]| one.record.contradicts(&other.record);
    let of_answers = answers.iter().array_combinations().find(contradicts);
    let of_answers = of_answers.map(|[one, other]| {
        format!(
            "two answers cannot both be true: {}; {}. Solve the line again separately, and remove the wrong answer from its file",
            describe(one),
            describe(other)
        )
    });
    of_questions.into_iter().chain(of_answers)
}

/// The best of several answers to a line; ties are broken independently of the order of the files.
pub fn best(answers: &[Entry]) -> Option<&Entry> {
    let better = |one: &Entry, other: &Entry| {
        let (one, other) = (&one.record, &other.record);
        let order = one.rank().cmp(&other.rank());
        let order = order.then_with(|| tie_breaker(one).cmp(&tie_breaker(other)));
        order.then_with(|| one.seconds.total_cmp(&other.seconds))
    };
    answers.iter().min_by(|one, other| better(one, other))
}

/// What is shown of an answer, besides its rank and its time.
fn tie_breaker(record: &Record) -> impl Ord {
    (
        (&record.solution, &record.solutions),
        record.complete,
        record.refuted_by(),
        (&record.certificate, &record.certificate_sha256),
        record.reason(),
    )
}

fn describe(entry: &Entry) -> String {
    let summary = entry.record.summary();
    format!("{summary} in {}:{}", entry.path.display(), entry.line)
}
