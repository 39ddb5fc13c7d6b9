//! Writes files completely or not at all.
//!
//! *Idea.* A file is written next to its destination, as a draft, and moved there when it is complete. Files that belong
//! together are moved one after another; the files that they replace are kept until the last one has been moved, and
//! restored if a move fails.
//!
//! *After a kill.* While a draft is being written: the draft remains, and the next run with the same destination deletes it
//! (see [`leftovers`]). While files that belong together are being moved: some of them are new and the others old, each
//! complete; the previous ones remain next to them until a run with the same destinations succeeds.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::{NamedTempFile, TempPath};
use twistsat::control::CancelFlag;

use super::leftovers::{Kind, PathLock};
use super::paths::{parent_folder, resolve_links};
use super::{leftovers, piped};
use crate::Failure;

/// A writer that fails once a flag is raised.
pub(crate) struct StoppableWriter<'a, W> {
    writer: W,
    cancel: &'a CancelFlag,
}

impl<'a, W: Write> StoppableWriter<'a, W> {
    pub(crate) fn new(writer: W, cancel: &'a CancelFlag) -> Self {
        Self { writer, cancel }
    }
}

impl<W: Write> Write for StoppableWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.cancel.is_raised() {
            return Err(piped::interruption_error());
        }
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Why something could not be written. For a system error, only its kind, because the full message may name a draft,
/// which the user does not know.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::Other => error.to_string(),
        // The default text is "entity not found".
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        kind => kind.to_string(),
    }
}

fn write_error(path: &Path, error: &io::Error) -> Failure {
    Failure::Error(format!(
        "cannot write {}: {}",
        path.display(),
        reason(error)
    ))
}

/// Rejects a path in a folder that does not exist, for files that are written only after a long search.
pub(crate) fn check_folder(path: &Path) -> Result<(), Failure> {
    let folder = resolve_links(path).and_then(|path| fs::metadata(parent_folder(&path)));
    folder.map(drop).map_err(|error| write_error(path, &error))
}

/// The size of the write buffer, in bytes.
const BUFFER: usize = 256 * 1024;

/// A file that is written next to its destination and moved there when it is complete. Only files that take long to
/// compute, such as certificates, are also flushed to disk ([`Self::sync`]).
pub(crate) struct Draft {
    path: PathBuf,
    /// `None` for a pipe or a device, which has already received the content.
    file: Option<NamedTempFile>,
}

/// A function that writes the content of a file.
type Content<'a> = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + 'a>;

