//! Proofs: that a formula is unsatisfiable, and that a puzzle has no short
//! solution.
//!
//! [`check`] verifies proofs and decides on all of them. [`write`](mod@write) creates them. A [`certificate`] contains a
//! claim and names the files of its proof; [`verify`](mod@verify) verifies it. Refutations that are too hard for one proof
//! are done in [`parts`].

pub mod certificate;
pub mod document;
pub mod identity;
pub mod look;
pub mod parts;
mod premises;
pub mod second;
pub mod verify;
pub mod write;

pub use twistsat_checker as check;
