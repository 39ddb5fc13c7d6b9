//! Compares refutations with known solutions of the same length.
//!
//! *Idea.* "Unsatisfiable" is a claim of the solver. Without a proof it cannot be verified, but a solution of a refuted
//! length contradicts it. Such a solution may come from the scramble, from another search, or from the same solver later
//! on. Then the solver is wrong, and none of its answers is used. Refutations without a solver, such as refutations by
//! lists from both ends, are claims of this program and are compared as well.

use std::cell::OnceCell;

use super::{Minimum, Refutation};
use crate::encode::Justification;
use crate::error::Error;
use crate::problem::{Problem, Solution};
use crate::solver::wrong_refutation_error;

/// The known solutions of a problem, and the length of one that another engine found.
pub(super) struct KnownSolutions<'a> {
    problem: &'a Problem,
    /// The problem's known solutions, replayed when first needed.
    solutions: OnceCell<Vec<Solution>>,
    /// The solutions that this search found.
    pub(super) found: Vec<Solution>,
    /// The length of a solution found by another engine.
    pub(super) other_length: Option<usize>,
}

impl<'a> KnownSolutions<'a> {
    pub(super) fn of(problem: &'a Problem) -> Self {
        Self {
            problem,
            solutions: OnceCell::new(),
            found: Vec::new(),
            other_length: None,
        }
    }

    /// The solutions known before the search.
    pub(super) fn solutions(&self) -> &[Solution] {
        self.solutions
            .get_or_init(|| self.problem.known_solutions())
    }

    /// Compares refutations with the known solutions.
    ///
    /// # Errors
    /// [`Error`] if a known solution has a refuted length.
    pub(super) fn check(&self, refutations: &[Refutation]) -> Result<(), Error> {
        if refutations.iter().all(|it| it.source().is_none()) {
            return Ok(());
        }
        if let Some(length) = self.other_length {
            check(length, "one, found by another engine", refutations)?;
        }
        let mut known = self.solutions().iter().chain(&self.found);
        known.try_for_each(|solution| check(solution.len(), &solution.to_string(), refutations))
    }
}

impl Minimum {
    /// Compares the refutations with a known solution.
    pub(crate) fn check_against(&self, solution: &Solution) -> Result<(), Error> {
        check(solution.len(), &solution.to_string(), &self.refutations)
    }

    /// Compares the refutations with all known solutions of the same question.
    ///
    /// # Errors
    /// [`Error`] if a known solution has a refuted length.
    pub fn check_against_known(&self, problem: &Problem) -> Result<(), Error> {
        KnownSolutions::of(problem).check(&self.refutations)
    }
}

fn check(length: usize, solution: &str, refutations: &[Refutation]) -> Result<(), Error> {
    let refutes = |it: &&Refutation, length| it.covers.lengths.contains(length);
    // With `OneLengthShortest`, solutions of the refuted length may exist if they are not shortest.
    let is_exact = |it: &&Refutation| it.covers.justification != Justification::OneLengthShortest;
    let mut claims = refutations.iter().filter(|it| it.source().is_some());
    let contradicted = claims
        .clone()
        .find(|it| is_exact(it) && refutes(it, length));
    let refutes_all_up_to_length = || {
        let mut lengths = 0..=length;
        lengths.all(|length| refutations.iter().any(|it| refutes(&it, length)))
    };
    let wrong = contradicted.or_else(|| claims.next_back().filter(|_| refutes_all_up_to_length()));
    let Some(solver) = wrong.and_then(Refutation::source) else {
        return Ok(());
    };
    let reason = format!("it refutes solutions of length {length}, but there is {solution}");
    Err(wrong_refutation_error(solver, &reason))
}
