//! Checks that a puzzle and a plan match their names.
//!
//! *Why.* Certificates, maps and answer files name a puzzle and a plan, and some contain their own copies. The reader knows
//! the built-in puzzle or plan of that name, or has its file. So a claim is checked against the reader's file or, without
//! one, against the built-in definition, and never against the copy. The meaning of a puzzle or plan is compared; titles
//! and comments are ignored.

use std::sync::Arc;

use crate::plan::Plan;
use crate::problem::{Budget, Problem, Reduction, StageContext};
use crate::puzzle::Puzzle;
use crate::source::FileError;
use crate::text::{escape_invisible, excerpt};

/// The reader's files. Everything else must be built in.
#[derive(Clone, Debug, Default)]
pub struct SuppliedDefinitions {
    /// The puzzle.
    pub puzzle: Option<Arc<Puzzle>>,
    /// The plan.
    pub plan: Option<PlanFile>,
}

/// A plan file, to be read for the puzzle of the claim.
#[derive(Clone, Debug)]
pub struct PlanFile {
    /// Its name in errors.
    pub name: String,
    /// Its text.
    pub text: String,
}

impl From<Arc<Puzzle>> for SuppliedDefinitions {
    fn from(puzzle: Arc<Puzzle>) -> Self {
        let puzzle = Some(puzzle);
        Self { puzzle, plan: None }
    }
}

/// What to do with a name that is not built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownName {
    /// Accept it: it cannot be confused with a built-in one.
    Accept,
    /// Reject it.
    Refuse,
}

/// What a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefinitionKind {
    /// A puzzle.
    Puzzle,
    /// A plan.
    Plan,
}

/// Why a puzzle or a plan is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdentityError {
    /// No built-in puzzle has the name.
    #[error("its puzzle `{}` is not built in", excerpt(.0))]
    UnknownPuzzle(String),
    /// The built-in puzzle of the name is a different one.
    #[error("its puzzle `{}` is not the built-in puzzle of that name", excerpt(.0))]
    OtherPuzzle(String),
    /// The reader gave a different puzzle.
    #[error(
        "its puzzle `{}` is not the puzzle `{given}` that was given{}",
        excerpt(name),
        hash_difference(name, given, sha256)
    )]
    NotTheGivenPuzzle {
        /// The name of the claimed puzzle.
        name: String,
        /// The name of the given puzzle.
        given: String,
        /// The SHA-256 of the claimed puzzle and of the given one.
        sha256: [String; 2],
    },
    /// No built-in plan has the name.
    #[error("its plan `{}` is not built in", excerpt(.0))]
    UnknownPlan(String),
    /// The built-in plan of the name has a different stage.
    #[error(
        "its stage {stage} is not stage {stage} of the built-in plan `{}`",
        excerpt(name)
    )]
    OtherPlan {
        /// The plan's name.
        name: String,
        /// The stage, from 1.
        stage: usize,
    },
    /// The reader gave a plan with a different name.
    #[error(
        "its plan `{}` is not the plan `{}` that was given",
        excerpt(name),
        excerpt(given)
    )]
    NotTheGivenPlan {
        /// The name of the claimed plan.
        name: String,
        /// The name of the given plan.
        given: String,
    },
    /// The reader's plan has a different stage.
    #[error(
        "its stage {stage} is not stage {stage} of the plan `{}` that was given",
        excerpt(name)
    )]
    NotTheGivenStage {
        /// The plan's name.
        name: String,
        /// The stage, from 1.
        stage: usize,
    },
    /// The puzzle lacks the groups of turns, or the reader's plan is for another puzzle.
    #[error(transparent)]
    File(#[from] FileError),
}

/// The difference between two puzzles of one name.
fn hash_difference(name: &str, given: &str, [claimed, is]: &[String; 2]) -> String {
    if name != given {
        return String::new();
    }
    // Truncate the hash to the length of the other text.
    let claimed: String = claimed.chars().take(is.len()).collect();
    let claimed = escape_invisible(&claimed);
    format!(": only the name is the same, its SHA-256 is {claimed}, not {is}")
}

