//! Data that threads share and extend without waiting for each other.
//!
//! Copy-on-write: a thread takes the current value, extends a copy, and publishes the copy only if it is larger. No
//! lock is held meanwhile, because a worker that takes turns with others may be paused at any time. At worst, two
//! threads compute the same extension.

use std::sync::{Arc, Mutex, PoisonError};

/// A value that grows. Clones share it.
#[derive(Debug)]
pub(super) struct MonotoneCache<T>(Arc<Mutex<Arc<T>>>);

impl<T> Clone for MonotoneCache<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> MonotoneCache<T> {
    pub(super) fn new(first: T) -> Self {
        Self(Arc::new(Mutex::new(Arc::new(first))))
    }

    /// The current value.
    pub(super) fn get(&self) -> Arc<T> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Publishes a value if it is larger than the current one.
    pub(super) fn put<K: Ord>(&self, more: &Arc<T>, size: impl Fn(&T) -> K) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if size(&known) < size(more) {
            *known = more.clone();
        }
    }
}
