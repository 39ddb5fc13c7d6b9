//! Many questions at once, on several threads, answered in order.

use std::num::NonZeroUsize;

use crate::platform;

/// Does `work` on every item, on `jobs` threads, and hands the results to `emit`
/// on the calling thread, in the order of the items, each as soon as those
/// before it are there. When `emit` returns `false`, no further item is begun.
///
/// Without the feature `os` there is one thread, and each result is handed over before
/// the next item is begun.
///
/// # Panics
/// If `work` panics.
pub fn in_order<T: Sync, R: Send>(
    items: &[T],
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
    emit: impl FnMut(&T, R) -> bool,
) {
    platform::in_order(items, jobs, work, emit);
}

/// Like [`in_order`], but passes on each result as soon as it is ready, without waiting for
/// slower items before it.
///
/// # Panics
/// If `work` panics.
pub fn as_done<T: Sync, R: Send>(
    items: &[T],
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
    mut emit: impl FnMut(&T, R) -> bool,
) {
    platform::as_done(items, jobs, work, |at, result| emit(&items[at], result));
}
