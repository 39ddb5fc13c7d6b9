//! The puzzle: what its file says, and what follows from it.

use std::sync::{Arc, OnceLock};

use super::background::Background;
use super::classes::Classes;
use super::faces::{ColorName, Face};
use super::held::{Held, Rotation};
use super::known::{KnownGroups, KnownStates};
use super::orbits::Orbits;
use super::parts::{Parts, solved};

use super::layout::Layout;
use super::maximum::Maximum;
use super::pieces::Pieces;
use super::repeated::Repeated;
use super::state::{Color, State};
use super::turn::{Alias, Tip, TipCell, Turn, TurnGroup, TurnId};

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
    pub(super) background: Background,
    pub(crate) held: Held,
    turns: Vec<Turn>,
    pub(super) repeated: Repeated,
    groups: Vec<TurnGroup>,
    aliases: Vec<Alias>,
    tips: Vec<Tip>,
    with_tips: Vec<TipCell>,
    maximum: Maximum,
    plan: Option<String>,
    /// The orbits of pieces it was made from, if it was; scrambles are told in them.
    orbits: Option<Arc<Orbits>>,
    classes: Option<Arc<Classes>>,
    pub(super) known_groups: KnownGroups,
    pub(super) known_states: KnownStates,
    /// The puzzle with all groups of turns, once it was asked for; `None` inside if it cannot be made.
    known_whole: Arc<OnceLock<Option<Self>>>,
}

impl Puzzle {
    /// Puts a puzzle together. This is the one place where that happens.
    pub(crate) fn assemble(parts: Parts) -> Self {
        let pieces = parts.pieces();
        let solved = State::new(solved(parts.facelets.len(), &parts.faces));
        Self {
            name: parts.name,
            title: parts.title,
            definition: parts.definition,
            background: Background::of(&pieces, &solved),
            pieces,
            facelets: parts.facelets,
            colors: parts.colors,
            faces: parts.faces,
            net: parts.net,
            layout: parts.layout,
            solved,
            held: parts.held,
            turns: parts.turns,
            repeated: parts.repeated,
            groups: parts.groups,
            aliases: parts.aliases,
            tips: parts.tips,
            with_tips: parts.with_tips,
            maximum: parts.maximum,
            plan: parts.plan,
            orbits: parts.orbits,
            classes: parts.classes,
            known_groups: KnownGroups::default(),
            known_states: KnownStates::default(),
            known_whole: Arc::default(),
        }
    }

    /// The same puzzle, with the orbits of pieces in which scrambles of another program speak of it.
    pub(crate) fn with_orbits(self, orbits: Option<Arc<Orbits>>) -> Self {
        Self { orbits, ..self }
    }

    /// This puzzle with other symbols for its colours, in their order.
    #[must_use]
    pub fn with_symbols(&self, symbols: impl IntoIterator<Item = char>) -> Self {
        let mut puzzle = self.clone();
        for (color, symbol) in puzzle.colors.iter_mut().zip(symbols) {
            color.symbol = symbol;
        }
        // With all its turns it has these symbols, too.
        puzzle.known_whole = Arc::default();
        puzzle
    }

    /// The orbits of pieces that it was made from, if it was.
    pub(crate) fn own_orbits(&self) -> Option<&Arc<Orbits>> {
        self.orbits.as_ref()
    }

    /// The classes of its facelets, if its family has such.
    pub(crate) fn classes(&self) -> Option<&Classes> {
        self.classes.as_deref()
    }

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

    /// Whether a piece only fills what others of its kind leave: it shows one colour, and all
    /// other colours of the kind stand on a single sticker each.
    ///
    /// # Panics
    /// If there are not so many pieces.
    #[must_use]
    pub fn is_background(&self, piece: usize) -> bool {
        self.background.is_member(piece)
    }

    /// The colour of the background of a kind of pieces, if it has one.
    ///
    /// # Panics
    /// If there are not so many kinds.
    #[must_use]
    pub fn background_color(&self, kind: usize) -> Option<Color> {
        self.background.color(kind)
    }

    /// The facelets of the piece that is held when a solution counts up to
    /// whole-puzzle rotation; empty when there are none.
    #[must_use]
    pub fn held(&self) -> &[usize] {
        self.held.facelets()
    }

