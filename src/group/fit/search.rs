//! The search through the levels of a stabilizer chain.

use super::super::chain::{Chain, Sources, compose, inverse};
use super::budget::{Budget, BudgetExhausted};
use super::label_stabilizer::LabelStabilizer;
use super::table::Table;
use crate::group::Orbits;

/// One level of the chain, prepared for the search.
pub(super) struct Level {
    pub(super) base: usize,
    /// The images of the base point under the level.
    pub(super) orbit: Vec<usize>,
    /// For each place of the orbit, an element that brings its source to the base point.
    elements: Vec<Sources>,
    /// The orbits of the next level that are not orbits of this level.
    new_orbits: Vec<Vec<usize>>,
}

/// The levels of a chain, prepared for the search.
pub(super) fn levels(chain: &Chain) -> Vec<Level> {
    let mut orbits = Orbits::new(chain.size);
    let mut levels = Vec::new();
    for level in chain.levels.iter().rev() {
        // From the last level upwards, orbits only merge.
        let after = orbits.all();
        for generator in &level.generators {
            orbits.join_images(generator);
        }
        let new_orbits = after
            .into_iter()
            .filter(|orbit| orbits.size_of(orbit[0]) > orbit.len())
            .collect();
        levels.push(Level {
            base: level.base,
            orbit: level.orbit.clone(),
            elements: level.inverses.iter().map(inverse).collect(),
            new_orbits,
        });
    }
    levels.reverse();
    levels
}

/// The search for an element that fits.
pub(super) struct BacktrackSearch<'a> {
    levels: &'a [Level],
    table: &'a Table,
    budget: &'a mut Budget,
    /// Exchanges of sources that the table does not distinguish, if known.
    exchanges: Option<LabelStabilizer>,
    /// The sources of the base points so far.
    path: Vec<usize>,
}

impl<'a> BacktrackSearch<'a> {
    pub(super) fn new(
        levels: &'a [Level],
        table: &'a Table,
        exchanges: Option<LabelStabilizer>,
        budget: &'a mut Budget,
    ) -> Self {
        Self {
            levels,
            table,
            budget,
            exchanges,
            path: Vec::new(),
        }
    }

    pub(super) fn run(&mut self) -> Result<bool, BudgetExhausted> {
        let identity = (0..self.table.size as u32).collect();
        Ok(self.search_from(identity)?.is_some())
    }

    /// An element of a level's group that fits and brings the source at place `choice` of the orbit to the base point.
    pub(super) fn fitting_element(
        &mut self,
        level: usize,
        choice: usize,
    ) -> Result<Option<Sources>, BudgetExhausted> {
        let (earlier, later) = self.levels.split_at(level);
        let element = later[0].elements[choice].clone();
        if !self.new_orbits_fit(level, &element)? {
            return Ok(None);
        }
        self.path = earlier.iter().map(|level| level.base).collect();
        self.path.push(later[0].orbit[choice]);
        self.search_from(element)
    }

    /// Completes the product of the choices so far with choices from the remaining levels; `None` if no completion
    /// fits.
    fn search_from(&mut self, product: Sources) -> Result<Option<Sources>, BudgetExhausted> {
        let number = self.path.len();
        let levels = self.levels;
        let Some(level) = levels.get(number) else {
            return Ok(Some(product));
        };
        let mut failed: Vec<usize> = Vec::new();
        // For each source, its orbit under the exchanges that fix the path so far; computed after the first failure.
        let mut alike: Option<Vec<usize>> = None;
        for (&place, element) in level.orbit.iter().zip(&level.elements) {
            let source = product[place] as usize;
            self.budget.spend(1)?;
            if !self.table.fits(level.base, source) {
                continue;
            }
            if !failed.is_empty()
                && alike.is_none()
                && let Some(exchanges) = &mut self.exchanges
            {
                alike = Some(exchanges.orbits(&self.path, self.budget)?);
            }
            if let Some(alike) = &alike
                && failed.iter().any(|&before| alike[before] == alike[source])
            {
                continue;
            }
            let next = compose(&product, element);
            self.budget.spend(next.len())?;
            if self.new_orbits_fit(number, &next)? {
                self.path.push(source);
                let found = self.search_from(next)?;
                self.path.pop();
                if found.is_some() {
                    return Ok(found);
                }
                failed.push(source);
            }
        }
        Ok(None)
    }

    /// Whether the new orbits of the next level can be filled: a point that no later level moves must fit where it is,
    /// and a larger orbit must have a matching.
    fn new_orbits_fit(&mut self, level: usize, product: &Sources) -> Result<bool, BudgetExhausted> {
        let level = &self.levels[level];
        for orbit in &level.new_orbits {
            self.budget.spend(orbit.len())?;
            let fits = match orbit[..] {
                [only] => self.table.fits(only, product[only] as usize),
                _ => {
                    let sources = orbit.iter().map(|&place| product[place] as usize);
                    let sources: Vec<usize> = sources.collect();
                    self.budget.spend(orbit.len() * 8)?;
                    self.table.matching(orbit, &sources).is_some()
                }
            };
            if !fits {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
