//! Lists solutions of one length that differ only in the order of turns.

use std::collections::{BTreeSet, HashMap};

use itertools::Itertools;

use crate::control::{Control, Stop};
use crate::group::Permutation;
use crate::problem::Problem;

/// The maximum length of forbidden runs of turns of one face: longer ones are not rewritten.
const MAX_RUN: usize = 3;

/// Rewrites sequences of turns, given by their positions among the allowed ones.
///
/// *Why it is complete.* A sequence that is not canonical has a forbidden part: one for which a preferred sequence of
/// at most as many turns has the same effect. In a shortest solution, both have equally many turns. So each shortest
/// solution can be rewritten step by step to a canonical one, and back.
pub(super) struct Reorderings {
    /// For each short sequence, those of equal length and effect.
    same: HashMap<Vec<usize>, Vec<Vec<usize>>>,
    longest: usize,
}

impl Reorderings {
    /// `None` if forbidden parts are too long to be rewritten.
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        let (puzzle, allowed) = (&problem.puzzle, &problem.allowed);
        let runs = puzzle.forbidden_runs(allowed);
        let longest = runs.iter().map(Vec::len).max().unwrap_or(2).max(2);
        if longest > MAX_RUN {
            return None;
        }
        let mut same = HashMap::new();
        for length in 2..=longest {
            let mut by_effect: HashMap<Permutation, Vec<Vec<usize>>> = HashMap::new();
            for word in (0..length)
                .map(|_| 0..allowed.len())
                .multi_cartesian_product()
            {
                let turns = word.iter().map(|&turn| allowed[turn]).collect_vec();
                let made = puzzle.effect_of(&turns);
                by_effect.entry(made).or_default().push(word);
            }
            for words in by_effect.into_values().filter(|words| words.len() > 1) {
                same.extend(words.iter().map(|word| (word.clone(), words.clone())));
            }
        }
        Some(Self { same, longest })
    }

    /// All shortest solutions, in lexicographic order, given the canonical ones.
    pub(super) fn all_solutions(
        &self,
        canonical: Vec<Vec<usize>>,
        control: &Control,
    ) -> Result<Vec<Vec<usize>>, Stop> {
        let mut open = canonical.clone();
        let mut all: BTreeSet<Vec<usize>> = canonical.into_iter().collect();
        while let Some(solution) = open.pop() {
            control.check()?;
            for length in 2..=self.longest {
                for (at, part) in solution.windows(length).enumerate() {
                    for other in self.same.get(part).into_iter().flatten() {
                        let mut new = solution.clone();
                        new[at..at + length].copy_from_slice(other);
                        if all.insert(new.clone()) {
                            open.push(new);
                        }
                    }
                }
            }
        }
        Ok(all.into_iter().collect())
    }
}
