//! Proofs: that a formula is unsatisfiable, and that a puzzle has no short solution.
//!
//! [`check`] is the checker, which decides whether a proof is accepted. [`write`](mod@write) creates proofs. A
//! [`certificate`] contains a claim and names the files of its proof; [`verify`](mod@verify) verifies it. Questions
//! that are too hard for one proof are split into `parts`.

pub mod certificate;
pub mod identity;
#[cfg(feature = "internals")]
pub mod parts;
#[cfg(not(feature = "internals"))]
pub(crate) mod parts;
mod premises;
#[cfg(feature = "internals")]
pub mod verifier;
#[cfg(not(feature = "internals"))]
pub(crate) mod verifier;
pub mod verify;
pub mod write;

pub use twistsat_checker as check;
