//! The command from outside, and what the texts say of it and of the sources.

#[path = "../common/mod.rs"]
mod common;

mod bad_input;
mod cli;
mod docs;
mod external;
