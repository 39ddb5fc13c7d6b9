//! The 3-cycles of all kinds of pieces, and corrections of what 3-cycles cannot do.

use super::table::Table;
use super::{commutators, remainders};
use crate::construct::merge::TurnMerger;
use crate::construct::sequence_with_effect::SequenceWithEffect;
use crate::control::Control;
use crate::group::Permutation;
use crate::puzzle::{Pieces, Puzzle, TurnId};

/// The maximum number of triples of all kinds together. A kind that would exceed a maximum gets no table.
const MAX_TRIPLES: usize = 4_000_000;

/// The maximum product of the numbers of triples and turns.
const MAX_TRIPLES_TIMES_TURNS: usize = 200_000_000;

/// Sequences for the 3-cycles of each kind of piece, and for what 3-cycles cannot do.
pub struct ThreeCycles<'a> {
    pub(super) merger: TurnMerger<'a>,
    pub(super) pieces: Pieces,
    /// The allowed turns.
    pub(super) turns: Vec<SequenceWithEffect>,
    /// The table of each kind; `None` if the kind has fewer than three pieces, is too large, or has no known 3-cycle.
    pub(super) tables: Vec<Option<Table>>,
    /// The fewest turns for each [remainder](remainders) that 3-cycles cannot solve, in order of their number.
    pub(super) corrections: Vec<Vec<TurnId>>,
}

impl<'a> ThreeCycles<'a> {
    /// Finds 3-cycles made of the allowed turns. `None` if there are too many remainders, or if the control stops the
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
        let mut triples_left = MAX_TRIPLES.min(MAX_TRIPLES_TIMES_TURNS / turns.len().max(1));
        let empty_table = |kind| {
            let table = Table::new(&pieces, kind, triples_left)?;
            triples_left -= table.entries.len();
            Some(table)
        };
        let mut tables: Vec<_> = (0..pieces.kinds().len()).map(empty_table).collect();
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
        let corrections = remainders::corrections(&pieces, &tables, &turns)?;
        Some(Self {
            merger,
            pieces,
            turns,
            tables,
            corrections,
        })
    }

    /// An allowed turn as a sequence with its permutation.
    pub(super) fn effect_of(&self, turn: TurnId) -> &SequenceWithEffect {
        let allowed = &self.merger.allowed;
        &self.turns[allowed.partition_point(|&other| other < turn)]
    }

    /// The turns of a 3-cycle: a stored sequence conjugated by some turns.
    pub(super) fn sequence(&self, table: &Table, cycle: [usize; 3]) -> Option<Vec<TurnId>> {
        let (conjugators, sequence) = table.sequence(&self.turns, cycle)?;
        let inverse = self.merger.puzzle.inverse_sequence(&conjugators);
        Some(self.merger.concatenate(&[&inverse, sequence, &conjugators]))
    }
}
