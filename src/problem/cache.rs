//! What was found out for one question and serves others: lists behind a goal, coordinates, tables.
//!
//! It lives as long as someone holds it: a problem and all that are made of it share one, a plan's stage hands its own to
//! each question of it, and a caller who asks several questions can hand one to all. Nothing stays behind in the process. The
//! rooms above keep values of their own types, so nothing here knows what they are.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What questions share, for each type the newest first. Clones are the same cache.
#[derive(Clone, Default)]
pub struct Cache(Arc<Mutex<Lists>>);

type Lists = HashMap<TypeId, Box<dyn Any + Send>>;

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").finish_non_exhaustive()
    }
}

impl Cache {
    /// The newest value of a type that fits.
    pub(crate) fn find<T: Any + Clone + Send>(&self, fits: impl Fn(&T) -> bool) -> Option<T> {
        let mut lists = self.lock();
        list(&mut lists).iter().find(|&it| fits(it)).cloned()
    }

    /// The newest value of a type that fits, or a new one, which is kept as one of at most `most`: the oldest go. `make` runs
    /// while others wait, so it must be quick; what takes long is made before, and another thread's value may come out.
    pub(crate) fn find_or_keep<T: Any + Clone + Send>(
        &self,
        most: usize,
        fits: impl Fn(&T) -> bool,
        make: impl FnOnce() -> T,
    ) -> T {
        let mut lists = self.lock();
        let list = list(&mut lists);
        if let Some(found) = list.iter().find(|&it| fits(it)) {
            return found.clone();
        }
        let new = make();
        list.truncate(most.saturating_sub(1));
        list.insert(0, new.clone());
        new
    }

    fn lock(&self) -> MutexGuard<'_, Lists> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The values of a type.
fn list<T: Any + Send>(lists: &mut Lists) -> &mut Vec<T> {
    let list = lists
        .entry(TypeId::of::<T>())
        .or_insert_with(|| Box::new(Vec::<T>::new()));
    list.downcast_mut()
        .expect("under the number of a type stands a list of that type")
}
