//! Searches that call a solver more than once: for one turn budget after another, or to enumerate solutions.
//!
//! [`Search`] configures and runs a search, [`Stages`] carries out a plan, and [`improve()`] shortens a solution.

mod anytime;
mod attempt;
mod builder;
mod case_by_case;
mod cheapest;
mod enumerate;
mod error;
mod exactly;
mod free_turns;
mod improve;
mod known;
mod maximum;
mod minimum;
mod open_lengths;
pub(crate) mod peel;
mod random_states;
mod refutation;
mod result;
mod rotation;
mod solver_check;
mod solving;
mod split;
mod stage_solver;
mod stages;
mod steps;
mod two_stages;
mod variants;
mod without_solver;

pub use anytime::{FoundBy, Milestone, MilestoneKind};
internal!(use anytime::{
    AnytimeLimits, DefaultLimit, ImprovementMethod, PriorResults, Refuter, quick_solution,
});
pub use crate::platform::{as_completed, in_order};
pub use builder::{Search, Strategy};
internal!(use builder::{ChosenRecipe, ChosenSolver});
internal!(use cheapest::{Cheapest, cheapest});
pub use enumerate::Enumeration;
pub use error::UnknownReason;
pub(crate) use error::decode_error;
internal!(use free_turns::{shortest_with_free_turns, shortest_with_free_turns_by_length});
pub use improve::{Improvement, improve};
internal!(use random_states::RandomStates);
pub use maximum::search_beyond_wrong_maximum;
pub use refutation::Refutation;
internal!(use result::BudgetSource);
pub use result::{Attempt, AttemptVerdict, Event, Minimum, NoSolution};
internal!(use result::{Certified, Notify});
internal!(use stage_solver::StageSolver);
pub use stages::{PlanResult, StageResult, Stages};
internal!(use stages::StageMethod);
internal!(use steps::StepwiseResult);
pub use variants::{Variant, shortest_variant};
