//! Tests of work that several threads share.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::{in_order, in_parallel};

fn squares(jobs: usize, wanted: usize) -> Vec<u64> {
    let items: Vec<u64> = (0..100).collect();
    let mut seen = Vec::new();
    let work = |&item: &u64| {
        // Later items are finished sooner.
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
fn results_are_in_the_order_of_the_items_with_any_number_of_threads() {
    let expected: Vec<u64> = (0..100).map(|n| n * n).collect();
    for jobs in [1, 3, 1000] {
        assert_eq!(squares(jobs, usize::MAX), expected);
    }
}

#[test]
fn nothing_is_emitted_after_the_last_wanted_item() {
    for jobs in [1, 3] {
        assert_eq!(squares(jobs, 5), [0, 1, 4, 9, 16]);
    }
}

#[test]
fn the_number_of_jobs_limits_concurrent_items() {
    let begun = AtomicUsize::new(0);
    // Each item waits until all three have begun, for at most ten seconds.
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
fn every_worker_has_a_thread_of_its_own() {
    let ids = in_parallel(3, |_| thread::current().id());
    assert_eq!(ids[0], thread::current().id());
    assert!(ids[1] != ids[0] && ids[2] != ids[0] && ids[2] != ids[1]);
}

#[test]
#[should_panic(expected = "worker 2")]
fn a_panic_of_a_worker_reaches_the_caller() {
    in_parallel(3, |worker| assert_ne!(worker, 2, "worker {worker}"));
}
