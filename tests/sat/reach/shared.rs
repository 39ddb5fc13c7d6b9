//! A thread that waits in the middle of its work does not block the other threads that share its data.

use std::fmt::Debug;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use twistsat::control::{Control, PauseGate, Stop};
use twistsat::notation::Notation;
use twistsat::problem::Cache;
use twistsat::reach::{Backward, Cosets, Items, Limit, MAX_LISTED};

use super::{POCKET, scrambled};

/// A gate that lets `before` calls pass. The next one reports its arrival and waits until the other thread is done.
struct Halfway {
    before: Mutex<usize>,
    reached: Mutex<Sender<()>>,
    others: Mutex<Receiver<()>>,
}

impl PauseGate for Halfway {
    fn wait(&self) -> Option<Stop> {
        let mut before = self.before.lock().unwrap();
        if *before > 0 {
            *before -= 1;
            return None;
        }
        let _ = self.reached.lock().unwrap().send(());
        // Returns as soon as the other thread is done and its sender is dropped.
        let others = self.others.lock().unwrap();
        match others.recv_timeout(Duration::from_secs(10)) {
            Err(RecvTimeoutError::Timeout) => Some(Stop::TimeLimit),
            _ => None,
        }
    }
}

/// Runs the same work in two threads. The first asks `before` times whether to stop, and then waits at the gate while the
/// second one finishes.
fn run_interleaved<T: Send + PartialEq + Debug>(
    before: usize,
    work: impl Fn(&Control) -> T + Sync,
) {
    let (reached, arrived) = channel();
    let (done, others) = channel();
    let gate = Halfway {
        before: Mutex::new(before),
        reached: Mutex::new(reached),
        others: Mutex::new(others),
    };
    let waiting = Control::unlimited().with_gate(Arc::new(gate));
    thread::scope(|scope| {
        let first = scope.spawn(|| work(&waiting));
        arrived.recv().expect("it asks whether to stop");
        let second = work(&Control::unlimited());
        drop(done);
        assert_eq!(first.join().expect("no panic"), second);
    });
}

#[test]
fn a_thread_that_waits_while_it_builds_backward_layers_blocks_no_other() {
    let problem = scrambled(&POCKET, &[0, 4, 7], 4);
    let items = Arc::new(Items::new(&problem).unwrap());
    let backward = Backward::new(items, 2, true, Limit::NONE).unwrap();
    run_interleaved(0, |control| {
        backward.prepare(4, control).expect("no thread waited")
    });
}

#[test]
fn a_thread_that_waits_while_it_builds_backward_lists_blocks_no_other() {
    let turns = Notation::Singmaster.read(&POCKET, "R U2 F' R").unwrap();
    let coordinates = scrambled(&POCKET, &turns, 4).coordinates(2);
    let families = coordinates.unwrap().families;
    let cache = Cache::default();
    // The first thread asks once for each of the two turns from the start, then for the turns from the goal.
    run_interleaved(2, |control| {
        let mut cosets = Cosets::new(&cache, &families, MAX_LISTED).expect("it has subgroups");
        let layers = cosets.layers(4, usize::MAX, control);
        layers.expect("no thread waited").expect("few turns")
    });
}
