//! Combines the refutations of a question answered case by case: for each start that free turns lead to, or for each
//! first turn.
//!
//! *Idea.* A length is refuted if it is refuted in every case. A reason is reported for the lengths that it covers in
//! every case; lengths whose reasons differ between cases are reported as refuted case by case. "No solution of any
//! length" also needs a proof in every case. If one case is refuted only up to the budget, so is the whole question.

use itertools::Itertools;

use super::Refutation;
use crate::encode::{Justification, RefutedLengths};
use crate::problem::{Lengths, Unsolvable};

/// The refutations of the whole question, from the refutations of each case.
pub(super) fn common_refutations(cases: &[Vec<Refutation>]) -> Vec<Refutation> {
    let lengths = intersection(cases.iter().map(Refutation::lengths_of));
    if let Some(why) = unsolvable(cases) {
        let justification = Justification::Unsolvable(why);
        return vec![Refutation::new(
            RefutedLengths {
                lengths,
                justification,
            },
            None,
        )];
    }
    let mut whole: Vec<Refutation> = Vec::new();
    let is_finite = |it: &&Refutation| !it.covers_all_lengths();
    for reason in cases.iter().flatten().filter(is_finite) {
        let of_case = |case: &Vec<Refutation>| {
            let alike = case.iter().filter(|it| it.has_same_reason(reason));
            Refutation::lengths_of(alike)
        };
        let covered =
            intersection(cases.iter().map(of_case)).without(&Refutation::lengths_of(&whole));
        if !covered.is_empty() {
            let mut shared = reason.clone();
            shared.covers.lengths = covered;
            whole.push(shared);
        }
    }
    let others = lengths.without(&Refutation::lengths_of(&whole));
    if !others.is_empty() {
        let solvers = cases.iter().flatten().filter_map(|it| it.solver.as_deref());
        let solvers = solvers.unique().join(" and ");
        let covers = RefutedLengths {
            lengths: others,
            justification: Justification::CaseByCase,
        };
        whole.push(Refutation::new(
            covers,
            (!solvers.is_empty()).then_some(solvers),
        ));
    }
    whole
}

fn intersection(cases: impl Iterator<Item = Lengths>) -> Lengths {
    cases
        .reduce(|all, case| all.intersection(&case))
        .unwrap_or_default()
}

/// Why no case has a solution of any length; `None` unless this is known for every case.
fn unsolvable(cases: &[Vec<Refutation>]) -> Option<Unsolvable> {
    let of_case = |case: &Vec<Refutation>| case.iter().find_map(Refutation::unsolvable);
    let reasons: Option<Vec<Unsolvable>> = cases.iter().map(of_case).collect();
    Unsolvable::common_reason(&reasons?)
}
