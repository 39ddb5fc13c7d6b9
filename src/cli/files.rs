//! Reading files with limits, and writing them whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::Failure;
use crate::control::CancelFlag;
use crate::sys;

/// What is read, and how much of it at most. A file from a stranger, or a
/// device that never ends, must not fill the memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// A puzzle or a recipe.
    Definition,
    /// A state or turns.
    Text,
    /// A list of states or turns for `solve --batch`.
    List,
    /// A map. The largest that `encode` writes have some twenty MiB.
    Map,
    /// A certificate: states of a puzzle, twice, and a few words.
    Certificate,
    /// A solver's answer: ten million variables, with room for its comments.
    Answer,
}

impl Kind {
    /// The largest text, in MiB.
    fn most(self) -> u64 {
        match self {
            Kind::Definition | Kind::Certificate => 1,
            Kind::Text => 4,
            Kind::List | Kind::Map => 64,
            Kind::Answer => 256,
        }
    }
}

/// Reads a file, or stdin if the path is `-`.
pub(super) fn read(path: &Path, kind: Kind) -> Result<String, Failure> {
    let result = if path.as_os_str() == "-" {
        read_limited(io::stdin().lock(), kind)
    } else {
        File::open(path).and_then(|file| read_limited(file, kind))
    };
    result.map_err(|error| Failure::Error(format!("cannot read {}: {error}", name(path))))
}

fn read_limited(from: impl Read, kind: Kind) -> io::Result<String> {
    let most = kind.most() * 1024 * 1024;
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!(
            "it is larger than {} MiB",
            kind.most()
        )));
    }
    text(bytes).map_err(io::Error::other)
}

/// The text of a file. Some editors begin a file with a mark that it is UTF-8,
/// which is no part of the text.
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
        format!("it is no UTF-8 text: byte {} (line {line})", valid + 1)
    })?;
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Ok(rest.to_owned()),
        None => Ok(text),
    }
}

/// What errors call a path.
pub(super) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" {
        "stdin".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Whether two paths name one place, as far as the folders exist.
pub(super) fn same_place(a: &Path, b: &Path) -> bool {
    let resolved = |path: &Path| {
        fs::canonicalize(path).or_else(|_| {
            let folder = path
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")))?;
            Ok::<_, io::Error>(folder.join(path.file_name().unwrap_or_default()))
        })
    };
    match (resolved(a), resolved(b)) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

/// Whether a path names a pipe or a device.
pub(super) fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

/// A writer that fails once a flag is raised.
pub(super) struct Stoppable<'a, W> {
    writer: W,
    cancel: &'a CancelFlag,
}

impl<'a, W: Write> Stoppable<'a, W> {
    pub(super) fn new(writer: W, cancel: &'a CancelFlag) -> Self {
        Self { writer, cancel }
    }
}

impl<W: Write> Write for Stoppable<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Not `Interrupted`: whoever writes tries that again.
        if self.cancel.is_raised() {
            return Err(io::Error::other("interrupted"));
        }
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Why something could not be written: the kind of the error alone, as the whole may name a
/// draft, which nobody asked for.
pub(super) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::Other => error.to_string(),
        // Its own words are "entity not found".
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        kind => kind.to_string(),
    }
}

/// How much is written at once, in bytes.
const BUFFER: usize = 256 * 1024;

/// The most links in a row that are followed, as on Linux.
const MOST_LINKS: usize = 40;

/// Where a path leads when the links in its last part are followed, whether or
/// not anything is there.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(target) = fs::read_link(&path) else {
            return Ok(path);
        };
        // Joining an absolute path replaces what stands before.
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other("too many links"))
}

/// A file that is written beside its place and moved there when it is whole. What a
/// command makes anew in a moment is not forced to the disk; certificates are.
pub(super) struct Draft {
    path: PathBuf,
    /// `None` for a pipe or a device, which has everything already.
    file: Option<NamedTempFile>,
}

impl Draft {
    /// Writes the content of a file, not yet in its place. A link is followed.
    /// A pipe or a device must not be replaced by a file: it gets the content
    /// at once.
    pub(super) fn write(
        path: &Path,
        cancel: &CancelFlag,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Self, Failure> {
        let fail = |error: io::Error| {
            let reason = reason(&error);
            Failure::Error(format!("cannot write {}: {reason}", path.display()))
        };
        match fs::metadata(path) {
            Ok(there) if there.is_dir() => return Err(fail(io::Error::other("it is a folder"))),
            Ok(there) if !there.is_file() => {
                let file = File::options().write(true).open(path).map_err(fail)?;
                let mut writer = Stoppable::new(BufWriter::new(file), cancel);
                content(&mut writer)
                    .and_then(|()| writer.flush())
                    .map_err(fail)?;
                return Ok(Self {
                    path: path.to_owned(),
                    file: None,
                });
            }
            _ => (),
        }
        let path = follow(path).map_err(fail)?;
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut file = sys::draft().tempfile_in(folder).map_err(fail)?;
        let mut writer =
            Stoppable::new(BufWriter::with_capacity(BUFFER, file.as_file_mut()), cancel);
        content(&mut writer)
            .and_then(|()| writer.flush())
            .map_err(fail)?;
        drop(writer);
        Ok(Self {
            path,
            file: Some(file),
        })
    }

    /// Moves files to their places that belong together, once the disk has them all. If
    /// one cannot be moved, those before it are removed again.
    pub(super) fn publish_all(drafts: Vec<Self>) -> Result<(), Failure> {
        for Self { path, file } in &drafts {
            if let Some(file) = file {
                let synced = file.as_file().sync_all();
                synced.map_err(|error| {
                    Failure::Error(format!("cannot write {}: {error}", path.display()))
                })?;
            }
        }
        let mut published = Vec::new();
        for draft in drafts {
            let path = draft.path.clone();
            if let Err(failure) = draft.publish() {
                for path in published {
                    // There is an error to tell already.
                    let _ = fs::remove_file(path);
                }
                return Err(failure);
            }
            published.push(path);
        }
        Ok(())
    }

    /// Moves the file to its place, over whatever is there.
    pub(super) fn publish(self) -> Result<(), Failure> {
        let Self { path, file } = self;
        let Some(file) = file else {
            return Ok(());
        };
        file.persist(&path).map(drop).map_err(|error| {
            Failure::Error(format!("cannot write {}: {}", path.display(), error.error))
        })
    }
}
