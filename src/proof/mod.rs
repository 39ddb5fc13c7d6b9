//! Proofs: that a formula is unsatisfiable, and that a puzzle has no short
//! solution.
//!
//! [`check`] reads proofs, and is the judge of all of them. [`write`](mod@write)
//! makes them. A [`certificate`] says what was proved and of which files the proof
//! consists; [`verify`](mod@verify) looks whether that is so. What is too hard at once is proved in [`parts`].

pub mod certificate;
pub mod document;
pub mod identity;
pub mod parts;
mod premises;
pub mod second;
pub mod verify;
pub mod write;

pub use twistsat_checker as check;
