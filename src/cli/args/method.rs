//! Who finds all solutions, or those of many states.

/// Who finds the solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Method {
    /// A formula and a SAT solver
    #[default]
    Sat,
    /// A breadth-first search from both ends, for solutions of few turns on any puzzle. Recipe and
    /// solver are ignored
    Meet,
}
