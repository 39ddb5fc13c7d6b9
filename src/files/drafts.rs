//! Writing files whole or not at all.
//!
//! *Idea.* A file is written beside its place, as a draft, and moved there when it is whole. Files
//! that belong together are moved one after the other; what was there is kept until the
//! last has arrived, and put back if one of them cannot.
//!
//! *What a kill leaves.* While a draft is written: the draft, which the next run to the same place
//! clears (see [`leftovers`]). While files that belong together are moved: some
//! of them new, the others old, each whole; what was there before stands beside them until a run to
//! the same places succeeds.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

use tempfile::{NamedTempFile, TempPath};

use super::leftovers::{Claim, Kind};
use super::paths::follow;
use super::{leftovers, piped};
use crate::control::CancelFlag;

/// Why a file was not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum DraftError {
    /// The flag was raised.
    #[error("interrupted")]
    Interrupted,
    /// It cannot be, and why.
    #[error("{0}")]
    Refused(String),
}

/// A writer that fails once a flag is raised.
pub(crate) struct Stoppable<'a, W> {
    writer: W,
    cancel: &'a CancelFlag,
}

impl<'a, W: Write> Stoppable<'a, W> {
    pub(crate) fn new(writer: W, cancel: &'a CancelFlag) -> Self {
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
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::Other => error.to_string(),
        // Its own words are "entity not found".
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        kind => kind.to_string(),
    }
}

fn refused(path: &Path, error: &io::Error) -> DraftError {
    DraftError::Refused(format!(
        "cannot write {}: {}",
        path.display(),
        reason(error)
    ))
}

/// How much is written at once, in bytes.
const BUFFER: usize = 256 * 1024;

/// A file that is written beside its place and moved there when it is whole. What a
/// command makes anew in a moment is not forced to the disk; certificates are.
pub(crate) struct Draft {
    path: PathBuf,
    /// `None` for a pipe or a device, which has everything already.
    file: Option<NamedTempFile>,
}

