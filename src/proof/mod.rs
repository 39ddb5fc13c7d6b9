//! Proofs: that a formula is unsatisfiable, and that a puzzle has no short
//! solution.
//!
//! [`check`] verifies proofs and decides on all of them. [`write`](mod@write) creates them. A [`certificate`] contains a
//! claim and names the files of its proof; [`verify`](mod@verify) verifies it. Refutations that are too hard for one proof
//! are done in `parts`.

pub mod certificate;
#[cfg(feature = "testing")]
pub mod cross_check;
#[cfg(not(feature = "testing"))]
pub(crate) mod cross_check;
pub mod identity;
#[cfg(feature = "testing")]
pub mod parts;
#[cfg(not(feature = "testing"))]
pub(crate) mod parts;
mod premises;
#[cfg(feature = "testing")]
pub mod verifier;
#[cfg(not(feature = "testing"))]
pub(crate) mod verifier;
pub mod verify;
pub mod write;

pub use twistsat_checker as check;
