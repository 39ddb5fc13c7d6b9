//! Backends that write proofs.

use super::backend::{Backend, Engine};
use super::log::ProofLog;
use crate::error::Error;

/// A backend whose engines write their proofs to a log.
pub struct ProofBackend<'a> {
    backend: &'a dyn Backend,
    log: ProofLog,
}

impl<'a> ProofBackend<'a> {
    /// A backend whose engines are those of `backend` and write their proofs to `log`.
    pub fn new(backend: &'a dyn Backend, log: ProofLog) -> Self {
        Self { backend, log }
    }
}

impl Backend for ProofBackend<'_> {
    fn name(&self) -> &str {
        self.backend.name()
    }

    fn description(&self) -> String {
        self.backend.description()
    }

    fn writes_proofs(&self) -> bool {
        self.backend.writes_proofs()
    }

    fn start(&self, variables: u32) -> Result<Box<dyn Engine>, Error> {
        self.backend.start_with_proof(variables, self.log.clone())
    }
}
