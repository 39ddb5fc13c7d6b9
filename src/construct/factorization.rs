//! Factorization of permutations into turns.

use super::cycles::ThreeCycles;
use super::merge::TurnMerger;
use super::tables::Tables;
use crate::control::Control;
use crate::group::{Group, Permutation};
use crate::puzzle::{Puzzle, TurnId};

/// Turns for the elements of a group: from tables for each level of its chain or, if those cannot be filled, by
/// 3-cycles of pieces.
pub struct Factorizer<'a>(Method<'a>);

enum Method<'a> {
    Tables(Tables<'a>),
    Cycles(Box<ThreeCycles<'a>>),
}

impl<'a> Factorizer<'a> {
    /// Prepares to factor the elements of a group of turns; `None` if that does not succeed within a few seconds, or if the
    /// control stops it.
    pub fn new(
        puzzle: &'a Puzzle,
        allowed: &[TurnId],
        group: &Group,
        control: &Control,
    ) -> Option<Self> {
        let tables = Tables::new(TurnMerger::new(puzzle, allowed), group, control);
        let tables = tables.map(Method::Tables);
        let cycles = || ThreeCycles::find(puzzle, allowed, control).map(Box::new);
        let method = tables.or_else(|| cycles().map(Method::Cycles));
        method.map(Self)
    }

    /// Turns for a permutation; `None` if it is not in the group, or if none were found.
    pub fn factor(&self, permutation: &Permutation) -> Option<Vec<TurnId>> {
        match &self.0 {
            Method::Tables(tables) => tables.factor(permutation),
            Method::Cycles(cycles) => cycles.factor(permutation),
        }
    }
}
