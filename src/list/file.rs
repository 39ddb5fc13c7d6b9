//! Answer files: one process appends to a file, any number of processes read it.
//!
//! *After a kill* or a full disk, the last line may lack its line ending. Such a line does not count, and the next
//! process that opens the file for writing removes it. A complete line with a wrong hash was altered: it is reported,
//! and its question counts as unanswered.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use itertools::Itertools;
use serde_json::Value;

use super::header::{Header, SCHEMA, VERSION};
use super::line::{Line, LineNumbers};
use super::record::{Record, answer_line};
use super::verdict::LineVerdict;
use crate::error::Error;
use crate::sys;
use crate::sys::FileLock;
use crate::text::{JsonLayout, excerpt, readable_parser_message, to_json};

/// The minimum interval between two calls of `fsync`.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

fn io_error(what: &'static str, path: &Path) -> impl Fn(io::Error) -> Error {
    move |error| Error::failed(format!("cannot {what} {}: {error}", path.display()))
}

/// The error for an answer file with a wrong first line.
fn header_error(path: &Path, reason: impl Display) -> Error {
    Error::impossible_value(format!("{}:1: {reason}", path.display()))
}

/// An answer and its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The answer.
    pub record: Record,
    /// The file.
    pub path: Arc<Path>,
    /// The line of the file, from 1.
    pub line: usize,
}

/// The answers of one file, or of several files of one list.
#[derive(Debug)]
pub struct Answers {
    /// The list and the options of the answers.
    pub header: Header,
    /// The answers in the order of the list; those to one line in the order in which they were read.
    pub entries: Vec<Entry>,
    /// Why lines of the files are invalid and ignored.
    pub mistakes: Vec<String>,
}

impl Answers {
    /// Reads answer files; `None` if none of them has a complete line, and so a header.
    ///
    /// # Errors
    /// [`Error`] if a file cannot be read, if its header is invalid or from another version, or if two files belong to
    /// different lists.
    pub fn read(paths: &[PathBuf]) -> Result<Option<Self>, Error> {
        let files = paths.iter().map(|path| {
            let bytes = std::fs::read(path).map_err(io_error("read", path))?;
            let answers = parse(path, &bytes[..complete_length(&bytes)])?;
            Ok::<_, Error>(answers.map(|answers| (path.display(), answers)))
        });
        let mut files = files.filter_map(Result::transpose);
        let Some((first, mut joined)) = files.next().transpose()? else {
            return Ok(None);
        };
        for file in files {
            let (path, answers) = file?;
            if let Some(what) = joined.header.difference(&answers.header) {
                let reason = format!("{path} belongs to {what} than {first}");
                return Err(Error::impossible_value(reason));
            }
            joined.mistakes.extend(answers.mistakes);
            joined.entries.extend(answers.entries);
        }
        joined.entries.sort_by_key(|entry| entry.record.line);
        Ok(Some(joined))
    }

    /// The lines of the list without any answer.
    pub fn missing(&self) -> LineNumbers {
        let answered = self.entries.iter().map(|entry| entry.record.line);
        self.header.lines.without(answered)
    }
}

/// The first disagreement among the answers to one line: two that answer different questions, or contradict each other.
pub fn disagreement(answers: &[Entry]) -> Option<String> {
    let mut pairs = answers.iter().array_combinations();
    pairs.find_map(|[one, other]| {
        let (what, remedy) = if one.record.input != other.record.input {
            (
                "are to different questions",
                "Remove the one that does not answer the line of the list",
            )
        } else if one.record.contradicts(&other.record) {
            (
                "cannot both be true",
                "Solve the line again separately, and remove the wrong answer from its file",
            )
        } else {
            return None;
        };
        let line = one.record.line;
        let [one, other] = [one, other].map(|entry| {
            let (path, line) = (entry.path.display(), entry.line);
            format!("{} in {path}:{line}", entry.record.summary())
        });
        Some(format!(
            "line {line}: two answers {what}: {one}; {other}. {remedy}"
        ))
    })
}

/// The best of several answers to a line. The order of the files does not affect the choice between equally good ones.
pub fn best(answers: &[Entry]) -> Option<&Entry> {
    let text = |mut record: Record| {
        record.seconds = 0.0;
        format!("{record:?}")
    };
    answers.iter().min_by(|one, other| {
        let (one, other) = (&one.record, &other.record);
        let order = one.rank().cmp(&other.rank());
        let order = order.then_with(|| text(one.clone()).cmp(&text(other.clone())));
        order.then_with(|| one.seconds.total_cmp(&other.seconds))
    })
}

/// The total size of the complete lines, in bytes.
fn complete_length(bytes: &[u8]) -> usize {
    let last_end = bytes.iter().rposition(|&byte| byte == b'\n');
    last_end.map_or(0, |end| end + 1)
}

/// Parses the complete lines of an answer file; `None` if no line is complete. The answers keep their order.
fn parse(path: &Path, complete: &[u8]) -> Result<Option<Answers>, Error> {
    let mut lines = complete.split_inclusive(|&byte| byte == b'\n');
    let Some(first) = lines.next() else {
        return Ok(None);
    };
    let header = parse_header(path, first)?;
    let position_of = header.lines.position_lookup();
    let check = |record: Record| {
        let (line, shard) = (record.line, header.shard);
        match position_of(line) {
            Some(position) if shard.contains(position) => Ok(record),
            Some(_) => Err(format!(
                "line {line} is not in shard {shard}, which the header names"
            )),
            None => Err(format!("the list has no question in line {line}")),
        }
    };
    let shared: Arc<Path> = path.into();
    let entries = lines.zip(2..).map(|(text, line)| {
        let record = Record::read(&text[..text.len() - 1]).and_then(check);
        let record = record.map_err(|why| format!("{}:{line}: {why}", path.display()))?;
        let path = shared.clone();
        Ok::<_, String>(Entry { record, path, line })
    });
    let (entries, mistakes) = entries.partition_result();
    drop(position_of);
    Ok(Some(Answers {
        header,
        entries,
        mistakes,
    }))
}

