//! Refutations in parts, as several machines make them.
//!
//! *Idea.* A *cube* is a few literals that are assumed together. Where a formula is too hard for one run, it is refuted once under
//! each of several cubes, and then it is shown that these are all there is: the formula with the opposite of each cube, which is a
//! clause, is refuted too (Heule, Kullmann, Wieringa and Biere, *Cube and Conquer*, HVC 2011; so the papers on Pythagorean
//! triples, Schur number five and the empty hexagon were checked).
//!
//! *Why sound.* The proof of a part shows that the formula implies the clause that denies its cube. With all these clauses the
//! formula means what it meant, and the last proof shows that it has no model. No proof is believed for another's cube: each
//! is checked against the formula with its own cube behind it.
//!
//! *By parts.* Each proof is checked by itself, on any machine, in any order, and may be forgotten then.

use std::io::Read;
use std::ops::ControlFlow;

use super::dimacs::Formula;
use super::either::{Expected, check_either};
use super::scan::ReadError;
use super::{Mode, Outcome, Progress};

/// A formula and the cubes under which it is refuted.
#[derive(Clone, Debug)]
pub struct Split<'a> {
    formula: &'a Formula,
    cubes: &'a [Vec<i32>],
}

/// Why literals are no cube.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cube {cube} has the literal {literal}, but the formula has {variables} variables")]
pub struct CubeError {
    /// Which one, from 1.
    pub cube: usize,
    /// Its literal.
    pub literal: i32,
    /// How many variables there are.
    pub variables: u32,
}

impl<'a> Split<'a> {
    /// A formula and cubes over its variables.
    ///
    /// # Errors
    /// [`CubeError`] for literals of other variables.
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

    /// What the proof of a part, from 0, must refute: the formula, and behind it a clause for each literal of the
    /// cube. `None` if there is no such part.
    ///
    /// # Errors
    /// [`ReadError::TooLarge`].
    pub fn part(&self, part: usize) -> Option<Result<Formula, ReadError>> {
        let cube = self.cubes.get(part)?;
        Some(self.with(cube.iter().map(|&literal| vec![literal])))
    }

    /// What the proof must refute that the cubes are all there is: the formula, and behind it the opposite of each cube.
    ///
    /// # Errors
    /// [`ReadError::TooLarge`].
    pub fn cover(&self) -> Result<Formula, ReadError> {
        let denied = self.cubes.iter();
        self.with(denied.map(|cube| cube.iter().map(|literal| -literal).collect()))
    }

    fn with(&self, more: impl Iterator<Item = Vec<i32>>) -> Result<Formula, ReadError> {
        let given = self.formula.iter().map(<[i32]>::to_vec);
        Formula::from_clauses(self.formula.variables(), given.chain(more))
    }

    /// Checks all proofs, those of the parts in their order and that of the cover last, as `proofs` gives them. The formula is
    /// refuted only if all are verified.
    ///
    /// # Errors
    /// [`SplitError`] with the first that is not.
    pub fn check<R: Read>(
        &self,
        mut proofs: impl FnMut(Piece) -> std::io::Result<R>,
        poll: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<(), SplitError> {
        for part in 0..=self.cubes.len() {
            let (piece, formula) = match self.part(part) {
                Some(formula) => (Piece::Part(part), formula),
                None => (Piece::Cover, self.cover()),
            };
            let outcome = formula.and_then(|formula| {
                let proof = proofs(piece)?;
                check_either(&formula, proof, Expected::default(), Mode::Backward, poll)
            });
            match outcome
                .map_err(|error| SplitError::Read { piece, error })?
                .1
            {
                Outcome::Verified(_) => (),
                outcome => return Err(SplitError::NotVerified { piece, outcome }),
            }
        }
        Ok(())
    }
}

/// One of the proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// That there is no model with this cube, from 0.
    Part(usize),
    /// That the cubes are all there is.
    Cover,
}

impl std::fmt::Display for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Piece::Part(part) => write!(f, "the proof of cube {}", part + 1),
            Piece::Cover => write!(f, "the proof that the cubes are all there is"),
        }
    }
}

/// Why a refutation in parts is none.
#[derive(Debug, thiserror::Error)]
pub enum SplitError {
    /// A proof cannot be read.
    #[error("{piece}: {error}")]
    Read {
        /// Which one.
        piece: Piece,
        /// Why not.
        error: ReadError,
    },
    /// A proof is wrong, or was not checked to its end.
    #[error("{piece} is not verified")]
    NotVerified {
        /// Which one.
        piece: Piece,
        /// What became of its check.
        outcome: Outcome,
    },
}
