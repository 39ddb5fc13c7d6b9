//! Refutations in parts: one certificate for each state a few turns from the start, up to symmetry.
//!
//! *Idea.* A question that is too hard for one proof is split into many smaller ones, which several machines can answer:
//! from each state k turns away, with k turns fewer. [`cover`] computes the parts and explains why they are sufficient.
//! Each part has a certificate of its own, or is split again. They are joined by a list, which is not trusted: the verifier
//! recomputes the states, and checks that each has its certificate.
//!
//! *In cubes.* [`divide`](mod@divide) splits the formula instead, which works for every question, and [`cubes`] joins the
//! resulting certificates.

pub mod cover;
pub mod cube;
pub mod cubes;
pub mod divide;
pub mod icnf;
pub mod lookahead;
pub mod renamed;
pub mod reuse;
pub mod split;
#[cfg(test)]
mod tests;
mod unit_propagation;

use serde::{Deserialize, Serialize};

use super::certificate::{CertificateError, File, VERSION, claim, claimed, restated};
use super::identity::Given;
use super::write::{ProveError, plain};
use crate::control::{Control, Stop};
use crate::encode::EncodeError;
use crate::notation::Notation;
use crate::problem::{Problem, Question, Symmetry};
use crate::puzzle::TurnId;
use crate::text::{grouped, shown};
use cover::{Class, CoverError, Cut, Ends, Reached, part, reached};
use renamed::Between;

/// The format that this version writes and reads.
pub const FORMAT: &str = "twistsat-parts-2";

/// A claim, and the certificates that prove it together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    /// [`FORMAT`].
    pub format: String,
    /// The version of twistsat that wrote it.
    pub version: String,
    /// The claim, in words.
    pub claim: String,
    /// The question, which has no solution.
    pub question: Question,
    /// The meaning of the question's puzzle; see [`Puzzle::sha256`](crate::Puzzle::sha256).
    pub puzzle_sha256: String,
    /// The number of turns before the parts.
    pub turns: usize,
    /// The number of turns after the parts.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub last_turns: usize,
    /// The parts.
    pub parts: Vec<Part>,
}

/// One of the parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The turns from the start to that of the part.
    pub after: String,
    /// The turns from the goal of the part to that of the whole.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// The certificate that the part has no solution with the remaining turns.
    pub certificate: File,
}

// The value of an omitted key.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(turns: &usize) -> bool {
    *turns == 0
}

/// Why parts prove nothing.
#[derive(Debug, thiserror::Error)]
pub enum PartsError {
    /// The claim about the whole question is invalid.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// The question cannot be split.
    #[error(transparent)]
    Cover(#[from] CoverError),
    /// A solution exists.
    #[error("it claims that there is no solution, but {0} is one")]
    Solved(String),
    /// A state has no certificate.
    #[error(
        "there is no part for the state after {0}, nor for one that is the same up to symmetry"
    )]
    Missing(String),
    /// A certificate is about something else.
    #[error(
        "part {number}: its certificate is not about the state after {after} and {most} turns: its `{key}` is another one"
    )]
    Other {
        /// The number of the part, from 1.
        number: usize,
        /// The turns to its start.
        after: String,
        /// Its budget.
        most: usize,
        /// The key that differs.
        key: &'static str,
    },
    /// The formula cannot be built.
    #[error(transparent)]
    Formula(Box<ProveError>),
    /// States are symmetric, but their formulas are not: an error of this program.
    #[error("internal error: a symmetry of the turns does not map the clauses onto themselves")]
    Symmetry,
}

/// The questions of a list of parts.
#[derive(Clone, Debug)]
pub struct Questions {
    /// The whole question.
    pub whole: Problem,
    /// The question of each part.
    pub parts: Vec<Problem>,
    /// How the symmetries that omit parts were checked.
    pub symmetries: Symmetries,
}

/// How symmetries were checked, besides their action on turns and states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetries {
    /// No part is omitted.
    Unused,
    /// Each symmetry maps the clauses between the cuts onto themselves.
    Clauses {
        /// The number of symmetries.
        symmetries: usize,
        /// The number of clauses.
        clauses: usize,
    },
    /// The formula has auxiliary variables, which symmetries cannot rename.
    States,
}

impl Parts {
    /// The parts of a split question, each with the turns around it and its certificate.
    ///
    /// # Errors
    /// [`CertificateError::NotSaid`] for problems that a certificate cannot express.
    pub fn new(
        problem: &Problem,
        cut: Cut,
        parts: impl IntoIterator<Item = (Ends, File)>,
    ) -> Result<Self, CertificateError> {
        let puzzle = &problem.puzzle;
        let written = |word: &[TurnId]| Notation::Singmaster.write_all(puzzle, word);
        let part = |(ends, certificate): (Ends, File)| Part {
            after: written(&ends.first),
            before: written(&ends.last),
            certificate,
        };
        Ok(Self {
            format: FORMAT.to_owned(),
            version: VERSION.to_owned(),
            claim: claim(problem),
            question: restated(problem)?,
            puzzle_sha256: puzzle.sha256(),
            turns: cut.first,
            last_turns: cut.last,
            parts: parts.into_iter().map(part).collect(),
        })
    }