fn parse_header(path: &Path, line: &[u8]) -> Result<Header, Error> {
    let invalid = |error: &dyn Display| {
        let error = readable_parser_message(&error.to_string());
        let reason = format!("it is not the header of an answer file: {error}");
        header_error(path, reason)
    };
    let header: Value = serde_json::from_slice(line).map_err(|it| invalid(&it))?;
    // These two keys are read first, because other schemas and versions may have different keys.
    let text = |key: &str| {
        let text = header[key].as_str().map(excerpt);
        text.ok_or_else(|| invalid(&format!("missing field `{key}`")))
    };
    let (schema, version) = (text("schema")?, text("version")?);
    if schema != SCHEMA {
        let reason =
            format!("its schema is `{schema}`; the header of an answer file has `{SCHEMA}`");
        return Err(header_error(path, reason));
    }
    if version != VERSION {
        let path = path.display();
        let reason = format!(
            "{path} was begun by twistsat {version}; this is {VERSION}, whose answers may differ: continue with that version, or choose another file"
        );
        return Err(Error::impossible_value(reason));
    }
    serde_json::from_slice(line).map_err(|it| invalid(&it))
}

/// An answer file being written.
#[derive(Debug)]
pub struct AnswerFile {
    file: File,
    path: PathBuf,
    last_sync: Instant,
    /// The best verdict on each line of the list that the file had when it was opened.
    pub best: BTreeMap<usize, LineVerdict>,
    /// Why some lines of the file are invalid and ignored.
    pub mistakes: Vec<String>,
}

impl AnswerFile {
    /// Creates or resumes an answer file for these `lines`.
    ///
    /// # Errors
    /// [`Error`] if the file belongs to another list, or another process is writing it.
    pub fn open(path: &Path, header: &Header, lines: &[&Line]) -> Result<Self, Error> {
        let shown = path.display();
        // Opening a pipe would block, and a device may be endless.
        let kind = path.metadata();
        if kind.is_ok_and(|it| !it.is_file() && !it.is_dir()) {
            return Err(Error::failed(format!(
                "{shown} is not a regular file; answers are appended to a file and read back from it"
            )));
        }
        let mut options = File::options();
        let file = options.read(true).append(true).create(true).open(path);
        let mut file = file.map_err(io_error("write", path))?;
        if sys::lock(&file) == FileLock::Refused {
            let reason = format!("{shown} is being written by another process");
            return Err(Error::failed(reason));
        }
        let mut bytes = Vec::new();
        let read = file.read_to_end(&mut bytes);
        read.map_err(io_error("read", path))?;
        let mut results = Self {
            file,
            path: path.to_owned(),
            last_sync: Instant::now(),
            best: BTreeMap::new(),
            mistakes: Vec::new(),
        };
        let complete = complete_length(&bytes);
        let Some(answers) = parse(path, &bytes[..complete])? else {
            let text = to_json(header, JsonLayout::OneLine).map_err(Error::internal)?;
            // A killed run can leave only the beginning of this header; do not overwrite anything else.
            if !text.as_bytes().starts_with(&bytes) {
                let why = "it is not the header of an answer file, so the file is not overwritten; choose another file";
                return Err(header_error(path, why));
            }
            results.change(|file| file.set_len(0))?;
            results.append(&text)?;
            results.sync()?;
            return Ok(results);
        };
        let shard = (answers.header.shard != header.shard).then_some("another shard");
        if let Some(what) = answers.header.difference(header).or(shard) {
            let reason = format!("{shown} belongs to {what}; choose another file");
            return Err(Error::impossible_value(reason));
        }
        if complete < bytes.len() {
            results.change(|file| file.set_len(complete as u64))?;
        }
        let inputs = lines.iter().map(|line| (line.number, &*line.input));
        let inputs: HashMap<usize, &str> = inputs.collect();
        results.mistakes = answers.mistakes;
        for Entry { record, line, .. } in answers.entries {
            let number = record.line;
            if inputs.get(&number) == Some(&&*record.input) {
                let best = results.best.entry(number).or_insert(record.verdict);
                *best = record.verdict.min(*best);
            } else {
                results.mistakes.push(format!(
                    "{shown}:{line}: it answers something other than line {number} of the list"
                ));
            }
        }
        Ok(results)
    }

    /// Appends an answer: a JSON object, its verdict, and the time it took. Do not append after an error: the last line
    /// may be incomplete.
    pub fn add(&mut self, object: &str, verdict: LineVerdict, seconds: f64) -> Result<(), Error> {
        self.append(&answer_line(object, verdict, seconds))?;
        if self.last_sync.elapsed() < SYNC_INTERVAL {
            return Ok(());
        }
        self.sync()
    }

    /// Writes a line and its ending in one call, so that a kill rarely cuts it.
    fn append(&mut self, line: &str) -> Result<(), Error> {
        self.change(|file| file.write_all(format!("{line}\n").as_bytes()))
    }

    /// Flushes everything to disk.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.last_sync = Instant::now();
        self.change(|file| file.sync_data())
    }

    fn change(&mut self, work: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Error> {
        work(&mut self.file).map_err(io_error("write", &self.path))
    }
}
