//! Free turns before and after a solution, and all their products.

use std::collections::BTreeSet;

use super::model::{Colors, Move, closure, colors_after, inverse, then};
use super::question::{Question, Sets};

/// The maximum number of products of free turns; drawn puzzles stay below it.
pub const MAX_WAYS: usize = 200;

/// The free turns of a question, with words resolved to turns.
#[derive(Clone)]
pub struct Free {
    pub before: Vec<usize>,
    pub after: Vec<usize>,
    /// All products of the free turns before a solution, and of those after it.
    ways: [Vec<Vec<usize>>; 2],
}

impl Free {
    pub fn of(question: &Question, moves: &[Move]) -> Self {
        let model = &question.model;
        let [before, after] =
            [&question.before, &question.after].map(|words| model.sets(moves, words));
        let size = model.size();
        let ways = [&before, &after].map(|turns| ways(size, turns, moves));
        Self {
            before,
            after,
            ways,
        }
    }

    pub fn ways(&self) -> usize {
        let [before, after] = &self.ways;
        before.len().max(after.len())
    }

    /// Where a solution may begin.
    pub fn starts(&self, start: &[u8]) -> Vec<Colors> {
        let all = self.ways[0].iter().map(|way| colors_after(start, way));
        let all: BTreeSet<Colors> = all.collect();
        all.into_iter().collect()
    }

    /// Where a solution may end.
    pub fn goals(&self, goals: &[Sets]) -> Vec<Sets> {
        let mut all: BTreeSet<Sets> = BTreeSet::new();
        for way in &self.ways[1] {
            let back = inverse(way);
            let before = |goal: &Sets| back.iter().map(|&from| goal[from].clone()).collect();
            all.extend(goals.iter().map(before));
        }
        all.into_iter().collect()
    }
}

/// All products of some turns.
fn ways(size: usize, turns: &[usize], moves: &[Move]) -> Vec<Vec<usize>> {
    closure((0..size).collect(), MAX_WAYS, |way: &Vec<usize>| {
        let longer = turns.iter().map(|&turn| then(way, &moves[turn].from));
        longer.collect()
    })
}