impl IdentityError {
    /// What the reader must give, if that can help.
    #[must_use]
    pub fn missing_definition(&self) -> Option<DefinitionKind> {
        match self {
            Self::UnknownPuzzle(_) | Self::OtherPuzzle(_) => Some(DefinitionKind::Puzzle),
            Self::UnknownPlan(_) | Self::OtherPlan { .. } => Some(DefinitionKind::Plan),
            Self::NotTheGivenPuzzle { .. }
            | Self::NotTheGivenPlan { .. }
            | Self::NotTheGivenStage { .. }
            | Self::File(_) => None,
        }
    }
}

/// The error for a puzzle whose name is not accepted.
fn rejected_puzzle(name: &str, sha256: &str, given: Option<&Puzzle>) -> IdentityError {
    let name = name.to_owned();
    match given {
        Some(given) => IdentityError::NotTheGivenPuzzle {
            name,
            given: given.name().to_owned(),
            sha256: [sha256.to_owned(), given.sha256()],
        },
        None if Puzzle::built_in_exactly(&name).is_some() => IdentityError::OtherPuzzle(name),
        None => IdentityError::UnknownPuzzle(name),
    }
}

/// Checks a stage against the given plan or, without one, the built-in plan of its name.
fn check_stage(context: &StageContext, given: Option<&PlanFile>) -> Result<(), IdentityError> {
    let (puzzle, name, stage) = (&context.puzzle, context.plan.clone(), context.stage);
    let Some(PlanFile { name: file, text }) = given else {
        if Plan::about(&name).is_err() {
            return Err(IdentityError::UnknownPlan(name));
        }
        // A plan of that name for another puzzle counts as another plan.
        let plan = Plan::built_in(&name, puzzle).ok();
        let is_it = plan.is_some_and(|plan| is_stage_of(&plan, context));
        let other = IdentityError::OtherPlan { name, stage };
        return is_it.then_some(()).ok_or(other);
    };
    let plan = Plan::from_toml(file, text, puzzle)?;
    if plan.name != name {
        let given = plan.name;
        return Err(IdentityError::NotTheGivenPlan { name, given });
    }
    let is_it = is_stage_of(&plan, context);
    let other = IdentityError::NotTheGivenStage { name, stage };
    is_it.then_some(()).ok_or(other)
}

/// Whether a plan's stage with that number has these turns and this goal.
fn is_stage_of(plan: &Plan, context: &StageContext) -> bool {
    let follows = || {
        let reduction = Reduction::new(plan, context.stage).ok()?;
        let problem = reduction.problem(&context.start, Budget::AtMost(0)).ok()?;
        problem.stage_context.clone()
    };
    follows().is_some_and(|follows| follows.is_same_stage(context))
}

/// Checks the puzzle and the plan of a problem that came with its own copies.
///
/// # Errors
/// [`IdentityError`] if they are neither given nor built in.
pub fn check(
    problem: &Problem,
    given: &SuppliedDefinitions,
    unknown_name: UnknownName,
) -> Result<(), IdentityError> {
    let accepted = |error| match error {
        IdentityError::UnknownPuzzle(_) | IdentityError::UnknownPlan(_)
            if unknown_name == UnknownName::Accept =>
        {
            Ok(())
        }
        error => Err(error),
    };
    let puzzle = problem.whole_puzzle();
    check_puzzle(puzzle, given.puzzle.as_deref()).or_else(accepted)?;
    let Some(context) = problem.stage_context.as_deref() else {
        return Ok(());
    };
    check_stage(context, given.plan.as_ref()).or_else(accepted)
}

fn check_puzzle(puzzle: &Puzzle, given: Option<&Puzzle>) -> Result<(), IdentityError> {
    let is_same =
        |other: &Puzzle| other.name() == puzzle.name() && other.sha256() == puzzle.sha256();
    let is_it = match given {
        Some(given) => {
            let given = given.with_groups(&puzzle.enabled_groups());
            given.is_ok_and(|given| is_same(&given))
        }
        None => Puzzle::built_in_exactly(puzzle.name()).is_some_and(|known| {
            let known = known.with_groups(&puzzle.enabled_groups());
            known.is_ok_and(|known| is_same(&known))
        }),
    };
    is_it
        .then_some(())
        .ok_or_else(|| rejected_puzzle(puzzle.name(), &puzzle.sha256(), given))
}

impl From<IdentityError> for crate::error::Error {
    fn from(error: IdentityError) -> Self {
        Self::new(crate::error::ErrorKind::Impossible, error)
    }
}
