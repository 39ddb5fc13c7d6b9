//! Whether the plan of a certificate is the one that its name says.
//!
//! *Why.* A certificate about a stage carries the plan file that it was written with, and names the plan. Whoever reads the claim
//! knows the built-in plan of that name, or has a plan file. So the stage is compared with that plan, and never
//! with the one that the certificate brings along. What counts is what the stage means: its turns, and its goal.

use std::sync::Arc;

use super::certificate::CertificateError;
use crate::notation::Scheme;
use crate::plan::{Plan, Reduction};
use crate::problem::{Budget, StageStatement, Statement};
use crate::puzzle::Puzzle;
use crate::text::shown;

/// Refuses a statement about a stage unless it is that stage of the plan that the reader gives or, without one, of the
/// built-in plan of that name.
///
/// # Errors
/// [`CertificateError::Plan`].
pub fn check(
    statement: &Statement,
    puzzle: &Arc<Puzzle>,
    given: Option<&Plan>,
) -> Result<(), CertificateError> {
    let Some(stage) = &statement.stage else {
        return Ok(());
    };
    let name = shown(&stage.plan);
    let (plan, which) = match given {
        Some(plan) if plan.name != stage.plan => {
            return Err(CertificateError::Plan(format!(
                "it is about plan `{name}`, and the plan that was given is `{}`",
                plan.name
            )));
        }
        Some(plan) => (
            plan.clone(),
            format!("the plan `{}` that was given", plan.name),
        ),
        None => {
            let built_in = Plan::built_in(&stage.plan, puzzle);
            let unknown = |_| {
                format!("its plan `{name}` is not built in; the plan's file is needed to verify it")
            };
            let plan = built_in.map_err(|error| CertificateError::Plan(unknown(error)))?;
            (plan, format!("the built-in plan `{name}`"))
        }
    };
    let number = stage.number;
    let different = || {
        CertificateError::Plan(format!(
            "its stage {number} is not stage {number} of {which}; a certificate about another plan is verified against that plan's file"
        ))
    };
    let follows = stage_of(&plan, stage, puzzle).ok_or_else(different)?;
    if follows == *stage {
        Ok(())
    } else {
        Err(different())
    }
}

/// The statement with what the plan says of its stage.
fn stage_of(plan: &Plan, stage: &StageStatement, puzzle: &Puzzle) -> Option<StageStatement> {
    let start: Vec<char> = stage.start.chars().collect();
    let start = Scheme::own(puzzle).state(&start).ok()?;
    let reduction = Reduction::new(plan, stage.number).ok()?;
    let problem = reduction.problem(&start, Budget::AtMost(0)).ok()?;
    let follows = StageStatement::of(problem.whole.as_deref()?);
    // Names and comments are not what a plan means; what is seen follows from the rest, but for its name.
    Some(StageStatement {
        plan: stage.plan.clone(),
        plan_file: stage.plan_file.clone(),
        sees_sha256: stage.sees_sha256.clone(),
        ..follows
    })
}
