//! Layers of the joint values of a family of coordinates.
//!
//! *Idea.* The coordinates of a subgroup have billions of joint values. Few turns before the goal they have even fewer
//! values than other quantities, because the turns of the subgroup do not change the value there. So [lists](super::lists)
//! reach far.
//!
//! *Why it is sound.* A coordinate is a function of the state.
//!
//! *Cost.* On the 3×3×3 five turns from the start and six before the goal, a tenth of a second each. So there are layers up
//! to 12 turns: one turn may lie between the lists.

use std::sync::Arc;

use super::lists::{Balance, Followed, List, Lists};
use super::monotone_cache::MonotoneCache;
use crate::problem::{Cache, Family};

/// The maximum number of families whose goal lists are cached.
const KEPT_AT_ONCE: usize = 3;

/// A family with its goal list, as long as any search has needed it.
type Behind = (Arc<Family>, Arc<MonotoneCache<List>>);

/// The lists from both ends for one family.
pub type Cosets = Lists<Family>;

impl Followed for Family {
    fn turns(&self) -> usize {
        self.turns()
    }

    fn goal(&self) -> u64 {
        self.goal()
    }

    fn after(&self, value: u64, turn: usize) -> u64 {
        self.after(value, turn)
    }

    fn before(&self, value: u64, turn: usize) -> u64 {
        self.before(value, turn)
    }
}

impl Cosets {
    /// The lists of a family from a joint value of the start. Nothing is computed yet.
    #[must_use]
    pub fn new(cache: &Cache, family: &Arc<Family>, start: u64) -> Self {
        let fits = |(known, _): &Behind| Arc::ptr_eq(known, family);
        let make = || {
            let list = List::new(family.goal(), family.turns());
            (family.clone(), Arc::new(MonotoneCache::new(list)))
        };
        let (_, behind) = cache.find_or_keep(KEPT_AT_ONCE, fits, make);
        Self::from(family.clone(), start, behind, Balance::Even)
    }
}
