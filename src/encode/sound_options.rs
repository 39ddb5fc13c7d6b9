//! Which options of a recipe a problem justifies, and which lengths the refutation of the formula covers.
//!
//! An option must never change an answer. Each option is used only if the argument for it applies:
//!
//! * *order*: the constraint keeps one of the shortest solutions. A run of turns of one face can be replaced by the
//!   first of the shortest runs of allowed turns with the same effect; commuting turns can be sorted. (`R R` stays if
//!   there is no `R2`.)
//! * *distinct*: a shortest solution passes no state twice.
//! * *idle*: a shorter solution fits into a longer budget, with the other slots idle.
//!
//! None of these arguments applies to an exact length, for which every solution counts: then the recipe's options are
//! off. With side constraints, order and distinct are also off, because the solution that they keep may violate the
//! constraints; but order stays if the only constraints are rules that every exchange preserves
//! ([`strongest_compatible`]). If only some turns are allowed, the arguments still apply, because runs are replaced by
//! allowed turns. They also apply to several goals, because the solution that is kept leads to the same state.

use itertools::Itertools;

use super::order_compatibility::strongest_compatible;
use super::recipe::{Idle, Recipe, TurnOrder};
use crate::problem::{Budget, Lengths, Problem, Unsolvable};
use crate::puzzle::TurnId;

/// The reason why a refutation covers its lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Justification {
    /// The formula admits every solution of this one length.
    OneLength,
    /// The formula keeps a shortest solution of this one length, if one exists, but may exclude other solutions. So if
    /// a shorter solution exists, a solution of this length may exist, too.
    OneLengthShortest,
    /// Idle slots at the end admit every shorter sequence.
    IdleSlots,
    /// Any turn can be split into two turns of the same face, so a shorter solution (of at least one turn) would yield
    /// a solution of the full length.
    SplitTurns,
    /// A turn and its inverse can be added, so a solution that is shorter by an even number of turns would yield a
    /// solution of the full length.
    TurnAndBack,
    /// No formula: some or all of the pieces, considered alone, cannot reach their goal in this many turns.
    Reach,
    /// No formula: coset coordinates, listed from start and goal, have no joint value in common at some step.
    Lists,
    /// No formula: the parities of the turns rule these lengths out.
    Parity,
    /// No formula: the constraints require more turns.
    Constraints,
    /// Each start that free turns lead to, or each first turn, was refuted separately, for different reasons.
    CaseByCase,
    /// No formula: a method other than SAT found no solution.
    Other,
    /// No formula: no solution of any length exists.
    Unsolvable(Unsolvable),
}

/// The lengths that no shortest solution has if the formula is unsatisfiable, with the reason. If they include all
/// lengths below that of a solution, the solution is shortest. If they include all lengths up to a budget, there is no
/// solution within the budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefutedLengths {
    /// The lengths.
    pub lengths: Lengths,
    /// The reason.
    pub justification: Justification,
}

impl RefutedLengths {
    fn new(justification: Justification, lengths: Lengths) -> Self {
        Self {
            lengths,
            justification,
        }
    }

    /// The lengths up to a problem's budget that are refuted without a formula: because no solution exists at all,
    /// because of parities, or because of the constraints.
    pub fn refuted_beforehand(problem: &Problem) -> Vec<Self> {
        let slots = problem.budget.slots();
        if let Some(unsolvable) = problem.unsolvable() {
            let lengths = Lengths::between(0..=slots);
            return vec![Self::new(Justification::Unsolvable(unsolvable), lengths)];
        }
        let parity = problem.odd_lengths().map(|odd| {
            let lengths = Lengths::every_second(usize::from(!odd)..=slots);
            Self::new(Justification::Parity, lengths)
        });
        let min_length = problem.constraints.min_length();
        let short = Lengths::below(min_length.min(slots.saturating_add(1)));
        let short = Self::new(Justification::Constraints, short);
        let all = parity.into_iter().chain([short]);
        all.filter(|it| !it.lengths.is_empty()).collect()
    }

