//! Which plan, and which stage of it.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use crate::cli::files::Kind;
use crate::cli::places::Places;
use crate::cli::{Failure, files};
use crate::plan::{PEEL, Plan};
use crate::problem::Reduction;
use crate::puzzle::Puzzle;

/// Which plan.
#[derive(Args)]
#[group(skip)]
pub(crate) struct PlanArgs {
    /// Solve the puzzle in stages by this plan (see `twistsat list plans`), or by one that is
    /// found for it (`peel`, for many local turns); only `solve` can run
    /// all stages of a plan, other commands require --stage
    #[arg(long, value_name = "NAME", group = "planned")]
    plan: Option<String>,
    /// Read the plan from a file instead
    #[arg(long, value_name = "PATH", group = "planned")]
    plan_file: Option<PathBuf>,
    /// Only this stage of the plan, counted from 1; the start must be a state where this stage can
    /// begin
    #[arg(long, value_name = "N", requires = "planned", value_parser = clap::value_parser!(u16).range(1..))]
    stage: Option<u16>,
}

impl PlanArgs {
    /// Whether there is a plan.
    pub(crate) fn is_asked(&self) -> bool {
        self.plan.is_some() || self.plan_file.is_some()
    }

    /// Whether one stage alone is asked for.
    pub(crate) fn is_stage(&self) -> bool {
        self.stage.is_some()
    }

    /// Whether the program is to find the plan.
    pub(crate) fn is_peeling(&self) -> bool {
        self.plan.as_deref() == Some(PEEL)
    }

    /// Refuses a plan without a stage where only one question at a time is asked.
    pub(crate) fn check_stage(&self) -> Result<(), Failure> {
        if self.is_asked() && self.stage.is_none() {
            let why = "choose a stage of the plan with --stage N";
            return Err(Failure::Usage(why.to_owned()));
        }
        Ok(())
    }

    /// Whether all stages are asked for.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_asked() && self.stage.is_none()
    }

    /// The plan, if all its stages are asked for.
    pub(crate) fn whole(&self, puzzle: &Arc<Puzzle>) -> Result<Option<Plan>, Failure> {
        match self.stage {
            None if !self.is_peeling() => self.read(puzzle),
            _ => Ok(None),
        }
    }

    /// The stage that is asked for.
    pub(crate) fn stage(&self, puzzle: &Arc<Puzzle>) -> Result<Option<Reduction>, Failure> {
        let Some(number) = self.stage else {
            return Ok(None);
        };
        if self.is_peeling() {
            let why = "--stage cannot be combined with --plan peel, whose stages are found while it is carried out";
            return Err(Failure::Usage(why.to_owned()));
        }
        let Some(plan) = self.read(puzzle)? else {
            return Ok(None);
        };
        let reduction = Reduction::new(&plan, usize::from(number));
        reduction.map(Some).map_err(Failure::error)
    }

    /// Notes what is read.
    pub(crate) fn note(&self, places: &mut Places) {
        if let Some(path) = &self.plan_file {
            places.reads("--plan-file", path);
        }
    }

    fn read(&self, puzzle: &Arc<Puzzle>) -> Result<Option<Plan>, Failure> {
        Ok(match (&self.plan, &self.plan_file) {
            (_, Some(path)) => {
                let text = files::read(path, Kind::Definition)?;
                let plan = Plan::from_toml(&files::name(path), &text, puzzle);
                Some(plan.map_err(Failure::error)?)
            }
            (Some(name), None) => Some(Plan::built_in(name, puzzle)?),
            (None, None) => None,
        })
    }
}
