//! Checks that a puzzle and a plan match their names.
//!
//! *Why.* Certificates, maps and answer files name a puzzle and a plan, and some contain their own definitions of them.
//! Such a definition is never trusted: it is compared with the user's file or, without a file, with the built-in
//! definition of that name. Only meanings are compared, not titles and comments.

use std::fmt;
use std::sync::Arc;

use crate::plan::Plan;
use crate::problem::{Budget, Problem, Reduction, StageContext, TextFile};
use crate::puzzle::Puzzle;
use crate::text::excerpt;

/// The user's files. Everything else must be built in.
#[derive(Clone, Debug, Default)]
pub struct SuppliedDefinitions {
    /// The puzzle.
    pub puzzle: Option<Arc<Puzzle>>,
    /// The plan, to be read for the puzzle of the claim.
    pub plan: Option<TextFile>,
}

impl From<Arc<Puzzle>> for SuppliedDefinitions {
    fn from(puzzle: Arc<Puzzle>) -> Self {
        Self {
            puzzle: Some(puzzle),
            plan: None,
        }
    }
}

/// What to do with a name that is not built in.
#[doc(hidden)] // For the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownNamePolicy {
    /// Accept it: it cannot be confused with a built-in name.
    Accept,
    /// Reject it.
    Refuse,
}

impl UnknownNamePolicy {
    /// Rejects the name of a definition that is not built in, unless such names are accepted.
    fn check(self, kind: DefinitionKind, name: &str) -> Result<(), InvalidClaim> {
        let what = match kind {
            _ if self == Self::Accept => return Ok(()),
            DefinitionKind::Puzzle => "puzzle",
            DefinitionKind::Plan => "plan",
        };
        let why = format!("its {what} `{name}` is not built in");
        Err(InvalidClaim::for_missing(kind, why))
    }
}

/// What is wrong with a certificate, or with another file that makes a claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct InvalidClaim {
    /// The mistake, in words, with the name of the file unless it is the certificate itself.
    pub why: String,
    /// The definition that the user may have to supply, if a file can help.
    pub missing: Option<DefinitionKind>,
}

impl InvalidClaim {
    /// An error that no definition can resolve.
    pub(crate) fn new(why: impl fmt::Display) -> Self {
        Self {
            why: why.to_string(),
            missing: None,
        }
    }

    /// An error that may be resolved by a definition of this kind.
    fn for_missing(missing: DefinitionKind, why: String) -> Self {
        Self {
            why,
            missing: Some(missing),
        }
    }
}

/// What a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefinitionKind {
    /// A puzzle.
    Puzzle,
    /// A plan.
    Plan,
}

/// Checks the puzzle and the plan of a problem that came with its own definitions.
///
/// # Errors
/// [`InvalidClaim`] if one of them differs from the given or built-in definition of its name, or if it is neither given
/// nor built in and `unknown_name` refuses that.
#[doc(hidden)] // For the command.
pub fn check(
    problem: &Problem,
    given: &SuppliedDefinitions,
    unknown_name: UnknownNamePolicy,
) -> Result<(), InvalidClaim> {
    check_puzzle(problem.full_puzzle(), given.puzzle.as_deref(), unknown_name)?;
    match problem.stage_context.as_deref() {
        None => Ok(()),
        Some(context) => check_stage(context, given.plan.as_ref(), unknown_name),
    }
}

/// Checks a puzzle against the given one or, without one, the built-in puzzle of its name.
fn check_puzzle(
    puzzle: &Puzzle,
    given: Option<&Puzzle>,
    unknown_name: UnknownNamePolicy,
) -> Result<(), InvalidClaim> {
    let (name, sha256) = (puzzle.name(), puzzle.sha256());
    let quoted = excerpt(name);
    let is_same = |other: &Puzzle| {
        let other = other.with_groups(&puzzle.enabled_groups());
        other.is_ok_and(|other| other.name() == name && other.sha256() == sha256)
    };
    match given {
        Some(given) if is_same(given) => Ok(()),
        Some(given) => {
            let (other, other_sha256) = (given.name(), given.sha256());
            let mut why =
                format!("its puzzle `{quoted}` is not the puzzle `{other}` that was given");
            if name == other {
                let hashes = format!("its SHA-256 is {sha256}, not {other_sha256}");
                why += &format!(": only the name is the same, {hashes}");
            }
            Err(InvalidClaim::new(why))
        }
        None => match Puzzle::built_in_exactly(name) {
            Some(known) if is_same(&known) => Ok(()),
            Some(_) => {
                let why = format!("its puzzle `{quoted}` is not the built-in puzzle of that name");
                Err(InvalidClaim::for_missing(DefinitionKind::Puzzle, why))
            }
            None => unknown_name.check(DefinitionKind::Puzzle, &quoted),
        },
    }
}

/// Checks a stage against the given plan or, without one, the built-in plan of its name.
fn check_stage(
    context: &StageContext,
    given: Option<&TextFile>,
    unknown_name: UnknownNamePolicy,
) -> Result<(), InvalidClaim> {
    let (puzzle, name, stage) = (&context.puzzle, &context.plan, context.stage);
    let quoted = excerpt(name);
    let plan = match given {
        Some(TextFile { name: file, text }) => {
            let plan = Plan::from_toml(file, text, puzzle).map_err(InvalidClaim::new)?;
            if plan.name != *name {
                let given = excerpt(&plan.name);
                let why = format!("its plan `{quoted}` is not the plan `{given}` that was given");
                return Err(InvalidClaim::new(why));
            }
            Some(plan)
        }
        None if Plan::puzzle_and_title(name).is_err() => {
            return unknown_name.check(DefinitionKind::Plan, &quoted);
        }
        // A built-in plan of that name for another puzzle counts as another plan.
        None => Plan::built_in(name, puzzle).ok(),
    };
    let is_same = plan.is_some_and(|plan| is_stage_of(&plan, context));
    let differs = format!("its stage {stage} is not stage {stage} of the");
    match given {
        _ if is_same => Ok(()),
        Some(_) => {
            let why = format!("{differs} plan `{quoted}` that was given");
            Err(InvalidClaim::new(why))
        }
        None => {
            let why = format!("{differs} built-in plan `{quoted}`");
            Err(InvalidClaim::for_missing(DefinitionKind::Plan, why))
        }
    }
}

/// Whether a plan's stage with that number has these turns and this goal.
fn is_stage_of(plan: &Plan, context: &StageContext) -> bool {
    let reduction = Reduction::new(plan, context.stage).ok();
    let problem = reduction.and_then(|it| it.problem(&context.start, Budget::AtMost(0)).ok());
    let stage = problem.and_then(|problem| problem.stage_context.clone());
    stage.is_some_and(|stage| stage.is_same_stage(context))
}
