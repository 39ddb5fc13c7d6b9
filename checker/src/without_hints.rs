//! Converts a solver's LRAT to DRAT by dropping the hints.
//!
//! [`elaborate`](super::elaborate()) finds the hints of a trimmed proof again. So a solver's hints are not needed, and may
//! be wrong: some versions of CaDiCaL wrote wrong ones.

use std::collections::HashMap;

use super::dimacs::Formula;
use super::drat::{Encoding, StepAction, detect_encoding};
use super::foreign::{is_lrat, numbers_are_doubled};
use super::lrat::{Lrat, Step};
use super::scan::{Bytes, ReadError};
use super::trim::write_step;

/// Converts a proof of this formula from LRAT to DRAT; any other proof is returned unchanged.
///
/// # Errors
/// [`ReadError`] if it is in LRAT and cannot be read.
pub fn without_hints(formula: &Formula, proof: Vec<u8>) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Bytes::new(&proof[..]);
    let head = bytes.ahead()?.to_vec();
    if !is_lrat(&head, formula.clauses()) {
        drop(bytes);
        return Ok(proof);
    }
    let doubled = numbers_are_doubled(&head, formula.clauses());
    let mut lrat = Lrat::new(bytes, detect_encoding(&head), doubled);
    let mut added: HashMap<u64, Vec<i32>> = HashMap::new();
    let mut drat = Vec::new();
    while let Some((step, _)) = lrat.step()? {
        match step {
            Step::Addition { number, clause, .. } => {
                write_step(Encoding::Binary, StepAction::Add, clause, &mut drat)?;
                added.insert(number, clause.to_vec());
            }
            Step::Deletion(numbers) => {
                for number in numbers.iter().map(|number| number.unsigned_abs()) {
                    let given = usize::try_from(number)
                        .ok()
                        .and_then(|at| at.checked_sub(1));
                    let given = given.filter(|&at| at < formula.clauses());
                    let own = added.remove(&number);
                    // Deleting a nonexistent clause has no effect.
                    if let Some(clause) = own.as_deref().or(given.map(|at| formula.clause(at))) {
                        write_step(Encoding::Binary, StepAction::Delete, clause, &mut drat)?;
                    }
                }
            }
        }
    }
    Ok(drat)
}
