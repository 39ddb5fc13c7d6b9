//! A platform that has no clock and cannot start threads.

use std::num::NonZeroUsize;
use std::time::Duration;

/// A clock that stands still.
pub(crate) fn clock() -> impl Fn() -> Duration + Send + Sync {
    || Duration::ZERO
}

/// Whether threads can be started: never.
pub(crate) fn has_threads() -> bool {
    false
}

/// The number of threads: always one.
pub(crate) fn threads(_requested: Option<NonZeroUsize>) -> NonZeroUsize {
    NonZeroUsize::MIN
}

/// Does nothing, because there are no other threads to wait for.
pub(crate) fn pause() {}

/// Calls `work` with each number below `workers`, and returns the results in order.
pub(crate) fn in_parallel<R: Send>(workers: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    (0..workers).map(work).collect()
}

/// Calls `work` with each number below `count`.
pub(crate) fn for_each(count: usize, _jobs: NonZeroUsize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).for_each(work);
}

/// Calls `work` on every item and passes each result to `emit`, until `emit` returns `false`.
pub fn in_order<T: Sync, R: Send>(
    items: &[T],
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
    emit: impl FnMut(&T, R) -> bool,
) {
    as_completed(items, jobs, work, emit);
}

/// Like [`in_order`]: without threads, items are completed in order.
pub fn as_completed<T: Sync, R: Send>(
    items: &[T],
    _jobs: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
    mut emit: impl FnMut(&T, R) -> bool,
) {
    let mut items = items.iter();
    items.all(|item| emit(item, work(item)));
}
