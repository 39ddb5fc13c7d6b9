//! Turns that make a given permutation, by 3-cycles of pieces.
//!
//! *Idea.* A commutator `[A, B]` of two sequences that meet in one piece moves three pieces of
//! one kind in a cycle and nothing else. Turns before it, undone after it, carry the cycle to
//! other places of the kind. So each kind of pieces is brought home by itself, two pieces a
//! cycle. It is how people solve large cubes; see D. Singmaster, *Notes on Rubik's Magic Cube*,
//! 1981. What 3-cycles cannot do, an odd permutation of a kind or a kind that has no 3-cycle, is
//! mended first by a few turns ([`Remainders`]).
//!
//! *Cost.* Kinds are few and small even where the group is large: one core of an ordinary machine
//! takes less than a second for a 7×7×7. The sequences are long, some ten turns a piece.

mod commutators;
mod remainders;
mod solve;
mod step;
mod table;

use super::sequences::Sequences;
use crate::group::{Permutation, Points, after, inverse, points};
use crate::puzzle::{Pieces, Puzzle, TurnId};
use remainders::Remainders;
use step::Step;
use table::Table;

/// Triples of all kinds, and turns of them: beyond that, a kind does without.
const MOST_TRIPLES: usize = 4_000_000;
const MOST_TURNED: usize = 200_000_000;

/// An empty table for each kind, as far as they are not too large together.
fn tables(pieces: &Pieces, turns: usize) -> Vec<Option<Table>> {
    let mut left = MOST_TRIPLES.min(MOST_TURNED / turns.max(1));
    let table = |kind| {
        let table = Table::new(pieces, kind, left)?;
        left -= table.triples();
        Some(table)
    };
    (0..pieces.kinds().len()).map(table).collect()
}

/// Sequences for the 3-cycles of each kind of pieces, and for what those leave.
pub struct ThreeCycles<'a> {
    sequences: Sequences<'a>,
    pieces: Pieces,
    /// The allowed turns.
    turns: Vec<Step>,
    /// For each kind; `None` where nothing moves or no 3-cycle was found.
    tables: Vec<Option<Table>>,
    quotient: Remainders,
}

impl<'a> ThreeCycles<'a> {
    /// Looks for 3-cycles among some turns. `None` if there are too few of them.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, allowed: &[TurnId]) -> Option<Self> {
        let sequences = Sequences::new(puzzle, allowed);
        let turns: Vec<Step> = { sequences.allowed.iter() }
            .map(|&turn| Step::of_turn(puzzle, turn))
            .collect();
        let generators: Vec<&Permutation> = { sequences.allowed.iter() }
            .map(|&turn| &puzzle.turns()[turn].permutation)
            .collect();
        let pieces = Pieces::derive(puzzle.facelets().len(), &generators);
        let mut tables = tables(&pieces, turns.len());
        commutators::find(&sequences, &pieces, &turns, &mut tables);
        for table in &mut tables {
            table.take_if(|table| table.is_empty());
            if let Some(table) = table {
                table.spread(&turns);
            }
        }
        let quotient = Remainders::new(&pieces, &tables, &turns)?;
        Some(Self {
            sequences,
            pieces,
            turns,
            tables,
            quotient,
        })
    }

    /// Turns that make a permutation; `None` if it is not in the group, or if nothing was found.
    #[must_use]
    pub fn of(&self, permutation: &Permutation) -> Option<Vec<TurnId>> {
        if permutation.size() != self.pieces.size() {
            return None;
        }
        // Where the piece that is now at a place must go.
        let mut need = inverse(&points(permutation));
        if !self.keeps_pieces_whole(&need) {
            return None;
        }
        let mend = self.quotient.like(&self.pieces, &self.tables, &need)?;
        need = after(&need, &mend.from);
        let mut turns = mend.turns.clone();
        for table in self.tables.iter().flatten() {
            for cycle in solve::cycles(&self.pieces, table, &mut need)? {
                turns = self.sequences.joined(&turns, &self.word(table, cycle)?);
            }
        }
        (self.made(&turns) == *permutation).then_some(turns)
    }

    /// Whether a permutation brings each piece, whole, to a place of its kind. Others are in no
    /// group of turns.
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

    /// The turns of a 3-cycle: some turns, a commutator, and the turns undone.
    fn word(&self, table: &Table, cycle: [usize; 3]) -> Option<Vec<TurnId>> {
        let (way, word) = table.word(&self.turns, cycle)?;
        let way: Vec<TurnId> = way
            .iter()
            .map(|&turn| self.sequences.allowed[turn])
            .collect();
        let there = self
            .sequences
            .joined(&self.sequences.puzzle.undoing(&way), word);
        Some(self.sequences.joined(&there, &way))
    }

    fn made(&self, turns: &[TurnId]) -> Permutation {
        let identity = Permutation::identity(self.pieces.size());
        turns.iter().fold(identity, |made, &turn| {
            made.then(&self.sequences.puzzle.turns()[turn].permutation)
        })
    }
}
