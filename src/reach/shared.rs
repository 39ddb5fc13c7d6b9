//! What threads share and make larger, without waiting for each other.
//!
//! A thread takes what there is, makes more of it for itself, and puts that back if nobody had more
//! by then. No lock is held meanwhile: whoever works in turns with others may be made to wait in the
//! middle of it, and what two of them need at once is made twice at worst.

use std::sync::{Arc, Mutex, PoisonError};

/// Something that grows.
#[derive(Debug)]
pub(super) struct Shared<T>(Mutex<Arc<T>>);

impl<T> Shared<T> {
    pub(super) fn new(first: T) -> Self {
        Self(Mutex::new(Arc::new(first)))
    }

    /// What there is.
    pub(super) fn get(&self) -> Arc<T> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Puts more there, unless there is as much by now.
    pub(super) fn put<K: Ord>(&self, more: &Arc<T>, size: impl Fn(&T) -> K) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if size(&known) < size(more) {
            *known = more.clone();
        }
    }
}
