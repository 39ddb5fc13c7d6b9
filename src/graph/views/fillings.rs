//! All ways to fill places with pieces of given classes.
//!
//! *Cost.* Places are filled one after another, those with few choices first. The number of attempts is limited, which
//! bounds the time.

use itertools::Itertools;

/// All ways to give each place one of its choices, each a view and its class, with fixed counts of each class; `None`
/// if there are more than `max_fillings`.
pub(super) fn fillings(
    choices: &[Vec<(u32, usize)>],
    counts: &[usize],
    max_fillings: usize,
) -> Option<Vec<Vec<u32>>> {
    // Places with few choices first, to detect contradictions early.
    let order: Vec<usize> = (0..choices.len())
        .sorted_by_key(|&place| choices[place].len())
        .collect();
    let mut left = counts.to_vec();
    let mut filled = vec![0; choices.len()];
    let mut found = Vec::new();
    let mut attempts = 0;
    let mut fill = FillingEnumerator {
        choices,
        order: &order,
        max_fillings,
        attempts: &mut attempts,
        found: &mut found,
    };
    fill.fill_from(0, &mut left, &mut filled).then_some(found)
}

/// The state of the enumeration.
struct FillingEnumerator<'a> {
    choices: &'a [Vec<(u32, usize)>],
    order: &'a [usize],
    max_fillings: usize,
    /// Attempts so far, including dead ends.
    attempts: &'a mut usize,
    found: &'a mut Vec<Vec<u32>>,
}

/// The maximum number of attempts per allowed result and place.
const MAX_ATTEMPTS: usize = 64;

impl FillingEnumerator<'_> {
    fn fill_from(&mut self, at: usize, left: &mut [usize], filled: &mut [u32]) -> bool {
        let Some(&place) = self.order.get(at) else {
            self.found.push(filled.to_vec());
            return self.found.len() <= self.max_fillings;
        };
        for &(view, class) in &self.choices[place] {
            if left[class] == 0 {
                continue;
            }
            *self.attempts += 1;
            if *self.attempts > (self.max_fillings + self.order.len()).saturating_mul(MAX_ATTEMPTS)
            {
                return false;
            }
            left[class] -= 1;
            filled[place] = view;
            let goes_on = self.fill_from(at + 1, left, filled);
            left[class] += 1;
            if !goes_on {
                return false;
            }
        }
        true
    }
}
