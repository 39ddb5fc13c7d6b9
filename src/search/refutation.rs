//! Lengths that have no solution, with the source of the refutation.

use std::fmt;

use itertools::Itertools;

use crate::encode::{Justification, RefutedLengths};
use crate::problem::{Lengths, Unsolvable};

/// Lengths without a solution, with the source of the refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The lengths, and why a refuted formula covers them.
    pub covers: RefutedLengths,
    /// The solver, see [`Attempt::solver_in_words`](super::Attempt::solver_in_words); `None` if no solver was needed.
    pub solver: Option<String>,
    /// Whether it is about the problem up to rotation, whose shortest solutions are never longer than those of the problem.
    pub up_to_rotation: bool,
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_reason(f)?;
        if self.up_to_rotation && !self.covers_all_lengths() {
            f.write_str("; even up to rotation, which takes no more turns")?;
        }
        Ok(())
    }
}

impl Refutation {
    /// Whether it refutes every length, even above the budget.
    pub fn covers_all_lengths(&self) -> bool {
        self.unsolvable().is_some()
    }

    /// Why no length has a solution; `None` if the refutation does not cover all lengths.
    pub fn unsolvable(&self) -> Option<Unsolvable> {
        match self.covers.justification {
            Justification::Unsolvable(why) => Some(why),
            _ => None,
        }
    }

    /// The part that covers this length only.
    #[must_use]
    pub fn of_length(mut self, length: usize) -> Self {
        if self.covers_all_lengths() {
            // `Unsolvable` covers all lengths, whatever `lengths` says.
            self.covers.justification = Justification::CaseByCase;
        }
        self.covers.lengths = self.covers.lengths.intersection(&Lengths::only(length));
        self
    }

    /// Whether both have the same justification and solver, and both or neither hold up to rotation.
    pub(super) fn has_same_reason(&self, other: &Self) -> bool {
        self.covers.justification == other.covers.justification
            && self.solver == other.solver
            && self.up_to_rotation == other.up_to_rotation
    }

    /// Adds the lengths that are not in `known` to `all`: to the refutation that has the same reason, or as a new one.
    pub(super) fn add_new_lengths_to(mut self, all: &mut Vec<Self>, known: &Lengths) {
        let lengths = self.covers.lengths.without(known);
        if lengths.is_empty() {
            return;
        }
        if let Some(other) = all.iter_mut().find(|it| self.has_same_reason(it)) {
            other.covers.lengths = other.covers.lengths.union(&lengths);
        } else {
            self.covers.lengths = lengths;
            all.push(self);
        }
    }

    /// The lengths that the refutations cover together.
    pub fn lengths_of<'a>(refutations: impl IntoIterator<Item = &'a Self>) -> Lengths {
        let lengths = refutations.into_iter().map(|it| &it.covers.lengths);
        lengths.fold(Lengths::default(), |all, more| all.union(more))
    }

    /// A refutation of the problem itself.
    pub(crate) fn new(covers: RefutedLengths, solver: Option<String>) -> Self {
        Self {
            covers,
            solver,
            up_to_rotation: false,
        }
    }

    /// The source of the claim: a solver, or a computation of this program. `None` if neither was needed.
    pub(super) fn source(&self) -> Option<&str> {
        let without_solver = match self.covers.justification {
            Justification::Reach => Some("the reach of a few pieces"),
            Justification::Lists => Some("the search by lists from both ends"),
            _ => None,
        };
        self.solver.as_deref().or(without_solver)
    }

    fn write_reason(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lengths = lengths_in_words(&self.covers.lengths);
        let by = match &self.solver {
            Some(solver) => format!("{lengths}: unsat by {solver}, unchecked"),
            None => lengths.clone(),
        };
        let (what, reason) = match self.covers.justification {
            Justification::OneLength if self.solver.is_none() => {
                (&lengths, ": the start is not the goal")
            }
            Justification::OneLength => (&by, ""),
            Justification::OneLengthShortest => (&by, "; no shortest solution has this length"),
            Justification::IdleSlots => (&by, "; idle slots cover the shorter lengths"),
            Justification::SplitTurns => {
                (&by, "; in a shorter solution, a turn could be split in two")
            }
            Justification::TurnAndBack => (
                &by,
                "; a turn and its inverse could be added to a shorter solution",
            ),
            Justification::Reach => (&lengths, ": too few turns for some pieces alone"),
            Justification::Lists => (&lengths, ": lists from both ends have no state in common"),
            Justification::Constraints => (&lengths, ": shorter than the side constraints allow"),
            Justification::Parity => {
                let first = self.covers.lengths.first();
                let odd = first.is_some_and(|length| length % 2 == 1);
                let which = if odd { "odd" } else { "even" };
                return write!(f, "{which} lengths: ruled out by the parity of the turns");
            }
            Justification::CaseByCase => {
                write!(f, "{lengths}: refuted case by case")?;
                let mut solver = self.solver.iter();
                return solver.try_for_each(|it| write!(f, " (by {it}, unchecked)"));
            }
            Justification::Other => {
                let by = self.solver.as_deref().unwrap_or("another method");
                return write!(f, "{lengths}: none by {by}");
            }
            Justification::Unsolvable(unsolvable) => {
                return write!(f, "every length: {unsolvable}");
            }
        };
        write!(f, "{what}{reason}")
    }
}

/// `length 4`, `lengths 0 to 7`, `lengths 1, 3, 5`.
pub(super) fn lengths_in_words(lengths: &Lengths) -> String {
    let (Some(first), Some(last)) = (lengths.first(), lengths.last()) else {
        return "no length".to_owned();
    };
    if first == last {
        format!("length {first}")
    } else if *lengths == Lengths::between(first..=last) {
        format!("lengths {first} to {last}")
    } else if lengths.count() > 4 {
        format!("lengths {}, … {last}", lengths.iter().take(2).join(", "))
    } else {
        format!("lengths {}", lengths.iter().join(", "))
    }
}
