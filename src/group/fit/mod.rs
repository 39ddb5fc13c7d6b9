//! Whether some element of a group brings a suitable source to each place.
//!
//! *Idea.* Each element of a group corresponds to one choice per level of its stabilizer chain: the source of the base
//! point. So a search goes through the levels (C. C. Sims, *Determining the conjugacy classes of a permutation group*,
//! 1971). It abandons a choice as soon as an orbit of the remaining levels cannot be filled: the places of the orbit and
//! their sources must have a matching, regardless of later choices. A short search is sufficient if everything is known,
//! because each level has one choice, and if nearly everything is open, because nearly any choice succeeds. In three
//! other cases, a plain search would enter the same dead end repeatedly:
//!
//! - Sets of orbits move independently except for a parity: the group is factored ([`factors`]), and each set is treated
//!   separately.
//! - The group has every permutation of some pieces, or every even one: this is a matching problem ([`symmetric`]).
//! - Pieces are identical: of the pieces that can be exchanged, only one is tried ([`mod@label_stabilizer`]). If places
//!   are identical rather than sources, the search is for the inverse.
//!
//! *Source.* J. S. Leon, *Permutation group algorithms based on partitions*, 1991; C. Jefferson, M. Pfeiffer and
//! R. Waldecker, *New refiners for permutation group search*, 2019; A. Seress, *Permutation Group Algorithms*, 2003.
//!
//! *Why it is sound.* A choice is abandoned only if no element with this choice fits, or if such an element would imply
//! another fitting element, with a choice that has already failed.
//!
//! *Cost.* No known method is fast for all groups: a suitable puzzle could encode graph isomorphism. If the steps run out,
//! the answer is unknown.

mod budget;
pub(super) mod factors;
mod label_stabilizer;
mod search;
mod stabilizer_search;
mod symmetric;
mod table;
#[cfg(test)]
mod tests;

use num_bigint::BigUint;

use super::Group;
use super::chain::{Chain, Sources};
use budget::{Budget, BudgetExhausted};
use factors::{CachedFactors, Factors};
use search::{BacktrackSearch, levels};
use stabilizer_search::label_stabilizer;
use table::Table;

/// The number of steps of the first attempt, which takes a millisecond or two.
const FIRST_STEPS: u64 = 1_000_000;

/// The number of steps of all further attempts together, which take a few tenths of a second.
const MAX_STEPS: u64 = 200_000_000;

impl Group {
    /// Whether some element brings a suitable source to each facelet: `fits(to, from)` says whether facelet `to` may
    /// have the color of facelet `from`. `None` if the search was not completed.
    pub fn has_fitting_element(&self, fits: impl Fn(usize, usize) -> bool) -> Option<bool> {
        let (chain, table) = (&self.chain, Table::new(self.chain.size, fits));
        if !orbits_match(chain, &table) {
            return Some(false);
        }
        let budget = &mut Budget::new(FIRST_STEPS);
        let quick = BacktrackSearch::new(&levels(chain), &table, None, budget).run();
        let answer = quick.or_else(|BudgetExhausted| {
            decide(chain, &self.factors, &table, &mut Budget::new(MAX_STEPS))
        });
        answer.ok()
    }
}

/// The index of a group in the symmetric group of its points: 1 for the symmetric group, 2 for the alternating group.
fn index_in_symmetric_group(chain: &Chain) -> BigUint {
    let factorial: BigUint = (2..=chain.size).map(BigUint::from).product();
    factorial / chain.order()
}

/// Whether the places of each orbit have a matching with its sources.
fn orbits_match(chain: &Chain, table: &Table) -> bool {
    let matches = |orbit: &Vec<usize>| table.matching(orbit, orbit).is_some();
    chain.orbits().iter().all(matches)
}

/// Whether some element of a group fits. Each call for the group must pass the same `cached_factors`.
fn decide(
    chain: &Chain,
    cached_factors: &CachedFactors,
    table: &Table,
    budget: &mut Budget,
) -> Result<bool, BudgetExhausted> {
    if !orbits_match(chain, table) {
        return Ok(false);
    }
    let index = index_in_symmetric_group(chain);
    if index <= BigUint::from(2_u32) {
        let must_be_even = index == BigUint::from(2_u32);
        return symmetric::any_permutation_fits(table, must_be_even, budget);
    }
    let factors = cached_factors.get_or_init(|| Factors::find(chain).map(Box::new));
    if let Some(factors) = factors {
        return any_fits(factors, table, budget);
    }
    let half = budget.steps_left / 2;
    let direct = budget.with_limit(half, |budget| search_reordered(chain, table, budget));
    direct.or_else(|BudgetExhausted| search_reordered(chain, &table.transposed(), budget))
}

/// Whether some element of the product of factors and their cosets fits.
fn any_fits(
    factors: &Factors,
    table: &Table,
    budget: &mut Budget,
) -> Result<bool, BudgetExhausted> {
    let mut answers = Vec::new();
    let mut factor_indices = Vec::new();
    for part in &factors.parts {
        // The first coset of a part is its factor.
        factor_indices.push(answers.len());
        for coset in &part.cosets {
            let table = table.table_after(&part.points, coset);
            answers.push(decide(&part.factor, &part.cached_factors, &table, budget));
        }
    }
    // Whether an element of an undecided coset fits is unknown, so both assumptions are tried.
    let levels = levels(&factors.cosets);
    let mut fits_assuming = |unknown: bool| {
        let table = Table::new(answers.len(), |to, coset| {
            let answer = answers[coset].as_ref();
            !factor_indices.contains(&to) || *answer.unwrap_or(&unknown)
        });
        let fixed_cosets_fit = (0..table.size).all(|coset| {
            let moves = |element: &Sources| element[coset] as usize != coset;
            factors.cosets.generators(0).any(moves) || table.fits(coset, coset)
        });
        Ok(fixed_cosets_fit && BacktrackSearch::new(&levels, &table, None, budget).run()?)
    };
    if fits_assuming(false)? {
        return Ok(true);
    }
    if answers.iter().any(Result::is_err) && fits_assuming(true)? {
        return Err(BudgetExhausted);
    }
    Ok(false)
}

/// Searches for a fitting element, beginning at the places with the fewest choices. Of the sources that exchanges of
/// identical points map to each other, only one is tried. The orbits must have matchings.
fn search_reordered(
    chain: &Chain,
    table: &Table,
    budget: &mut Budget,
) -> Result<bool, BudgetExhausted> {
    let mut order = Vec::new();
    for orbit in chain.orbits() {
        let set = table.set_of_points(&orbit);
        let choices = |place| (table.choice_count(place, &set), place);
        order.extend(orbit.iter().copied().map(choices));
    }
    order.sort_unstable();
    let order: Vec<usize> = order.into_iter().map(|(_, place)| place).collect();
    let levels = levels(&chain.rebased(&order));
    let alike = table.identical_sources();
    let all_differ = alike.iter().enumerate().all(|(at, &first)| at == first);
    let half = budget.steps_left / 2;
    let find = || budget.with_limit(half, |budget| label_stabilizer(&levels, &alike, budget));
    let exchanges = (!all_differ).then(find);
    BacktrackSearch::new(&levels, table, exchanges, budget).run()
}
