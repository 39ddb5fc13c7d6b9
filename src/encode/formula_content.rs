//! The content of a formula besides clauses, because some formats have better forms for parts of it.

use crate::circuit::KeptStructure;

/// The parts of a formula that are kept in a form other than clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FormulaContent {
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

impl FormulaContent {
    /// The data that the circuit keeps for the content.
    pub(super) fn kept_structure(self) -> KeptStructure {
        match self {
            FormulaContent::Clauses | FormulaContent::Transitions => KeptStructure::None,
            FormulaContent::Explained => KeptStructure::Notes,
            FormulaContent::Linear => KeptStructure::Linear,
            FormulaContent::Gates => KeptStructure::Gates,
        }
    }
}
