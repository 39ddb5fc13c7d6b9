//! The puzzle: the content of its file, and derived data.

use std::any::{Any, TypeId};
use std::sync::{Arc, OnceLock};

use super::background::Background;
use super::cached_facts::{GroupCache, PremiseCache, ValueCache, lock};
use super::faces::{ColorName, Face};
use super::held::Rotation;
use super::layout::Layout;
use super::maximum::Maximum;
use super::pattern::Permutable;
use super::pieces::Pieces;
use super::puzzle_data::{PuzzleData, solved};
use super::state::{Color, State};
use super::turn::{Alias, Tip, Turn, TurnGroup, TurnId};
use crate::group::Permutation;

/// A permutation puzzle, as defined by its file, with derived data.
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub(crate) parts: PuzzleData,
    solved: State,
    pieces: Pieces,
    background: Background,
    pub(super) group_cache: GroupCache,
    pub(super) premise_cache: PremiseCache,
    value_cache: ValueCache,
    /// The puzzle with all groups of turns, computed on demand; the inner `None` means that there is no such puzzle.
    known_with_all_groups: Arc<OnceLock<Option<Self>>>,
}

impl Puzzle {
    /// Assembles a puzzle. Every puzzle is created here.
    pub(crate) fn assemble(parts: PuzzleData) -> Self {
        let pieces = parts.pieces();
        let solved = State::new(solved(parts.facelets.len(), &parts.faces));
        Self {
            background: Background::of(&pieces, &solved),
            pieces,
            solved,
            parts,
            group_cache: GroupCache::default(),
            premise_cache: PremiseCache::default(),
            value_cache: ValueCache::default(),
            known_with_all_groups: Arc::default(),
        }
    }

    /// This puzzle with other symbols for its colors, in order.
    #[must_use]
    pub fn with_symbols(&self, symbols: impl IntoIterator<Item = char>) -> Self {
        let mut puzzle = self.clone();
        for (color, symbol) in puzzle.parts.colors.iter_mut().zip(symbols) {
            color.symbol = symbol;
        }
        // The puzzle with all groups of turns must have these symbols, too.
        puzzle.known_with_all_groups = Arc::default();
        puzzle.value_cache = ValueCache::default();
        puzzle
    }

    /// The short name, for example `pocket`.
    pub fn name(&self) -> &str {
        &self.parts.name
    }

    /// The name in words.
    pub fn title(&self) -> &str {
        &self.parts.title
    }

    /// The text of the puzzle file.
    pub fn definition(&self) -> &str {
        &self.parts.definition
    }

    /// The names of the facelets, face by face.
    pub fn facelets(&self) -> &[String] {
        &self.parts.facelets
    }

    /// The colors of the solved puzzle.
    pub fn colors(&self) -> &[ColorName] {
        &self.parts.colors
    }

    /// The faces, in the order of the file.
    pub fn faces(&self) -> &[Face] {
        &self.parts.faces
    }

    /// The index of the face that a facelet is on; `None` if the puzzle has no such facelet.
    pub fn face_of(&self, facelet: usize) -> Option<usize> {
        let mut faces = self.parts.faces.iter();
        faces.position(|face| face.facelets.contains(&facelet))
    }

    /// The unfolded net, row by row; `None` is an empty place.
    pub fn net(&self) -> &[Vec<Option<usize>>] {
        &self.parts.net
    }

    /// The default layout of a text that names no faces.
    pub fn layout(&self) -> Layout {
        self.parts.layout
    }

    /// The facelets in reading order of the net.
    pub fn net_order(&self) -> Vec<usize> {
        self.parts.net.iter().flatten().copied().flatten().collect()
    }

    /// The solved state.
    pub fn solved(&self) -> &State {
        &self.solved
    }

    /// The symbols of the puzzle's own colors.
    pub fn symbols(&self) -> Vec<char> {
        self.parts.colors.iter().map(|color| color.symbol).collect()
    }

    /// The pieces.
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Whether a piece only fills the places that other pieces of its kind leave empty: all its stickers have one color,
    /// and every other color of the kind is on a single sticker.
    pub fn is_background(&self, piece: usize) -> bool {
        self.background.members[piece]
    }

    /// The color of the background of a kind of piece, if any.
    pub fn background_color(&self, kind: usize) -> Option<Color> {
        self.background.colors[kind]
    }

    /// The facelets of the held piece, see `held.rs`; empty if no piece is held.
    pub fn held(&self) -> &[usize] {
        &self.parts.held.facelets
    }

    /// The rotations of the whole puzzle that bring the held piece to each of its placements, the identity first: one per
    /// placement. Without a held piece, only the identity.
    pub fn rotations(&self) -> &[Rotation] {
        &self.parts.held.rotations
    }

    /// The optional groups of turns, see [`Puzzle::with_groups`]. Turns outside groups are always enabled.
    pub fn groups(&self) -> &[TurnGroup] {
        &self.parts.groups
    }

    /// The puzzle with all groups of turns, created by `make` on demand.
    pub(crate) fn all_groups_or_make(&self, make: impl FnOnce() -> Option<Self>) -> Option<&Self> {
        self.known_with_all_groups.get_or_init(make).as_ref()
    }

