//! The structure of a map file.

use serde::{Deserialize, Serialize};

use crate::encode::recipe::{SelectorEncoding, StateEncoding};
use crate::encode::states::States;
use crate::problem::Question;
use crate::puzzle::Puzzle;

/// The format that this version writes and reads.
pub(super) const FORMAT: &str = "twistsat-map-3";

/// A signal in the file: a literal in DIMACS numbers, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum FileSignal {
    Const(bool),
    Lit(i32),
}

/// A bus in the file.
pub(super) type FileBus = Vec<FileSignal>;

/// A map, key by key.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) format: String,
    pub(super) version: String,
    pub(super) question: Question,
    pub(super) puzzle_sha256: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) held_at_end: Option<String>,
    pub(super) recipe: String,
    pub(super) recipe_sha256: String,
    pub(super) variables: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) free: Vec<[u32; 2]>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) inputs: Vec<[u32; 2]>,
    pub(super) clauses: usize,
    pub(super) codes: Vec<String>,
    pub(super) selector: SelectorEncoding,
    pub(super) selectors: Vec<FileBus>,
    pub(super) state: StateEncoding,
    pub(super) states: Vec<Vec<FileBus>>,
    pub(super) pieces: Vec<Vec<String>>,
    pub(super) placements: Vec<Vec<String>>,
}

/// The key that every map format has. It is read first, because other keys may differ.
#[derive(Deserialize)]
pub(super) struct Header {
    pub(super) format: String,
}

/// The meaning of the buses of a state of placements: each piece by its facelets at home, the reference sticker's first,
/// and the possible facelets of the reference sticker. Empty for states of colors.
pub(super) fn name_placements(
    puzzle: &Puzzle,
    states: &States,
) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let Some(placements) = states.placements() else {
        return (Vec::new(), Vec::new());
    };
    let names = |facelets: &[usize]| -> Vec<String> {
        let names = facelets.iter().map(|&f| puzzle.facelets()[f].clone());
        names.collect()
    };
    let pieces = puzzle.pieces().all().iter();
    (
        pieces.map(|piece| names(&piece.facelets)).collect(),
        placements.into_iter().map(names).collect(),
    )
}
