//! Errors about parts.

use crate::error::Error;
use crate::problem::Problem;
use crate::proof::certificate::{Part, damaged_error};
use crate::text::excerpt;

pub(super) fn damaged_part_error(part: &Part, reason: impl std::fmt::Display) -> Error {
    damaged_error(format!("part `{}`: {reason}", name_of_part(part)))
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
pub fn check_part(
    (number, part): (usize, &Part),
    question: &Problem,
    is: &Problem,
) -> Result<(), Error> {
    match question.difference(is) {
        None => Ok(()),
        Some(key) => Err(Error::impossible_value(format!(
            "part {}, `{}`: the `{key}` of its certificate differs",
            number + 1,
            name_of_part(part)
        ))),
    }
}
