//! Which parts of a definition could be read.

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct ReadableParts {
    /// Every face, so all facelets are known.
    pub(super) all_faces: bool,
    /// Every turn.
    pub(super) all_turns: bool,
    /// Every orbit of pieces.
    pub(super) all_orbits: bool,
    /// The family and its size, as far as present.
    pub(super) family: bool,
}

impl ReadableParts {
    pub(super) const ALL: Self = Self {
        all_faces: true,
        all_turns: true,
        all_orbits: true,
        family: true,
    };
}
