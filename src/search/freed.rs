//! A question with free turns: the same asked after each of what they may do first.

use std::collections::BTreeSet;

use super::{Minimum, Refutation};
use crate::problem::{Budget, Freed, Problem, ReplayError};

/// The shortest solution of all, by any method that answers one. What is refuted is what every question
/// refutes.
///
/// # Errors
/// What `ask` refuses, and a solution that no free turns complete.
pub fn shortest_freed<E>(
    asked: &Problem,
    freed: &[Freed<'_>],
    mut ask: impl FnMut(&Problem) -> Result<Minimum, E>,
    wrong: impl Fn(ReplayError) -> E,
) -> Result<Minimum, E> {
    let mut all = Minimum::of(asked);
    all.complete = true;
    let mut refuted: Option<BTreeSet<usize>> = None;
    for one in freed {
        let budget = match (&all.solution, asked.budget) {
            (None, budget) => budget,
            (Some(_), Budget::Exactly(_)) => break,
            (Some(best), Budget::AtMost(_)) => match best.len().checked_sub(1) {
                Some(shorter) => Budget::AtMost(shorter),
                None => break,
            },
        };
        let found = ask(&one.problem.within(budget))?;
        all.complete &= found.complete;
        all.stop = all.stop.or(found.stop);
        all.bound = found.bound;
        let here: BTreeSet<usize> = { found.refutations.iter() }
            .flat_map(|it| it.covers.lengths.iter().copied())
            .collect();
        refuted = Some(match refuted {
            None => here,
            Some(before) => before.intersection(&here).copied().collect(),
        });
        all.refutations.extend(found.refutations);
        all.attempts.extend(found.attempts);
        if let Some(solution) = found.solution {
            all.solution = Some(one.completed(solution).map_err(&wrong)?);
        }
    }
    all.refutations = by_all(&all, &refuted.unwrap_or_default());
    Ok(all)
}

/// The refutations, as far as they are about lengths that all questions refute, each once.
fn by_all(all: &Minimum, refuted: &BTreeSet<usize>) -> Vec<Refutation> {
    let mut kept: Vec<Refutation> = Vec::new();
    for refutation in &all.refutations {
        let mut refutation = refutation.clone();
        if refutation.is_for_ever() && all.solution.is_some() {
            continue;
        }
        refutation
            .covers
            .lengths
            .retain(|length| refuted.contains(length));
        if !refutation.covers.lengths.is_empty() && !kept.contains(&refutation) {
            kept.push(refutation);
        }
    }
    kept
}
