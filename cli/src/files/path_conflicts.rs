//! Checks that no output of a command is one of its inputs, or another output.
//!
//! *Idea.* Files are compared, not their names. Links are resolved, whether or not the target exists, and two names of
//! one file count as equal.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::paths::{parent_folder, resolve_links};
use crate::sys::FileId;
use crate::{Failure, sys};

/// The inputs and outputs of a command.
#[derive(Default)]
pub(crate) struct PathRegistry {
    all: Vec<RegisteredPath>,
}

struct RegisteredPath {
    /// How messages name the file: `--puzzle-file a.toml`.
    name: String,
    /// Whether it is an output.
    is_output: bool,
    /// The resolved path.
    resolved: PathBuf,
    /// The identity of the existing file, if any.
    id: Option<FileId>,
}

impl PathRegistry {
    /// Registers an input; `-` is stdin. `option` is the option that names it, or empty for a positional argument.
    pub(crate) fn register_input(&mut self, option: &str, path: &Path) {
        self.add(option, path, false);
    }

    /// Registers the input of an option, if it is given.
    pub(crate) fn register_optional_input(&mut self, option: &str, path: Option<&Path>) {
        path.iter().for_each(|it| self.register_input(option, it));
    }

    /// Registers an output; `-` is stdout.
    pub(crate) fn register_output(&mut self, option: &str, path: &Path) {
        self.add(option, path, true);
    }

    fn add(&mut self, option: &str, path: &Path, is_output: bool) {
        let id = if path.as_os_str() != "-" {
            let there = fs::metadata(path).ok();
            there.and_then(|there| sys::file_id(&there))
        } else if is_output {
            sys::stdout_id()
        } else {
            sys::stdin_id()
        };
        let name = match option {
            "" => path.display().to_string(),
            option => format!("{option} {}", path.display()),
        };
        self.all.push(RegisteredPath {
            name,
            is_output,
            resolved: resolve(path).unwrap_or_else(|_| path.to_owned()),
            id,
        });
    }

    /// Rejects outputs that are also inputs, or equal to each other.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        // A map instead of comparing all pairs: a list has an output for each of its lines.
        let mut known: HashMap<FileKey<'_>, Vec<&RegisteredPath>> = HashMap::new();
        for b in &self.all {
            let keys = || b.keys().into_iter().flatten();
            let clashes = |a: &&&RegisteredPath| a.is_output || b.is_output;
            let mut before = keys().filter_map(|key| known.get(&key)?.iter().find(clashes));
            if let Some(a) = before.next() {
                let why = if a.is_output && b.is_output {
                    "both would be written"
                } else {
                    "the output would overwrite the input"
                };
                return Err(Failure::Usage(format!(
                    "{} and {} are the same file, and {why}; choose another output",
                    a.name, b.name
                )));
            }
            for key in keys() {
                known.entry(key).or_default().push(b);
            }
        }
        Ok(())
    }
}

/// One of the two keys by which a file is found under another name.
#[derive(PartialEq, Eq, Hash)]
enum FileKey<'a> {
    Id(FileId),
    Resolved(&'a Path),
}

impl RegisteredPath {
    fn keys(&self) -> [Option<FileKey<'_>>; 2] {
        // `-` is not a path.
        let is_path = self.resolved.as_os_str() != "-";
        [
            self.id.map(FileKey::Id),
            is_path.then_some(FileKey::Resolved(&self.resolved)),
        ]
    }
}

/// Resolves a path; the file itself need not exist, but its folder must.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    if path.as_os_str() == "-" {
        return Ok(path.to_owned());
    }
    fs::canonicalize(path).or_else(|_| {
        let path = resolve_links(path)?;
        let folder = fs::canonicalize(parent_folder(&path))?;
        Ok(folder.join(path.file_name().unwrap_or_default()))
    })
}
