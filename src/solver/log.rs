//! The memory to which a solver writes its proof.

use std::io;
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum size of a proof, in bytes. A checker would need several times as much memory.
pub const MAX_PROOF_BYTES: usize = 1 << 30;

/// A proof in DRAT or LRAT, in the text or binary form that the solver writes. Clones share one proof.
#[derive(Clone, Debug, Default)]
pub struct ProofLog(Arc<Mutex<Log>>);

#[derive(Debug, Default)]
struct Log {
    bytes: Vec<u8>,
    full: bool,
}

impl ProofLog {
    /// Removes and returns the proof written so far.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.lock().bytes)
    }

    /// Whether a part of the proof was dropped because of the size limit.
    pub fn is_full(&self) -> bool {
        self.lock().full
    }

    /// Writes the addition of a clause in binary DRAT.
    pub fn add(&self, clause: impl Iterator<Item = i32>) {
        self.step(b'a', clause);
    }

    /// Writes the deletion of a clause in binary DRAT.
    pub fn delete(&self, clause: impl Iterator<Item = i32>) {
        self.step(b'd', clause);
    }

    fn step(&self, kind: u8, clause: impl Iterator<Item = i32>) {
        let mut log = self.lock();
        if log.bytes.len() >= MAX_PROOF_BYTES {
            log.full = true;
            return;
        }
        log.bytes.push(kind);
        for literal in clause {
            let mut code = 2 * literal.unsigned_abs() + u32::from(literal < 0);
            while code >= 0x80 {
                log.bytes.push(code as u8 | 0x80);
                code >>= 7;
            }
            log.bytes.push(code as u8);
        }
        log.bytes.push(0);
    }

    fn lock(&self) -> MutexGuard<'_, Log> {
        // A panic never leaves a step incomplete.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// For solvers that write the bytes of their proofs themselves.
impl Write for ProofLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut log = self.lock();
        if log.bytes.len() + bytes.len() > MAX_PROOF_BYTES {
            log.full = true;
            return Err(io::Error::other("the proof is too large"));
        }
        log.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
