//! Selects a plan and a stage.

use std::path::PathBuf;

use clap::Args;
use twistsat::problem::Question;

use crate::path_conflicts::PathRegistry;
use crate::{Failure, files};

/// Selects a plan and a stage.
#[derive(Args)]
#[group(skip)]
pub(crate) struct PlanArgs {
    /// Solve in stages by this plan (see `twistsat list plans`); `peel` derives a plan while solving, for puzzles with
    /// many turns that each move few stickers. Only `solve` carries out all stages; other commands need --stage
    #[arg(long, value_name = "NAME", group = "planned")]
    plan: Option<String>,
    /// Read the plan from a file instead
    #[arg(long, value_name = "PATH", group = "planned")]
    plan_file: Option<PathBuf>,
    /// Solve only this stage of the plan, counted from 1; the start must already meet the goals of the earlier stages
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    stage: Option<u16>,
}

impl PlanArgs {
    /// Sets the plan and the stage of a question.
    pub(super) fn apply_to(&self, question: &mut Question) -> Result<(), Failure> {
        question.plan.clone_from(&self.plan);
        let file = self.plan_file.as_deref().map(files::read_definition);
        question.plan_file = file.transpose()?;
        question.stage = self.stage.map(usize::from);
        Ok(())
    }

    /// Registers the input files.
    pub(super) fn register_paths(&self, paths: &mut PathRegistry) {
        paths.register_optional_input("--plan-file", self.plan_file.as_deref());
    }
}
