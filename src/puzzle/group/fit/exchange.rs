//! Elements that exchange only points which are alike.
//!
//! *Idea.* Where pieces look alike, an element that fits is one of many: whatever exchanges alike
//! sources may come before it. So of the sources that such exchanges bring to each other, one need be tried
//! at each base point; when it leads nowhere, the others do not either. The exchanges are a subgroup, found from the
//! last level of the chain to the first: where no product of the exchanges known so far brings a place to the base
//! point, one that does is searched for.
//!
//! *Source.* J. S. Leon, *Permutation group algorithms based on partitions*, 1991; A. Seress,
//! *Permutation Group Algorithms*, 2003, section 9.1.

use super::super::chain::{Chain, Level as ChainLevel, Points};
use super::search::{Level, Orbits, Search};
use super::table::Table;
use super::{Budget, GaveUp};

/// A subgroup, with its base points in the order in which a search goes.
pub(super) struct Exchange {
    chain: Chain,
    /// The first base points, whether or not anything moves them.
    based: Vec<usize>,
}

/// Steps for one element before what is known already is used to find it. Tests come to that soon.
const FIRST_STEPS: u64 = if cfg!(test) { 30 } else { 100_000 };

impl Exchange {
    pub(super) fn new(chain: Chain) -> Self {
        let based = Vec::new();
        Self { chain, based }
    }

    /// All elements of a group that leave each point to one alike. If the work is too much, the exchanges that
    /// some of the last levels have.
    pub(super) fn of(levels: &[Level], alike: &[usize], budget: &mut Budget) -> Self {
        let size = alike.len();
        let table = Table::new(size, |to, from| alike[to] == alike[from]);
        let mut found: Vec<ChainLevel> = Vec::new();
        for number in (0..levels.len()).rev() {
            let whole = add_level(levels, number, &table, &mut found, budget);
            if whole.is_err() {
                break;
            }
        }
        found.reverse();
        found.retain(|level| level.orbit.len() > 1);
        Self::new(Chain::of_levels(size, found))
    }

    /// For each point the one that stands for its orbit under the elements that leave a path alone.
    pub(super) fn orbits(
        &mut self,
        path: &[usize],
        budget: &mut Budget,
    ) -> Result<Vec<usize>, GaveUp> {
        self.follow(path, budget)?;
        let fixed = self.levels_in(path);
        let mut orbits = Orbits::new(self.chain.size);
        for generator in self.chain.generators(fixed) {
            budget.spend(generator.len())?;
            orbits.join(generator);
        }
        Ok((0..self.chain.size).map(|point| orbits.of(point)).collect())
    }

    /// How many levels, from the first one, have their base point in a path.
    fn levels_in(&self, path: &[usize]) -> usize {
        let levels = self.chain.levels.iter();
        levels
            .take_while(|level| path.contains(&level.base))
            .count()
    }

    /// Makes the points of a path the first base points, as far as they are not.
    fn follow(&mut self, path: &[usize], budget: &mut Budget) -> Result<(), GaveUp> {
        let pairs = path.iter().zip(&self.based);
        let common = pairs.take_while(|(a, b)| a == b).count();
        if common == path.len() {
            return Ok(());
        }
        let kept = self.levels_in(&path[..common]);
        let rest = self.chain.levels.split_off(kept);
        budget.spend(5 * rest.len() * rest.len() * self.chain.size)?;
        let rest = Chain::of_levels(self.chain.size, rest).rebased(&path[common..]);
        self.chain.levels.extend(rest.levels);
        self.based = path.to_vec();
        Ok(())
    }
}

/// Adds the level of a number to the exchanges of all levels after it.
fn add_level(
    levels: &[Level],
    number: usize,
    table: &Table,
    found: &mut Vec<ChainLevel>,
    budget: &mut Budget,
) -> Result<(), GaveUp> {
    let size = table.size();
    let level = &levels[number];
    found.push(ChainLevel::trivial(level.base, size));
    let mut orbits = Orbits::new(size);
    let later = found.iter().flat_map(|level| &level.generators);
    later.for_each(|generator| orbits.join(generator));
    let mut failed: Vec<usize> = Vec::new();
    for (choice, &place) in level.orbit.iter().enumerate() {
        let here = orbits.of(place);
        let known = here == orbits.of(level.base);
        let hopeless = { failed.iter() }.any(|&before| orbits.of(before) == here);
        if known || hopeless || !table.fits(level.base, place) {
            continue;
        }
        match exchange(levels, number, choice, table, found, budget)? {
            Some(element) => {
                orbits.join(&element);
                add_generator(found, element);
            }
            None => failed.push(place),
        }
    }
    Ok(())
}

/// An exchange that brings a choice to the base point of a level and leaves those before alone.
fn exchange(
    levels: &[Level],
    number: usize,
    choice: usize,
    table: &Table,
    found: &[ChainLevel],
    budget: &mut Budget,
) -> Result<Option<Points>, GaveUp> {
    let quick = budget.part(FIRST_STEPS, |budget| {
        Search::new(levels, table, None, budget).from(number, choice)
    });
    quick.or_else(|GaveUp| {
        let known = found.iter().rev();
        let known = known.filter(|level| level.orbit.len() > 1).cloned();
        let chain = Chain::of_levels(table.size(), known.collect());
        let exchange = Some(Exchange::new(chain));
        Search::new(levels, table, exchange, budget).from(number, choice)
    })
}

/// Adds an element to the last level that was begun.
fn add_generator(found: &mut Vec<ChainLevel>, element: Points) {
    let Some(mut level) = found.pop() else {
        return;
    };
    level.generators.push(element);
    let later = found.iter().flat_map(|level| &level.generators);
    let all: Vec<&Points> = level.generators.iter().chain(later).collect();
    let mut followed = ChainLevel::trivial(level.base, all[0].len());
    followed.follow(all[0].len(), &all);
    followed.generators = std::mem::take(&mut level.generators);
    found.push(followed);
}
