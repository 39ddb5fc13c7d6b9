//! The external solvers that are installed.

use std::io::Write;

use twistsat::solver::{Backend, External, known_programs};

/// The environment variable with the names of the required programs, separated by commas.
pub const REQUIRED: &str = "TWISTSAT_REQUIRE_SOLVERS";

/// The names in [`REQUIRED`].
pub fn required() -> Vec<String> {
    let names = std::env::var(REQUIRED).unwrap_or_default();
    let names = names.split(',').map(str::trim);
    names
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The external solver with this name. If it is not installed, fails the test if [`REQUIRED`] names it, and otherwise
/// prints that the test is skipped.
pub fn installed(name: &str) -> Option<&'static External> {
    let known = known_programs().iter().find(|it| it.name() == name);
    let known = known.unwrap_or_else(|| panic!("{name} is not a known external solver"));
    match known.find_executable() {
        Ok(_) => Some(known),
        Err(error) if required().iter().any(|required| required == name) => {
            panic!("{REQUIRED} names {name}, but {error}")
        }
        Err(_) => {
            // Not with `eprintln!`, which the test harness captures.
            let _ = writeln!(std::io::stderr(), "skipped: {name} is not installed");
            None
        }
    }
}

/// All installed external solvers.
pub fn all_installed() -> Vec<&'static External> {
    let names = known_programs().iter().map(Backend::name);
    names.filter_map(installed).collect()
}
