//! Jobs and answers of Mallob, a SAT solver for clusters, which reads and writes them as JSON files.
//!
//! *The format* is that of its documents, chapters "Introducing a job" and "Retrieving a Job Result", at <https://github.com/domschrei/mallob>.

use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::text::{message, shown};

/// A job: what is put into Mallob's folder `in`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MallobJob {
    application: &'static str,
    user: &'static str,
    name: String,
    files: Vec<String>,
    priority: f64,
    #[serde(rename = "wallclock-limit", skip_serializing_if = "Option::is_none")]
    wallclock_limit: Option<String>,
}

/// A path that no JSON can say.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} cannot be named in a job for Mallob: the path is not Unicode")]
pub struct NotUnicode(String);

impl MallobJob {
    /// The job that solves a formula, a file with a whole path.
    ///
    /// # Errors
    /// [`NotUnicode`].
    pub fn new(formula: &Path, limit: Option<Duration>) -> Result<Self, NotUnicode> {
        let not_unicode = || NotUnicode(formula.display().to_string());
        let name = formula.file_stem().and_then(|name| name.to_str());
        let path = formula.to_str();
        Ok(Self {
            application: "SAT",
            user: "twistsat",
            name: name.ok_or_else(not_unicode)?.to_owned(),
            files: vec![path.ok_or_else(not_unicode)?.to_owned()],
            priority: 1.0,
            wallclock_limit: limit.map(|limit| format!("{}ms", limit.as_millis())),
        })
    }

    /// The file.
    ///
    /// # Errors
    /// Of JSON, which this can always be written as.
    pub fn write(&self) -> Result<String, serde_json::Error> {
        Ok(format!("{}\n", serde_json::to_string_pretty(self)?))
    }
}

/// Why an answer of Mallob cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum MallobError {
    /// It is no JSON of this form.
    #[error("this is no answer of Mallob: {}", message(&.0.to_string()))]
    Json(#[from] serde_json::Error),
    /// Code and word differ, or are unknown.
    #[error(
        "the result code {code} and the word `{}` do not agree; expected 10 and SAT, 20 and UNSAT, or 0 and UNKNOWN",
        shown(word)
    )]
    Result {
        /// The code.
        code: i64,
        /// The word.
        word: String,
    },
    /// The model is elsewhere.
    #[error("the solution is in the pipe {}, and not in the answer; start Mallob without -pls", shown(.0))]
    Elsewhere(String),
    /// There is no model.
    #[error("the answer is SAT, but has no `solution`")]
    NoSolution,
}

/// An answer, as far as it is of interest.
#[derive(Deserialize)]
struct Answer {
    result: Outcome,
}

#[derive(Deserialize)]
struct Outcome {
    resultcode: i64,
    resultstring: String,
    #[serde(default)]
    solution: Option<Vec<i64>>,
    #[serde(default, rename = "solution-file")]
    solution_file: Option<String>,
}

/// An answer in the format of the SAT competition, which [`Answer`](super::Answer) reads.
///
/// # Errors
/// [`MallobError`].
pub fn from_mallob(text: &str) -> Result<String, MallobError> {
    let Answer { result } = serde_json::from_str(text)?;
    match (result.resultcode, result.resultstring.as_str()) {
        (10, "SAT") => (),
        (20, "UNSAT") => return Ok("s UNSATISFIABLE\n".to_owned()),
        (0, "UNKNOWN") => return Ok("s UNKNOWN\n".to_owned()),
        (code, word) => {
            return Err(MallobError::Result {
                code,
                word: word.to_owned(),
            });
        }
    }
    let literals = match (result.solution, result.solution_file) {
        (Some(literals), _) => literals,
        (None, Some(file)) => return Err(MallobError::Elsewhere(file)),
        (None, None) => return Err(MallobError::NoSolution),
    };
    // It counts from 0, where no variable is.
    let literals = literals.iter().skip_while(|&&literal| literal == 0);
    let literals: String = literals.map(|literal| format!("{literal} ")).collect();
    Ok(format!("s SATISFIABLE\nv {literals}0\n"))
}

/// Whether a text is an answer of Mallob rather than of another solver: it is a JSON object.
#[must_use]
pub fn is_mallob(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Mallob's own document.
    const DOCUMENTED: &str = r#"{
    "application": "SAT",
    "cpu-limit": "10h",
    "file": "/path/to/difficult/formula.cnf",
    "name": "test-job-1",
    "priority": 0.7,
    "result": {
        "resultcode": 10,
        "resultstring": "SAT",
        "solution": [0, 1, 2, 3, 4, 5]
    },
    "stats": {
        "time": {
            "parsing": 0.03756427764892578,
            "processing": 0.07197785377502441,
            "scheduling": 0.0002980232238769531,
            "total": 0.11040472984313965
        },
        "used_cpu_seconds": 0.2633516788482666,
        "used_wallclock_seconds": 0.06638360023498535
    },
    "user": "admin",
    "wallclock-limit": "5m"
}"#;

    #[test]
    fn the_documented_answer_is_read() {
        assert!(is_mallob(DOCUMENTED));
        let text = from_mallob(DOCUMENTED).expect("an answer");
        assert_eq!(text, "s SATISFIABLE\nv 1 2 3 4 5 0\n");
    }

    #[test]
    fn an_answer_whose_code_and_word_differ_is_refused() {
        let unsat = DOCUMENTED.replace("10,", "20,");
        let error = from_mallob(&unsat).expect_err("refused").to_string();
        assert!(
            error.starts_with("the result code 20 and the word `SAT`"),
            "{error}"
        );
        let unsat = unsat.replace("\"SAT\",\n        \"sol", "\"UNSAT\",\n        \"sol");
        assert_eq!(from_mallob(&unsat).expect("read"), "s UNSATISFIABLE\n");
    }

    #[test]
    fn a_job_has_every_key_that_mallob_requires() {
        let limit = Some(Duration::from_secs(300));
        let job = MallobJob::new(Path::new("/tmp/three.cnf"), limit).expect("a job");
        let text = job.write().expect("written");
        let read: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(
            read,
            serde_json::json!({
                "application": "SAT",
                "user": "twistsat",
                "name": "three",
                "files": ["/tmp/three.cnf"],
                "priority": 1.0,
                "wallclock-limit": "300000ms"
            })
        );
    }
}
