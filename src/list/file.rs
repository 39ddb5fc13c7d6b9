//! Answer files: one process appends to a file, any number of processes read it.
//!
//! *After a kill* or a full disk, the last line may lack its line ending. Such a line does not count, and the next
//! process that opens the file for writing removes it. A complete line with a wrong hash was altered: it is reported,
//! and its question counts as unanswered.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Display};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::header::{Header, SCHEMA, VERSION};
use super::line::Line;
use super::record::{Record, answer_line};
use super::verdict::LineVerdict;
use crate::error::Error;
use crate::sys;
use crate::sys::Lock;
use crate::text::{JsonLayout, excerpt, readable_parser_message, to_json};

/// The minimum interval between two calls of `fsync`.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

fn io_error(what: &'static str, path: &Path) -> impl Fn(io::Error) -> Error {
    move |error| Error::failed(format!("cannot {what} {}: {error}", path.display()))
}

/// The error for an answer file with a wrong first line.
fn header_error(path: &Path, reason: impl fmt::Display) -> Error {
    let reason = format!("{}:1: {reason}", path.display());
    Error::impossible_value(reason)
}

/// An answer and its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The answer.
    pub record: Record,
    /// The file.
    pub path: Arc<Path>,
    /// The line, from 1.
    pub line: usize,
}

/// The answers of one file, or of several files of one list.
#[derive(Debug)]
pub struct Answers {
    /// The list and the options of the answers.
    pub header: Header,
    /// The answers, by line, in the order in which they were read.
    pub by_line: BTreeMap<usize, Vec<Entry>>,
    /// Why lines of the files are invalid and ignored.
    pub mistakes: Vec<String>,
}

/// Reads an answer file; `None` if it has no complete line, and so no header.
///
/// # Errors
/// [`Error`] if it cannot be read, or its header is invalid or from another version.
pub(super) fn read(path: &Path) -> Result<Option<Answers>, Error> {
    let bytes = std::fs::read(path).map_err(io_error("read", path))?;
    parse(path, &bytes[..complete_length(&bytes)])
}

/// The total size of the complete lines, in bytes.
fn complete_length(bytes: &[u8]) -> usize {
    let last_end = bytes.iter().rposition(|&byte| byte == b'\n');
    last_end.map_or(0, |end| end + 1)
}

fn parse(path: &Path, complete: &[u8]) -> Result<Option<Answers>, Error> {
    let mut lines = complete.split_inclusive(|&byte| byte == b'\n');
    let Some(first) = lines.next() else {
        return Ok(None);
    };
    let header = parse_header(path, first)?;
    let shared: Arc<Path> = path.into();
    let position_of = header.lines.position_lookup();
    let (mut by_line, mut mistakes) = (BTreeMap::<usize, Vec<Entry>>::new(), Vec::new());
    for (line, number) in lines.zip(2..) {
        let record = Record::read(&line[..line.len() - 1]);
        let record = record.and_then(|record| {
            let (line, shard) = (record.line, header.shard);
            match position_of(line) {
                Some(position) if shard.contains(position) => Ok(record),
                Some(_) => Err(format!(
                    "line {line} is not in shard {shard}, which the header names"
                )),
                None => Err(format!("the list has no question in line {line}")),
            }
        });
        match record {
            Ok(record) => by_line.entry(record.line).or_default().push(Entry {
                record,
                path: shared.clone(),
                line: number,
            }),
            Err(why) => mistakes.push(format!("{}:{number}: {why}", path.display())),
        }
    }
    drop(position_of);
    Ok(Some(Answers {
        header,
        by_line,
        mistakes,
    }))
}

/// The keys that every version of the header has. They are read first, because other keys may differ.
#[derive(serde::Deserialize)]
struct SchemaAndVersion {
    schema: String,
    version: String,
}

fn parse_header(path: &Path, line: &[u8]) -> Result<Header, Error> {
    let invalid = |error: &dyn Display| {
        let error = readable_parser_message(&error.to_string());
        header_error(
            path,
            format!("it is not the header of an answer file: {error}"),
        )
    };
    let line = str::from_utf8(line).map_err(|_| invalid(&"it is not UTF-8 text"))?;
    let kind: SchemaAndVersion = serde_json::from_str(line).map_err(|it| invalid(&it))?;
    if kind.schema != SCHEMA {
        let is = excerpt(&kind.schema);
        let reason = format!("its schema is `{is}`; the header of an answer file has `{SCHEMA}`");
        return Err(header_error(path, reason));
    }
    if kind.version != VERSION {
        let (path, begun) = (path.display(), excerpt(&kind.version));
        let reason = format!(
            "{path} was begun by twistsat {begun}; this is {VERSION}, whose answers may differ: continue with that version, or choose another file"
        );
        return Err(Error::impossible_value(reason));
    }
    serde_json::from_str(line).map_err(|it| invalid(&it))
}

