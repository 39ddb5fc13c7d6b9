//! Features that only some platforms have, and their replacements on others.
//!
//! The feature `os` provides the clock and the threads of an operating system. Without `os`, the caller can provide a
//! clock ([`Control::with_clock`](crate::control::Control::with_clock)), and the work that threads would share is done
//! sequentially. Files, processes and signals are in `sys`, which requires `os`.

use std::num::NonZeroUsize;

mod memory;
pub(crate) use memory::U32Table;

mod panics;
internal!(use panics::catch_panic);

#[cfg(feature = "os")]
mod os;
#[cfg(feature = "os")]
pub use os::{as_completed, in_order};
#[cfg(feature = "os")]
pub(crate) use os::{clock, for_each, has_threads, in_parallel, pause};
#[cfg(feature = "os")]
internal!(use os::threads);

#[cfg(not(feature = "os"))]
mod bare;
#[cfg(not(feature = "os"))]
pub use bare::{as_completed, in_order};
#[cfg(not(feature = "os"))]
pub(crate) use bare::{clock, for_each, has_threads, in_parallel, pause, threads};

/// The results of `work` on every item, with `jobs` threads, in the order of the items.
///
/// # Panics
/// If `work` panics.
pub(crate) fn map<T: Sync, R: Send>(
    items: &[T],
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let mut results = Vec::with_capacity(items.len());
    in_order(items, jobs, work, |_, result| {
        results.push(result);
        true
    });
    results
}

#[cfg(all(test, feature = "os"))]
mod tests;
