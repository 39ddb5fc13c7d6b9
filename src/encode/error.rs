//! Why a problem cannot be encoded.

use super::recipe::Recipe;
use crate::control::{Control, Stop};
use crate::problem::Budget;
use crate::puzzle::MAX_TURNS;

/// The maximum number of clauses: they take most of a gigabyte, and a solver needs as much again.
pub(super) const MAX_CLAUSES: usize = 10_000_000;

/// The memory for a clause, in bytes, including its share of the map. Measured on formulas of all recipes: 60 to 90.
const BYTES_PER_CLAUSE: u64 = 75;

/// Why a problem cannot be encoded with a recipe.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// Uniform faces do not determine the orientation.
    #[error(
        "recipe `{0}` only requires uniform faces, which do not determine this goal; it works only up to rotation (goal `any`), on a puzzle whose held piece determines the colors of the faces. Choose another recipe"
    )]
    UniformGoal(String),
    /// A published formula requires known states.
    #[error(
        "recipe `{0}` is a published formula, whose start and goal are single states: it cannot express unknown stickers. Choose another recipe"
    )]
    ReferencePattern(String),
    /// The soft goals cannot be expressed.
    #[error(
        "recipe `{0}` only tracks the places of the goal, so it cannot express what other facelets show. Choose another recipe"
    )]
    SoftGoals(String),
    /// More clauses than a machine can be expected to hold.
    #[error(
        "{slots} turns need about {clauses} clauses with recipe `{recipe}`, {} of memory, and as much again to solve them; at most {MAX_CLAUSES} clauses ({}) can be built{}",
        memory(*.clauses),
        memory(MAX_CLAUSES),
        recipe_advice(.smaller.as_deref())
    )]
    TooLarge {
        /// The budget.
        slots: usize,
        /// The estimated number.
        clauses: usize,
        /// The recipe's name.
        recipe: String,
        /// The name of a recipe that needs few enough, if known.
        smaller: Option<String>,
    },
    /// A partly unknown start could be a state that turns cannot reach.
    #[error(
        "start and goal both have unknown stickers, and the group of the puzzle's turns is too large to analyze, so no formula can say which states they reach. Give every sticker of the start or of the goal"
    )]
    OpenEnds,
    /// The budget is absurdly large.
    #[error("the budget must be at most {MAX_TURNS} turns, not {0}")]
    TooManyTurns(usize),
    /// The work was stopped before the formula was complete.
    #[error("{0}")]
    Stopped(Stop),
}

impl EncodeError {
    /// Adds a recipe that needs few enough clauses.
    pub(super) fn suggest_recipe(self, by: &Recipe) -> Self {
        match self {
            Self::TooLarge {
                slots,
                clauses,
                recipe,
                ..
            } => Self::TooLarge {
                slots,
                clauses,
                recipe,
                smaller: Some(by.name.clone()),
            },
            other => other,
        }
    }
}

/// The advice to use another recipe.
fn recipe_advice(smaller: Option<&str>) -> String {
    smaller.map_or(String::new(), |name| {
        format!("; recipe `{name}` needs few enough")
    })
}

/// The memory for this many clauses, in words: `18.4 GB`.
pub(super) fn memory(clauses: usize) -> String {
    let bytes = (clauses as u64).saturating_mul(BYTES_PER_CLAUSE) as f64;
    if bytes < 1e9 {
        format!("{:.0} MB", bytes / 1e6)
    } else {
        format!("{:.1} GB", bytes / 1e9)
    }
}

/// Returns an error if it is time to stop.
pub(super) fn check_stop(control: &Control) -> Result<(), EncodeError> {
    control
        .stop()
        .map_or(Ok(()), |stop| Err(EncodeError::Stopped(stop)))
}

/// Rejects absurdly large budgets before anything of that size is allocated.
pub(super) fn check_budget(budget: Budget) -> Result<(), EncodeError> {
    match budget.slots() {
        slots if slots > MAX_TURNS => Err(EncodeError::TooManyTurns(slots)),
        _ => Ok(()),
    }
}

impl From<EncodeError> for crate::error::Error {
    fn from(error: EncodeError) -> Self {
        use crate::error::ErrorKind as Kind;
        let kind = match &error {
            EncodeError::UniformGoal(_)
            | EncodeError::ReferencePattern(_)
            | EncodeError::SoftGoals(_) => Kind::Unsupported,
            EncodeError::TooLarge { .. } | EncodeError::TooManyTurns(_) => Kind::TooLarge,
            EncodeError::OpenEnds => Kind::Undecided(crate::error::Undecided::Group),
            EncodeError::Stopped(stop) => Kind::Stopped(*stop),
        };
        Self::new(kind, error)
    }
}
