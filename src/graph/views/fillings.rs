//! All ways to fill places with pieces of given classes.
//!
//! *Cost.* Places are filled one after another, places with few choices first. A limit on the number of attempts bounds
//! the time.

use itertools::Itertools;

/// All ways to give each place one of its choices (the number of a view, and the class of the piece that it shows) such
/// that each class occurs as often as `counts` says; `None` if there are more than `max_fillings` or too many attempts.
pub(super) fn fillings(
    choices: &[Vec<(u32, usize)>],
    counts: &[usize],
    max_fillings: usize,
) -> Option<Vec<Vec<u32>>> {
    // Places with few choices first, to detect contradictions early.
    let order: Vec<usize> = (0..choices.len())
        .sorted_by_key(|&place| choices[place].len())
        .collect();
    let mut all = FillingEnumerator {
        choices,
        order: &order,
        max_fillings,
        attempts: 0,
        left: counts.to_vec(),
        filled: vec![0; choices.len()],
        found: Vec::new(),
    };
    all.fill_from(0).then_some(all.found)
}

struct FillingEnumerator<'a> {
    choices: &'a [Vec<(u32, usize)>],
    order: &'a [usize],
    max_fillings: usize,
    /// Attempts so far, including dead ends.
    attempts: usize,
    /// The number of pieces of each class that are not placed yet.
    left: Vec<usize>,
    /// The views of the places filled so far.
    filled: Vec<u32>,
    found: Vec<Vec<u32>>,
}

/// The maximum number of attempts for each allowed filling and each place.
const MAX_ATTEMPTS: usize = 64;

impl FillingEnumerator<'_> {
    /// Fills the places from a position of `order` on. Returns whether the limits admit further fillings.
    fn fill_from(&mut self, at: usize) -> bool {
        let Some(&place) = self.order.get(at) else {
            self.found.push(self.filled.clone());
            return self.found.len() <= self.max_fillings;
        };
        for &(view, class) in &self.choices[place] {
            if self.left[class] == 0 {
                continue;
            }
            self.attempts += 1;
            if self.attempts > (self.max_fillings + self.order.len()).saturating_mul(MAX_ATTEMPTS) {
                return false;
            }
            self.left[class] -= 1;
            self.filled[place] = view;
            let goes_on = self.fill_from(at + 1);
            self.left[class] += 1;
            if !goes_on {
                return false;
            }
        }
        true
    }
}
