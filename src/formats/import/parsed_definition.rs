//! The result of reading a definition.

use crate::puzzle::OrbitPuzzle;
use crate::source::Mistakes;

/// The readable part of a definition.
pub(super) struct ParsedDefinition<'a> {
    /// `None` if the orbits or the solved state are unknown; without the invalid moves.
    pub(super) orbits: Option<OrbitPuzzle>,
    pub(super) mistakes: Mistakes<'a>,
}
