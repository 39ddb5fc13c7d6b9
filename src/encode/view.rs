//! Which part of a formula is not clauses: formats say some of it better otherwise.

use crate::circuit::Keep;

/// What of a formula is said otherwise than by clauses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Nothing.
    #[default]
    Clauses,
    /// As `Plain`, with notes that explain the clauses; see [`Formula::notes`](super::Formula::notes).
    Explained,
    /// What bounds a number or a weight, see [`Formula::linear`](super::Formula::linear).
    Linear,
    /// Gates are kept beside their clauses, see [`Formula::gates`](super::Formula::gates).
    Gates,
    /// How a turn leads from one state to the next. No clause says it: whoever writes the formula must.
    Transitions,
}

impl View {
    /// What the circuit keeps for it.
    pub(super) fn keep(self) -> Keep {
        match self {
            View::Clauses | View::Explained | View::Transitions => Keep::Clauses,
            View::Linear => Keep::Linear,
            View::Gates => Keep::Gates,
        }
    }
}
