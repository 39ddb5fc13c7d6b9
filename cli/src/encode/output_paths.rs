//! The paths of formula and map.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use twistsat::control::CancelFlag;
use twistsat::encode::{Formula, Recipe, describe, map};
use twistsat::problem::Problem;

use super::format::OutputFormat;
use crate::files::drafts::Draft;
use crate::files::piped;
use crate::files::{self, map_path};
use crate::{Failure, output};

/// The paths of formula and map.
pub(super) struct OutputPaths {
    /// The folder to create if needed: the default one, or that of several files.
    pub(super) folder: Option<PathBuf>,
    /// `None` is stdout.
    pub(super) formula: Option<PathBuf>,
    pub(super) map: Option<PathBuf>,
}

impl OutputPaths {
    /// A file in a folder, with its map next to it.
    pub(super) fn in_folder(folder: &Path, name: &str) -> Self {
        let formula = folder.join(name);
        Self {
            folder: Some(folder.to_owned()),
            map: Some(map_path(&formula)),
            formula: Some(formula),
        }
    }

    /// Writes both files completely before either appears, and reports them unless the formula goes to stdout.
    pub(super) fn write(
        self,
        problem: &Problem,
        recipe: &Recipe,
        formula: &Formula,
        format: &OutputFormat<'_>,
        cancel: &CancelFlag,
    ) -> Result<(), Failure> {
        if let Some(folder) = &self.folder {
            files::create_folder(folder)?;
        }
        let comments = describe(problem, recipe, formula);
        let ready = format.prepare(problem, formula, comments)?;
        let content = |writer: &mut dyn Write| ready.write(writer);
        let mut drafts = Vec::new();
        if let Some(path) = &self.formula {
            drafts.push(Draft::write_compressible(path, cancel, content)?);
        }
        if let Some(path) = &self.map {
            let text = map::write(problem, recipe, formula).map_err(Failure::error)?;
            drafts.push(Draft::write_bytes(path, cancel, text.as_bytes())?);
        }
        if self.formula.is_none() {
            piped::write(|| Ok(io::stdout()), cancel, content).map_err(output::output_error)?;
        }
        Draft::publish_all(drafts)?;
        if let Some(formula) = &self.formula {
            for path in [formula].into_iter().chain(&self.map) {
                output::print_line(&path.display().to_string())?;
            }
        }
        Ok(())
    }
}

/// Whether a path names a pipe or a device.
pub(super) fn is_pipe_or_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}