impl Draft {
    /// Writes the content of a file without moving the file to its destination. Links are followed. A pipe or a device,
    /// which a file must not replace, receives the content right away.
    pub(crate) fn write(
        path: &Path,
        cancel: &CancelFlag,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Self, Failure> {
        Self::write_boxed(path, cancel, Box::new(content))
    }

    /// Like [`Self::write`], compressed with gzip if the path ends with `.gz`.
    pub(crate) fn write_compressible(
        path: &Path,
        cancel: &CancelFlag,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Self, Failure> {
        if path.extension().is_none_or(|extension| extension != "gz") {
            return Self::write(path, cancel, content);
        }
        Self::write(path, cancel, |writer| {
            let mut encoder = GzEncoder::new(writer, Compression::default());
            content(&mut encoder)?;
            encoder.finish().map(drop)
        })
    }

    /// Like [`Self::write`], for content that is already in memory.
    pub(crate) fn write_bytes(
        path: &Path,
        cancel: &CancelFlag,
        bytes: &[u8],
    ) -> Result<Self, Failure> {
        Self::write(path, cancel, |writer| writer.write_all(bytes))
    }

    /// Like [`Self::write`], but not generic, so that it is compiled only once.
    fn write_boxed(
        path: &Path,
        cancel: &CancelFlag,
        content: Content<'_>,
    ) -> Result<Self, Failure> {
        // Errors caused by Ctrl-C are not reported.
        let fail = |error: io::Error| {
            if cancel.is_raised() {
                Failure::Interrupted
            } else {
                write_error(path, &error)
            }
        };
        match fs::metadata(path) {
            Ok(there) if there.is_dir() => return Err(fail(io::Error::other("it is a folder"))),
            Ok(there) if !there.is_file() => {
                let to = path.to_owned();
                let open = move || File::options().write(true).open(to);
                piped::write(open, cancel, content).map_err(fail)?;
                return Ok(Self {
                    path: path.to_owned(),
                    file: None,
                });
            }
            _ => (),
        }
        let path = resolve_links(path).map_err(fail)?;
        let mut file = leftovers::create_draft(&path).map_err(fail)?;
        let mut writer =
            StoppableWriter::new(BufWriter::with_capacity(BUFFER, file.as_file_mut()), cancel);
        content(&mut writer)
            .and_then(|()| writer.flush())
            .map_err(fail)?;
        drop(writer);
        Ok(Self {
            path,
            file: Some(file),
        })
    }

    /// Flushes everything to disk.
    pub(crate) fn sync(&self) -> Result<(), Failure> {
        let synced = self
            .file
            .iter()
            .try_for_each(|file| file.as_file().sync_all());
        synced.map_err(|error| write_error(&self.path, &error))
    }

    /// Moves files that belong together to their destinations. If one cannot be moved, undoes all moves.
    pub(crate) fn publish_all(drafts: Vec<Self>) -> Result<(), Failure> {
        let mut moved: Vec<ReplacedFile> = Vec::new();
        // A pipe or a device has already received its content.
        for draft in drafts.into_iter().filter(|draft| draft.file.is_some()) {
            let path = draft.path.clone();
            let before = match ReplacedContent::keep(&path) {
                Ok(before) => before,
                Err(error) => return Err(undo(moved, write_error(&path, &error))),
            };
            if let Err(failure) = draft.publish() {
                let failure = before.restore_after_failed_move(&path, failure);
                return Err(undo(moved, failure));
            }
            moved.push(ReplacedFile { path, before });
        }
        for ReplacedFile { path, before } in moved {
            drop(before);
            leftovers::clear(&path, Kind::Previous);
        }
        Ok(())
    }

    /// Moves the file to its destination, replacing any existing one.
    pub(crate) fn publish(self) -> Result<(), Failure> {
        let Self { path, file } = self;
        let Some(file) = file else {
            return Ok(());
        };
        file.persist(&path)
            .map(drop)
            .map_err(|error| write_error(&path, &error.error))
    }
}

/// A destination to which a file was moved.
struct ReplacedFile {
    path: PathBuf,
    before: ReplacedContent,
}

/// The previous content of a destination.
enum ReplacedContent {
    Nothing,
    /// A second link to the previous file, and a lock that keeps other runs from deleting the file.
    Linked {
        name: TempPath,
        _lock: PathLock,
    },
    /// If hard links are unsupported: the file itself, renamed.
    Renamed(TempPath),
}

impl ReplacedContent {
    /// Keeps the file at a path under another name next to it.
    fn keep(path: &Path) -> io::Result<Self> {
        match path.symlink_metadata() {
            Err(_) => return Ok(ReplacedContent::Nothing),
            Ok(there) if there.is_dir() => return Err(io::Error::other("it is a folder")),
            Ok(there) if !there.is_file() => {
                return Err(io::Error::other("it is not a regular file"));
            }
            Ok(_) => (),
        }
        let _lock = PathLock::acquire(path);
        if let Ok(name) = leftovers::give_temporary_name(path, |name| fs::hard_link(path, name)) {
            return Ok(ReplacedContent::Linked { name, _lock });
        }
        let aside = leftovers::give_temporary_name(path, |name| match name.symlink_metadata() {
            Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => fs::rename(path, name),
        });
        aside.map(ReplacedContent::Renamed)
    }

    /// Restores the destination after a failed move to it. Returns the error to report, including a failure to restore.
    fn restore_after_failed_move(self, path: &Path, failure: Failure) -> Failure {
        match self {
            ReplacedContent::Nothing | ReplacedContent::Linked { .. } => failure,
            ReplacedContent::Renamed(name) => put_back(name, path, failure),
        }
    }

    /// Undoes a move: restores the previous file, or removes the new one if there was none. Returns the error to report,
    /// including a failure to restore.
    fn undo_move(self, path: &Path, failure: Failure) -> Failure {
        match self {
            ReplacedContent::Nothing => {
                // Only the first error is reported.
                let _ = fs::remove_file(path);
                failure
            }
            ReplacedContent::Linked { name, .. } | ReplacedContent::Renamed(name) => {
                put_back(name, path, failure)
            }
        }
    }
}

/// Moves a file back to its original name. If that fails, the file stays where it is, and the error says where.
fn put_back(name: TempPath, path: &Path, failure: Failure) -> Failure {
    let kept = name.persist(path).err();
    match kept.and_then(|error| error.path.keep().ok()) {
        None => failure,
        Some(kept) => {
            let (path, kept, first) = (path.display(), kept.display(), failure.message());
            Failure::Error(format!("{first}; the previous {path} is now at {kept}"))
        }
    }
}

/// Undoes all moves, from the last to the first.
fn undo(moved: Vec<ReplacedFile>, failure: Failure) -> Failure {
    let last_first = moved.into_iter().rev();
    last_first.fold(failure, |failure, ReplacedFile { path, before }| {
        before.undo_move(&path, failure)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files of a folder with their content, sorted.
    fn content(folder: &Path) -> Vec<(String, String)> {
        let mut files: Vec<(String, String)> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry"))
            .map(|entry| {
                let name = entry.file_name().into_string().expect("a name");
                let text = fs::read_to_string(entry.path()).unwrap_or_else(|_| "folder".to_owned());
                (name, text)
            })
            .collect();
        files.sort();
        files
    }

    fn draft(path: &Path, text: &str) -> Draft {
        Draft::write_bytes(path, &CancelFlag::default(), text.as_bytes()).expect("written")
    }

    fn pairs(files: &[(&str, &str)]) -> Vec<(String, String)> {
        let own = |&(name, text): &(&str, &str)| (name.to_owned(), text.to_owned());
        files.iter().map(own).collect()
    }

    #[test]
    fn if_one_file_cannot_be_moved_all_are_restored() {
        for fails in 0..3 {
            let folder = tempfile::tempdir().expect("a folder");
            let at = |number: usize| folder.path().join(["a", "b", "c"][number]);
            // The first is new, the others exist.
            fs::write(at(1), "old b").expect("written");
            fs::write(at(2), "old c").expect("written");
            let drafts = (0..3).map(|number| draft(&at(number), "new")).collect();
            // A folder appears at the destination in the meantime.
            let _ = fs::remove_file(at(fails));
            fs::create_dir(at(fails)).expect("made");
            fs::write(at(fails).join("in it"), "").expect("written");
            let failure = Draft::publish_all(drafts).expect_err("a folder is in the way");
            let message = failure.message();
            let says = format!("cannot write {}: it is a folder", at(fails).display());
            assert_eq!(message, says);
            let mut expected = pairs(&[("b", "old b"), ("c", "old c")]);
            expected.retain(|(name, _)| !at(fails).ends_with(name));
            expected.push((["a", "b", "c"][fails].to_owned(), "folder".to_owned()));
            expected.sort();
            assert_eq!(content(folder.path()), expected);
        }
    }

    /// If links are not supported, files are renamed and restored.
    #[test]
    fn a_file_moved_aside_is_restored() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        fs::write(&path, "old").expect("written");
        let aside = || {
            let name = leftovers::give_temporary_name(&path, |name| fs::rename(&path, name));
            ReplacedContent::Renamed(name.expect("renamed"))
        };
        let failure = || Failure::Error("on purpose".to_owned());
        let before = aside();
        assert!(!path.exists());
        assert_eq!(
            before.restore_after_failed_move(&path, failure()).message(),
            "on purpose"
        );
        assert_eq!(content(folder.path()), pairs(&[("a", "old")]));
        let before = aside();
        fs::write(&path, "new").expect("written");
        assert_eq!(before.undo_move(&path, failure()).message(), "on purpose");
        assert_eq!(content(folder.path()), pairs(&[("a", "old")]));
        // If a file cannot be restored, its location is reported.
        let before = aside();
        fs::create_dir(&path).expect("made");
        let message = before.undo_move(&path, failure()).message();
        assert!(
            message.starts_with("on purpose; the previous "),
            "{message}"
        );
        let kept = content(folder.path());
        assert!(
            kept.iter()
                .any(|(name, text)| message.contains(name) && text == "old")
        );
    }
}
