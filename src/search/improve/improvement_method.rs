//! The methods that shorten a solution.

/// A method that shortens a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImprovementMethod {
    /// The plan in two stages, with a first stage longer than necessary.
    TwoStages,
    /// A new ending from some point on, constructed from the group of the turns.
    RebuildSuffix,
    /// A window of this many turns.
    Window(usize),
}
