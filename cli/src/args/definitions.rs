//! The files that define the puzzle and the plan of a certificate, a map or an answer file.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use twistsat::control::Control;
use twistsat::problem::TextFile;
use twistsat::proof::identity::{DefinitionKind, SuppliedDefinitions};
use twistsat::puzzle::Puzzle;

use crate::files::Kind;
use crate::path_conflicts::PathRegistry;
use crate::{Failure, files};

/// The files of a puzzle and plan that are not built in.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct DefinitionArgs {
    /// Read the puzzle from this file, if it is not built in
    #[arg(long, value_name = "PATH")]
    puzzle_file: Option<PathBuf>,
    /// Read the plan from this file, if the question is about a stage of a plan that is not built in
    #[arg(long, value_name = "PATH")]
    plan_file: Option<PathBuf>,
}

impl DefinitionArgs {
    /// Registers the files.
    pub(crate) fn register_paths(&self, paths: &mut PathRegistry) {
        paths.register_optional_input("--puzzle-file", self.puzzle_file.as_deref());
        paths.register_optional_input("--plan-file", self.plan_file.as_deref());
    }

    /// Reads the files.
    pub(crate) fn read(&self, control: &Control) -> Result<SuppliedDefinitions, Failure> {
        let read = |path: &PathBuf| {
            let text = files::read_controlled(path, Kind::Definition, control)?;
            Ok::<_, Failure>((files::display_name(path), text))
        };
        let puzzle = self.puzzle_file.as_ref().map(|path| {
            let (name, text) = read(path)?;
            let puzzle = Puzzle::from_file(&name, &text).map_err(Failure::error)?;
            Ok::<_, Failure>(Arc::new(puzzle))
        });
        let plan = self.plan_file.as_ref().map(|path| {
            let (name, text) = read(path)?;
            Ok::<_, Failure>(TextFile { name, text })
        });
        Ok(SuppliedDefinitions {
            puzzle: puzzle.transpose()?,
            plan: plan.transpose()?,
        })
    }
}

/// Rejects a plan file if `what`, a certificate or a map, is not about a stage of a plan.
pub(crate) fn check_plan_is_used(
    supplied: &SuppliedDefinitions,
    is_stage: bool,
    what: &str,
) -> Result<(), Failure> {
    if supplied.plan.is_some() && !is_stage {
        return Err(Failure::Usage(format!(
            "--plan-file is for a stage of a plan, and {what} is not about one; omit it"
        )));
    }
    Ok(())
}

/// The reason for an error and, if a definition is missing, the option that supplies its file.
pub(crate) fn explain_missing(
    why: impl std::fmt::Display,
    missing: Option<DefinitionKind>,
) -> String {
    match missing {
        Some(DefinitionKind::Puzzle) => format!("{why}; give its file with --puzzle-file PATH"),
        Some(DefinitionKind::Plan) => format!("{why}; give the plan's file with --plan-file PATH"),
        None => why.to_string(),
    }
}
