//! Reads files and pipes, with size limits, writes them, and removes the leftovers of killed runs.

pub(crate) mod drafts;
pub(crate) mod leftovers;
pub(crate) mod path_conflicts;
pub(crate) mod paths;
pub(crate) mod piped;
pub(crate) mod reader;

use std::fmt::Display;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fs, io};

use twistsat::control::Control;
use twistsat::problem::TextFile;

use super::{Failure, loading};
use crate::files::paths::with_suffix;
use crate::files::reader::{Reader, Stopped};

/// The kind of an input file, which determines the file's maximum size. An untrusted file, or an endless device, must
/// not fill the memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// A puzzle, a recipe, a plan, costs, cases, or a question.
    Definition,
    /// A state or turns.
    Text,
    /// A list of questions for `--batch`, of solutions, or of cubes.
    List,
    /// A map. The largest that `encode` writes are about 20 MiB.
    Map,
    /// A certificate, or a list of up to a million of them.
    Certificate,
    /// A solver's answer: up to ten million variables, with room for comments.
    Answer,
}

impl Kind {
    /// The maximum size, in MiB.
    fn max_mebibytes(self) -> u64 {
        match self {
            Kind::Text => 4,
            Kind::Definition => 16,
            Kind::Map => 64,
            Kind::Answer | Kind::Certificate => 256,
            Kind::List => 1024,
        }
    }
}

/// Reads a file, or stdin if the path is `-`, before the work begins.
pub(super) fn read(path: &Path, kind: Kind) -> Result<String, Failure> {
    read_controlled(path, kind, &loading::control())
}

/// Returns a text unchanged, but reads stdin for `-`.
pub(super) fn or_stdin(text: &str) -> Result<String, Failure> {
    if text == "-" {
        read(Path::new("-"), Kind::Text).map(|text| text.trim_end().to_owned())
    } else {
        Ok(text.to_owned())
    }
}

/// Reads a file whose text becomes part of a question.
pub(super) fn read_definition(path: &Path) -> Result<TextFile, Failure> {
    let text = read(path, Kind::Definition)?;
    let name = display_name(path);
    Ok(TextFile { name, text })
}

/// Reads a file, or stdin if the path is `-`. The control can stop reading anything but a regular file.
pub(super) fn read_controlled(
    path: &Path,
    kind: Kind,
    control: &Control,
) -> Result<String, Failure> {
    // A small file is read to its end even after the time limit, unless it is a pipe that blocks.
    Reader::open(path, control)
        .and_then(|reader| read_limited(reader, kind.max_mebibytes() * 1024 * 1024))
        .and_then(|bytes| text(bytes).map_err(io::Error::other))
        .map_err(|error| read_error(path, &error))
}

/// Reads all bytes of a file, or of stdin if the path is `-`. More than `max_bytes` bytes are an error.
pub(super) fn read_bytes(
    path: &Path,
    max_bytes: u64,
    control: &Control,
) -> Result<Vec<u8>, Failure> {
    Reader::open(path, control)
        .and_then(|reader| read_limited(StoppableReader::new(reader, control), max_bytes))
        .map_err(|error| read_error(path, &error))
}

/// An error in the content of a file, with the name of the file.
pub(super) fn error_in(path: &Path, error: impl Display) -> Failure {
    Failure::Error(format!("{}: {error}", display_name(path)))
}

fn read_error(path: &Path, error: &io::Error) -> Failure {
    match Stopped::cause_of(error) {
        Some(stop) => Failure::Stopped(stop, format!("reading {}", display_name(path))),
        None => Failure::Error(format!("cannot read {}: {error}", display_name(path))),
    }
}

fn read_limited(from: impl Read, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(max_bytes + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes {
        Err(io::Error::other(format!(
            "it is larger than {} MiB",
            max_bytes / (1024 * 1024)
        )))
    } else {
        Ok(bytes)
    }
}

/// A reader that fails as soon as its control stops the work, even in the middle of a file.
pub(super) struct StoppableReader<'a, R> {
    reader: R,
    control: &'a Control,
}

impl<'a, R: Read> StoppableReader<'a, R> {
    pub(super) fn new(reader: R, control: &'a Control) -> Self {
        Self { reader, control }
    }
}

impl<R: Read> Read for StoppableReader<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self.control.stop() {
            Some(stop) => Err(Stopped::io_error(stop)),
            None => self.reader.read(bytes),
        }
    }
}

/// The text of a file, without the byte order mark that some editors write; an error if it is not UTF-8.
fn text(bytes: Vec<u8>) -> Result<String, String> {
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err("it seems to be UTF-16; save it as UTF-8".to_owned());
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid]
            .iter()
            .filter(|&&byte| byte == b'\n');
        let line = line.count() + 1;
        format!("it is not UTF-8 text: byte {} (line {line})", valid + 1)
    })?;
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Ok(rest.to_owned()),
        None => Ok(text),
    }
}

/// Creates a folder and its parents, unless they exist.
pub(super) fn create_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder)
        .map_err(|error| Failure::Error(format!("cannot create {}: {error}", folder.display())))
}

/// The name of a path in error messages.
pub(super) fn display_name(path: &Path) -> String {
    if path.as_os_str() == "-" {
        "stdin".to_owned()
    } else {
        path.display().to_string()
    }
}

/// `FILE.map.json` for `FILE`.
pub(super) fn map_path(path: &Path) -> PathBuf {
    with_suffix(path, ".map.json")
}
