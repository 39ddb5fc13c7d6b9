//! Which options of a recipe a problem justifies, and what the refutation of
//! the formula then covers.
//!
//! An optimisation must never change an answer. Each is used only where its
//! argument holds:
//!
//! * *order*: of the shortest solutions, one survives. Two turns of one face
//!   are one turn or none, if every power of the face is allowed; then no
//!   shortest solution has them in a row. Commuting turns can be sorted.
//! * *distinct*: a shortest solution passes no state twice.
//! * *idle*: a shorter solution fits into a longer budget, the rest left idle.
//!
//! None of these holds when every solution of an exact length is asked for.
//! Then all are off.

use std::ops::RangeInclusive;

use super::recipe::{Idle, Order, Recipe};
use crate::puzzle::{Budget, Metric, Problem};

/// Why the refutation of a formula covers the lengths it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The formula is about this one length, and admits every solution of it.
    OneLength,
    /// The formula is about this one length, and admits of its solutions only
    /// what shortest ones can be brought to: there may be longer than
    /// necessary solutions of this length.
    OneLengthShortest,
    /// Idle slots at the end admit every shorter sequence.
    IdleSlots,
    /// Any turn can be split into two of the same face, so a shorter sequence
    /// (of at least one turn) would give one of the full length.
    SplitTurns,
}

/// The lengths that no shortest solution has if the formula is unsatisfiable,
/// and why. If that is every length below a solution's own, it is shortest; if
/// it is every length up to a budget, there is no solution within it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covers {
    /// The lengths.
    pub lengths: RangeInclusive<usize>,
    /// Why.
    pub argument: Argument,
}

/// The options that are in force for one problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Which turns may follow each other.
    pub order: Order,
    /// Whether slots at the end may be idle.
    pub idle: bool,
    /// Whether all states must differ.
    pub distinct: bool,
    /// What a refutation covers.
    pub covers: Covers,
}

impl Plan {
    /// Decides what of a recipe is used for a problem.
    #[must_use]
    pub fn new(problem: &Problem, recipe: &Recipe) -> Self {
        let asked = if problem.canonical {
            Order::Canonical
        } else {
            Order::None
        };
        let slots = problem.budget.slots();
        match problem.budget {
            Budget::Exactly(_) => Self {
                order: asked,
                idle: false,
                distinct: false,
                covers: one_length(slots),
            },
            Budget::AtMost(_) => {
                let order = if asked == Order::None {
                    justified_order(problem, recipe)
                } else {
                    asked
                };
                let idle = recipe.idle == Idle::Trailing;
                Self {
                    order,
                    idle,
                    distinct: recipe.distinct,
                    covers: if idle {
                        Covers {
                            lengths: 0..=slots,
                            argument: Argument::IdleSlots,
                        }
                    } else if slots > 0
                        && order == Order::None
                        && !recipe.distinct
                        && turns_split(problem)
                    {
                        Covers {
                            lengths: 1..=slots,
                            argument: Argument::SplitTurns,
                        }
                    } else if order == asked && !recipe.distinct {
                        one_length(slots)
                    } else {
                        Covers {
                            lengths: slots..=slots,
                            argument: Argument::OneLengthShortest,
                        }
                    },
                }
            }
        }
    }
}

impl Plan {
    /// Whether nothing of the recipe's order, idle slots and distinct states
    /// was switched off.
    #[must_use]
    pub fn uses_all_of(&self, recipe: &Recipe) -> bool {
        self.order == recipe.order
            && self.idle == (recipe.idle == Idle::Trailing)
            && self.distinct == recipe.distinct
    }
}

fn one_length(slots: usize) -> Covers {
    Covers {
        lengths: slots..=slots,
        argument: Argument::OneLength,
    }
}

/// The recipe's order constraint if the problem justifies it.
fn justified_order(problem: &Problem, recipe: &Recipe) -> Order {
    if all_powers_allowed(problem) {
        recipe.order
    } else {
        Order::None
    }
}

/// Whether two turns of one face always make an allowed turn of no greater
/// cost, or nothing.
fn all_powers_allowed(problem: &Problem) -> bool {
    let Metric::HalfTurn = problem.metric; // Every turn costs one.
    let turns = problem.puzzle.turns();
    problem.allowed.iter().all(|&allowed| {
        let face = turns[allowed].face;
        (0..turns.len()).all(|turn| turns[turn].face != face || problem.allowed.contains(&turn))
    })
}

/// Whether every turn is two turns of its face, neither of them nothing. That
/// fails for a face of order two.
fn turns_split(problem: &Problem) -> bool {
    all_powers_allowed(problem)
        && problem
            .allowed
            .iter()
            .all(|&turn| problem.puzzle.turns()[turn].order > 2)
}
