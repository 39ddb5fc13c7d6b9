//! The solvers by their names.

use itertools::Itertools;

use super::backend::Backend;
use super::{batsat, varisat};
#[cfg(feature = "os")]
use super::{external::external, splr};

/// Every backend that is built in, the default first: the one that measured best, see
/// `docs/benchmarks.md`.
#[must_use]
pub fn all() -> &'static [&'static dyn Backend] {
    &[
        &batsat::Batsat,
        &varisat::Varisat,
        #[cfg(feature = "os")]
        &splr::Splr,
    ]
}

/// The backend of that name, built in or, with the feature `os`, a known program.
///
/// A program need not be installed: see `External::program`.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn Backend> {
    named().find(|backend| backend.name() == name)
}

/// The names of the solvers that write proofs, as a list.
#[must_use]
pub fn provers() -> String {
    { named().filter(|backend| backend.writes_proofs()) }
        .map(Backend::name)
        .join(", ")
}

/// Every backend that has a name: those built in, then the known programs.
fn named() -> impl Iterator<Item = &'static dyn Backend> {
    let built_in = all().iter().copied();
    #[cfg(feature = "os")]
    let built_in = built_in.chain(external().iter().map(|program| program as &dyn Backend));
    built_in
}
