//! Where paths lead.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The most links in a row that are followed, as on Linux.
const MOST_LINKS: usize = 40;

/// Where a path leads when the links in its last part are followed, whether or
/// not anything is there.
pub(crate) fn follow(path: &Path) -> io::Result<PathBuf> {
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

/// The folder of a path, which need not name one.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
