//! The group that turns make: how many arrangements there are, which can be
//! reached, and one of them drawn at random.
//!
//! *Idea.* A stabiliser chain (C. C. Sims, *Computational methods in the study
//! of permutation groups*, 1970): fix one facelet, then another, until nothing
//! is left to move. The order is the product of the numbers of places that each
//! fixed facelet could still go to. Membership is tried by bringing one facelet
//! after the other home.

mod chain;
mod cosets;
mod fit;
mod orbits;
mod permutation;
mod rebase;

pub use chain::TooLarge;
pub(crate) use chain::{Points, after, inverse, is_identity, points};
pub use fit::Finding;
pub(crate) use orbits::Orbits;

use num_bigint::BigUint;
use rand::Rng;

use chain::Chain;
use fit::factors::Factoring;
pub use permutation::Permutation;

/// Permutations of facelets that turns generate.
#[derive(Clone, Debug)]
pub struct Group {
    chain: Chain,
    /// What it is a product of, once that was asked.
    factors: Factoring,
}

impl Group {
    /// The group that permutations of so many facelets generate.
    ///
    /// # Errors
    /// [`TooLarge`] if that would take many seconds or much memory. The
    /// 7×7×7 is far from it.
    pub fn generated_by(size: usize, generators: &[&Permutation]) -> Result<Self, TooLarge> {
        Self::within(size, generators, chain::MOST_STEPS, None)
    }

    /// The same in so many steps, each of which looks at one facelet. `most` is a number of permutations that the group
    /// cannot exceed, if one is known: it spares the proof that nothing is missing.
    pub(super) fn within(
        size: usize,
        generators: &[&Permutation],
        most_steps: u64,
        most: Option<&BigUint>,
    ) -> Result<Self, TooLarge> {
        let points = |permutation: &&Permutation| chain::points(permutation);
        let generators = generators.iter().map(points).collect();
        Chain::within(size, generators, most_steps, most).map(Self::of_chain)
    }

    /// Whether the group that permutations of so many points generate has at most `most` elements; a large group is soon
    /// found to have more.
    ///
    /// # Errors
    /// [`TooLarge`] if that is not found out in so many steps.
    pub(crate) fn has_at_most(
        most: &BigUint,
        size: usize,
        generators: &[&Permutation],
        most_steps: u64,
    ) -> Result<bool, TooLarge> {
        let points = |permutation: &&Permutation| chain::points(permutation);
        let generators = generators.iter().map(points).collect();
        Chain::has_at_most(most, size, generators, most_steps)
    }

    fn of_chain(chain: Chain) -> Self {
        let factors = Factoring::default();
        Self { chain, factors }
    }

    /// How many permutations there are.
    #[must_use]
    pub fn order(&self) -> BigUint {
        self.chain.order()
    }

    /// How many points there are.
    pub(crate) fn size(&self) -> usize {
        self.chain.size
    }

    /// The levels of the stabiliser chain, from the whole group down: the orbit of the point that the next level
    /// fixes, that point first, and the number of each point in it.
    pub(crate) fn levels(&self) -> impl Iterator<Item = (&[usize], &[Option<usize>])> {
        let levels = self.chain.levels.iter();
        levels.map(|level| (&*level.orbit, level.numbers()))
    }

    /// For each level of the stabiliser chain, from the last to the whole group, as many permutations as the orbit has points.
    /// One of each level, one after the other, is a permutation of the group; each is so in one way.
    pub(crate) fn representatives(&self) -> impl Iterator<Item = Vec<Permutation>> + '_ {
        let levels = self.chain.levels.iter().rev();
        levels.map(|level| level.inverses.iter().map(chain::permutation).collect())
    }

    /// Whether a permutation can be made from the generators.
    #[must_use]
    pub fn contains(&self, permutation: &Permutation) -> bool {
        permutation.size() == self.chain.size
            && self.chain.sift(0, chain::points(permutation)).is_none()
    }

    /// One of the permutations, each as likely as any other.
    #[must_use]
    pub fn random(&self, random: &mut impl Rng) -> Permutation {
        chain::permutation(&self.chain.random(random))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The symmetric group of so many points, by a transposition and a cycle.
    fn symmetric(points: usize) -> [Permutation; 2] {
        [vec![0, 1], (0..points).collect()].map(|cycle| Permutation::from_cycles(points, &[cycle]))
    }

    #[test]
    fn a_group_has_all_its_elements_whether_or_not_their_number_is_known() {
        let generators = symmetric(30);
        let factorial = |n: u32| -> BigUint { (1..=n).product() };
        // The second number is too large, as a bound may be.
        for most in [None, Some(factorial(30)), Some(factorial(31))] {
            let generators: Vec<&Permutation> = generators.iter().collect();
            let group = Group::within(30, &generators, chain::MOST_STEPS, most.as_ref());
            let group = group.expect("small");
            assert_eq!(group.order(), factorial(30));
            assert!(group.contains(&Permutation::from_cycles(
                30,
                &[vec![3, 17], vec![5, 6, 29]]
            )));
        }
    }

    #[test]
    fn a_group_has_at_most_as_many_elements_as_there_are() {
        let generators = symmetric(8);
        let generators: Vec<&Permutation> = generators.iter().collect();
        for (most, has) in [(40_319, false), (40_320, true), (1, false), (50_000, true)] {
            let found = Group::has_at_most(&BigUint::from(most as u32), 8, &generators, 1_000_000);
            assert_eq!(found, Ok(has), "{most}");
        }
    }
}
