//! Encodes a problem, and writes the formula and its map to files or stdout.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::{fs, io};

use twistsat::control::{CancelFlag, Control};
use twistsat::encode::{
    Encoder, Format, Formula, FormulaContent, Recipe, describe, map, read_cubes, variable_legend,
};
use twistsat::problem::Problem;
use twistsat::puzzle::Premise;
use twistsat::search::UnknownReason;

use crate::files::drafts::Draft;
use crate::files::piped;
use crate::files::{self, map_path};
use crate::{Failure, output};

/// The format of a formula's file, and what the file contains besides the formula.
pub(super) struct OutputFormat {
    pub(super) format: Format,
    /// What the formula keeps besides its clauses.
    pub(super) content: FormulaContent,
    /// The file with the cubes and its text, if the format has cubes. The text is parsed when the variables are known.
    pub(super) cubes: Option<(PathBuf, String)>,
}

/// The paths of formula and map.
pub(super) struct OutputPaths {
    /// A folder to create if needed: the default folder, or the one for several files.
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

    /// Encodes a problem, and writes the formula and its map.
    pub(super) fn write_formula(
        &self,
        problem: &Problem,
        recipe: &Recipe,
        format: &OutputFormat,
        cancel: &CancelFlag,
    ) -> Result<(), Failure> {
        if let Ok(Premise::Undecided(why)) = problem.check_premise() {
            output::diagnose(&format!("note: {}", UnknownReason::Undecided(why)));
        }
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let control = Control::new(cancel.clone(), None).with_jobs(threads);
        let mut encoder = Encoder::new(problem, recipe).with_content(format.content);
        let formula = encoder.encode(problem.budget, &control)?;
        formula.check_every_length(problem, recipe)?;
        format.format.check_gates(problem, &formula)?;
        let written = self.write_files(problem, recipe, &formula, format, cancel);
        // Errors caused by Ctrl-C are not reported.
        written.map_err(|failure| {
            if cancel.is_raised() {
                Failure::Interrupted
            } else {
                failure
            }
        })
    }

    /// Writes both files completely before either appears, and reports them unless the formula goes to stdout.
    fn write_files(
        &self,
        problem: &Problem,
        recipe: &Recipe,
        formula: &Formula,
        format: &OutputFormat,
        cancel: &CancelFlag,
    ) -> Result<(), Failure> {
        if let Some(folder) = &self.folder {
            files::create_folder(folder)?;
        }
        let mut comments = describe(problem, recipe, formula);
        if format.content == FormulaContent::Explained {
            comments.extend(variable_legend(problem, formula));
        }
        let cubes = match &format.cubes {
            Some((path, text)) => {
                read_cubes(text, formula.variables).map_err(|error| files::error_in(path, error))?
            }
            None => Vec::new(),
        };
        let content = |mut writer: &mut dyn Write| {
            (format.format).write(problem, formula, &cubes, &comments, &mut writer)
        };
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
