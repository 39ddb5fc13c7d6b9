//! The requirements of a goal, in terms of colors.

use std::collections::HashMap;
use std::ops::Range;

use super::super::three_cycles::ThreeCycles;
use crate::group::is_odd;
use crate::puzzle::{Color, Pattern, Pieces, State, TurnId};

/// The color of each facelet.
pub(super) type Colors = Box<[u16]>;

/// A set of parities, one bit each.
pub(super) type Parities = u64;

/// The maximum product of the numbers of facelets and colors. Each combination takes one byte.
const MAX_ADMITTED: usize = 50_000_000;

/// A goal, and the parities that must be even in addition.
pub(super) struct ParityGoal<'a> {
    pub(super) cycles: &'a ThreeCycles<'a>,
    /// For each facelet and color, whether the facelet may have it.
    admits: Vec<bool>,
    colors: usize,
    /// For each kind, the home of each piece by its colors; `None` if these are not unique, see [`homes`].
    homes: Vec<Option<HashMap<Vec<Color>, usize>>>,
    /// The parities that must be even in addition to what the goal requires.
    parities: &'a [Parity],
}

/// A parity that must be even at the end, and the turns that change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parity {
    /// Whether it is odd at the start.
    pub is_odd: bool,
    /// For each turn of the puzzle, whether it changes the parity.
    pub changed_by: Vec<bool>,
}

impl<'a> ParityGoal<'a> {
    /// `None` if the goal has the wrong number of facelets, a parity has the wrong number of turns, the puzzle is too
    /// large, or there are too many parities.
    pub(super) fn new(
        cycles: &'a ThreeCycles<'a>,
        goal: &Pattern,
        parities: &'a [Parity],
    ) -> Option<Self> {
        let colors = cycles.merger.puzzle.colors().len();
        let turns = cycles.merger.puzzle.turns().len();
        let size = goal.sets().len();
        if size != cycles.pieces.size()
            || colors > usize::from(u16::MAX)
            || size * colors > MAX_ADMITTED
            || parities.len() > Parities::BITS as usize
            || parities.iter().any(|it| it.changed_by.len() != turns)
        {
            return None;
        }
        let mut admits = vec![false; size * colors];
        for (facelet, set) in goal.sets().iter().enumerate() {
            set.iter()
                .for_each(|&color| admits[facelet * colors + color] = true);
        }
        let kinds = cycles.pieces.kinds().iter();
        let homes = kinds.map(|places| homes(&cycles.pieces, places.clone(), goal));
        Some(Self {
            cycles,
            admits,
            colors,
            homes: homes.collect(),
            parities,
        })
    }

    pub(super) fn admits(&self, facelet: usize, color: u16) -> bool {
        self.admits[facelet * self.colors + usize::from(color)]
    }

    /// Whether the goal admits all stickers of a piece after the sticker at `from` has moved to `to`.
    pub(super) fn admits_move(&self, state: &[u16], from: usize, to: usize) -> bool {
        let pieces = &self.cycles.pieces;
        let mut stickers = pieces.frame(from).iter().zip(pieces.frame(to));
        stickers.all(|(&from, &to)| self.admits(to, state[from]))
    }

    /// Whether all stickers at a place have the required colors.
    pub(super) fn has_required_colors(&self, state: &[u16], place: usize) -> bool {
        let facelets = &self.cycles.pieces.all()[place].facelets;
        facelets.iter().all(|&f| self.admits(f, state[f]))
    }

    pub(super) fn is_reached(&self, state: &[u16]) -> bool {
        (0..state.len()).all(|facelet| self.admits(facelet, state[facelet]))
    }

    pub(super) fn odd_at_start(&self) -> Parities {
        self.bits(|parity| parity.is_odd)
    }

    pub(super) fn changed_by(&self, turn: TurnId) -> Parities {
        self.bits(|parity| parity.changed_by[turn])
    }

    fn bits(&self, bit: impl Fn(&Parity) -> bool) -> Parities {
        let parities = self.parities.iter().enumerate();
        parities.fold(0, |bits, (at, parity)| {
            bits | Parities::from(bit(parity)) << at
        })
    }

    /// Whether 3-cycles are sufficient to reach the goal: the set `odd` of parities is empty, each kind without
    /// 3-cycles is solved, and each other kind is evenly permuted or has pieces that look alike.
    pub(super) fn is_solvable_by_3_cycles(&self, state: &[u16], odd: Parities) -> bool {
        if odd != 0 {
            return false;
        }
        let kinds = self.cycles.pieces.kinds().iter().enumerate();
        let mut kinds = kinds.zip(&self.cycles.tables);
        kinds.all(|((kind, places), table)| match table {
            None => places
                .clone()
                .all(|place| self.has_required_colors(state, place)),
            Some(_) => self.is_even(state, kind),
        })
    }

    fn is_even(&self, state: &[u16], kind: usize) -> bool {
        let Some(homes) = &self.homes[kind] else {
            return true;
        };
        let pieces = &self.cycles.pieces;
        let places = pieces.kinds()[kind].clone();
        let home = |place: usize| {
            let facelets = pieces.all()[place].facelets.iter();
            let colors: Vec<Color> = facelets.map(|&f| state[f].into()).collect();
            homes.get(&colors).copied()
        };
        let homes: Option<Vec<usize>> = places.clone().map(home).collect();
        homes.is_some_and(|homes| !is_odd(&homes, places.start))
    }

    pub(super) fn colors_after(&self, state: &[u16], turns: &[TurnId]) -> Colors {
        turns.iter().fold(state.into(), |state: Colors, &turn| {
            let from = self.cycles.effect_of(turn).from.iter();
            from.map(|&f| state[f as usize]).collect()
        })
    }
}

/// The place of each piece of a kind by its colors, in each orientation; `None` if two pieces look alike, or if the
/// goal leaves a color of the kind open.
fn homes(
    pieces: &Pieces,
    places: Range<usize>,
    goal: &Pattern,
) -> Option<HashMap<Vec<Color>, usize>> {
    let mut homes = HashMap::new();
    for place in places {
        for facelet in pieces.orientations(place) {
            let frame = pieces.frame(facelet).iter();
            let colors: Option<Vec<Color>> = frame.map(|&f| goal.color(f)).collect();
            let other = homes.insert(colors?, place);
            if other.is_some_and(|other| other != place) {
                return None;
            }
        }
    }
    Some(homes)
}

pub(super) fn colors(state: &State) -> Colors {
    // [`ParityGoal::new`] has checked the number of colors.
    let colors = state.colors().iter();
    colors.map(|&color| color as u16).collect()
}
