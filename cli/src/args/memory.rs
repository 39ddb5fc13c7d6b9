//! The memory limit for stored states.

use clap::Args;
use twistsat::answer::Method;
use twistsat::graph::MAX_BYTES;

use super::values::{MEBIBYTE, mebibytes};

/// The memory limit for stored states.
#[derive(Args)]
pub(crate) struct MemoryArgs {
    /// Store states in at most this many MiB: a larger table is not built, and a search from both ends stores no more; with
    /// --batch, the limit applies to each line
    #[arg(long, value_name = "MIB", default_value_t = MAX_BYTES / MEBIBYTE, value_parser = mebibytes)]
    max_memory: u64,
}

impl MemoryArgs {
    /// Sets the memory limit of a method.
    pub(crate) fn apply_to(&self, method: &mut Method) {
        method.max_memory = Some(self.max_memory);
    }

    pub(crate) fn mebibytes(&self) -> u64 {
        self.max_memory
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.max_memory * MEBIBYTE
    }
}
