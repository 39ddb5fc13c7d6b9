//! Recipes: files that choose the parts of an encoding. `encodings/README.md` describes the keys.

use serde::{Deserialize, Serialize};

use crate::built_in::{BuiltIn, find};
use crate::circuit::{AtMostOne, Cardinality};
use crate::error::Error;
use crate::source::{FileError, Source};
use crate::text::{check_visible, is_default, sha256};

/// The maximum number of pieces in a lemma.
pub const MAX_LEMMA_PIECES: usize = crate::reach::MAX_ITEMS;

/// The representation of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StateEncoding {
    /// The color of each facelet as a binary number.
    ColorBinary,
    /// One signal per facelet and color.
    ColorOnehot,
    /// One signal per piece and placement.
    PlacementOnehot,
    /// One signal for each place of the goal and each placement of the piece that ends there.
    Regression,
}

/// The representation of the choice of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SelectorEncoding {
    /// The number of the turn in binary.
    Binary,
    /// One signal per turn.
    Onehot,
    /// One signal per face, and one per power.
    FaceAndTurn,
}

/// The transition from one state to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Transition {
    /// One flat multiplexer for each bit of the state.
    MuxFlat,
    /// One tree of if-then-else gates for each bit of the state.
    MuxTree,
    /// Implications: if a turn is made, each bit equals the bit that the turn moves there.
    Conditional,
}

/// The constraints on the last state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoalEncoding {
    /// Each facelet has the goal's color.
    #[default]
    Fixed,
    /// Each face has a single color.
    Uniform,
}

/// Which turns may follow each other, from the weakest to the strongest restriction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TurnOrder {
    /// Any turn may follow any turn.
    #[default]
    None,
    /// No two successive turns of one face.
    NoSameFace,
    /// No two successive turns of one face, and commuting turns in one fixed order.
    Canonical,
}

/// Whether slots may have no turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Idle {
    /// No.
    #[default]
    None,
    /// At the end, after the goal is reached.
    Trailing,
}

/// Whether a question in a fixed orientation is first solved up to rotation. This affects only the search, not the
/// formulas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symmetry {
    /// No.
    #[default]
    None,
    /// Yes; then the solution is converted to the fixed orientation.
    Rotation,
}

/// Whether coset coordinates are added to the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CosetCoordinates {
    /// No.
    #[default]
    None,
    /// If they have enough joint values to exclude more than lemmas about a few pieces do.
    Large,
    /// Whenever the problem has coset coordinates.
    Always,
}

/// How faithfully a published formula is reproduced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Not at all: constants are folded, equal gates are shared, codes without a meaning are forbidden.
    #[default]
    Compact,
    /// Yurichev's formula, clause for clause: unused selector codes are allowed, and give colors whose bits are all 1.
    Reference,
}

/// A choice of encoding: one part of each kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The short name, for example `mux`.
    #[serde(skip_serializing)]
    pub name: String,
    /// A one-line description.
    #[serde(skip_serializing)]
    pub title: String,
    /// The representation of states.
    pub state: StateEncoding,
    /// The representation of the choice of a turn.
    pub selector: SelectorEncoding,
    /// The transition from one state to the next.
    pub transition: Transition,
    /// The constraints on the last state.
    #[serde(default, skip_serializing_if = "is_default")]
    pub goal: GoalEncoding,
    /// Which turns may follow each other.
    #[serde(default, skip_serializing_if = "is_default")]
    pub order: TurnOrder,
    /// Whether slots may have no turn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub idle: Idle,
    /// Whether all states must differ.
    #[serde(default, skip_serializing_if = "is_default")]
    pub distinct: bool,
    /// The maximum number of pieces in a lemma, 0 to `MAX_LEMMA_PIECES`.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lemmas: usize,
    /// Whether coset coordinates are added to the pieces.
    #[serde(default, skip_serializing_if = "is_default")]
    pub coordinates: CosetCoordinates,
    /// Whether a fixed orientation is first solved up to rotation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub symmetry: Symmetry,
    /// The encoding of "at most one".
    #[serde(
        default,
        rename(deserialize = "at-most-one"),
        skip_serializing_if = "is_default"
    )]
    pub at_most_one: AtMostOne,
    /// The encoding of bounds on numbers and costs.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cardinality: Cardinality,
    /// How faithfully a published formula is reproduced.
    #[serde(default, skip_serializing_if = "is_default")]
    pub form: Form,
    /// The SHA-256 of the recipe's meaning, in hexadecimal: of its keys except name and title, without keys that have
    /// default values. `docs/json.md` specifies the hashed text.
    #[serde(skip)]
    pub sha256: String,
}

