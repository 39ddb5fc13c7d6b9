//! What a goal asks of each place, as a state is seen: by its colours.

use std::collections::HashMap;

use super::super::remainders::is_odd;
use super::super::three::ThreeCycles;
use crate::puzzle::{Color, Pattern, State, TurnId};

/// The colour of each facelet.
pub(super) type Colors = Box<[u16]>;

/// What is odd, one bit each.
pub(super) type Parities = u64;

/// Facelets times colours, one bit each.
const MOST_ADMITTED: usize = 50_000_000;

/// A goal, and which kinds of pieces it wants evenly permuted.
pub(super) struct Aim<'a> {
    pub(super) cycles: &'a ThreeCycles<'a>,
    /// For each facelet and colour whether the facelet may show it.
    admits: Vec<bool>,
    colors: usize,
    /// By kind how a piece is told from the others, where that can be.
    homes: Vec<Option<HashMap<Vec<Color>, usize>>>,
    /// What must be even though the goal does not tell. Parity is free of what is neither told nor here.
    parities: &'a [Parity],
}

/// Something that turns permute, of which the parity must be even in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parity {
    /// Whether it is odd at the start.
    pub is_odd: bool,
    /// For each turn of the puzzle whether it changes it.
    pub changed_by: Vec<bool>,
}

impl<'a> Aim<'a> {
    /// `None` if the goal is about another number of facelets, or a parity about another number of turns, or if the
    /// puzzle or their number is too large.
    pub(super) fn new(
        cycles: &'a ThreeCycles<'a>,
        goal: &Pattern,
        parities: &'a [Parity],
    ) -> Option<Self> {
        let colors = cycles.sequences.puzzle.colors().len();
        let turns = cycles.sequences.puzzle.turns().len();
        let size = goal.sets().len();
        if size != cycles.pieces.size()
            || colors > usize::from(u16::MAX)
            || size * colors > MOST_ADMITTED
            || parities.len() > Parities::BITS as usize
            || parities.iter().any(|it| it.changed_by.len() != turns)
        {
            return None;
        }
        let all = goal.sets().iter().flat_map(|set| {
            let mut admits = vec![false; colors];
            set.iter().for_each(|&color| admits[color] = true);
            admits
        });
        let mut aim = Self {
            cycles,
            admits: all.collect(),
            colors,
            homes: Vec::new(),
            parities,
        };
        aim.homes = (0..cycles.pieces.kinds().len())
            .map(|kind| aim.homes_of(kind, goal))
            .collect();
        Some(aim)
    }

    /// The place of each piece of a kind by its colours, in each orientation, if no two look alike.
    fn homes_of(&self, kind: usize, goal: &Pattern) -> Option<HashMap<Vec<Color>, usize>> {
        let pieces = &self.cycles.pieces;
        let mut homes = HashMap::new();
        for place in pieces.kinds()[kind].clone() {
            for facelet in pieces.orientations(place) {
                let frame = pieces.frame(facelet).iter();
                let look: Option<Vec<Color>> = frame.map(|&f| goal.color(f)).collect();
                if homes
                    .insert(look?, place)
                    .is_some_and(|other| other != place)
                {
                    return None;
                }
            }
        }
        Some(homes)
    }

    pub(super) fn admits(&self, facelet: usize, color: u16) -> bool {
        self.admits[facelet * self.colors + usize::from(color)]
    }

    /// Whether what is at a facelet, with all stickers of its piece, may go to another one.
    pub(super) fn fits(&self, state: &[u16], from: usize, to: usize) -> bool {
        let pieces = &self.cycles.pieces;
        let mut stickers = pieces.frame(from).iter().zip(pieces.frame(to));
        stickers.all(|(&from, &to)| self.admits(to, state[from]))
    }

    /// Whether a place shows what it is to show.
    pub(super) fn is_right(&self, state: &[u16], place: usize) -> bool {
        let facelets = &self.cycles.pieces.all()[place].facelets;
        facelets.iter().all(|&f| self.admits(f, state[f]))
    }

    pub(super) fn is_reached(&self, state: &[u16]) -> bool {
        (0..state.len()).all(|facelet| self.admits(facelet, state[facelet]))
    }

    /// The parities at the start.
    pub(super) fn at_start(&self) -> Parities {
        self.bits(|parity| parity.is_odd)
    }

    /// The parities that a turn changes.
    pub(super) fn changed_by(&self, turn: TurnId) -> Parities {
        self.bits(|parity| parity.changed_by[turn])
    }

    fn bits(&self, bit: impl Fn(&Parity) -> bool) -> Parities {
        let parities = self.parities.iter().enumerate();
        parities.fold(0, |bits, (at, parity)| {
            bits | Parities::from(bit(parity)) << at
        })
    }

    /// Whether 3-cycles may do the rest: kinds without them are home, and the others are evenly
    /// permuted, as far as that can be seen or is asked for.
    pub(super) fn is_for_cycles(&self, state: &[u16], odd: Parities) -> bool {
        if odd != 0 {
            return false;
        }
        let kinds = self.cycles.pieces.kinds();
        let tables = self.cycles.tables.iter();
        kinds
            .iter()
            .zip(tables)
            .enumerate()
            .all(|(kind, (places, table))| match table {
                None => places.clone().all(|place| self.is_right(state, place)),
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
            let look: Vec<Color> = facelets.map(|&f| state[f].into()).collect();
            homes.get(&look).map(|home| home - places.start)
        };
        let goes: Option<Vec<usize>> = places.clone().map(home).collect();
        goes.is_some_and(|goes| !is_odd(&goes))
    }

    /// The colours after some turns.
    pub(super) fn after(&self, state: &[u16], turns: &[TurnId]) -> Colors {
        turns.iter().fold(state.into(), |state: Colors, &turn| {
            let from = self.cycles.step(turn).from.iter();
            from.map(|&f| state[f as usize]).collect()
        })
    }
}

/// The colours of a state.
pub(super) fn colors(state: &State) -> Colors {
    // There are fewer than fit: that was looked at before.
    let colors = state.colors().iter();
    colors
        .map(|&color| u16::try_from(color).unwrap_or(u16::MAX))
        .collect()
}
