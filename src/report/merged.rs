//! The merged table, with one row per line of a list: JSON, CSV, SQLite.

use itertools::Itertools;
use serde::Serialize;

use super::json::{ObjectHeader, Schema};
use crate::list::Entry;
use crate::text;

/// A row: a line of a list and the best answer to it.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The common keys of all objects.
    #[serde(flatten)]
    object: ObjectHeader,
    /// The number of the line.
    line: usize,
    /// The line.
    input: String,
    /// The verdict.
    outcome: &'static str,
    /// The length of the solution; null without one.
    turns: Option<usize>,
    /// The solution, or the solutions separated by semicolons, each followed by the turns that solve the tips; null
    /// without one.
    solution: Option<String>,
    /// A lower bound on the turns of every solution; null if unknown.
    at_least: Option<usize>,
    /// What refutes shorter solutions.
    by: Option<String>,
    /// The path of the certificate; null without one.
    certificate: Option<String>,
    /// Why there is no answer; null if there is one.
    reason: Option<String>,
    /// The time that the answer took, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

impl Row {
    /// The row of an answer, with or without seconds.
    pub fn new(entry: &Entry, has_seconds: bool) -> Self {
        let record = &entry.record;
        Self {
            object: ObjectHeader::new(Schema::Merge),
            line: record.line,
            input: record.input.clone(),
            outcome: record.verdict.name(),
            turns: record.turns,
            solution: record.solutions_with_tips(),
            at_least: record.at_least,
            by: record.refuted_by(),
            certificate: record.certificate.clone(),
            reason: record.reason().map(ToOwned::to_owned),
            seconds: has_seconds.then_some(record.seconds),
        }
    }

    /// The names of the columns.
    const NAMES: [&str; 10] = [
        "line",
        "input",
        "outcome",
        "turns",
        "solution",
        "at_least",
        "by",
        "certificate",
        "reason",
        "seconds",
    ];

    /// The names of the columns, with or without seconds.
    pub fn columns(has_seconds: bool) -> &'static [&'static str] {
        &Self::NAMES[..Self::NAMES.len() - usize::from(!has_seconds)]
    }

    /// The values of the columns; `None` for unknown ones.
    pub(crate) fn values(&self) -> [Option<String>; 10] {
        let number = |number: Option<usize>| number.map(|number| number.to_string());
        [
            Some(self.line.to_string()),
            Some(self.input.clone()),
            Some(self.outcome.to_owned()),
            number(self.turns),
            self.solution.clone(),
            number(self.at_least),
            self.by.clone(),
            self.certificate.clone(),
            self.reason.clone(),
            self.seconds.map(|seconds| seconds.to_string()),
        ]
    }

    /// The row as a line of CSV, without the column of seconds if there are none.
    pub fn csv_line(&self) -> String {
        let columns = Self::columns(self.seconds.is_some()).len();
        let values = self.values().into_iter().take(columns);
        let mut line = values
            .map(|value| text::csv_field(&value.unwrap_or_default()).into_owned())
            .join(",");
        line.push('\n');
        line
    }
}

#[cfg(feature = "sqlite")]
mod sqlite {
    use std::path::Path;

    use rusqlite::{Connection, params_from_iter, types::Value};

    use super::Row;

    /// The table.
    const TABLE: &str = "
        CREATE TABLE answer (
            line INTEGER PRIMARY KEY,
            input TEXT NOT NULL,
            outcome TEXT NOT NULL,
            turns INTEGER,
            solution TEXT,
            at_least INTEGER,
            \"by\" TEXT,
            certificate TEXT,
            reason TEXT,
            seconds REAL
        );
    ";

    /// The file is not visible until it is complete, so it needs no journal.
    const NO_JOURNAL: &str = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;";

    /// Fills an empty file with rows.
    pub fn write_sqlite(path: &Path, rows: &[Row]) -> Result<(), rusqlite::Error> {
        let mut connection = Connection::open(path)?;
        connection.execute_batch(NO_JOURNAL)?;
        connection.execute_batch(TABLE)?;
        let transaction = connection.transaction()?;
        {
            let placeholders = Row::NAMES.map(|_| "?").join(", ");
            let sql = format!("INSERT INTO answer VALUES ({placeholders})");
            let mut insert = transaction.prepare(&sql)?;
            for row in rows {
                let values = row.values().into_iter();
                let values = values.map(|value| value.map_or(Value::Null, Value::Text));
                insert.execute(params_from_iter(values))?;
            }
        }
        transaction.commit()?;
        connection.execute_batch("CREATE INDEX answer_outcome ON answer (outcome); ANALYZE;")
    }
}

#[cfg(feature = "sqlite")]
pub use sqlite::write_sqlite;
