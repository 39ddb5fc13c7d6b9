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

/// So many items are begun before the first of their results is handed over.
const BATCH: usize = 4096;

/// What `work` makes of items, in their order, on `jobs` threads: a batch of them at a time, as results are asked for.
///
/// # Panics
/// If `work` panics.
pub fn in_batches<T: Sync, R: Send>(
    items: Vec<T>,
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
) -> impl Iterator<Item = R> {
    let batches = items.len().div_ceil(BATCH);
    (0..batches).flat_map(move |batch| {
        let end = items.len().min((batch + 1) * BATCH);
        let part = &items[batch * BATCH..end];
        let mut made = Vec::with_capacity(part.len());
        in_order(part, jobs, &work, |_, result| {
            made.push(result);
            true
        });
        made
    })
}
