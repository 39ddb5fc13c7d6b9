//! How many states several coordinates have together.
//!
//! *Idea.* The turns lead the first coordinate from its home to so many values; what leaves it
//! there leads the second to so many, and so on: the product is the number of their
//! joint states (orbits and stabilisers). Random elements of the group, brought home on
//! the coordinates before, stand for what leaves them there (C. C. Sims; the randomised form is
//! J. S. Leon's). They may generate too little, never too much. So the number may be too small,
//! never too large, and where it reaches the index of the subgroup the coordinates decide
//! membership.

use num_bigint::BigUint;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::coordinate::Coordinate;
use crate::group::{Group, Permutation};

/// Random elements that stand for a stabiliser. Each new one leaves out a proper subgroup
/// with a chance of one half at most.
const RANDOM: usize = 24;

/// What leads one coordinate around.
struct Level<'a> {
    coordinate: &'a Coordinate,
    /// For each value reached an element that leads there from home.
    ways: Vec<Option<Permutation>>,
}

impl<'a> Level<'a> {
    fn new(coordinate: &'a Coordinate, generators: &[Permutation], size: usize) -> Self {
        let mut ways = vec![None; coordinate.len()];
        ways[0] = Some(Permutation::identity(size));
        let mut queue = vec![0];
        let mut next = 0;
        while next < queue.len() {
            let from = queue[next];
            next += 1;
            for generator in generators {
                let Some(to) = coordinate.act(from, generator) else {
                    continue;
                };
                if ways[to].is_none() {
                    ways[to] = ways[from].as_ref().map(|way| way.then(generator));
                    queue.push(to);
                }
            }
        }
        Self { coordinate, ways }
    }

    fn reached(&self) -> usize {
        self.ways.iter().flatten().count()
    }

    /// The element, followed by what brings the coordinate home again.
    fn bring_home(&self, element: Permutation) -> Option<Permutation> {
        let value = self.coordinate.act(0, &element)?;
        let way = self.ways[value].as_ref()?;
        Some(element.then(&way.inverse()))
    }
}

/// The number of joint states of coordinates, or less.
pub(super) fn joint_states(
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
        count *= level.reached();
        levels.push(level);
        let element = |_| {
            let element = group.random(&mut random);
            levels
                .iter()
                .try_fold(element, |element, level| level.bring_home(element))
        };
        generators = (0..RANDOM).filter_map(element).collect();
    }
    count
}
