//! Layouts: ways to assign the characters of a text to facelets.

use serde::Deserialize;

use crate::names::named;

/// The layout of a state's facelets in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Row by row of the unfolded net, as the puzzle file draws it.
    Net,
    /// Named groups in any order: `F=RYOG U=YRGO …`.
    Faces,
    /// Face by face in the order of the puzzle file: U, R, F, D, L, B on a cube. The default of puzzle files.
    #[default]
    Urfdlb,
}

named!(
    Layout,
    "layout",
    Net = "net",
    Faces = "faces",
    Urfdlb = "urfdlb"
);