    /// The rotations of the whole puzzle by which the held piece can come to each of its
    /// placements, the identity first: one a placement. Without a held piece there is no other.
    #[must_use]
    pub fn rotations(&self) -> &[Rotation] {
        self.held.rotations()
    }

    /// The groups of turns that are there only when asked for, see
    /// [`Puzzle::with_groups`]. Turns outside any group are always there.
    #[must_use]
    pub fn groups(&self) -> &[TurnGroup] {
        &self.groups
    }

    /// The puzzle with all groups of turns, which `make` makes when it is asked for first.
    pub(crate) fn whole_or_make(&self, make: impl FnOnce() -> Option<Self>) -> Option<&Self> {
        self.known_whole.get_or_init(make).as_ref()
    }

    /// Other names of turns, also of those in groups that are not enabled.
    #[must_use]
    pub fn aliases(&self) -> &[Alias] {
        &self.aliases
    }

    /// Parts that turn by themselves and are no part of a state.
    #[must_use]
    pub fn tips(&self) -> &[Tip] {
        &self.tips
    }

    /// The order of the stickers in a state with its tips; empty if the puzzle file gives none.
    pub(crate) fn with_tips(&self) -> &[TipCell] {
        &self.with_tips
    }

    /// The turns that an alias and its powers stand for, as far as they are there, each with how
    /// often the alias is made.
    pub(crate) fn powers_of_alias(&self, alias: &Alias) -> impl Iterator<Item = (usize, TurnId)> {
        // The turns of a face stand in a row.
        let is_of_face = |turn: &Turn| turn.base == alias.base;
        let first = self.turns.iter().position(is_of_face);
        let of_face = &self.turns[first.unwrap_or(self.turns.len())..];
        let turn = move |power: usize| {
            let mut of_face = of_face.iter().take_while(|turn| turn.base == alias.base);
            let turn = first? + of_face.position(|turn| turn.power == power)?;
            Some(self.stands_for(turn))
        };
        let powers = (1..).zip(alias.powers());
        powers.filter_map(move |(times, power)| Some((times, turn(power)?)))
    }

    /// All turns that differ, in increasing order: of turns that do the same thing, the first.
    #[must_use]
    pub fn all_turns(&self) -> Vec<TurnId> {
        let is_first = |turn: &TurnId| self.stands_for(*turn) == *turn;
        (0..self.turns().len()).filter(is_first).collect()
    }

    /// The first turn that does what a turn does, most often the turn itself.
    #[must_use]
    pub fn stands_for(&self, turn: TurnId) -> TurnId {
        self.repeated.first_of(turn)
    }

    /// All turns: every power of every generator, but for groups that are not
    /// enabled. Two may do the same thing, see [`Puzzle::all_turns`].
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

    /// The name of the plan that the file recommends.
    #[must_use]
    pub fn plan(&self) -> Option<&str> {
        self.plan.as_deref()
    }

    /// The turn that undoes a turn.
    #[must_use]
    pub fn inverse(&self, turn: TurnId) -> TurnId {
        let Turn { step, steps, .. } = self.turns[turn];
        self.step_of_same_face(turn, steps - step)
    }

    /// The turns that undo a sequence.
    ///
    /// # Panics
    /// If there are not so many turns.
    #[must_use]
    pub fn undoing(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let back = turns.iter().rev();
        back.map(|&turn| self.inverse(turn)).collect()
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

    /// A turn repeated `times` times; a negative number undoes it. `None` if that moves nothing.
    #[must_use]
    pub(crate) fn power(&self, turn: TurnId, times: i64) -> Option<TurnId> {
        let Turn { step, steps, .. } = self.turns[turn];
        let step = multiple(step, times, steps);
        (step > 0).then(|| self.step_of_same_face(turn, step))
    }

    fn step_of_same_face(&self, turn: TurnId, step: usize) -> TurnId {
        // The turns of a face stand in a row in `turns`.
        self.stands_for(turn + step - self.turns[turn].step)
    }
}

/// `number * times`, modulo `modulus`.
pub(super) fn multiple(number: usize, times: i64, modulus: usize) -> usize {
    let product = (number as i128 * i128::from(times)).rem_euclid(modulus as i128);
    product as usize
}
