//! What is wrong with parts.

use super::cover::CoverError;
use crate::control::Stop;
use crate::problem::Problem;
use crate::proof::certificate::{CertificateError, Part};
use crate::proof::write::ProveError;
use crate::text::excerpt;

/// Why parts prove nothing.
#[derive(Debug, thiserror::Error)]
pub enum PartsError {
    /// The list of parts is invalid.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// The question cannot be split there.
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
    #[error("part {number}, `{part}`: the `{key}` of its certificate differs")]
    Other {
        /// The number of the part, from 1.
        number: usize,
        /// The part.
        part: String,
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

pub(super) fn damaged_certificate(part: &Part, reason: impl std::fmt::Display) -> PartsError {
    CertificateError::Damaged(format!("part `{}`: {reason}", name_of_part(part))).into()
}

pub(super) fn stopped_error(stop: Stop) -> PartsError {
    CoverError::Stopped(stop).into()
}

/// A part as in a certificate: `R U … F, at most 5`.
fn name_of_part(part: &Part) -> String {
    let last = Some(format!("… {}", excerpt(&part.last))).filter(|_| !part.last.is_empty());
    let turns = [excerpt(&part.first)].into_iter().chain(last);
    let turns = turns.collect::<Vec<_>>().join(" ");
    let most = part.at_most.map(|most| format!("at most {most}"));
    let turns = Some(turns).filter(|turns| !turns.is_empty());
    turns.into_iter().chain(most).collect::<Vec<_>>().join(", ")
}

/// Checks that the certificate of the part with this 0-based number is about its question.
///
/// # Errors
/// [`PartsError::Other`] if not.
pub fn check_part(
    (number, part): (usize, &Part),
    question: &Problem,
    is: &Problem,
) -> Result<(), PartsError> {
    match question.difference(is) {
        None => Ok(()),
        Some(key) => Err(PartsError::Other {
            number: number + 1,
            part: name_of_part(part),
            key,
        }),
    }
}
