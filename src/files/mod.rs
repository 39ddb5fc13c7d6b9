//! Files and pipes for commands: reading and writing that can be stopped, and removing what killed runs left behind.

pub(crate) mod drafts;
pub(crate) mod leftovers;
pub(crate) mod path_conflicts;
pub(crate) mod paths;
pub(crate) mod piped;
pub(crate) mod reader;