impl Recipe {
    /// Reads a recipe file. Errors call the file `name`.
    ///
    /// # Errors
    /// `FileError` with line, column and reason, also for incompatible parts.
    pub fn from_toml(name: &str, text: &str) -> Result<Self, FileError> {
        let source = Source { name, text };
        let mut recipe: Self = source.read()?;
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let has_plain_name = !recipe.name.is_empty() && recipe.name.chars().all(plain);
        let title = check_visible("the title", &recipe.title).err();
        let multiplexed = recipe.transition != Transition::Conditional;
        let colors = matches!(
            recipe.state,
            StateEncoding::ColorBinary | StateEncoding::ColorOnehot
        );
        let extended = recipe.lemmas > 0 || recipe.coordinates != CosetCoordinates::None;
        let too_many = format!(
            "`lemmas`, the maximum number of pieces in a lemma, must be 0 to {MAX_LEMMA_PIECES}: more would take too much memory"
        );
        let rules = [
            (
                has_plain_name,
                "name",
                "the name must consist of letters, digits, `-` and `_`: it becomes part of file names",
            ),
            (
                title.is_none(),
                "title",
                title.as_deref().unwrap_or_default(),
            ),
            (
                recipe.form == Form::Compact || recipe.has_published_parts(),
                "form",
                "`reference` is one published formula: it requires state `color-binary`, selector `binary` and transition `mux-flat`, and cannot be combined with goal, order, idle, distinct, lemmas, coordinates or symmetry",
            ),
            (
                recipe.lemmas <= MAX_LEMMA_PIECES,
                "lemmas",
                too_many.as_str(),
            ),
            (
                !multiplexed || recipe.selector == SelectorEncoding::Binary,
                "transition",
                "a multiplexer chooses by a binary number: it requires selector `binary`. With this selector, use transition `conditional`",
            ),
            (
                recipe.goal == GoalEncoding::Fixed || colors,
                "goal",
                "`uniform` leaves the colors of the faces open, but states `placement-onehot` and `regression` say which piece is where, not which color: use goal `fixed`, or a state of colors",
            ),
            (
                recipe.state != StateEncoding::Regression || !recipe.distinct && !extended,
                "state",
                "`regression` only tracks the places of the goal: it cannot be combined with distinct, lemmas or coordinates",
            ),
        ];
        if let Some((_, key, reason)) = rules.into_iter().find(|(holds, ..)| !holds) {
            return Err(source.error(source.span_of(key), reason));
        }
        // Enums, numbers and flags can always be serialized. The keys come in alphabetical order.
        let meaning = serde_json::to_value(&recipe).unwrap_or_default();
        recipe.sha256 = sha256(meaning.to_string().as_bytes());
        Ok(recipe)
    }

    /// Whether the recipe has exactly the parts of the published formula.
    fn has_published_parts(&self) -> bool {
        self.state == StateEncoding::ColorBinary
            && self.selector == SelectorEncoding::Binary
            && self.transition == Transition::MuxFlat
            && self.goal == GoalEncoding::Fixed
            && self.order == TurnOrder::None
            && self.idle == Idle::None
            && !self.distinct
            && self.lemmas == 0
            && self.coordinates == CosetCoordinates::None
            && self.symmetry == Symmetry::None
    }

    /// The built-in recipe of this name.
    ///
    /// # Errors
    /// [`Error`] for an unknown name. Its message suggests a similar one.
    pub fn built_in(name: &str) -> Result<Self, Error> {
        let file = find("recipe", name, FILES, |_| Vec::new())?.source();
        Ok(Self::from_toml(file.name, file.text)?)
    }

    /// The names of the built-in recipes: the [default](Self::DEFAULT), then the others in alphabetical order.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        let names = FILES.iter().map(|file| file.name);
        let others = names.filter(|name| *name != Self::DEFAULT);
        std::iter::once(Self::DEFAULT).chain(others)
    }

    /// The name of the default recipe, which performed best in measurements; see `docs/recipes.md`.
    pub const DEFAULT: &str = "lemmas";
}

/// The built-in recipe files, in alphabetical order, as listed by `build.rs`.
const FILES: &[BuiltIn] = include!(concat!(env!("OUT_DIR"), "/recipes.rs"));
