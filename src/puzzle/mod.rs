//! What turns do. The judge: every solution is replayed here.
//!
//! A [`Puzzle`] is read from a file; its turns are [`Permutation`]s of
//! facelets, its [`Pieces`] are derived from them. A [`State`] is a colour for
//! each facelet. A [`Problem`] asks for turns from one state to another; a
//! [`Solution`] is an answer that was replayed.

mod alg;
mod arrangement;
mod asked;
mod background;
mod blame;
mod canonical;
mod centers;
mod closure;
mod constraints;
mod definition;
mod file;
mod group;
mod held;
mod import;
mod inference;
mod joined;
mod layout;
mod legality;
mod library;
mod limits;
mod maximum;
mod mistakes;
mod never;
mod notation;
mod notes;
mod orientations;
mod parity;
mod parts;
mod pattern;
mod permutation;
mod pieces;
mod possible;
mod problem;
mod quotient;
mod rotation;
mod scheme;
mod scramble;
mod sight;
mod solution;
mod state;
mod turn;
mod turn_set;
mod whole;

use std::sync::Arc;

use serde::Deserialize;

pub use arrangement::{Arrangement, Placed};
pub use asked::{Asked, AskedAtMost, AskedCost};
pub use constraints::{AtMost, Constraints, Cost};
pub use file::{FileError, Source};
pub use group::{Finding, Group, ThreeCycles, TooLarge, Words};
pub use held::Rotation;
pub use import::{PuzzleFormat, Scramble};
pub use joined::Undecided;
pub use layout::Layout;

pub use legality::Invariants;
pub use library::{built_in, built_in_names};
pub(crate) use limits::IDLE;
pub use limits::MOST_TURNS;
pub use maximum::{Longest, Maximum};
pub use never::Never;
pub use notation::{Notation, TurnError};
pub use pattern::{Pattern, Sticker, Turned};
pub use permutation::Permutation;
pub use pieces::{Piece, Pieces};
pub use possible::{Possibility, Premise};
pub use problem::{Budget, Problem, ProblemError, Target, other_layout};
pub use quotient::{Goal, Quotient, QuotientError};
pub use rotation::Rotations;
pub use scheme::Scheme;
pub use sight::Sight;
pub use solution::{ReplayError, Solution};
pub use state::{Color, State, StateError};
pub use turn::{Alias, Metric, Turn, TurnGroup, TurnId};
pub use whole::Whole;

/// A colour as people write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColorName {
    /// The character that stands for it.
    pub symbol: char,
    /// What a terminal shows.
    pub paint: Paint,
}

/// The colours that a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Paint {
    White,
    Yellow,
    Red,
    Orange,
    Blue,
    Green,
    Purple,
    Pink,
    Cyan,
    Brown,
    Gray,
    Black,
}

/// A face: facelets that show one colour when the puzzle is solved.
#[derive(Clone, Debug)]
pub struct Face {
    /// Its name, `U` for example.
    pub name: String,
    /// Its colour when solved.
    pub color: Color,
    /// Its facelets, row by row.
    pub facelets: Vec<usize>,
}

/// A permutation puzzle, as its file states it and with what follows from it.
#[derive(Clone, Debug)]
pub struct Puzzle {
    name: String,
    title: String,
    definition: String,
    facelets: Vec<String>,
    colors: Vec<ColorName>,
    faces: Vec<Face>,
    net: Vec<Vec<Option<usize>>>,
    layout: Layout,
    solved: State,
    pieces: Pieces,
    background: background::Background,
    held: held::Held,
    turns: Vec<Turn>,
    groups: Vec<TurnGroup>,
    aliases: Vec<Alias>,
    maximum: Maximum,
    /// The orbits of pieces it was made from, if it was; scrambles are told in them.
    orbits: Option<Arc<import::Orbits>>,
    known_groups: joined::Known,
    known_states: possible::Known,
}

impl Puzzle {
    /// The short name, `pocket` for example.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name in words.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The text of the puzzle file.
    #[must_use]
    pub fn definition(&self) -> &str {
        &self.definition
    }

    /// The SHA-256 of the puzzle file, in hexadecimal.
    #[must_use]
    pub fn sha256(&self) -> String {
        let (name, text) = (&*self.name, &*self.definition);
        Source { name, text }.sha256()
    }

