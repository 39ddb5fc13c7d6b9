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

mod budget;
mod exchange;
mod exchanges;
pub(crate) mod factors;
mod natural;
mod search;
mod table;
#[cfg(test)]
mod tests;

use num_bigint::BigUint;

use super::Group;
use super::chain::Chain;
use crate::group::Orbits;
use budget::{Budget, GaveUp};
use exchanges::exchanges;
use factors::Factoring;
use search::{Backtrack, levels};
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

impl Group {
    /// Whether some element brings to each facelet what fits there: `fits(to, from)` says
    /// whether facelet `to` may show what facelet `from` shows.
    #[must_use]
    pub fn has_fitting(&self, fits: impl Fn(usize, usize) -> bool) -> Finding {
        let table = Table::new(self.chain.size, fits);
        let answer = first_look(&self.chain, &table).or_else(|GaveUp| {
            decide(
                &self.chain,
                &self.factors,
                &table,
                &mut Budget::new(MOST_STEPS),
            )
        });
        match answer {
            Ok(true) => Finding::Yes,
            Ok(false) => Finding::No,
            Err(GaveUp) => Finding::Unknown,
        }
    }
}

/// Whether a group is every permutation of all points (`Some(false)`) or every even one (`Some(true)`).
fn is_natural(chain: &Chain) -> Option<bool> {
    let factorial: BigUint = (2..=chain.size).map(BigUint::from).product();
    match factorial / chain.order() {
        index if index == BigUint::from(1_u32) => Some(false),
        index if index == BigUint::from(2_u32) => Some(true),
        _ => None,
    }
}

/// The search by the chain as it stands.
fn first_look(chain: &Chain, table: &Table) -> Result<bool, GaveUp> {
    if !orbits_match(chain, table) {
        return Ok(false);
    }
    let budget = &mut Budget::new(FIRST_STEPS);
    Backtrack::new(&levels(chain), table, None, budget).run()
}

/// The points that elements bring to each other.
fn orbits(chain: &Chain) -> Vec<Vec<usize>> {
    let mut orbits = Orbits::new(chain.size);
    let generators = chain.generators(0);
    generators.for_each(|generator| orbits.join_by(generator));
    orbits.all()
}

/// Whether the places of each orbit can all be filled from it.
fn orbits_match(chain: &Chain, table: &Table) -> bool {
    let matches = |orbit: &Vec<usize>| table.matching(orbit, orbit).is_some();
    orbits(chain).iter().all(matches)
}

/// Whether some element of a group fits.
fn decide(
    chain: &Chain,
    factoring: &Factoring,
    table: &Table,
    budget: &mut Budget,
) -> Result<bool, GaveUp> {
    if !orbits_match(chain, table) {
        return Ok(false);
    }
    if let Some(even) = is_natural(chain) {
        return natural::fits(table, even, budget);
    }
    if let Some(factors) = factoring.of(chain) {
        return factors.decide(table, budget, &mut decide);
    }
    let half = budget.left / 2;
    let straight = budget.part(half, |budget| search_whole(chain, table, budget));
    straight.or_else(|GaveUp| search_whole(chain, &table.transposed(), budget))
}

/// The search with the places first that have the least choice, and with exchanges of what is alike. What the
/// orbits have must match.
fn search_whole(chain: &Chain, table: &Table, budget: &mut Budget) -> Result<bool, GaveUp> {
    let mut order = Vec::new();
    for orbit in orbits(chain) {
        let set = table.set(&orbit);
        order.extend(
            orbit
                .iter()
                .map(|&place| (table.choice(place, &set), place)),
        );
    }
    order.sort_unstable();
    let order: Vec<usize> = order.into_iter().map(|(_, place)| place).collect();
    let levels = levels(&chain.rebased(&order));
    let alike = table.alike();
    let differ = alike.iter().enumerate().all(|(at, &first)| at == first);
    let half = budget.left / 2;
    let exchange = || budget.part(half, |budget| exchanges(&levels, &alike, budget));
    let exchange = (!differ).then(exchange);
    Backtrack::new(&levels, table, exchange, budget).run()
}
