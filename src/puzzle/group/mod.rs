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
mod cycles;
mod fit;
mod rebase;
mod sequences;
mod tables;
mod words;

use std::collections::HashSet;
use std::sync::OnceLock;

use num_bigint::BigUint;
use rand::Rng;

use super::{Permutation, Puzzle, TurnId};
use chain::Chain;
pub use cycles::ThreeCycles;
use fit::Factors;
pub use fit::Finding;
pub use words::Words;

/// Permutations of facelets that turns generate.
#[derive(Clone, Debug)]
pub struct Group {
    chain: Chain,
    /// What it is a product of, once that was asked.
    factors: OnceLock<Option<Box<Factors>>>,
}

/// A group that is too large to be looked at in a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the group of these turns is too large to be looked at in a moment")]
pub struct TooLarge;

impl Group {
    /// The group that permutations of so many facelets generate.
    ///
    /// # Errors
    /// [`TooLarge`] if that would take many seconds or much memory. The
    /// 7×7×7 is far from it.
    pub fn generated_by(size: usize, generators: &[&Permutation]) -> Result<Self, TooLarge> {
        Self::within(size, generators, chain::MOST_STEPS)
    }

    /// The same in so many steps, each of which looks at one facelet.
    pub(super) fn within(
        size: usize,
        generators: &[&Permutation],
        most_steps: u64,
    ) -> Result<Self, TooLarge> {
        let points = |permutation: &&Permutation| chain::points(permutation);
        let generators = generators.iter().map(points).collect();
        Chain::within(size, generators, most_steps).map(Self::of_chain)
    }

    fn of_chain(chain: Chain) -> Self {
        let factors = OnceLock::new();
        Self { chain, factors }
    }

    /// How many permutations there are.
    #[must_use]
    pub fn order(&self) -> BigUint {
        self.chain.order()
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

impl Puzzle {
    /// The group of some of the turns.
    ///
    /// # Errors
    /// [`TooLarge`], see [`Group::generated_by`].
    pub fn group(&self, allowed: &[TurnId]) -> Result<Group, TooLarge> {
        Group::generated_by(self.facelets().len(), &self.generators(allowed))
    }

    /// Enough of some turns to generate the others.
    pub(super) fn generators(&self, allowed: &[TurnId]) -> Vec<&Permutation> {
        // The powers of a quarter turn are in its group anyway.
        let quarters = |turn: TurnId| self.turns()[turn].step == 1;
        let faces: HashSet<usize> = { allowed.iter() }
            .filter(|&&turn| quarters(turn))
            .map(|&turn| self.turns()[turn].face)
            .collect();
        let needed = |turn: TurnId| quarters(turn) || !faces.contains(&self.turns()[turn].face);
        let turns = { allowed.iter() }.filter(|&&turn| needed(turn));
        turns.map(|&turn| &self.turns()[turn].permutation).collect()
    }
}
