//! Intermediate results that questions share: goal lists, coordinates, tables.
//!
//! A cache lives as long as its last clone. A problem shares its cache with all problems derived from it, a stage of a
//! plan shares a cache with each of its questions, and a caller can pass one cache to several questions. There is no
//! global state. Other modules store values of their own types, so nothing here depends on these types.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Shared values, for each type the newest first. Clones share the same cache.
#[derive(Clone, Debug, Default)]
pub struct Cache(Arc<Mutex<ListsByType>>);

type ListsByType = HashMap<TypeId, Box<dyn Any + Send>>;

impl Cache {
    /// The newest matching value of a type.
    pub(crate) fn find<T: Any + Clone + Send>(&self, fits: impl Fn(&T) -> bool) -> Option<T> {
        let mut lists = self.lock();
        list(&mut lists).iter().find(|&it| fits(it)).cloned()
    }

    /// The newest matching value of a type, which another thread may have stored, or else the result of `make`, which
    /// is then stored. At most `max_kept` values are kept; the oldest are dropped. `make` runs while other threads wait,
    /// so it must be fast: compute slow values in advance.
    pub(crate) fn find_or_keep<T: Any + Clone + Send>(
        &self,
        max_kept: usize,
        fits: impl Fn(&T) -> bool,
        make: impl FnOnce() -> T,
    ) -> T {
        let mut lists = self.lock();
        let list = list(&mut lists);
        if let Some(found) = list.iter().find(|&it| fits(it)) {
            return found.clone();
        }
        let new = make();
        list.truncate(max_kept.saturating_sub(1));
        list.insert(0, new.clone());
        new
    }

    fn lock(&self) -> MutexGuard<'_, ListsByType> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The values of a type.
fn list<T: Any + Send>(lists: &mut ListsByType) -> &mut Vec<T> {
    let list = lists
        .entry(TypeId::of::<T>())
        .or_insert_with(|| Box::new(Vec::<T>::new()));
    list.downcast_mut()
        .expect("the list of a type has that type")
}
