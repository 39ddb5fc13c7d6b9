//! Who finds all solutions, or those of many states.

/// Who finds the solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Method {
    /// A formula and a SAT solver
    #[default]
    Sat,
    /// A breadth-first search from both ends, for solutions of few turns on any puzzle; beyond its
    /// reach a search beneath tables of cosets, where memory has room for them (3×3×3: 200 MiB, faster
    /// with 720). Recipe and solver are ignored
    Meet,
}
