//! The parts of a formula that are not clauses, because some formats have better forms for them.

use crate::circuit::KeptStructure;

/// The part of a formula in a form other than clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// None.
    #[default]
    Clauses,
    /// As `Clauses`, with notes that explain them; see [`Formula::notes`](super::Formula::notes).
    Explained,
    /// Bounds on numbers and weights; see [`Formula::linear`](super::Formula::linear).
    Linear,
    /// Gates are kept in addition to their clauses; see [`Formula::gates`](super::Formula::gates).
    Gates,
    /// Transitions between states. They have no clauses, so the writer of the formula must add them.
    Transitions,
}

impl View {
    /// The data that the circuit keeps for the view.
    pub(super) fn kept_structure(self) -> KeptStructure {
        match self {
            View::Clauses | View::Explained | View::Transitions => KeptStructure::None,
            View::Linear => KeptStructure::Linear,
            View::Gates => KeptStructure::Gates,
        }
    }
}
