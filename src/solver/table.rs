//! The solvers by name.

use itertools::Itertools;

use super::backend::Backend;
#[cfg(feature = "cadical")]
use super::cadical;
#[cfg(any(feature = "glucose", feature = "minisat"))]
use super::minisat_glucose;
use super::{batsat, varisat};
#[cfg(feature = "os")]
use super::{external::known_programs, splr};
use crate::names::{UnknownName, resolve};

/// Every built-in backend. The first is the default, which performed best in measurements: see `docs/benchmarks.md`.
pub fn built_in() -> &'static [&'static dyn Backend] {
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

/// The built-in backends and, with the feature `os`, the known programs, which need not be installed.
pub fn all() -> impl Iterator<Item = &'static dyn Backend> {
    let all = built_in().iter().copied();
    #[cfg(feature = "os")]
    let all = all.chain(known_programs().iter().map(|it| it as &dyn Backend));
    all
}

/// The backend with this name, built in or, with the feature `os`, a known program.
///
/// A program need not be installed: see `External::find_executable`.
///
/// # Errors
/// [`UnknownName`] if no backend has this name; it suggests a similar one.
pub fn by_name(name: &str) -> Result<&'static dyn Backend, UnknownName> {
    let all: Vec<_> = all().collect();
    let no_aliases = |_: &&dyn Backend| Vec::new();
    resolve("solver", name, &all, |it| it.name(), no_aliases).copied()
}

/// The names of the solvers that write proofs, separated by commas.
pub fn prover_names() -> String {
    all()
        .filter(|backend| backend.writes_proofs())
        .map(Backend::name)
        .join(", ")
}
