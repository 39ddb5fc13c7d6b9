//! The keys of a puzzle file.

use serde::Deserialize;
use toml::Spanned;

use super::super::import::restore::OrbitEntry;
use crate::puzzle::{FaceletClasses, Layout, Maximum, Paint};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Definition {
    pub(super) name: Spanned<String>,
    pub(super) also: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) title: Spanned<String>,
    pub(super) maximum: Maximum,
    pub(super) plan: Option<Spanned<String>>,
    pub(super) layout: Option<Layout>,
    pub(super) held: Option<Spanned<String>>,
    pub(super) with: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) family: Option<Spanned<Family>>,
    pub(super) size: Option<Spanned<usize>>,
    pub(super) net: Option<Vec<Spanned<String>>>,
    pub(super) face: Option<Vec<FaceEntry>>,
    pub(super) turn: Option<Vec<TurnEntry>>,
    pub(super) alias: Option<Vec<AliasEntry>>,
    pub(super) tip: Option<Vec<TipEntry>>,
    pub(super) with_tips: Option<Vec<Spanned<String>>>,
    pub(super) orbit: Option<Vec<OrbitEntry>>,
    /// The facelet classes of a family; not a key.
    #[serde(skip)]
    pub(super) classes: Option<FaceletClasses>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FaceEntry {
    pub(super) name: Spanned<String>,
    pub(super) color: Spanned<String>,
    pub(super) paint: Paint,
    pub(super) facelets: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnEntry {
    pub(super) name: Spanned<String>,
    pub(super) group: Option<Spanned<String>>,
    pub(super) cycles: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AliasEntry {
    pub(super) name: Spanned<String>,
    pub(super) turn: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TipEntry {
    pub(super) name: Spanned<String>,
    pub(super) order: Spanned<usize>,
}

/// The families of puzzles, each generated in a file of its own.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Family {
    Cube,
    Digits,
}
