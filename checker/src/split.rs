//! Checks refutations in parts, which can come from several machines.
//!
//! *Idea.* A *cube* is a set of literals that are assumed together. If a formula is too hard for one run, it is refuted
//! separately under each of several cubes. Another proof shows that the cubes cover all cases: it refutes the formula
//! with the negation of each cube, which is a clause (Heule, Kullmann, Wieringa and Biere, *Cube and Conquer*, HVC
//! 2011; the results on Pythagorean triples, Schur number five and the empty hexagon were checked in this way).
//!
//! *Why it is sound.* The proof of a part shows that the formula implies the negation of its cube. Adding all these clauses
//! does not change the meaning of the formula, and the last proof shows that it is unsatisfiable. A proof is never accepted
//! for another cube: each is checked against the formula with its own cube appended.
//!
//! *Independence.* Each proof can be checked separately, on any machine, in any order, and be discarded afterwards.

use std::io::Read;
use std::ops::ControlFlow;

use super::any_format::{Expected, check_either};
use super::dimacs::Formula;
use super::scan::ReadError;
use super::{Mode, Outcome, Progress};

/// A formula, and the cubes under which it is refuted.
#[derive(Clone, Debug)]
pub struct Split<'a> {
    formula: &'a Formula,
    cubes: &'a [Vec<i32>],
}

/// An error in a cube.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cube {cube} has the literal {literal}, but the formula has {variables} variables")]
pub struct CubeError {
    /// The number of the cube, from 1.
    pub cube: usize,
    /// The literal whose variable the formula does not have.
    pub literal: i32,
    /// The number of variables.
    pub variables: u32,
}

impl<'a> Split<'a> {
    /// A formula with cubes over its variables.
    ///
    /// # Errors
    /// [`CubeError`] for a literal of another variable.
    pub fn new(formula: &'a Formula, cubes: &'a [Vec<i32>]) -> Result<Self, CubeError> {
        let variables = formula.variables();
        for (number, cube) in (1..).zip(cubes) {
            let fits = |literal: &&i32| (1..=variables).contains(&literal.unsigned_abs());
            if let Some(&literal) = cube.iter().find(|literal| !fits(literal)) {
                return Err(CubeError {
                    cube: number,
                    literal,
                    variables,
                });
            }
        }
        Ok(Self { formula, cubes })
    }

    /// The formula that the proof of a part, counted from 0, must refute: the formula, followed by a clause for each
    /// literal of the cube. `None` if the part does not exist.
    ///
    /// # Errors
    /// [`ReadError::TooLarge`] if this formula exceeds a limit of the checker.
    pub fn part(&self, part: usize) -> Option<Result<Formula, ReadError>> {
        let cube = self.cubes.get(part)?;
        Some(self.formula_with(cube.iter().map(|&literal| vec![literal])))
    }

    /// The formula that the proof of the cover must refute: the formula, followed by the negation of each cube.
    ///
    /// # Errors
    /// [`ReadError::TooLarge`] if this formula exceeds a limit of the checker.
    pub fn cover(&self) -> Result<Formula, ReadError> {
        let negated = self.cubes.iter();
        self.formula_with(negated.map(|cube| cube.iter().map(|literal| -literal).collect()))
    }

    fn formula_with(&self, more: impl Iterator<Item = Vec<i32>>) -> Result<Formula, ReadError> {
        let own = self.formula.iter().map(<[i32]>::to_vec);
        Formula::from_clauses(self.formula.variables(), own.chain(more))
    }

    /// Checks all proofs, which `open` provides: first those of the parts in order, then that of the cover. The formula
    /// is refuted only if all are verified.
    ///
    /// # Errors
    /// [`SplitError`] for the first proof that is not verified.
    pub fn check<R: Read>(
        &self,
        mut open: impl FnMut(SplitProof) -> std::io::Result<R>,
        poll: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(), SplitError> {
        for part in 0..=self.cubes.len() {
            let (proof, formula) = match self.part(part) {
                Some(formula) => (SplitProof::Part(part), formula),
                None => (SplitProof::Cover, self.cover()),
            };
            let outcome = formula.and_then(|formula| {
                let reader = open(proof)?;
                check_either(&formula, reader, Expected::default(), Mode::Backward, poll)
            });
            match outcome
                .map_err(|error| SplitError::Read { proof, error })?
                .1
            {
                Outcome::Verified(_) => (),
                outcome => return Err(SplitError::NotVerified { proof, outcome }),
            }
        }
        Ok(())
    }
}

/// One of the proofs of a split refutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitProof {
    /// The proof that no model of the formula satisfies this cube, counted from 0.
    Part(usize),
    /// The proof that the cubes cover all cases.
    Cover,
}

impl std::fmt::Display for SplitProof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SplitProof::Part(part) => write!(f, "the proof of cube {}", part + 1),
            SplitProof::Cover => write!(f, "the proof that the cubes cover all cases"),
        }
    }
}

/// Why a refutation in parts is not verified.
#[derive(Debug, thiserror::Error)]
pub enum SplitError {
    /// A proof cannot be read.
    #[error("{proof}: {error}")]
    Read {
        /// The proof.
        proof: SplitProof,
        /// The error.
        error: ReadError,
    },
    /// A proof is wrong, or was not checked completely.
    #[error("{proof} is not verified")]
    NotVerified {
        /// The proof.
        proof: SplitProof,
        /// The result of its check.
        outcome: Outcome,
    },
}
