//! What was found out about a puzzle and is needed again.
//!
//! It lives as long as the puzzle: the caller who holds the puzzle holds it, and nothing stays behind in the process. The rooms
//! above say what they keep, by a type of their own, so nothing here knows what that is.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What was kept, for each type the newest first. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Kept(Arc<Mutex<Lists>>);

type Lists = HashMap<TypeId, Box<dyn Any + Send>>;

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept")
    }
}

impl Kept {
    /// The newest value of a type that fits.
    pub(crate) fn find<T: Any + Clone + Send>(&self, fits: impl Fn(&T) -> bool) -> Option<T> {
        let mut lists = self.lock();
        list(&mut lists).iter().find(|&it| fits(it)).cloned()
    }

    /// Keeps a value as one of at most so many of its type. The oldest go.
    pub(crate) fn keep<T: Any + Clone + Send>(&self, most: usize, new: T) {
        let mut lists = self.lock();
        let list = list(&mut lists);
        list.truncate(most.saturating_sub(1));
        list.insert(0, new);
    }

    /// The newest value of a type that fits, or a new one that is kept then. `make` runs while others wait.
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

    /// Forgets all values of a type.
    pub(crate) fn clear<T: Any + Clone + Send>(&self) {
        list::<T>(&mut self.lock()).clear();
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
