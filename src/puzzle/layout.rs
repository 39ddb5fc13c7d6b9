//! Ways to write a state down: which character belongs to which facelet.

use serde::Deserialize;

use crate::names::named;

/// How the facelets of a state are written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Row by row of the unfolded net, as the puzzle file draws it.
    Net,
    /// Named groups in any order: `F=RYOG U=YRGO …`.
    Faces,
    /// Face by face in the order of the puzzle file: U, R, F, D, L, B on a
    /// cube.
    Urfdlb,
}

named!(
    Layout,
    "layout",
    Net = "net",
    Faces = "faces",
    Urfdlb = "urfdlb"
);
