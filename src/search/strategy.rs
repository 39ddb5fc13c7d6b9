//! In which direction a search goes.

/// In which direction the budget goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// From the smallest budget up: mostly faster, as short budgets are refuted
    /// soon. See `docs/benchmarks.md`.
    #[default]
    Ascend,
    /// From the largest down: there is a solution early, if not yet a shortest.
    Descend,
}