    /// The names of the facelets, face by face.
    #[must_use]
    pub fn facelets(&self) -> &[String] {
        &self.facelets
    }

    /// The colours of the solved puzzle.
    #[must_use]
    pub fn colors(&self) -> &[ColorName] {
        &self.colors
    }

    /// The faces, in the order of the file.
    #[must_use]
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The unfolded net, row by row; `None` is an empty place.
    #[must_use]
    pub fn net(&self) -> &[Vec<Option<usize>>] {
        &self.net
    }

    /// The layout of a text that names no faces, unless told otherwise.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The facelets in reading order of the net.
    #[must_use]
    pub fn net_order(&self) -> Vec<usize> {
        self.net.iter().flatten().filter_map(|&cell| cell).collect()
    }

    /// The solved state.
    #[must_use]
    pub fn solved(&self) -> &State {
        &self.solved
    }

    /// The symbols of the puzzle's own colours.
    #[must_use]
    pub fn symbols(&self) -> Vec<char> {
        self.colors.iter().map(|color| color.symbol).collect()
    }

    /// The pieces.
    #[must_use]
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The groups of turns that are there only when asked for, see
    /// [`Puzzle::with_groups`]. Turns outside any group are always there.
    #[must_use]
    pub fn groups(&self) -> &[TurnGroup] {
        &self.groups
    }

    /// Other names of turns, also of those in groups that are not enabled.
    #[must_use]
    pub fn aliases(&self) -> &[Alias] {
        &self.aliases
    }

    /// The turns that an alias and its powers stand for, itself first; `None` if there is
    /// no such alias, or if its turn is not there.
    #[must_use]
    pub fn turns_of_alias(&self, name: &str) -> Option<Vec<TurnId>> {
        let alias = self.aliases.iter().find(|alias| alias.name == name)?;
        let turns = self.powers_of_alias(alias);
        let turns: Vec<TurnId> = turns.map(|(_, turn)| turn).collect();
        (!turns.is_empty()).then_some(turns)
    }

    /// The turns that an alias and its powers stand for, as far as they are there, each with how
    /// often the alias is made.
    pub(super) fn powers_of_alias(&self, alias: &Alias) -> impl Iterator<Item = (usize, TurnId)> {
        // The turns of a face stand in a row.
        let is_of_face = |turn: &Turn| turn.base == alias.base;
        let first = self.turns.iter().position(is_of_face);
        let of_face = &self.turns[first.unwrap_or(self.turns.len())..];
        let turn = move |power: usize| {
            let mut of_face = of_face.iter().take_while(|turn| turn.base == alias.base);
            Some(first? + of_face.position(|turn| turn.power == power)?)
        };
        let powers = (1..).zip(alias.powers());
        powers.filter_map(move |(times, power)| Some((times, turn(power)?)))
    }

    /// All turns: every power of every generator, but for groups that are not
    /// enabled.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The longest shortest solution. The file speaks of the turns in no group, so it is
    /// unknown where groups are enabled: their turns may also lead farther.
    #[must_use]
    pub fn maximum(&self) -> Maximum {
        if self.groups.iter().any(|group| group.enabled) {
            return Maximum::default();
        }
        self.maximum
    }

    /// The turn that undoes a turn.
    #[must_use]
    pub fn inverse(&self, turn: TurnId) -> TurnId {
        let Turn { step, steps, .. } = self.turns[turn];
        self.step_of_same_face(turn, steps - step)
    }

    /// The turn that two turns of one face make together; `None` if they
    /// cancel.
    ///
    /// # Panics
    /// If the two are not turns of one face.
    #[must_use]
    pub fn product(&self, first: TurnId, second: TurnId) -> Option<TurnId> {
        let (a, b) = (&self.turns[first], &self.turns[second]);
        assert_eq!(
            a.face, b.face,
            "turns of two faces have no product that is a turn"
        );
        let step = (a.step + b.step) % a.steps;
        (step != 0).then(|| self.step_of_same_face(first, step))
    }

    /// Whether the order of two turns does not matter.
    #[must_use]
    pub fn commute(&self, a: TurnId, b: TurnId) -> bool {
        self.turns[a]
            .permutation
            .commutes_with(&self.turns[b].permutation)
    }

    fn step_of_same_face(&self, turn: TurnId, step: usize) -> TurnId {
        // The turns of a face stand in a row in `turns`.
        turn + step - self.turns[turn].step
    }
}