impl Draft {
    /// Writes the content of a file, not yet in its place. A link is followed.
    /// A pipe or a device must not be replaced by a file: it gets the content
    /// at once.
    pub(crate) fn write(
        path: &Path,
        cancel: &CancelFlag,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<Self, DraftError> {
        // What fails because of Ctrl-C is no news.
        let fail = |error: io::Error| {
            if cancel.is_raised() {
                DraftError::Interrupted
            } else {
                refused(path, &error)
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
        let path = follow(path).map_err(fail)?;
        let mut file = leftovers::draft(&path).map_err(fail)?;
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

    /// Waits until the disk has everything.
    pub(crate) fn sync(&self) -> Result<(), DraftError> {
        let synced = self
            .file
            .iter()
            .try_for_each(|file| file.as_file().sync_all());
        synced.map_err(|error| refused(&self.path, &error))
    }

    /// Moves files to their places that belong together. If one cannot be moved, all is as it was before.
    pub(crate) fn publish_all(drafts: Vec<Self>) -> Result<(), DraftError> {
        let mut moved: Vec<Moved> = Vec::new();
        // A pipe or a device has everything already.
        for draft in drafts.into_iter().filter(|draft| draft.file.is_some()) {
            let path = draft.path.clone();
            let before = match Before::keep(&path) {
                Ok(before) => before,
                Err(error) => return Err(undo(moved, refused(&path, &error))),
            };
            if let Err(failure) = draft.publish() {
                let failure = before.stays(&path, failure);
                return Err(undo(moved, failure));
            }
            moved.push(Moved { path, before });
        }
        for Moved { path, before } in moved {
            drop(before);
            leftovers::clear(&path, Kind::Before);
        }
        Ok(())
    }

    /// Moves the file to its place, over whatever is there.
    pub(crate) fn publish(self) -> Result<(), DraftError> {
        let Self { path, file } = self;
        let Some(file) = file else {
            return Ok(());
        };
        file.persist(&path)
            .map(drop)
            .map_err(|error| refused(&path, &error.error))
    }
}

/// A place to which a file was moved.
struct Moved {
    path: PathBuf,
    before: Before,
}

/// What stood in a place before.
enum Before {
    Nothing,
    /// A second name of it, and a lock that tells others that it is needed.
    Linked {
        name: TempPath,
        _claim: Claim,
    },
    /// Where links cannot be made: its only name for now.
    Aside(TempPath),
}

impl Before {
    /// Keeps what stands in a place under another name beside it.
    fn keep(path: &Path) -> io::Result<Self> {
        match path.symlink_metadata() {
            Err(_) => return Ok(Before::Nothing),
            Ok(there) if there.is_dir() => return Err(io::Error::other("it is a folder")),
            Ok(there) if !there.is_file() => {
                return Err(io::Error::other("it is not a regular file"));
            }
            Ok(_) => (),
        }
        let _claim = Claim::of_place(path);
        if let Ok(name) = leftovers::second_name(path, |name| fs::hard_link(path, name)) {
            return Ok(Before::Linked { name, _claim });
        }
        let aside = leftovers::second_name(path, |name| match name.symlink_metadata() {
            Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => fs::rename(path, name),
        });
        aside.map(Before::Aside)
    }

    /// Nothing was moved here after all. What is told if it cannot be as before.
    fn stays(self, path: &Path, failure: DraftError) -> DraftError {
        match self {
            Before::Nothing | Before::Linked { .. } => failure,
            Before::Aside(name) => put_back(name, path, failure),
        }
    }

    /// Takes away what was moved here. What is told if it cannot be as before.
    fn returns(self, path: &Path, failure: DraftError) -> DraftError {
        match self {
            Before::Nothing => {
                // There is an error to tell already.
                let _ = fs::remove_file(path);
                failure
            }
            Before::Linked { name, .. } | Before::Aside(name) => put_back(name, path, failure),
        }
    }
}

/// Gives a file its first name again. If that cannot be, it keeps the other, which is told.
fn put_back(name: TempPath, path: &Path, failure: DraftError) -> DraftError {
    let kept = name.persist(path).err();
    match kept.and_then(|error| error.path.keep().ok()) {
        None => failure,
        Some(kept) => {
            let (path, kept, first) = (path.display(), kept.display(), failure.to_string());
            DraftError::Refused(format!("{first}; the previous {path} is now at {kept}"))
        }
    }
}

/// Puts everything back as it was, from the last to the first.
fn undo(moved: Vec<Moved>, failure: DraftError) -> DraftError {
    let last_first = moved.into_iter().rev();
    last_first.fold(failure, |failure, Moved { path, before }| {
        before.returns(&path, failure)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files of a folder and what is in them, sorted.
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
        let write = |writer: &mut dyn Write| writer.write_all(text.as_bytes());
        Draft::write(path, &CancelFlag::default(), write).expect("written")
    }

    fn pairs(files: &[(&str, &str)]) -> Vec<(String, String)> {
        let own = |&(name, text): &(&str, &str)| (name.to_owned(), text.to_owned());
        files.iter().map(own).collect()
    }

    #[test]
    fn files_that_belong_together_replace_what_was_there_and_leave_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name| folder.path().join(name);
        fs::write(at("a"), "old a").expect("written");
        let drafts = vec![draft(&at("a"), "new a"), draft(&at("b"), "new b")];
        Draft::publish_all(drafts).expect("published");
        assert_eq!(
            content(folder.path()),
            pairs(&[("a", "new a"), ("b", "new b")])
        );
    }

    #[test]
    fn where_one_file_cannot_be_moved_all_are_as_before() {
        for fails in 0..3 {
            let folder = tempfile::tempdir().expect("a folder");
            let at = |number: usize| folder.path().join(["a", "b", "c"][number]);
            // The first is new, the others are there already.
            fs::write(at(1), "old b").expect("written");
            fs::write(at(2), "old c").expect("written");
            let drafts = (0..3).map(|number| draft(&at(number), "new")).collect();
            // In the meantime, a folder has taken the place.
            let _ = fs::remove_file(at(fails));
            fs::create_dir(at(fails)).expect("made");
            fs::write(at(fails).join("in it"), "").expect("written");
            let failure = Draft::publish_all(drafts).expect_err("a folder is in the way");
            let message = failure.to_string();
            let says = format!("cannot write {}: it is a folder", at(fails).display());
            assert_eq!(message, says);
            let mut expected = pairs(&[("b", "old b"), ("c", "old c")]);
            expected.retain(|(name, _)| !at(fails).ends_with(name));
            expected.push((["a", "b", "c"][fails].to_owned(), "folder".to_owned()));
            expected.sort();
            assert_eq!(content(folder.path()), expected);
        }
    }

    /// Where links cannot be made, files go aside and come back.
    #[test]
    fn a_file_that_went_aside_comes_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        fs::write(&path, "old").expect("written");
        let aside = || {
            let name = leftovers::second_name(&path, |name| fs::rename(&path, name));
            Before::Aside(name.expect("renamed"))
        };
        let failure = || DraftError::Refused("on purpose".to_owned());
        let before = aside();
        assert!(!path.exists());
        assert_eq!(before.stays(&path, failure()).to_string(), "on purpose");
        assert_eq!(content(folder.path()), pairs(&[("a", "old")]));
        let before = aside();
        fs::write(&path, "new").expect("written");
        assert_eq!(before.returns(&path, failure()).to_string(), "on purpose");
        assert_eq!(content(folder.path()), pairs(&[("a", "old")]));
        // Where it cannot come back, it is said where it is.
        let before = aside();
        fs::create_dir(&path).expect("made");
        let message = before.returns(&path, failure()).to_string();
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
