//! The clock and the threads of an operating system.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use crate::sys;

/// A clock that starts now.
pub(crate) fn clock() -> impl Fn() -> Duration + Send + Sync {
    let start = Instant::now();
    move || start.elapsed()
}

/// Whether threads can be started.
pub(crate) fn has_threads() -> bool {
    let tried = Builder::new().spawn(|| ());
    tried.is_ok_and(|thread| thread.join().is_ok())
}

/// Memory reserved for each thread under a memory limit, in bytes.
const THREAD_BYTES: u64 = 32 << 20;

/// The number of threads: `requested`, or as many as the machine runs at a time; fewer if the memory limit of the process
/// has no room for all of them.
pub fn threads(requested: Option<NonZeroUsize>) -> NonZeroUsize {
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let fitting = sys::memory_limit().map_or(u64::MAX, |memory| memory.left / THREAD_BYTES);
    let limit = usize::try_from(fitting).unwrap_or(usize::MAX);
    let limit = NonZeroUsize::new(limit).unwrap_or(NonZeroUsize::MIN);
    requested.unwrap_or_else(cores).min(limit)
}

/// Waits a millisecond for other threads.
pub(crate) fn pause() {
    thread::sleep(Duration::from_millis(1));
}

/// Calls `work` with each number below `workers`, each on a thread of its own (0 on the calling thread), and returns
/// the results in order. If a thread cannot be started, the calling thread does the work of that thread, too.
///
/// # Panics
/// If `work` panics.
pub(crate) fn in_parallel<R: Send>(workers: usize, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
    let results = ResultSlots::new(workers);
    on_threads(workers, &|worker| results.put(worker, work(worker)));
    let result = |it: Mutex<Option<R>>| it.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.0.into_iter().filter_map(result).collect()
}

/// Calls `work` with each number below `count` with `jobs` threads.
///
/// # Panics
/// If `work` panics.
pub(crate) fn for_each(count: usize, jobs: NonZeroUsize, work: &(dyn Fn(usize) + Sync)) {
    on_shared_threads(count, jobs.get(), work, &mut |_| true);
}

/// Calls `work` on every item with `jobs` threads, and passes the results to `emit` on the calling thread, in the order
/// of the items, each as soon as all earlier results have been passed on. After `emit` returns `false`, it is not called
/// again, and no further items are started.
///
/// # Panics
/// If `work` panics.
pub fn in_order<T: Sync, R: Send>(
    items: &[T],
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
    mut emit: impl FnMut(&T, R) -> bool,
) {
    let results = ResultSlots::new(items.len());
    let mut due = 0;
    on_shared_threads(
        items.len(),
        jobs.get(),
        &|at| results.put(at, work(&items[at])),
        &mut |_| {
            while let Some(item) = items.get(due)
                && let Some(result) = results.take(due)
            {
                due += 1;
                if !emit(item, result) {
                    return false;
                }
            }
            true
        },
    );
}

/// Like [`in_order`], but passes on each result as soon as it is ready, without waiting for earlier items.
///
/// # Panics
/// If `work` panics.
pub fn as_completed<T: Sync, R: Send>(
    items: &[T],
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
    mut emit: impl FnMut(&T, R) -> bool,
) {
    let results = ResultSlots::new(items.len());
    on_shared_threads(
        items.len(),
        jobs.get(),
        &|at| results.put(at, work(&items[at])),
        &mut |at| results.take(at).is_none_or(|it| emit(&items[at], it)),
    );
}

/// A slot for each result. No thread panics while it holds the lock of a slot.
struct ResultSlots<R>(Vec<Mutex<Option<R>>>);

impl<R> ResultSlots<R> {
    fn new(count: usize) -> Self {
        Self((0..count).map(|_| Mutex::new(None)).collect())
    }

    fn at(&self, at: usize) -> MutexGuard<'_, Option<R>> {
        self.0[at].lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, at: usize, result: R) {
        *self.at(at) = Some(result);
    }

    fn take(&self, at: usize) -> Option<R> {
        self.at(at).take()
    }
}

// The functions that start threads take `dyn Fn`, so that each is compiled once: with a type parameter, seventy copies
// took a sixteenth of the library's code.

/// Calls `work` with each number below `workers`: see [`in_parallel`].
fn on_threads(workers: usize, work: &(dyn Fn(usize) + Sync)) {
    thread::scope(|scope| {
        let others: Vec<_> = (1..workers)
            .map(|worker| Builder::new().spawn_scoped(scope, move || work(worker)))
            .collect();
        (0..workers.min(1)).for_each(work);
        for (worker, thread) in (1..).zip(others) {
            match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(_) => work(worker),
            }
        }
    });
}

/// Calls `work` with each number below `count`, on `jobs` threads. Calls `emit` on the calling thread with each number
/// whose work is done, until `emit` returns `false`.
fn on_shared_threads(
    count: usize,
    jobs: usize,
    work: &(dyn Fn(usize) + Sync),
    emit: &mut dyn FnMut(usize) -> bool,
) {
    let next = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    let worker = |sender: mpsc::Sender<usize>| {
        while !stopped.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count {
                return;
            }
            work(at);
            // The receiver is gone when no more results are wanted.
            if sender.send(at).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        // A single job needs no thread. If no more threads can be started, the existing threads do the work.
        let wanted = if jobs == 1 { 0 } else { jobs.min(count) };
        let start = |_: &usize| {
            let (sender, worker) = (sender.clone(), &worker);
            let started = Builder::new().spawn_scoped(scope, move || worker(sender));
            started.is_ok()
        };
        if (0..wanted).take_while(start).count() == 0 {
            let mut numbers = 0..count;
            numbers.all(|at| {
                work(at);
                emit(at)
            });
            return;
        }
        drop(sender);
        for at in results {
            if !emit(at) {
                stopped.store(true, Ordering::Relaxed);
                return;
            }
        }
    });
}
