//! The solvers by name.

use itertools::Itertools;

use super::backend::Backend;
#[cfg(feature = "cadical")]
use super::cadical;
#[cfg(any(feature = "glucose", feature = "minisat"))]
use super::minisat_glucose;
use super::{batsat, varisat};
#[cfg(feature = "os")]
use super::{external::external, splr};
use crate::names::{UnknownName, resolve};

/// Every built-in backend. The first is the default, which performed best in measurements: see `docs/benchmarks.md`.
pub fn all() -> &'static [&'static dyn Backend] {
    &[
        &batsat::BATSAT,
        &varisat::VARISAT,
        #[cfg(feature = "os")]
        &splr::SPLR,
        #[cfg(feature = "cadical")]
        &cadical::CADICAL,
        #[cfg(feature = "glucose")]
        &minisat_glucose::GLUCOSE,
        #[cfg(feature = "minisat")]
        &minisat_glucose::MINISAT,
    ]
}

/// Every named backend: the built-in ones and, with the feature `os`, the known programs, which need not be installed.
pub fn named() -> impl Iterator<Item = &'static dyn Backend> {
    let built_in = all().iter().copied();
    #[cfg(feature = "os")]
    let built_in = built_in.chain(external().iter().map(|program| program as &dyn Backend));
    built_in
}

/// The backend with this name, built in or, with the feature `os`, a known program.
///
/// A program need not be installed: see `External::program`.
///
/// # Errors
/// [`UnknownName`] if no backend has this name; it suggests a similar one.
pub fn by_name(name: &str) -> Result<&'static dyn Backend, UnknownName> {
    let named: Vec<_> = named().collect();
    let no_aliases = |_: &&dyn Backend| Vec::new();
    resolve("solver", name, &named, |it| it.name(), no_aliases).copied()
}

/// The names of the solvers that write proofs, separated by commas.
pub fn provers() -> String {
    named()
        .filter(|backend| backend.writes_proofs())
        .map(Backend::name)
        .join(", ")
}
