//! Lists solutions of one length that differ only in the order of turns.

use std::collections::{BTreeSet, HashMap};

use itertools::Itertools;

use crate::control::{Control, Stop};
use crate::group::Permutation;
use crate::problem::Problem;

/// The maximum length of forbidden runs of turns of one face. Longer runs are not rewritten.
const MAX_RUN: usize = 3;

/// All shortest solutions, in lexicographic order, given the canonical solutions, with turns given by their positions
/// among the allowed turns. `None` if forbidden parts are too long to be rewritten.
///
/// *Why it is complete.* A sequence that is not canonical has a forbidden part: a part with the same effect as a preferred
/// sequence of at most as many turns. In a shortest solution, both have equally many turns. So each shortest solution can
/// be rewritten step by step to a canonical solution, and back.
pub(super) fn all_solutions(
    problem: &Problem,
    canonical: Vec<Vec<usize>>,
    control: &Control,
) -> Result<Option<Vec<Vec<usize>>>, Stop> {
    let (puzzle, allowed) = (&problem.puzzle, &problem.allowed);
    let runs = puzzle.forbidden_runs(allowed);
    let longest = runs.iter().map(Vec::len).max().unwrap_or(2).max(2);
    if longest > MAX_RUN {
        return Ok(None);
    }
    // For each short sequence, the sequences of equal length and effect.
    let mut same: HashMap<Vec<usize>, Vec<Vec<usize>>> = HashMap::new();
    for length in 2..=longest {
        let mut by_effect: HashMap<Permutation, Vec<Vec<usize>>> = HashMap::new();
        for sequence in (0..length)
            .map(|_| 0..allowed.len())
            .multi_cartesian_product()
        {
            let turns = sequence.iter().map(|&turn| allowed[turn]).collect_vec();
            let made = puzzle.effect_of(&turns);
            by_effect.entry(made).or_default().push(sequence);
        }
        for equal in by_effect.into_values().filter(|equal| equal.len() > 1) {
            same.extend(equal.iter().map(|one| (one.clone(), equal.clone())));
        }
    }
    let mut open = canonical.clone();
    let mut all: BTreeSet<Vec<usize>> = canonical.into_iter().collect();
    while let Some(solution) = open.pop() {
        control.check()?;
        for length in 2..=longest {
            for (at, part) in solution.windows(length).enumerate() {
                for other in same.get(part).into_iter().flatten() {
                    let mut new = solution.clone();
                    new[at..at + length].copy_from_slice(other);
                    if all.insert(new.clone()) {
                        open.push(new);
                    }
                }
            }
        }
    }
    Ok(Some(all.into_iter().collect()))
}
