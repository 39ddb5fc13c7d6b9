//! Finds the elements that exchange only identical points.

use super::super::chain::{Chain, Level as ChainLevel, Points};
use super::budget::{Budget, BudgetExhausted};
use super::label_stabilizer::LabelStabilizer;
use super::search::{Backtrack, Level};
use super::table::Table;
use crate::group::Orbits;

/// The number of steps of a first search for an element; a second search uses the elements known so far. Tests use a
/// low number.
const FIRST_STEPS: u64 = if cfg!(test) { 30 } else { 100_000 };

/// All elements of a group that map each point to an identical one; if that takes too much work, only those in the
/// groups of the last levels.
pub(super) fn label_stabilizer(
    levels: &[Level],
    alike: &[usize],
    budget: &mut Budget,
) -> LabelStabilizer {
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
    LabelStabilizer::new(Chain::from_levels(size, found))
}

/// Adds a level to the exchanges of all later levels.
fn add_level(
    levels: &[Level],
    number: usize,
    table: &Table,
    found: &mut Vec<ChainLevel>,
    budget: &mut Budget,
) -> Result<(), BudgetExhausted> {
    let size = table.size;
    let level = &levels[number];
    found.push(ChainLevel::new(level.base, size, Vec::new()));
    let mut orbits = Orbits::new(size);
    let later = found.iter().flat_map(|level| &level.generators);
    later.for_each(|generator| orbits.join_images(generator));
    let mut failed: Vec<usize> = Vec::new();
    for (choice, &place) in level.orbit.iter().enumerate() {
        let here = orbits.root(place);
        let known = here == orbits.root(level.base);
        let hopeless = failed.iter().any(|&before| orbits.root(before) == here);
        if known || hopeless || !table.fits(level.base, place) {
            continue;
        }
        match exchange(levels, number, choice, table, found, budget)? {
            Some(element) => {
                orbits.join_images(&element);
                add_generator(found, element);
            }
            None => failed.push(place),
        }
    }
    Ok(())
}

/// An exchange that maps a choice to the base point of a level and fixes the earlier ones.
fn exchange(
    levels: &[Level],
    number: usize,
    choice: usize,
    table: &Table,
    found: &[ChainLevel],
    budget: &mut Budget,
) -> Result<Option<Points>, BudgetExhausted> {
    let quick = budget.with_limit(FIRST_STEPS, |budget| {
        Backtrack::new(levels, table, None, budget).fitting_element(number, choice)
    });
    quick.or_else(|BudgetExhausted| {
        let known = found.iter().rev();
        let known = known.filter(|level| level.orbit.len() > 1).cloned();
        let chain = Chain::from_levels(table.size, known.collect());
        let exchange = Some(LabelStabilizer::new(chain));
        Backtrack::new(levels, table, exchange, budget).fitting_element(number, choice)
    })
}

/// Adds an element to the most recent level.
fn add_generator(found: &mut Vec<ChainLevel>, element: Points) {
    let Some(mut level) = found.pop() else {
        return;
    };
    let size = element.len();
    level.generators.push(element);
    let later: Vec<&Points> = found.iter().flat_map(|level| &level.generators).collect();
    level.find_orbit(size, &later);
    found.push(level);
}
