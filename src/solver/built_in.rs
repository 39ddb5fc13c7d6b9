//! Solvers that are part of the program.

use super::error::no_proof_error;
use super::{Backend, Engine, ProofLog};
use crate::error::Error;

pub(super) struct BuiltIn {
    pub(super) name: &'static str,
    pub(super) description: fn() -> String,
    /// The largest number of variables that the solver supports.
    pub(super) max_variables: u32,
    pub(super) writes_proofs: bool,
    pub(super) start: StartEngine,
}

/// Starts an engine for a number of variables. The engine writes its proof to the log, if there is one.
type StartEngine = fn(u32, Option<ProofLog>) -> Result<Box<dyn Engine>, Error>;

impl Backend for BuiltIn {
    fn name(&self) -> &str {
        self.name
    }

    fn description(&self) -> String {
        (self.description)()
    }

    fn start(&self, variables: u32, log: Option<ProofLog>) -> Result<Box<dyn Engine>, Error> {
        let (name, max) = (self.name, self.max_variables);
        if log.is_some() && !self.writes_proofs {
            return Err(no_proof_error(name));
        }
        if variables > max {
            return Err(Error::failed(format!(
                "{name} supports at most {max} variables; the formula has {variables}"
            )));
        }
        (self.start)(variables, log)
    }

    fn writes_proofs(&self) -> bool {
        self.writes_proofs
    }
}
