//! A row a job: text, CSV.

use std::fmt::Write;

use itertools::Itertools;

use crate::campaign::{Job, Record};
use crate::text;

/// What of a result is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// What it is: the same whoever found it, and when.
    Answers,
    /// Also how long it took, at which attempt, and where.
    Times,
}

/// A job and its result.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The job.
    pub job: &'a Job,
    /// Its best result, if there is one.
    pub record: Option<&'a Record>,
}

impl Row<'_> {
    /// The names of the columns.
    pub fn names(columns: Columns) -> impl Iterator<Item = &'static str> {
        let answers = [
            "job",
            "verdict",
            "turns",
            "solution",
            "at_least",
            "by",
            "certificate",
            "reason",
        ];
        let times: &[&str] = match columns {
            Columns::Answers => &[],
            Columns::Times => &["seconds", "attempt", "host"],
        };
        let names = answers.into_iter().chain(times.iter().copied());
        names.chain(["arguments"])
    }

    /// The values of the columns; nothing for what is not known.
    pub fn values(&self, columns: Columns) -> Vec<Option<String>> {
        let outcome = self.record.map(|record| &record.outcome);
        let number = |number: Option<usize>| number.map(|number| number.to_string());
        let mut values = vec![
            Some(self.job.id.to_string()),
            Some(outcome.map_or("open", |it| it.verdict.name()).to_owned()),
            number(outcome.and_then(|it| it.turns)),
            outcome.and_then(|it| it.solution.clone()),
            number(outcome.and_then(|it| it.at_least)),
            outcome.and_then(|it| it.by.clone()),
            outcome.and_then(|it| it.certificate.clone()),
            outcome.and_then(|it| it.reason.clone()),
        ];
        if columns == Columns::Times {
            values.push(self.record.map(|record| record.seconds.to_string()));
            values.push(self.record.map(|record| record.attempt.to_string()));
            values.push(self.record.map(|record| record.host.clone()));
        }
        values.push(Some(self.job.arguments.clone()));
        values
    }

    /// The row as text for people, with its end.
    #[must_use]
    pub fn text(&self, columns: Columns) -> String {
        let outcome = self.record.map(|record| &record.outcome);
        let verdict = outcome.map_or("open", |it| it.verdict.name());
        let turns = outcome.and_then(|it| it.turns);
        let turns = turns.map_or(String::new(), |turns| turns.to_string());
        let what = outcome.and_then(|it| {
            it.solution
                .clone()
                .or_else(|| it.certificate.clone())
                .or_else(|| it.reason.clone())
                .or_else(|| it.by.clone())
        });
        let mut text = format!("{}  {verdict:<7}  {turns:>3}", self.job.id);
        if let (Columns::Times, Some(record)) = (columns, self.record) {
            let _ = write!(text, "  {:>10.6} s  {}", record.seconds, record.host);
        }
        if let Some(what) = what {
            text.push_str("  ");
            text.push_str(&what);
        }
        let mut text = text.trim_end().to_owned();
        text.push('\n');
        text
    }

    /// The names of the columns as a line of CSV.
    #[must_use]
    pub fn csv_head(columns: Columns) -> String {
        format!("{}\n", Self::names(columns).join(","))
    }

    /// The row as a line of CSV.
    #[must_use]
    pub fn csv(&self, columns: Columns) -> String {
        let values = self.values(columns).into_iter();
        let mut line = values
            .map(|value| text::csv(&value.unwrap_or_default()).into_owned())
            .join(",");
        line.push('\n');
        line
    }
}
