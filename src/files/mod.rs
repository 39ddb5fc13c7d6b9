//! Files and pipes as a command needs them: reading and writing that can be ended, and what a
//! killed run leaves behind.

pub(crate) mod drafts;
pub(crate) mod leftovers;
pub(crate) mod paths;
pub(crate) mod piped;
pub(crate) mod places;
pub(crate) mod reader;
