//! Temporary files next to an output while it is being written, and those that killed runs left behind.
//!
//! *Idea.* The names contain the name of the output, so other writers of the same output recognize the files:
//! `.NAME.unfinished-XXXXXX` for incomplete files, `.NAME.before-XXXXXX` for previous files. The process that needs
//! such a file holds a lock on it. The system releases the lock when the process ends, however it ends, so a file that
//! can be locked is unused.
//!
//! *Without locks* nothing is ever deleted: see `lock` in the library's `src/sys.rs`.

use std::ffi::OsString;
use std::fs::File;
use std::path::Path;
use std::{fs, io};

use tempfile::{Builder, NamedTempFile, TempDir, TempPath};
use twistsat::sys::FileLock;

use super::paths::parent_folder;
use crate::sys;

/// The kind of a temporary file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The incomplete output.
    Unfinished,
    /// The previous file.
    Previous,
}

/// The maximum length of an output's name, in bytes, that temporary names repeat in full.
const MAX_NAME_BYTES: usize = 200;

/// The number of random letters and digits that `tempfile` appends.
const RANDOM_CHARACTERS: usize = 6;

/// The maximum number of attempts if another process deletes the draft as a leftover.
const MAX_TRIES: usize = 16;

/// The prefix of temporary names for a path.
fn prefix(path: &Path, kind: Kind) -> OsString {
    let name = path.file_name().unwrap_or_default();
    let mut prefix = OsString::from(".");
    if name.len() <= MAX_NAME_BYTES {
        prefix.push(name);
    } else {
        let name = name.to_string_lossy();
        prefix.push(name.chars().take(MAX_NAME_BYTES / 4).collect::<String>());
    }
    prefix.push(match kind {
        Kind::Unfinished => ".unfinished-",
        Kind::Previous => ".before-",
    });
    prefix
}

/// A lock on a file or a folder, released when this value is dropped. If locking failed, nothing is locked.
pub(crate) struct PathLock {
    _file: Option<File>,
}

impl PathLock {
    /// Locks a file or a folder, so that others do not delete it.
    pub(crate) fn acquire(path: &Path) -> Self {
        let file = File::open(path).ok();
        Self {
            _file: file.filter(|file| twistsat::sys::lock(file) == FileLock::Held),
        }
    }
}

/// Creates a file next to an output. Deletes leftovers of killed runs.
pub(crate) fn create_draft(path: &Path) -> io::Result<NamedTempFile> {
    clear(path, Kind::Unfinished);
    for _ in 0..MAX_TRIES {
        let file = sys::temporary_builder(0o666)
            .prefix(&prefix(path, Kind::Unfinished))
            .tempfile_in(parent_folder(path))?;
        let is_ours = twistsat::sys::lock(file.as_file()) != FileLock::Refused;
        // Another process may have deleted it before it was locked.
        if is_ours && sys::is_at(file.as_file(), file.path()) {
            return Ok(file);
        }
    }
    Err(io::Error::other(
        "each temporary file was removed as soon as it was created",
    ))
}

/// Creates a folder next to an output, with a lock on it. Deletes leftovers of killed runs.
pub(crate) fn create_staging_folder(path: &Path) -> io::Result<(TempDir, PathLock)> {
    clear(path, Kind::Unfinished);
    for _ in 0..MAX_TRIES {
        let staging = sys::temporary_builder(0o777)
            .prefix(&prefix(path, Kind::Unfinished))
            .tempdir_in(parent_folder(path))?;
        let opened = match File::open(staging.path()) {
            Ok(opened) => opened,
            // Another process deleted it before it was locked.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            // A folder that cannot be opened cannot be deleted either.
            Err(_) => return Ok((staging, PathLock { _file: None })),
        };
        let is_ours = twistsat::sys::lock(&opened) != FileLock::Refused;
        if is_ours && sys::is_at(&opened, staging.path()) {
            let _file = Some(opened);
            return Ok((staging, PathLock { _file }));
        }
    }
    Err(io::Error::other(
        "each temporary folder was removed as soon as it was created",
    ))
}

/// Gives the file at a path a temporary name in the same folder; `give` links or renames the file.
pub(crate) fn give_temporary_name(
    path: &Path,
    give: impl FnMut(&Path) -> io::Result<()>,
) -> io::Result<TempPath> {
    let named = Builder::new()
        .prefix(&prefix(path, Kind::Previous))
        .make_in(parent_folder(path), give)?;
    Ok(named.into_temp_path())
}

/// Deletes leftovers of killed runs with the same output, but nothing that a running process needs. Errors are ignored.
pub(crate) fn clear(path: &Path, kind: Kind) {
    let prefix = prefix(path, kind);
    let Ok(entries) = fs::read_dir(parent_folder(path)) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let rest = name.as_encoded_bytes();
        let rest = rest.strip_prefix(prefix.as_encoded_bytes());
        let random = |rest: &[u8]| {
            rest.len() == RANDOM_CHARACTERS && rest.iter().all(u8::is_ascii_alphanumeric)
        };
        if rest.is_some_and(random) {
            remove_unlocked(&entry.path());
        }
    }
}

/// Deletes a file or a folder that is not locked.
fn remove_unlocked(path: &Path) {
    // Opening anything else, for example a pipe, may block.
    let Ok(there) = path.symlink_metadata() else {
        return;
    };
    if !there.is_file() && !there.is_dir() {
        return;
    }
    let Ok(file) = File::open(path) else {
        return;
    };
    if twistsat::sys::lock(&file) == FileLock::Held && sys::is_at(&file, path) {
        let _ = if there.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_removed_folder_is_created_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        let done = std::sync::atomic::AtomicBool::new(false);
        let is_done = || done.load(std::sync::atomic::Ordering::SeqCst);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done() {
                    clear(&path, Kind::Unfinished);
                }
            });
            // Occasionally the other thread deletes the folder in all attempts.
            let made = (0..500).filter_map(|_| create_staging_folder(&path).ok());
            let gone = made.filter(|(staged, _)| !staged.path().exists()).count();
            done.store(true, std::sync::atomic::Ordering::SeqCst);
            assert_eq!(gone, 0);
        });
    }

    #[test]
    fn only_unclaimed_leftovers_are_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let stays = [
            ".a.unfinished-short",
            ".a.unfinished-toolong",
            ".a.unfinished-with.d",
            ".b.unfinished-abcdef",
            ".a.before-abcdef",
            "a.unfinished-abcdef",
            "a",
        ];
        for name in stays.iter().chain(&[".a.unfinished-abcDE1"]) {
            fs::write(at(name), "").expect("written");
        }
        fs::create_dir(at(".a.unfinished-folder")).expect("made");
        fs::write(at(".a.unfinished-folder/in it"), "").expect("written");
        let held = create_draft(&at("a")).expect("begun");
        if twistsat::sys::lock(held.as_file()) == FileLock::Unknown {
            return; // Without locks nothing is cleared.
        }
        let (staged, _lock) = create_staging_folder(&at("a")).expect("begun");
        clear(&at("a"), Kind::Unfinished);
        assert!(held.path().exists() && staged.path().exists());
        let mut left: Vec<String> = fs::read_dir(folder.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path != held.path() && path != staged.path())
            .map(|path| {
                path.file_name()
                    .expect("a name")
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        left.sort();
        let mut stays = stays.map(str::to_owned);
        stays.sort();
        assert_eq!(left, stays);
    }
}
