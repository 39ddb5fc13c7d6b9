//! The format of a formula's file, and what the file contains besides the formula.

use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};

use rustsat::types::Lit;
use twistsat::encode::{Format, Formula, FormulaContent, legend, read_cubes};
use twistsat::problem::Problem;

use crate::files::Kind;
use crate::{Failure, files};

/// The format of a formula's file, and what the file contains besides the formula.
pub(super) struct OutputFormat<'a> {
    pub(super) format: Format,
    /// How the formula is built.
    pub(super) content: FormulaContent,
    /// The cubes, if the format has any.
    pub(super) cubes: Option<&'a CubeFile>,
}

/// A file with cubes, which is parsed when the variables are known.
pub(super) struct CubeFile {
    path: PathBuf,
    text: String,
}

impl CubeFile {
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        Ok(Self {
            path: path.to_owned(),
            text: files::read(path, Kind::List)?,
        })
    }

    fn cubes(&self, formula: &Formula) -> Result<Vec<Vec<Lit>>, Failure> {
        let cubes = read_cubes(&self.text, formula.variables);
        cubes.map_err(|error| files::error_in(&self.path, error))
    }
}

/// A formula ready to be written.
pub(super) struct PreparedFormula<'a> {
    format: Format,
    problem: &'a Problem,
    formula: &'a Formula,
    comments: Vec<String>,
    cubes: Vec<Vec<Lit>>,
}

impl<'a> OutputFormat<'a> {
    pub(super) fn prepare(
        &self,
        problem: &'a Problem,
        formula: &'a Formula,
        mut comments: Vec<String>,
    ) -> Result<PreparedFormula<'a>, Failure> {
        if self.content == FormulaContent::Explained {
            comments.extend(legend(problem, formula));
        }
        let cubes = self.cubes.map(|file| file.cubes(formula));
        Ok(PreparedFormula {
            format: self.format,
            problem,
            formula,
            comments,
            cubes: cubes.transpose()?.unwrap_or_default(),
        })
    }
}

impl PreparedFormula<'_> {
    pub(super) fn write(&self, mut writer: &mut dyn Write) -> io::Result<()> {
        let (formula, problem, comments) = (self.formula, self.problem, &self.comments);
        self.format
            .write(problem, formula, &self.cubes, comments, &mut writer)
    }
}
