//! Checks that a puzzle and a plan match their names.
//!
//! *Why.* Certificates, maps and answer files name a puzzle and a plan, and some contain their own copies. The reader
//! knows the built-in puzzle or plan of that name, or has its file. So a claim is checked against the reader's file or,
//! without one, against the built-in definition, and never against the copy. The meaning of a puzzle or plan is
//! compared; titles and comments are ignored.

use std::fmt;
use std::sync::Arc;

use crate::plan::Plan;
use crate::problem::{Budget, Problem, Reduction, StageContext, TextFile};
use crate::puzzle::Puzzle;
use crate::text::{escape_invisible, excerpt};

/// The reader's files. Everything else must be built in.
#[derive(Clone, Debug, Default)]
pub struct SuppliedDefinitions {
    /// The puzzle.
    pub puzzle: Option<Arc<Puzzle>>,
    /// The plan, to be read for the puzzle of the claim.
    pub plan: Option<TextFile>,
}

impl From<Arc<Puzzle>> for SuppliedDefinitions {
    fn from(puzzle: Arc<Puzzle>) -> Self {
        let puzzle = Some(puzzle);
        Self { puzzle, plan: None }
    }
}

/// What to do with a name that is not built in.
#[doc(hidden)] // For the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownName {
    /// Accept it: it cannot be confused with a built-in one.
    Accept,
    /// Reject it.
    Refuse,
}

impl UnknownName {
    /// The error for a name that is not built in, unless that is accepted.
    fn check(self, error: InvalidClaim) -> Result<(), InvalidClaim> {
        match self {
            Self::Accept => Ok(()),
            Self::Refuse => Err(error),
        }
    }
}

/// What is wrong with a certificate, or with another file that makes a claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct InvalidClaim {
    /// The mistake, in words, with the name of the file unless it is the certificate itself.
    pub why: String,
    /// What the reader must supply for the claim to be accepted, if anything.
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

    /// The error for a claim about a definition that the reader can supply.
    fn missing_definition(missing: DefinitionKind, why: String) -> Self {
        let missing = Some(missing);
        Self { why, missing }
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

/// The end of a message about two puzzles of one name; empty if their names differ.
fn hash_difference(name: &str, given: &str, [claimed, is]: [&str; 2]) -> String {
    if name != given {
        return String::new();
    }
    // Truncate the hash to the length of the other text.
    let claimed: String = claimed.chars().take(is.len()).collect();
    let claimed = escape_invisible(&claimed);
    format!(": only the name is the same, its SHA-256 is {claimed}, not {is}")
}

/// Checks a stage against the given plan or, without one, the built-in plan of its name.
fn check_stage(
    context: &StageContext,
    given: Option<&TextFile>,
    unknown_name: UnknownName,
) -> Result<(), InvalidClaim> {
    let (puzzle, name, stage) = (&context.puzzle, &context.plan, context.stage);
    let quoted = excerpt(name);
    let Some(TextFile { name: file, text }) = given else {
        let missing = DefinitionKind::Plan;
        if Plan::puzzle_and_title(name).is_err() {
            let why = format!("its plan `{quoted}` is not built in");
            return unknown_name.check(InvalidClaim::missing_definition(missing, why));
        }
        // A plan of that name for another puzzle counts as another plan.
        let plan = Plan::built_in(name, puzzle).ok();
        if plan.is_some_and(|plan| is_stage_of(&plan, context)) {
            return Ok(());
        }
        let why = format!("its stage {stage} is not stage {stage} of the built-in plan `{quoted}`");
        return Err(InvalidClaim::missing_definition(missing, why));
    };
    let plan = Plan::from_toml(file, text, puzzle).map_err(InvalidClaim::new)?;
    if plan.name != *name {
        let given = excerpt(&plan.name);
        let why = format!("its plan `{quoted}` is not the plan `{given}` that was given");
        return Err(InvalidClaim::new(why));
    }
    if is_stage_of(&plan, context) {
        return Ok(());
    }
    Err(InvalidClaim::new(format!(
        "its stage {stage} is not stage {stage} of the plan `{quoted}` that was given"
    )))
}

/// Whether a plan's stage with that number has these turns and this goal.
fn is_stage_of(plan: &Plan, context: &StageContext) -> bool {
    let stage_in_plan = || {
        let reduction = Reduction::new(plan, context.stage).ok()?;
        let problem = reduction.problem(&context.start, Budget::AtMost(0)).ok()?;
        problem.stage_context.clone()
    };
    stage_in_plan().is_some_and(|stage| stage.is_same_stage(context))
}

/// Checks the puzzle and the plan of a problem that came with its own copies.
///
/// # Errors
/// [`InvalidClaim`] if they are neither given nor built in.
#[doc(hidden)] // For the command.
pub fn check(
    problem: &Problem,
    given: &SuppliedDefinitions,
    unknown_name: UnknownName,
) -> Result<(), InvalidClaim> {
    check_puzzle(
        problem.whole_puzzle(),
        given.puzzle.as_deref(),
        unknown_name,
    )?;
    match problem.stage_context.as_deref() {
        None => Ok(()),
        Some(context) => check_stage(context, given.plan.as_ref(), unknown_name),
    }
}

/// Checks a puzzle against the given one or, without one, the built-in puzzle of its name.
fn check_puzzle(
    puzzle: &Puzzle,
    given: Option<&Puzzle>,
    unknown_name: UnknownName,
) -> Result<(), InvalidClaim> {
    let (name, sha256) = (puzzle.name(), puzzle.sha256());
    let quoted = excerpt(name);
    let is_it = |other: &Puzzle| {
        let other = other.with_groups(&puzzle.enabled_groups());
        other.is_ok_and(|other| other.name() == name && other.sha256() == sha256)
    };
    if let Some(given) = given {
        if is_it(given) {
            return Ok(());
        }
        let difference = hash_difference(name, given.name(), [&sha256, &given.sha256()]);
        let given = given.name();
        return Err(InvalidClaim::new(format!(
            "its puzzle `{quoted}` is not the puzzle `{given}` that was given{difference}"
        )));
    }
    let missing = DefinitionKind::Puzzle;
    match Puzzle::built_in_exactly(name) {
        Some(known) if is_it(&known) => Ok(()),
        Some(_) => {
            let why = format!("its puzzle `{quoted}` is not the built-in puzzle of that name");
            Err(InvalidClaim::missing_definition(missing, why))
        }
        None => {
            let why = format!("its puzzle `{quoted}` is not built in");
            unknown_name.check(InvalidClaim::missing_definition(missing, why))
        }
    }
}
