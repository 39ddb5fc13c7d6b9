//! Solvers that are part of the program.

use super::error::no_proof_error;
use super::{Backend, Engine, ProofLog};
use crate::error::Error;

pub(super) struct BuiltIn {
    pub(super) name: &'static str,
    pub(super) description: fn() -> String,
    pub(super) max_variables: u32,
    pub(super) writes_proofs: bool,
    pub(super) start: StartEngine,
}

/// Starts an engine for a number of variables. It writes its proof to the log, if there is one.
type StartEngine = fn(u32, Option<ProofLog>) -> Result<Box<dyn Engine>, Error>;

impl BuiltIn {
    fn start_with_log(
        &self,
        variables: u32,
        log: Option<ProofLog>,
    ) -> Result<Box<dyn Engine>, Error> {
        if variables > self.max_variables {
            let (name, most) = (self.name, self.max_variables);
            return Err(Error::failed(format!(
                "{name} supports at most {most} variables; the formula has {variables}"
            )));
        }
        (self.start)(variables, log)
    }
}

impl Backend for BuiltIn {
    fn name(&self) -> &str {
        self.name
    }

    fn description(&self) -> String {
        (self.description)()
    }

    fn start(&self, variables: u32) -> Result<Box<dyn Engine>, Error> {
        self.start_with_log(variables, None)
    }

    fn writes_proofs(&self) -> bool {
        self.writes_proofs
    }

    fn start_with_proof(&self, variables: u32, log: ProofLog) -> Result<Box<dyn Engine>, Error> {
        if !self.writes_proofs {
            return Err(no_proof_error(self.name));
        }
        self.start_with_log(variables, Some(log))
    }
}
