//! Refutations in parts, each with a certificate of its own.
//!
//! *Idea.* A question that is too hard for one proof is split into many smaller ones, which several machines can
//! answer. A certificate lists the parts with their certificates; it is not trusted. A question can be split in two
//! ways:
//!
//! *At states.* [`cover`] computes the states a few turns from the start and explains why they are sufficient; a part
//! asks for a solution from one of them with the remaining turns. The verifier computes the states again ([`states`]).
//!
//! *At turns.* [`cube_split`] splits the formula into [`cube`]s, which works for every question. A proof shows that
//! they cover everything: the formula of the question, with the negations of all cubes, is unsatisfiable. So a solution
//! would match some cube, but the certificate of the cube excludes that. The verifier builds the formula again
//! ([`cubes`]).
//!
//! A part may be split again, in either way.

pub mod clause_symmetry;
pub mod cover;
pub mod cube;
pub mod cube_split;
mod cubes;
pub mod icnf;
pub mod lookahead;
pub mod reuse;
pub mod split;
mod states;
#[cfg(test)]
mod tests;
mod unit_propagation;

use super::certificate::Certificate;
use crate::control::Control;
use crate::error::Error;
use crate::problem::Problem;
use cube::Cube;

/// The parts that a certificate lists.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The question of each part.
    pub questions: Vec<Problem>,
    /// The cubes whose negation is in the formula of the certificate.
    pub cubes: Vec<Cube>,
    /// What the claim assumes in addition to the certificates.
    pub premise: Option<String>,
}

impl Parts {
    /// The parts of a certificate about a problem. Checks that states are complete up to symmetry; for cubes, the
    /// certificate's refutation shows that.
    pub fn read(
        certificate: &Certificate,
        problem: &Problem,
        control: &Control,
    ) -> Result<Self, Error> {
        let parts = &certificate.parts;
        if certificate.refutation.is_none() {
            let (questions, premise) = states::read(parts, problem, control)?;
            return Ok(Self {
                questions,
                cubes: Vec::new(),
                premise: Some(premise),
            });
        }
        let (cubes, questions) = cubes::read(parts, problem, control)?;
        Ok(Self {
            premise: (!cubes.is_empty()).then(|| cubes::PREMISE.to_owned()),
            questions,
            cubes,
        })
    }
}
