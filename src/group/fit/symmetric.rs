//! The symmetric and the alternating group: every permutation, or every even one.
//!
//! *Idea.* Whether some permutation fits is a matching problem. Suppose that the first matching found is odd but must be
//! even. Other matchings differ from it by cycles along which places pass on their sources, and a cycle of even length
//! changes the parity. The shortest such cycle consists of two places that can exchange their sources, for example of two
//! identical pieces. Longer cycles are tried one by one.

use super::budget::{Budget, BudgetExhausted};
use super::table::Table;
use crate::group::is_odd;

/// Whether some permutation fits; with `must_be_even`, an even one.
pub(super) fn any_permutation_fits(
    table: &Table,
    must_be_even: bool,
    budget: &mut Budget,
) -> Result<bool, BudgetExhausted> {
    let all: Vec<usize> = (0..table.size).collect();
    let Some(sources) = table.matching(&all, &all) else {
        return Ok(false);
    };
    if !must_be_even || !is_odd(&sources, 0) {
        return Ok(true);
    }
    budget.spend(all.len() * all.len())?;
    // The other places whose sources a place can take.
    let can_take = |&to: &usize| -> Vec<usize> {
        let others = all.iter().copied();
        let others = others.filter(|&other| other != to && table.fits(to, sources[other]));
        others.collect()
    };
    let mut cycles = Cycles {
        can_take: all.iter().map(can_take).collect(),
        on_path: vec![false; all.len()],
        budget,
    };
    let can_swap = |a: &usize| {
        let mut others = cycles.can_take[*a].iter();
        others.any(|&other| cycles.can_take[other].contains(a))
    };
    if all.iter().any(can_swap) {
        return Ok(true);
    }
    for &start in &all {
        if cycles.extends_to_even_cycle(start, start, 1)? {
            return Ok(true);
        }
        // Every cycle through `start` was tried.
        cycles.on_path[start] = true;
    }
    Ok(false)
}

/// Cycles of places, each of which can take the source of the next.
struct Cycles<'a> {
    can_take: Vec<Vec<usize>>,
    on_path: Vec<bool>,
    budget: &'a mut Budget,
}

impl Cycles<'_> {
    /// Whether a path of `length` places from `start` to `at` extends to a cycle of even length.
    fn extends_to_even_cycle(
        &mut self,
        start: usize,
        at: usize,
        length: usize,
    ) -> Result<bool, BudgetExhausted> {
        self.on_path[at] = true;
        for next in 0..self.can_take[at].len() {
            self.budget.spend(1)?;
            let next = self.can_take[at][next];
            let closes = next == start && length.is_multiple_of(2);
            if closes
                || (!self.on_path[next] && self.extends_to_even_cycle(start, next, length + 1)?)
            {
                return Ok(true);
            }
        }
        self.on_path[at] = false;
        Ok(false)
    }
}
