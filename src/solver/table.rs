//! The solvers by their names.

use itertools::Itertools;

use super::backend::Backend;
#[cfg(feature = "cadical")]
use super::cadical;
#[cfg(any(feature = "glucose", feature = "minisat"))]
use super::minisats;
use super::{batsat, varisat};
#[cfg(feature = "os")]
use super::{external::external, splr};
use crate::names::{UnknownName, resolve};

/// Every backend that is built in, the default first: the one that measured best, see
/// `docs/benchmarks.md`.
#[must_use]
pub fn all() -> &'static [&'static dyn Backend] {
    &[
        &batsat::Batsat,
        &varisat::Varisat,
        #[cfg(feature = "os")]
        &splr::Splr,
        #[cfg(feature = "cadical")]
        &cadical::Cadical,
        #[cfg(feature = "glucose")]
        &minisats::GLUCOSE,
        #[cfg(feature = "minisat")]
        &minisats::MINISAT,
    ]
}

/// Every backend that has a name: those that are built in, then, with the feature `os`, the known
/// programs, which need not be installed.
pub fn named() -> impl Iterator<Item = &'static dyn Backend> {
    let built_in = all().iter().copied();
    #[cfg(feature = "os")]
    let built_in = built_in.chain(external().iter().map(|program| program as &dyn Backend));
    built_in
}

/// The backend of that name, built in or, with the feature `os`, a known program.
///
/// A program need not be installed: see `External::program`.
///
/// # Errors
/// [`UnknownName`] if there is none; it names one that may have been meant.
pub fn by_name(name: &str) -> Result<&'static dyn Backend, UnknownName> {
    let named: Vec<_> = named().collect();
    resolve(
        "solver",
        name,
        &named,
        |backend| backend.name(),
        |_| Vec::new(),
    )
    .copied()
}

/// The names of the solvers that write proofs, as a list.
#[must_use]
pub fn provers() -> String {
    named()
        .filter(|backend| backend.writes_proofs())
        .map(Backend::name)
        .join(", ")
}
