//! Elements of a group that bring colours where a pattern admits them.
//!
//! *Idea.* Each element of a stabiliser chain is one choice a level: where the base point goes.
//! So a search goes through the levels, and leaves a choice as soon as a facelet that later
//! levels leave alone gets what it may not show (a backtrack search as in C. C. Sims,
//! *Determining the conjugacy classes of a permutation group*, 1971). Pieces that look alike,
//! and facelets of which nothing is said, are only more choices that will do.
//!
//! *Cost.* Where everything is known there is one choice a level. Where much is open, nearly
//! any choice will do, as long as the facelets with the least choice come first. In between it
//! may take longer than anybody waits; then it gives up and decides nothing.

use super::Group;
use super::chain::{Points, after, inverse};

/// Facelets looked at before giving up: some tenths of a second.
const MOST_STEPS: usize = 100_000_000;

/// One level of the chain, as the search sees it.
struct Level {
    /// An element for each place of the orbit.
    elements: Vec<Points>,
    /// The facelets that this level moves and no later one does.
    settled: Vec<usize>,
}

struct Search<F> {
    levels: Vec<Level>,
    fits: F,
    steps: usize,
}

impl Group {
    /// Whether some element brings to each facelet what fits there: `fits(to, from)` says
    /// whether facelet `to` may show what facelet `from` shows. `None` if that is not found
    /// out in a moment.
    #[must_use]
    pub fn has_fitting(&self, fits: impl Fn(usize, usize) -> bool) -> Option<bool> {
        let size = self.chain.size;
        let moved = |level: usize, facelet: usize| {
            let levels = self.chain.levels.get(level);
            levels.is_some_and(|level| level.moves(facelet))
        };
        if (0..size).any(|facelet| !moved(0, facelet) && !fits(facelet, facelet)) {
            return Some(false);
        }
        let level = |(number, level): (usize, &super::chain::Level)| Level {
            elements: level.inverses.iter().map(inverse).collect(),
            settled: (0..size)
                .filter(|&facelet| moved(number, facelet) && !moved(number + 1, facelet))
                .collect(),
        };
        let mut search = Search {
            levels: self.chain.levels.iter().enumerate().map(level).collect(),
            fits,
            steps: 0,
        };
        search.go(0, (0..size as u32).collect())
    }
}

impl<F: Fn(usize, usize) -> bool> Search<F> {
    /// Whether the levels from one on can finish the product of the choices before.
    fn go(&mut self, number: usize, product: Points) -> Option<bool> {
        let Some(level) = self.levels.get(number) else {
            return Some(true);
        };
        for choice in 0..level.elements.len() {
            let Level { elements, settled } = &self.levels[number];
            self.steps += settled.len() + product.len();
            if self.steps > MOST_STEPS {
                return None;
            }
            let element = &elements[choice];
            let mut settled = settled.iter();
            if !settled.all(|&to| (self.fits)(to, product[element[to] as usize] as usize)) {
                continue;
            }
            let next = after(&product, element);
            match self.go(number + 1, next) {
                Some(false) => (),
                answer => return answer,
            }
        }
        Some(false)
    }
}
