//! Resolves and extends paths, and finds files.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The maximum length of a chain of symbolic links, as on Linux.
const MAX_LINKS: usize = 40;

/// Resolves links in the last component of a path, whether or not the target exists.
pub(crate) fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&path) else {
            return Ok(path);
        };
        // Joining an absolute path replaces the previous one.
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other("too many links"))
}

/// A path with a suffix appended to its name. An existing extension is not replaced.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// The folder of a path; `.` if the path is only a name.
pub(crate) fn parent_folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The files with this extension in a folder and its direct subfolders; folders that cannot be listed count as empty.
pub(crate) fn files_with_extension(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = |folder: &Path| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let own = entries(folder);
    let folders = own.iter().filter(|path| path.is_dir());
    let below: Vec<PathBuf> = folders.flat_map(|folder| entries(folder)).collect();
    let all = own.into_iter().chain(below);
    all.filter(|path| path.extension().is_some_and(|it| it == extension))
        .collect()
}

/// The content of a file; `None` if it is larger than `max_bytes` bytes, cannot be read, or is not a file.
pub(crate) fn read_small_file(path: &Path, max_bytes: u64) -> Option<Vec<u8>> {
    let there = fs::metadata(path).ok()?;
    let is_small = there.is_file() && there.len() <= max_bytes;
    is_small.then(|| fs::read(path).ok())?
}