    /// The question, and those of its parts, after checking that they are complete up to symmetry.
    ///
    /// # Errors
    /// [`PartsError`] if something else is claimed, or a part is missing.
    pub fn questions(&self, given: &Given, control: &Control) -> Result<Questions, PartsError> {
        let damaged = |reason: String| PartsError::from(CertificateError::Damaged(reason));
        let problem = claimed(&self.question, &self.puzzle_sha256, given)?;
        let puzzle = &problem.puzzle;
        let read = |text: &str| {
            let word = Notation::Singmaster.read(puzzle, text);
            word.map_err(|error| damaged(format!("`{}`: {error}", shown(text))))
        };
        let ends = |part: &Part| {
            Ok(Ends {
                first: read(&part.after)?,
                last: read(&part.before)?,
            })
        };
        let there: Vec<Ends> = self
            .parts
            .iter()
            .map(ends)
            .collect::<Result<_, PartsError>>()?;
        let cut = self.cut();
        let needed = match reached(&problem, cut, control)? {
            Reached::Goal(word) => {
                return Err(PartsError::Solved(
                    Notation::Singmaster.write_all(puzzle, &word),
                ));
            }
            Reached::Parts(classes) => classes,
        };
        let question = |ends: &Ends| {
            let mut turns = ends.first.iter().chain(&ends.last);
            let fits = ends.first.len() == cut.first
                && ends.last.len() == cut.last
                && turns.all(|turn| problem.allowed.contains(turn));
            let question = fits.then(|| part(&problem, ends)).flatten();
            let reason = || match cut.last {
                0 => format!("a part is not after {} of its turns", cut.first),
                last => format!(
                    "a part is not after {} and before {last} of its turns",
                    cut.first
                ),
            };
            question.ok_or_else(|| damaged(reason()))
        };
        let questions = there.iter().map(question).collect::<Result<_, _>>()?;
        if let Some(ends) = cover::missing(&problem, &needed, &there) {
            return Err(PartsError::Missing(ends.written(puzzle)));
        }
        Ok(Questions {
            symmetries: looked_at(&problem, cut, &needed, control)?,
            whole: problem,
            parts: questions,
        })
    }

    /// The position of the cut.
    #[must_use]
    pub fn cut(&self) -> Cut {
        Cut {
            first: self.turns,
            last: self.last_turns,
        }
    }

    /// Checks that a certificate is about the question of the part with this 0-based number.
    ///
    /// # Errors
    /// [`PartsError::Other`] if not.
    pub fn check_part(
        &self,
        number: usize,
        question: &Problem,
        is: &Problem,
    ) -> Result<(), PartsError> {
        match question.difference(is) {
            None => Ok(()),
            Some(key) => Err(PartsError::Other {
                number: number + 1,
                after: self
                    .parts
                    .get(number)
                    .map_or_else(String::new, |part| shown(&part.after)),
                most: question.budget.slots(),
                key,
            }),
        }
    }

    /// Reads the parts of a refutation.
    ///
    /// # Errors
    /// [`CertificateError`] for anything else, and for other versions.
    pub fn read(text: &str) -> Result<Self, CertificateError> {
        let parts: Self = serde_json::from_str(text)?;
        if parts.version != VERSION {
            return Err(CertificateError::Version(parts.version));
        }
        Ok(parts)
    }

    /// The premise of the claim beyond the certificates.
    #[must_use]
    pub fn premise(&self, symmetries: Symmetries) -> String {
        let counted = |turns| self.question.metric.count(turns);
        let (first, last) = (counted(self.turns), counted(self.last_turns));
        let passes = match self.last_turns {
            0 => format!(
                "a state {first} from the start, and each of these is that of a certificate"
            ),
            _ => format!(
                "a state {first} from the start and one {last} from the goal, and each pair of these is that of a certificate"
            ),
        };
        let up_to = match symmetries {
            Symmetries::Unused => String::new(),
            Symmetries::States => ", up to a symmetry of turns and goal".to_owned(),
            Symmetries::Clauses {
                symmetries,
                clauses,
            } => format!(
                ", up to a symmetry of turns and goal ({symmetries} of them, and each maps the {} clauses between onto themselves)",
                grouped(clauses as u64)
            ),
        };
        format!(
            "the parts: a shortest solution passes {passes}{up_to}; rebuilt to verify it (src/proof/parts)"
        )
    }

    /// The parts as text.
    ///
    /// # Errors
    /// Errors cannot occur in practice.
    pub fn write(&self) -> Result<String, CertificateError> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}

/// Checks that the symmetries that omit parts map the clauses between the cuts onto themselves.
fn looked_at(
    problem: &Problem,
    cut: Cut,
    classes: &[Class],
    control: &Control,
) -> Result<Symmetries, PartsError> {
    let mut used: Vec<&Symmetry> = Vec::new();
    for (_, symmetry) in classes.iter().flat_map(|class| &class.others) {
        if !used.contains(&symmetry) {
            used.push(symmetry);
        }
    }
    if used.is_empty() {
        return Ok(Symmetries::Unused);
    }
    let (_, formula) = plain(problem, control).map_err(|error| match error {
        ProveError::Encode(EncodeError::Stopped(stop)) => stopped(stop),
        error => PartsError::Formula(Box::new(error)),
    })?;
    let Some(between) = Between::new(problem, &formula, cut) else {
        return Ok(Symmetries::States);
    };
    for symmetry in &used {
        if let Some(stop) = control.stop() {
            return Err(stopped(stop));
        }
        if !between.is_kept_by(symmetry) {
            return Err(PartsError::Symmetry);
        }
    }
    Ok(Symmetries::Clauses {
        symmetries: used.len(),
        clauses: between.n_clauses(),
    })
}

fn stopped(stop: Stop) -> PartsError {
    CoverError::Stopped(stop).into()
}
