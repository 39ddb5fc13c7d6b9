//! Solutions that are known, against refutations of their length.
//!
//! *Idea.* That a formula is unsatisfiable is the word of a solver. It cannot be checked without a proof, but it can be
//! contradicted: by a solution of a refuted length, which the scramble or another search has given, or which
//! the same solver finds later. Then the solver is wrong, and nothing is concluded from what it said.

use std::cell::OnceCell;

use super::{Minimum, Refutation};
use crate::encode::Justification;
use crate::problem::{Problem, Solution};
use crate::solver::SolverError;

/// What is known to have a solution.
pub(super) struct KnownSolutions<'a> {
    problem: &'a Problem,
    /// Replayed when something is refuted.
    given: OnceCell<Vec<Solution>>,
    found: Vec<Solution>,
    /// The length of a solution that was found elsewhere.
    elsewhere: Option<usize>,
}

impl<'a> KnownSolutions<'a> {
    pub(super) fn of(problem: &'a Problem) -> Self {
        Self {
            problem,
            given: OnceCell::new(),
            found: Vec::new(),
            elsewhere: None,
        }
    }

    /// A solution that was found.
    pub(super) fn found(&mut self, solution: &Solution) {
        self.found.push(solution.clone());
    }

    /// The length of a solution that was found elsewhere.
    pub(super) fn found_elsewhere(&mut self, length: usize) {
        self.elsewhere = Some(length);
    }

    /// Those that were there before anything was asked.
    pub(super) fn given(&self) -> &[Solution] {
        self.given.get_or_init(|| self.problem.known_solutions())
    }

    /// Holds refutations against what is known.
    ///
    /// # Errors
    /// [`SolverError::WrongRefutation`] if a solution that is known has a refuted length.
    pub(super) fn check(&self, refutations: &[Refutation]) -> Result<(), SolverError> {
        if refutations.iter().all(|it| it.solver.is_none()) {
            return Ok(());
        }
        if let Some(length) = self.elsewhere {
            check(length, "one that was found", refutations)?;
        }
        let mut known = self.given().iter().chain(&self.found);
        known.try_for_each(|solution| check(solution.len(), &solution.to_string(), refutations))
    }
}

impl Minimum {
    /// Holds the refutations against a solution that is known.
    pub(crate) fn check_against(&self, solution: &Solution) -> Result<(), SolverError> {
        check(solution.len(), &solution.to_string(), &self.refutations)
    }

    /// Holds the refutations against the solutions that are known of the same question, from wherever.
    ///
    /// # Errors
    /// [`SolverError::WrongRefutation`].
    pub fn check_for(&self, problem: &Problem) -> Result<(), SolverError> {
        KnownSolutions::of(problem).check(&self.refutations)
    }
}

/// Holds refutations against a solution of so many turns.
fn check(length: usize, solution: &str, refutations: &[Refutation]) -> Result<(), SolverError> {
    let refutes = |it: &&Refutation, length| it.covers.lengths.contains(length);
    // Of longer solutions than the shortest it may leave none.
    let is_exact = |it: &&Refutation| it.covers.justification != Justification::OneLengthShortest;
    let mut by_solver = refutations.iter().filter(|it| it.solver.is_some());
    let alone = by_solver
        .clone()
        .find(|it| is_exact(it) && refutes(it, length));
    let none_as_short = || {
        let mut lengths = 0..=length;
        lengths.all(|length| refutations.iter().any(|it| refutes(&it, length)))
    };
    let wrong = alone.or_else(|| by_solver.next_back().filter(|_| none_as_short()));
    let Some(solver) = wrong.and_then(|it| it.solver.clone()) else {
        return Ok(());
    };
    let reason = format!("it refutes solutions of length {length}, but there is {solution}");
    Err(SolverError::WrongRefutation { solver, reason })
}