    /// Whether [`Self::refuted_beforehand`] covers every length of the budget.
    pub(crate) fn is_refuted_beforehand(problem: &Problem) -> bool {
        let all = Self::refuted_beforehand(problem).into_iter();
        let lengths = all.map(|it| it.lengths);
        let lengths = lengths.reduce(|one, other| one.union(&other));
        lengths.is_some_and(|lengths| match problem.budget {
            Budget::Exactly(turns) => lengths.contains(turns),
            Budget::AtMost(turns) => lengths.first_missing() > turns,
        })
    }
}

/// The options in force for one problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoundOptions {
    /// The order constraint.
    pub order: TurnOrder,
    /// Whether slots at the end may be idle.
    pub idle: bool,
    /// Whether all states must differ.
    pub distinct: bool,
    /// The lengths that a refutation covers.
    pub covers: RefutedLengths,
}

impl SoundOptions {
    /// Decides which options of a recipe are used for a problem.
    pub fn new(problem: &Problem, recipe: &Recipe) -> Self {
        let requested = if problem.canonical {
            TurnOrder::Canonical
        } else {
            TurnOrder::None
        };
        let slots = problem.budget.slots();
        match problem.budget {
            Budget::Exactly(_) => Self {
                order: requested,
                idle: false,
                distinct: false,
                covers: one_length(slots),
            },
            Budget::AtMost(_) => {
                let order = match requested {
                    TurnOrder::None => strongest_compatible(problem, recipe.order),
                    requested => requested,
                };
                let distinct = recipe.distinct && problem.constraints.is_empty();
                Self {
                    order,
                    idle: recipe.idle == Idle::Trailing,
                    distinct,
                    covers: covered_lengths(problem, recipe, order != requested, distinct),
                }
            }
        }
    }

    /// Whether none of the recipe's order, idle slots and distinct states was switched off.
    pub fn uses_all_of(&self, recipe: &Recipe) -> bool {
        self.order >= recipe.order
            && self.idle == (recipe.idle == Idle::Trailing)
            && self.distinct == recipe.distinct
    }
}

/// The lengths covered by the refutation of a formula for "at most N turns". `ordered`: whether the order constraint
/// forbids sequences that the problem allows; `distinct`: whether all states must differ.
fn covered_lengths(
    problem: &Problem,
    recipe: &Recipe,
    ordered: bool,
    distinct: bool,
) -> RefutedLengths {
    let slots = problem.budget.slots();
    let is_restricted = problem.canonical || !problem.constraints.is_empty();
    let admits_all = !ordered && !distinct && !is_restricted;
    if recipe.idle == Idle::Trailing {
        RefutedLengths::new(Justification::IdleSlots, Lengths::between(0..=slots))
    } else if slots > 0 && admits_all && turns_split(problem) {
        RefutedLengths::new(Justification::SplitTurns, Lengths::between(1..=slots))
    } else if slots > 1 && admits_all && turns_can_be_undone(problem) {
        let lengths = Lengths::every_second(slots % 2..=slots);
        RefutedLengths::new(Justification::TurnAndBack, lengths)
    } else if ordered || distinct {
        RefutedLengths::new(Justification::OneLengthShortest, Lengths::only(slots))
    } else {
        one_length(slots)
    }
}

fn one_length(slots: usize) -> RefutedLengths {
    RefutedLengths::new(Justification::OneLength, Lengths::only(slots))
}

/// Whether every allowed turn is the product of two allowed turns of its face. That is not so if a face has a single
/// turn, or if quarter turns are allowed without half turns.
fn turns_split(problem: &Problem) -> bool {
    let puzzle = &problem.puzzle;
    let face = |turn: &TurnId| puzzle.turns()[*turn].face;
    // In ascending order, so the turns of a face are adjacent.
    let mut faces = problem.allowed.chunk_by(|a, b| face(a) == face(b));
    faces.all(|of_face| {
        let pairs = || of_face.iter().cartesian_product(of_face);
        let splits = |&turn: &TurnId| pairs().any(|(&a, &b)| puzzle.product(a, b) == Some(turn));
        of_face.iter().all(splits)
    })
}

/// Whether the inverse of some allowed turn is allowed.
fn turns_can_be_undone(problem: &Problem) -> bool {
    let (puzzle, allowed) = (&problem.puzzle, &problem.allowed);
    allowed
        .iter()
        .any(|&turn| allowed.contains(&puzzle.inverse(turn)))
}
