//! What of a definition could be read.

use crate::puzzle::Orbits;
use crate::source::Mistakes;

/// A definition as far as it could be read.
pub(super) struct Read<'a> {
    /// `None` where the orbits or the solved state are not known; without the moves with
    /// which something is wrong.
    pub(super) orbits: Option<Orbits>,
    pub(super) mistakes: Mistakes<'a>,
}
