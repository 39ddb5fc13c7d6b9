//! Refutations in parts, each with a certificate of its own.
//!
//! *Idea.* A question that is too hard for one proof is split into many smaller ones, which several machines can
//! answer. A certificate lists the parts with their certificates; it is not trusted. A question can be split in two
//! ways:
//!
//! *At states.* [`cover`] computes the states a few turns from the start and explains why they are sufficient; a part
//! asks for a solution from one of these states with the remaining turns. The verifier computes the states again
//! ([`states`]).
//!
//! *At turns.* [`cube_split`] splits the formula into [`cube`]s, which works for every question. A proof shows that
//! they cover everything: the formula of the question, with the negations of all cubes, is unsatisfiable. So a solution
//! would match some cube, but the certificate of the cube excludes that. The verifier builds the formula again.
//!
//! A part may be split again, in either way.

pub mod clause_symmetry;
pub mod cover;
pub mod cube;
pub mod cube_split;
pub mod icnf;
pub mod lookahead;
pub mod reuse;
pub mod split;
mod states;
#[cfg(test)]
mod tests;
mod unit_propagation;

use super::certificate::{Certificate, Part};
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

/// The premise of a claim that was proved in cubes.
const CUBES_PREMISE: &str = "the cubes: the first proof shows that a solution makes the turns of one of them, and the \
     certificate of each is about the question with that cube as a side constraint, which is rebuilt to verify it \
     (src/proof/parts)";

impl Parts {
    /// The parts of a certificate about a problem. Checks that states are complete up to symmetry; for cubes, the
    /// certificate's refutation shows that they cover everything.
    pub fn read(
        certificate: &Certificate,
        problem: &Problem,
        control: &Control,
    ) -> Result<Self, Error> {
        let parts = &certificate.parts;
        let (mut questions, mut cubes) = (Vec::new(), Vec::new());
        let premise = if certificate.refutation.is_none() {
            let (read, premise) = states::read(parts, problem, control)?;
            questions = read;
            Some(premise)
        } else {
            for part in parts {
                // Reading many cubes takes time, so each checks for a stop.
                control.check()?;
                let cube = read_cube(part, problem)?;
                let question = cube.question(problem);
                questions.push(question.map_err(|error| part.damaged_error(error))?);
                cubes.push(cube);
            }
            (!cubes.is_empty()).then(|| CUBES_PREMISE.to_owned())
        };
        Ok(Self {
            questions,
            cubes,
            premise,
        })
    }
}

fn read_cube(part: &Part, problem: &Problem) -> Result<Cube, Error> {
    let slots = problem.budget.slots();
    let cube = Cube::read(&problem.puzzle, &part.first, part.at_most);
    let cube = cube.map_err(|error| part.damaged_error(error))?;
    let refuse = |reason: &str| Err(part.damaged_error(reason));
    if !part.last.is_empty() {
        return refuse("with a refutation, it cannot have `last`");
    }
    if cube.is_empty() {
        return refuse("it fixes nothing, so it is the whole question again");
    }
    if cube.slots() > slots || cube.max_turns().is_some_and(|most| most >= slots) {
        let reason = format!("it is not a part of a question with {slots} slots");
        return refuse(&reason);
    }
    Ok(cube)
}
