//! Works on many questions in parallel and returns the results in order.

use std::num::NonZeroUsize;

use crate::platform;

/// Calls `work` on every item with `jobs` threads, and passes the results to `emit` on the calling thread, in the order of
/// the items, each as soon as all earlier ones have been passed on. After `emit` returns `false`, no further item is
/// started.
///
/// Without the feature `os` there is one thread, and each result is passed on before the next item is started.
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
pub fn as_completed<T: Sync, R: Send>(
    items: &[T],
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
    emit: impl FnMut(&T, R) -> bool,
) {
    platform::in_completion_order(items, jobs, work, emit);
}
