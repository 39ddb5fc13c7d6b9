//! Whether some element of a group brings to each place what fits there.
//!
//! *Idea.* Each element of a stabiliser chain is one choice a level: where the source of the base point is. So a
//! search goes through the levels (C. C. Sims, *Determining the conjugacy classes of a permutation group*, 1971), and
//! leaves a choice as soon as an orbit of the levels that are left cannot be filled: its places and the
//! sources that they will have, whatever is chosen, must match. Where everything is known
//! there is one choice a level, and where nearly everything is open nearly any will do; that is looked at first.
//! What is left are questions in which the search would run into one and the same wall again and again:
//!
//! - Sets of orbits of which each can be moved nearly alone, but for a parity: the group is taken apart
//!   ([`factors`]), and each set asked alone.
//! - Every permutation of some pieces, or every even one: that is a question of matchings ([`natural`]).
//! - Pieces that look alike: only one of those that can be exchanged is tried ([`exchange`]). If places are alike
//!   rather than sources, the question is asked the other way round, of the inverse.
//!
//! *Source.* J. S. Leon, *Permutation group algorithms based on partitions*, 1991; C. Jefferson, M. Pfeiffer and
//! R. Waldecker, *New refiners for permutation group search*, 2019; A. Seress, *Permutation Group Algorithms*, 2003.
//!
//! *Why sound.* A choice is left out only if no element with it fits, or if one fits only if one does with a choice
//! that was tried.
//!
//! *Cost.* No method is known that is fast for all groups: with the right puzzle one could ask whether two graphs are the
//! same. Where the steps do not suffice, the answer is [`Finding::Unknown`].

mod exchange;
mod factors;
mod natural;
mod search;
mod table;
#[cfg(test)]
mod tests;

use num_bigint::BigUint;

use super::Group;
use exchange::Exchange;
pub(super) use factors::Factors;
use search::{Orbits, Search, levels};
use table::Table;

/// Whether there is what was looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// There is.
    Yes,
    /// There is not.
    No,
    /// It was not found out.
    Unknown,
}

/// Steps of the first look: a millisecond or two.
const FIRST_STEPS: u64 = 1_000_000;

/// Steps of all that follows: some tenths of a second.
const MOST_STEPS: u64 = 200_000_000;

/// The steps were not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GaveUp;

/// Steps that may still be made.
struct Budget {
    left: u64,
}

impl Budget {
    fn new(left: u64) -> Self {
        Self { left }
    }

    fn spend(&mut self, steps: usize) -> Result<(), GaveUp> {
        self.left = self.left.checked_sub(steps as u64).ok_or(GaveUp)?;
        Ok(())
    }

    /// Does something with no more than so many of the steps.
    fn part<T>(&mut self, most: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let mut part = Self::new(self.left.min(most));
        let given = part.left;
        let done = work(&mut part);
        self.left -= given - part.left;
        done
    }
}

impl Group {
    /// Whether some element brings to each facelet what fits there: `fits(to, from)` says
    /// whether facelet `to` may show what facelet `from` shows.
    #[must_use]
    pub fn has_fitting(&self, fits: impl Fn(usize, usize) -> bool) -> Finding {
        let table = Table::new(self.chain.size, fits);
        let answer = first_look(self, &table)
            .or_else(|GaveUp| decide(self, &table, &mut Budget::new(MOST_STEPS)));
        match answer {
            Ok(true) => Finding::Yes,
            Ok(false) => Finding::No,
            Err(GaveUp) => Finding::Unknown,
        }
    }

    /// The factors of the group; `None` if it cannot be taken apart. They are looked for once.
    fn factors(&self) -> Option<&Factors> {
        let factors = self
            .factors
            .get_or_init(|| Factors::of(&self.chain).map(Box::new));
        factors.as_deref()
    }

    /// Whether it is every permutation of all points (`Some(false)`) or every even one (`Some(true)`).
    fn is_natural(&self) -> Option<bool> {
        let factorial: BigUint = (2..=self.chain.size).map(BigUint::from).product();
        match factorial / self.order() {
            index if index == BigUint::from(1_u32) => Some(false),
            index if index == BigUint::from(2_u32) => Some(true),
            _ => None,
        }
    }
}

/// The search by the chain as it stands.
fn first_look(group: &Group, table: &Table) -> Result<bool, GaveUp> {
    if !orbits_match(group, table) {
        return Ok(false);
    }
    let budget = &mut Budget::new(FIRST_STEPS);
    Search::new(&levels(&group.chain), table, None, budget).run()
}

/// The points that elements bring to each other.
fn orbits(group: &Group) -> Vec<Vec<usize>> {
    let mut orbits = Orbits::new(group.chain.size);
    let generators = group.chain.generators(0);
    generators.for_each(|generator| orbits.join(generator));
    orbits.all()
}

/// Whether the places of each orbit can all be filled from it.
fn orbits_match(group: &Group, table: &Table) -> bool {
    let matches = |orbit: &Vec<usize>| table.matching(orbit, orbit).is_some();
    orbits(group).iter().all(matches)
}

/// Whether some element of a group fits.
fn decide(group: &Group, table: &Table, budget: &mut Budget) -> Result<bool, GaveUp> {
    if !orbits_match(group, table) {
        return Ok(false);
    }
    if let Some(even) = group.is_natural() {
        return natural::fits(table, even, budget);
    }
    if let Some(factors) = group.factors() {
        return factors.decide(table, budget);
    }
    let half = budget.left / 2;
    let straight = budget.part(half, |budget| search_whole(group, table, budget));
    straight.or_else(|GaveUp| search_whole(group, &table.transposed(), budget))
}

/// The search with the places first that have the least choice, and with exchanges of what is alike. What the
/// orbits have must match.
fn search_whole(group: &Group, table: &Table, budget: &mut Budget) -> Result<bool, GaveUp> {
    let mut order = Vec::new();
    for orbit in orbits(group) {
        let set = table.set(&orbit);
        order.extend(
            orbit
                .iter()
                .map(|&place| (table.choice(place, &set), place)),
        );
    }
    order.sort_unstable();
    let order: Vec<usize> = order.into_iter().map(|(_, place)| place).collect();
    let levels = levels(&group.chain.rebased(&order));
    let alike = table.alike();
    let differ = alike.iter().enumerate().all(|(at, &first)| at == first);
    let half = budget.left / 2;
    let exchange = || budget.part(half, |budget| Exchange::of(&levels, &alike, budget));
    let exchange = (!differ).then(exchange);
    Search::new(&levels, table, exchange, budget).run()
}
