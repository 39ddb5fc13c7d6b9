//! Many questions at once, on several threads, answered in order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Does `work` on every item, on `jobs` threads, and hands the results to `emit`
/// on the calling thread, in the order of the items, each as soon as those
/// before it are there. When `emit` returns `false`, no further item is begun.
///
/// # Panics
/// If `work` panics.
pub fn in_order<T: Sync, R: Send>(
    items: &[T],
    jobs: NonZeroUsize,
    work: impl Fn(&T) -> R + Sync,
    mut emit: impl FnMut(&T, R) -> bool,
) {
    let next = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    let worker = |sender: mpsc::Sender<(usize, R)>| {
        while !stopped.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return };
            // The receiver is gone when nobody wants more results.
            if sender.send((at, work(item))).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let mut threads = 0;
        for _ in 0..jobs.get().min(items.len()) {
            let (sender, worker) = (sender.clone(), &worker);
            let started = thread::Builder::new().spawn_scoped(scope, move || worker(sender));
            // A machine has so many threads and no more: those there are do.
            if started.is_err() {
                break;
            }
            threads += 1;
        }
        if threads == 0 {
            worker(sender.clone());
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = 0;
        for (at, result) in results {
            waiting.insert(at, result);
            while let Some(result) = waiting.remove(&due) {
                if !emit(&items[due], result) {
                    stopped.store(true, Ordering::Relaxed);
                    return;
                }
                due += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn squares(jobs: usize, wanted: usize) -> Vec<u64> {
        let items: Vec<u64> = (0..100).collect();
        let mut seen = Vec::new();
        let work = |&item: &u64| {
            // Later items are done sooner.
            thread::sleep(Duration::from_micros(200 - 2 * item));
            item * item
        };
        in_order(
            &items,
            NonZeroUsize::new(jobs).unwrap(),
            work,
            |_, square| {
                seen.push(square);
                seen.len() < wanted
            },
        );
        seen
    }

    #[test]
    fn results_come_in_the_order_of_the_items_whatever_the_number_of_threads() {
        let expected: Vec<u64> = (0..100).map(|n| n * n).collect();
        for jobs in [1, 3, 1000] {
            assert_eq!(squares(jobs, usize::MAX), expected);
        }
    }

    #[test]
    fn nothing_is_emitted_after_the_last_one_that_is_wanted() {
        for jobs in [1, 3] {
            assert_eq!(squares(jobs, 5), [0, 1, 4, 9, 16]);
        }
    }

    #[test]
    fn as_many_items_are_worked_on_at_a_time_as_there_are_jobs() {
        let begun = AtomicUsize::new(0);
        // Each waits for the others, but not for ever.
        let work = |_: &u8| {
            begun.fetch_add(1, Ordering::SeqCst);
            let all_there = || begun.load(Ordering::SeqCst) == 3;
            (0..1000).any(|_| {
                thread::sleep(Duration::from_millis(10));
                all_there()
            })
        };
        let mut met = Vec::new();
        let jobs = NonZeroUsize::new(3).unwrap();
        in_order(&[1, 2, 3], jobs, work, |_, all| {
            met.push(all);
            true
        });
        assert_eq!(met, [true; 3]);
    }

    #[test]
    fn no_items_are_done_at_once() {
        let nothing: [u8; 0] = [];
        in_order(&nothing, NonZeroUsize::MIN, |_| (), |_, ()| unreachable!());
    }
}
