//! Finds the elements that exchange only identical points.

use super::super::chain::{Chain, Level as ChainLevel, Sources};
use super::budget::{Budget, BudgetExhausted};
use super::label_stabilizer::LabelStabilizer;
use super::search::{BacktrackSearch, Level};
use super::table::Table;
use crate::group::Orbits;

/// The number of steps of a first search for an element. If they run out, a second search uses the elements known so
/// far. The number is low in tests, so that second searches occur.
const FIRST_STEPS: u64 = if cfg!(test) { 30 } else { 100_000 };

/// The subgroup of the elements that map each point to an identical point. If the budget is exhausted, the part of this
/// subgroup found so far.
pub(super) fn label_stabilizer(
    levels: &[Level],
    alike: &[usize],
    budget: &mut Budget,
) -> LabelStabilizer {
    let size = alike.len();
    let mut search = ExchangeSearch {
        levels,
        table: Table::new(size, |to, from| alike[to] == alike[from]),
        found: Vec::new(),
        budget,
    };
    let _ = (0..levels.len())
        .rev()
        .try_for_each(|number| search.add_level(number));
    LabelStabilizer::new(search.known_exchanges())
}

struct ExchangeSearch<'a> {
    levels: &'a [Level],
    /// For each point, the points that are identical to it.
    table: Table,
    /// The levels of the exchanges found so far, from the last to the first.
    found: Vec<ChainLevel>,
    budget: &'a mut Budget,
}

impl ExchangeSearch<'_> {
    /// The chain of the exchanges found so far.
    fn known_exchanges(&self) -> Chain {
        let known = self.found.iter().rev();
        let known = known.filter(|level| level.orbit.len() > 1).cloned();
        Chain::from_levels(self.table.size, known.collect())
    }

    /// Adds a level to the exchanges of all later levels.
    fn add_level(&mut self, number: usize) -> Result<(), BudgetExhausted> {
        let (size, levels) = (self.table.size, self.levels);
        let level = &levels[number];
        self.found
            .push(ChainLevel::new(level.base, size, Vec::new()));
        let mut orbits = Orbits::new(size);
        let later = self.found.iter().flat_map(|level| &level.generators);
        later.for_each(|generator| orbits.join_images(generator));
        let mut failed: Vec<usize> = Vec::new();
        for (choice, &place) in level.orbit.iter().enumerate() {
            let here = orbits.root(place);
            let is_known = here == orbits.root(level.base);
            let is_hopeless = failed.iter().any(|&before| orbits.root(before) == here);
            if is_known || is_hopeless || !self.table.fits(level.base, place) {
                continue;
            }
            match self.exchange(number, choice)? {
                Some(element) => {
                    orbits.join_images(&element);
                    self.add_generator(element);
                }
                None => failed.push(place),
            }
        }
        Ok(())
    }

    /// An exchange that brings the source at place `choice` of a level's orbit to the base point of the level, and fixes
    /// the earlier base points; `None` if no exchange does so.
    fn exchange(
        &mut self,
        number: usize,
        choice: usize,
    ) -> Result<Option<Sources>, BudgetExhausted> {
        let (levels, table) = (self.levels, &self.table);
        let quick = self.budget.with_limit(FIRST_STEPS, |budget| {
            BacktrackSearch::new(levels, table, None, budget).fitting_element(number, choice)
        });
        let Err(BudgetExhausted) = quick else {
            return quick;
        };
        let known = Some(LabelStabilizer::new(self.known_exchanges()));
        BacktrackSearch::new(levels, table, known, self.budget).fitting_element(number, choice)
    }

    /// Adds an element to the most recent level.
    fn add_generator(&mut self, element: Sources) {
        if let Some((level, later)) = self.found.split_last_mut() {
            level.generators.push(element);
            let later: Vec<&Sources> = later.iter().flat_map(|it| &it.generators).collect();
            level.find_orbit(self.table.size, &later);
        }
    }
}
