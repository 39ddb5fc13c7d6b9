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
mod find;
mod sequences;
mod tables;
mod words;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use num_bigint::BigUint;
use rand::{Rng, RngExt};

use super::{Permutation, Puzzle, TurnId};
use chain::Chain;
pub use cycles::ThreeCycles;
pub use words::Words;

/// Permutations of facelets that turns generate.
#[derive(Clone, Debug)]
pub struct Group {
    chain: Chain,
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
        let points = |permutation: &&Permutation| chain::points(permutation);
        let generators = generators.iter().map(points).collect();
        Chain::new(size, generators).map(|chain| Self { chain })
    }

    /// How many permutations there are.
    #[must_use]
    pub fn order(&self) -> BigUint {
        let orbits = self.chain.levels.iter().map(|level| level.orbit.len());
        orbits.map(BigUint::from).product()
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
        let identity = Permutation::identity(self.chain.size);
        // Each element is the product of one element a level, in one way.
        self.chain.levels.iter().fold(identity, |product, level| {
            let choice = random.random_range(0..level.orbit.len());
            chain::permutation(&level.inverses[choice]).then(&product)
        })
    }
}

/// The groups of a puzzle that were asked for, by their turns and the order of the facelets:
/// `None` for one that is too large.
pub(super) type Known = Arc<Mutex<HashMap<(Vec<TurnId>, Vec<usize>), Option<Arc<Group>>>>>;

/// The groups of larger puzzles take more than a moment, so nobody waits for them
/// who has not asked for them.
const MOST_FACELETS: usize = 300;

impl Puzzle {
    /// The group of some of the turns, with its facelets in another order, made once: what is
    /// facelet `n` there is `order[n]` here. `None` if that takes more than a moment.
    pub(super) fn group_in_a_moment(
        &self,
        allowed: &[TurnId],
        order: &[usize],
    ) -> Option<Arc<Group>> {
        if self.facelets().len() > MOST_FACELETS {
            return None;
        }
        let mut known = self
            .known_groups
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let key = (allowed.to_vec(), order.to_vec());
        let group = known.entry(key).or_insert_with(|| {
            let generators = self.generators(allowed);
            let generators: Vec<Permutation> = { generators.iter() }
                .map(|generator| generator.seen_in(order))
                .collect();
            let generators: Vec<&Permutation> = generators.iter().collect();
            let group = Group::generated_by(self.facelets().len(), &generators);
            group.ok().map(Arc::new)
        });
        group.clone()
    }

    /// The group of some of the turns.
    ///
    /// # Errors
    /// [`TooLarge`], see [`Group::generated_by`].
    pub fn group(&self, allowed: &[TurnId]) -> Result<Group, TooLarge> {
        Group::generated_by(self.facelets().len(), &self.generators(allowed))
    }

    /// Enough of some turns to generate the others.
    fn generators(&self, allowed: &[TurnId]) -> Vec<&Permutation> {
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
