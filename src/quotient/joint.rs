//! The number of joint states of several coordinates.
//!
//! *Idea.* By the orbit-stabilizer theorem, the number is the product of the orbit sizes of the coordinates, each under
//! the stabilizer of the previous coordinates. Random elements of the group are multiplied by elements that bring the
//! previous coordinates back to their home values. The products generate the stabilizer or a subgroup of it (C. C.
//! Sims; the randomized form is J. S. Leon's). So the result may be too small, but is never too large. If it equals the
//! index of the subgroup, the coordinates decide membership.

use num_bigint::BigUint;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use super::coordinate::Coordinate;
use crate::group::{Group, Permutation};

/// The number of random elements that generate a stabilizer. If the first elements generate only a proper subgroup, the
/// next element belongs to this subgroup with a probability of at most one half.
const RANDOM_ELEMENTS: usize = 24;

/// The orbit of a coordinate's home value under the stabilizer of the previous coordinates.
struct Level<'a> {
    coordinate: &'a Coordinate,
    /// For each value reached, an element that maps the home value there.
    elements_to: Vec<Option<Permutation>>,
}

impl<'a> Level<'a> {
    fn new(coordinate: &'a Coordinate, generators: &[Permutation], size: usize) -> Self {
        let mut elements_to = vec![None; coordinate.len()];
        elements_to[0] = Some(Permutation::identity(size));
        let mut queue = vec![0];
        let mut next = 0;
        while next < queue.len() && queue.len() < coordinate.len() {
            let from = queue[next];
            next += 1;
            for generator in generators {
                let Some(to) = coordinate.value_after(from, generator) else {
                    continue;
                };
                if elements_to[to].is_none() {
                    let there = elements_to[from].as_ref();
                    elements_to[to] = there.map(|element: &Permutation| element.then(generator));
                    queue.push(to);
                }
            }
        }
        Self {
            coordinate,
            elements_to,
        }
    }

    /// `element`, then an element of the level that returns the home value to its place; `None` if none is known.
    fn fix_home_value(&self, element: Permutation) -> Option<Permutation> {
        let value = self.coordinate.value_after(0, &element)?;
        let there = self.elements_to[value].as_ref()?;
        Some(element.then(&there.inverse()))
    }
}

/// The number of joint states of coordinates, or a smaller number.
pub(super) fn joint_state_lower_bound(
    coordinates: &[&Coordinate],
    group: &Group,
    turns: &[Permutation],
) -> BigUint {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut levels: Vec<Level<'_>> = Vec::new();
    let mut generators = turns.to_vec();
    let mut count = BigUint::from(1_u32);
    for coordinate in coordinates {
        let size = turns.first().map_or(0, Permutation::size);
        let level = Level::new(coordinate, &generators, size);
        count *= level.elements_to.iter().flatten().count();
        levels.push(level);
        let element = |_| {
            let element = group.random(&mut random);
            let mut levels = levels.iter();
            levels.try_fold(element, |element, level| level.fix_home_value(element))
        };
        generators = (0..RANDOM_ELEMENTS).filter_map(element).collect();
    }
    count
}
