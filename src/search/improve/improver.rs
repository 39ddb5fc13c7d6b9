//! What makes a solution shorter.

/// What makes a solution shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Improver {
    /// The plan, with other shortest solutions of its stages.
    OtherWay,
    /// The plan in two stages, the first of which takes more turns than it must.
    Chain,
    /// Another way to the goal from somewhere on, as made from the group of the turns alone.
    OtherEnd,
    /// A window of so many turns.
    Window(usize),
}