    /// The cached value of this name and type, which depends on the puzzle alone; `make` computes it on demand.
    pub(crate) fn cached_fact<T: Any + Send + Sync>(
        &self,
        name: &'static str,
        make: impl FnOnce() -> T,
    ) -> Arc<T> {
        let key = (TypeId::of::<T>(), name);
        let found = lock(&self.value_cache).get(&key).cloned();
        if let Some(Ok(found)) = found.map(Arc::downcast) {
            return found;
        }
        // Two threads may compute the value at the same time: their results are equal.
        let new = Arc::new(make());
        lock(&self.value_cache).insert(key, new.clone());
        new
    }

    /// Other names of turns, including turns in groups that are not enabled.
    pub fn aliases(&self) -> &[Alias] {
        &self.parts.aliases
    }

    /// Parts that turn independently and are not part of a state.
    pub fn tips(&self) -> &[Tip] {
        &self.parts.tips
    }

    /// The enabled turns that an alias and its powers stand for, each with the exponent of the alias.
    pub(crate) fn powers_of_alias(&self, alias: &Alias) -> impl Iterator<Item = (usize, TurnId)> {
        // The turns of a face are adjacent.
        let is_of_face = |turn: &Turn| turn.base == alias.base;
        let first = self.turns().iter().position(is_of_face);
        let of_face = first.map_or(&[][..], |first| &self.turns()[first..]);
        let turn = move |power: usize| {
            let mut of_face = of_face.iter().take_while(|turn| turn.base == alias.base);
            let turn = first? + of_face.position(|turn| turn.power == power)?;
            Some(self.representative_turn(turn))
        };
        let powers = (1..).zip(alias.powers());
        powers.filter_map(move |(times, power)| Some((times, turn(power)?)))
    }

    /// The distinct turns, in ascending order: of several turns with the same effect, only the first.
    pub fn all_turns(&self) -> Vec<TurnId> {
        let is_first = |turn: &TurnId| self.representative_turn(*turn) == *turn;
        (0..self.turns().len()).filter(is_first).collect()
    }

    /// The first turn with the same effect as a turn, usually the turn itself.
    pub fn representative_turn(&self, turn: TurnId) -> TurnId {
        self.parts.equal_turns.get(&turn).copied().unwrap_or(turn)
    }

    /// All enabled turns: every power of every generator, except the generators of disabled groups. Two turns may have the
    /// same effect, see [`Puzzle::all_turns`].
    pub fn turns(&self) -> &[Turn] {
        &self.parts.turns
    }

    /// The length of the longest shortest solution. The file states it for the turns outside groups, so it is unknown
    /// if groups are enabled: their turns may reach states that are farther away.
    pub fn maximum(&self) -> Maximum {
        if self.parts.groups.iter().any(|group| group.enabled) {
            return Maximum::default();
        }
        self.parts.maximum
    }

    /// The name of the plan that the file recommends.
    pub fn plan(&self) -> Option<&str> {
        self.parts.plan.as_deref()
    }

    /// The inverse of a turn.
    pub fn inverse(&self, turn: TurnId) -> TurnId {
        let own = &self.turns()[turn];
        self.turn_of_same_face(turn, own.face_modulus - own.face_exponent)
    }

    /// The inverse of a sequence.
    pub fn inverse_sequence(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let back = turns.iter().rev();
        back.map(|&turn| self.inverse(turn)).collect()
    }

    /// The product of two turns of one face; `None` if they cancel.
    ///
    /// # Panics
    /// If the two are of different faces.
    pub fn product(&self, first: TurnId, second: TurnId) -> Option<TurnId> {
        let (a, b) = (&self.turns()[first], &self.turns()[second]);
        assert_eq!(
            a.face, b.face,
            "turns of two faces have no product that is a turn"
        );
        let face_exponent = (a.face_exponent + b.face_exponent) % a.face_modulus;
        (face_exponent != 0).then(|| self.turn_of_same_face(first, face_exponent))
    }

    /// The state, pattern or permutation after a sequence of turns.
    pub fn apply<T: Permutable>(&self, state: &T, turns: &[TurnId]) -> T {
        turns.iter().fold(state.clone(), |state, &turn| {
            state.after(&self.turns()[turn].permutation)
        })
    }

    /// The permutation of the facelets by a sequence of turns.
    pub(crate) fn effect_of(&self, turns: &[TurnId]) -> Permutation {
        self.apply(&Permutation::identity(self.facelets().len()), turns)
    }

    /// Whether two turns commute.
    pub fn commute(&self, a: TurnId, b: TurnId) -> bool {
        let [a, b] = [a, b].map(|turn| &self.turns()[turn].permutation);
        a.commutes_with(b)
    }

    /// A turn repeated `times` times; a negative number repeats its inverse. `None` if that moves nothing.
    pub(crate) fn power(&self, turn: TurnId, times: i64) -> Option<TurnId> {
        let own = &self.turns()[turn];
        let face_exponent = multiply_modulo(own.face_exponent, times, own.face_modulus);
        (face_exponent > 0).then(|| self.turn_of_same_face(turn, face_exponent))
    }

    #[inline]
    fn turn_of_same_face(&self, turn: TurnId, face_exponent: usize) -> TurnId {
        // The turns of a face are adjacent in `turns`.
        self.representative_turn(turn + face_exponent - self.turns()[turn].face_exponent)
    }
}

pub(super) fn multiply_modulo(number: usize, times: i64, modulus: usize) -> usize {
    let product = (number as i128 * i128::from(times)).rem_euclid(modulus as i128);
    product as usize
}
