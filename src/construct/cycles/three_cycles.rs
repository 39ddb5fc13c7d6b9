//! The 3-cycles of all kinds of pieces, and permutations composed of them.

use super::remainders::Remainders;
use super::table::Table;
use super::{commutators, solve};
use crate::construct::merge::TurnMerger;
use crate::construct::sequence_with_effect::SequenceWithEffect;
use crate::control::Control;
use crate::group::{Permutation, Points, compose, inverse, points};
use crate::puzzle::{Pieces, Puzzle, TurnId};

/// The maximum number of triples of all kinds together, and of triples times turns; a kind that exceeds it gets no
/// table.
const MAX_TRIPLES: usize = 4_000_000;
const MAX_TURNED: usize = 200_000_000;

/// An empty table for each kind, as long as their total size is within the limits.
fn tables(pieces: &Pieces, turns: usize) -> Vec<Option<Table>> {
    let mut left = MAX_TRIPLES.min(MAX_TURNED / turns.max(1));
    let table = |kind| {
        let table = Table::new(pieces, kind, left)?;
        left -= table.entries.len();
        Some(table)
    };
    (0..pieces.kinds().len()).map(table).collect()
}

/// Sequences for the 3-cycles of each kind of piece, and for the remainders that 3-cycles cannot do.
pub struct ThreeCycles<'a> {
    pub(super) merger: TurnMerger<'a>,
    pub(super) pieces: Pieces,
    /// The allowed turns.
    pub(super) turns: Vec<SequenceWithEffect>,
    /// The table of each kind; `None` if the kind has fewer than three pieces or is too large, or if no 3-cycle was
    /// found.
    pub(super) tables: Vec<Option<Table>>,
    pub(super) remainders: Remainders,
}

impl<'a> ThreeCycles<'a> {
    /// Finds 3-cycles made of the allowed turns. `None` if they leave too many remainders, or if the control stops the
    /// search.
    pub fn find(puzzle: &'a Puzzle, allowed: &[TurnId], control: &Control) -> Option<Self> {
        let merger = TurnMerger::new(puzzle, allowed);
        let turns: Vec<SequenceWithEffect> = merger
            .allowed
            .iter()
            .map(|&turn| SequenceWithEffect::new(puzzle, &[turn]))
            .collect();
        let generators = merger.allowed.iter();
        let generators: Vec<&Permutation> = generators
            .map(|&turn| &puzzle.turns()[turn].permutation)
            .collect();
        let pieces = Pieces::derive(puzzle.facelets().len(), &generators);
        let mut tables = tables(&pieces, turns.len());
        commutators::find(puzzle, &pieces, &turns, &mut tables, control);
        for table in &mut tables {
            table.take_if(|table| table.is_empty());
            if let Some(table) = table {
                table.expand(&turns, control);
            }
        }
        // An interrupted search is incomplete.
        if control.stop().is_some() {
            return None;
        }
        let remainders = Remainders::new(&pieces, &tables, &turns)?;
        Some(Self {
            merger,
            pieces,
            turns,
            tables,
            remainders,
        })
    }

    /// Turns for a permutation; `None` if it is not in the group, or if none were found.
    pub fn factor(&self, permutation: &Permutation) -> Option<Vec<TurnId>> {
        if permutation.size() != self.pieces.size() {
            return None;
        }
        // The required destination of the piece at each place.
        let mut destinations = inverse(&points(permutation));
        if !self.keeps_pieces_whole(&destinations) {
            return None;
        }
        let correction =
            self.remainders
                .turns_with_remainder(&self.pieces, &self.tables, &destinations)?;
        destinations = compose(&destinations, &correction.from);
        let mut turns = correction.turns.clone();
        for table in self.tables.iter().flatten() {
            for cycle in solve::cycles(&self.pieces, table, &mut destinations)? {
                let sequence = self.sequence(table, cycle)?;
                turns = self.merger.join(&turns, &sequence);
            }
        }
        (self.merger.puzzle.effect_of(&turns) == *permutation).then_some(turns)
    }

    /// Whether a permutation moves each piece as a whole to a place of its kind. No group of turns has any other
    /// permutations.
    fn keeps_pieces_whole(&self, to: &Points) -> bool {
        let all = self.pieces.all();
        all.iter().all(|piece| {
            let goes = |facelet: usize| to[facelet] as usize;
            let there = goes(piece.facelets[0]);
            let frame = self.pieces.frame(there).iter().copied();
            all[self.pieces.place_of(there)].kind == piece.kind
                && frame.eq(piece.facelets.iter().map(|&facelet| goes(facelet)))
        })
    }

    /// The permutation of an allowed turn.
    pub(super) fn effect_of(&self, turn: TurnId) -> &SequenceWithEffect {
        let allowed = &self.merger.allowed;
        &self.turns[allowed.partition_point(|&other| other < turn)]
    }

    /// The turns of a 3-cycle: some turns, a commutator, and the inverse of the turns.
    pub(super) fn sequence(&self, table: &Table, cycle: [usize; 3]) -> Option<Vec<TurnId>> {
        let (conjugators, sequence) = table.sequence(&self.turns, cycle)?;
        let undone = self.merger.puzzle.inverse_sequence(&conjugators);
        let there = self.merger.join(&undone, sequence);
        Some(self.merger.join(&there, &conjugators))
    }
}