/// An answer file being written.
#[derive(Debug)]
pub struct Results {
    file: File,
    path: PathBuf,
    last_sync: Instant,
    /// The best verdict that it had for each line when it was opened.
    pub best: BTreeMap<usize, LineVerdict>,
    /// Why some of its lines are invalid and ignored.
    pub mistakes: Vec<String>,
}

impl Results {
    /// Creates or resumes an answer file for these `lines`.
    ///
    /// # Errors
    /// [`Error`] if it belongs to another list, or another process is writing it.
    pub fn open(path: &Path, header: &Header, lines: &[&Line]) -> Result<Self, Error> {
        // A pipe would be waited for, and a device may be endless.
        if path
            .metadata()
            .is_ok_and(|it| !it.is_file() && !it.is_dir())
        {
            let path = path.display();
            let reason = format!(
                "{path} is not a regular file; answers are appended to a file and read back from it"
            );
            return Err(Error::failed(reason));
        }
        let mut options = File::options();
        let file = options.read(true).append(true).create(true).open(path);
        let mut file = file.map_err(io_error("write", path))?;
        if sys::lock(&file) == Lock::Refused {
            let path = path.display();
            let reason = format!("{path} is being written by another process");
            return Err(Error::failed(reason));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(io_error("read", path))?;
        let mut results = Self {
            file,
            path: path.to_owned(),
            last_sync: Instant::now(),
            best: BTreeMap::new(),
            mistakes: Vec::new(),
        };
        let complete = complete_length(&bytes);
        let Some(answered) = parse(path, &bytes[..complete])? else {
            let text = to_json(header, JsonLayout::OneLine).map_err(io::Error::other);
            let text = text.map_err(io_error("write", path))?;
            // A killed run can leave only the beginning of this header; do not overwrite anything else.
            if !text.as_bytes().starts_with(&bytes) {
                let why = "it is not the header of an answer file, so the file is not overwritten; choose another file";
                return Err(header_error(path, why));
            }
            results.truncate(0)?;
            results.append(&text)?;
            results.sync()?;
            return Ok(results);
        };
        let shard = (answered.header.shard != header.shard).then_some("another shard");
        if let Some(what) = answered.header.difference(header).or(shard) {
            let path = path.display();
            let reason = format!("{path} belongs to {what}; choose another file");
            return Err(Error::impossible_value(reason));
        }
        if complete < bytes.len() {
            results.truncate(complete)?;
        }
        let inputs = lines.iter().map(|line| (line.number, line.input.as_str()));
        let inputs: HashMap<usize, &str> = inputs.collect();
        results.mistakes = answered.mistakes;
        for Entry { record, line, .. } in answered.by_line.into_values().flatten() {
            if inputs.get(&record.line) != Some(&record.input.as_str()) {
                let (path, number) = (path.display(), record.line);
                results.mistakes.push(format!(
                    "{path}:{line}: it answers something other than line {number} of the list"
                ));
                continue;
            }
            let known = results.best.entry(record.line).or_insert(record.verdict);
            *known = record.verdict.min(*known);
        }
        Ok(results)
    }

    fn truncate(&mut self, bytes: usize) -> Result<(), Error> {
        let cut = self.file.set_len(bytes as u64);
        cut.map_err(io_error("write", &self.path))
    }

    /// Appends an answer: a JSON object, its verdict, and the time it took. Do not append after an error: the last line
    /// may be incomplete.
    pub fn add(&mut self, object: &str, verdict: LineVerdict, seconds: f64) -> Result<(), Error> {
        self.append(&answer_line(object, verdict, seconds))?;
        if self.last_sync.elapsed() < SYNC_INTERVAL {
            Ok(())
        } else {
            self.sync()
        }
    }

    /// Writes a line and its ending in one call, so that a kill rarely cuts it.
    fn append(&mut self, line: &str) -> Result<(), Error> {
        let line = format!("{line}\n");
        let written = self.file.write_all(line.as_bytes());
        written.map_err(io_error("write", &self.path))
    }

    /// Flushes everything to disk.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.last_sync = Instant::now();
        self.file.sync_data().map_err(io_error("write", &self.path))
    }
}
