//! Trims a proof to the part that its refutation uses.

use std::io;
use std::io::Write;

use super::Core;
use super::drat::{Encoding, Proof, StepAction, write_list};
use super::scan::ReadError;

/// Why a proof cannot be trimmed or [rewritten](super::rewrite).
#[derive(Debug, thiserror::Error)]
pub enum TrimError {
    /// The proof cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The new proof cannot be written.
    #[error("{0}")]
    Write(io::Error),
}

/// Writes the steps of a proof that a check has found to be used, and the empty clause at the end.
///
/// The literals of a clause stay in order. Deletions that the check ignored are left out, so the trimmed proof is also
/// valid for checkers that would not ignore them.
///
/// # Errors
/// [`TrimError`] if the proof cannot be read again, or the writer fails.
pub fn trim(
    mut proof: Proof<'_>,
    core: &Core,
    encoding: Encoding,
    writer: &mut dyn Write,
) -> Result<(), TrimError> {
    let mut number = 0;
    for &kept in &core.steps {
        while let Some(step) = proof.step()? {
            number += 1;
            if number > kept {
                write_step(encoding, step.action, step.clause, writer).map_err(TrimError::Write)?;
                break;
            }
        }
    }
    write_step(encoding, StepAction::Add, &[], writer).map_err(TrimError::Write)?;
    writer.flush().map_err(TrimError::Write)
}

/// Writes one step, which adds or deletes a clause.
///
/// # Errors
/// I/O errors of the writer.
pub fn write_step(
    encoding: Encoding,
    action: StepAction,
    clause: &[i32],
    writer: &mut (impl Write + ?Sized),
) -> io::Result<()> {
    let begin: &[u8] = match (encoding, action) {
        (Encoding::Text, StepAction::Add) => b"",
        (Encoding::Text, StepAction::Delete) => b"d ",
        (Encoding::Binary, StepAction::Add) => b"a",
        (Encoding::Binary, StepAction::Delete) => b"d",
    };
    writer.write_all(begin)?;
    write_list(
        encoding,
        clause.iter().map(|&literal| literal.into()),
        "\n",
        writer,
    )
}
