//! The command from outside, and the claims of the docs about it and about the sources.

#[path = "../common/mod.rs"]
mod common;

mod bad_input;
mod cli;
mod docs;
mod external;
