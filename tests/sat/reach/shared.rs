//! What threads share while one of them is made to wait in the middle of its work.

use std::fmt::Debug;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use twistsat::control::{Control, PauseGate, Stop};
use twistsat::notation::Notation;
use twistsat::problem::Cache;
use twistsat::reach::{Backward, Cosets, Items};

use super::{POCKET, scrambled};

/// A gate whose n-th caller reports its arrival and waits until the others are done.
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
        // Once they are done the other end is dropped, and this returns at once.
        match self
            .others
            .lock()
            .unwrap()
            .recv_timeout(Duration::from_secs(10))
        {
            Err(RecvTimeoutError::Timeout) => Some(Stop::TimeLimit),
            _ => None,
        }
    }
}

/// Does the same work twice, the second while the first waits in the middle of it: when it asks whether to
/// stop, but not the first times.
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
    let held_up = Control::unlimited().with_gate(Arc::new(gate));
    thread::scope(|scope| {
        let first = scope.spawn(|| work(&held_up));
        arrived.recv().expect("it asks whether to stop");
        let second = work(&Control::unlimited());
        drop(done);
        assert_eq!(first.join().expect("no panic"), second);
    });
}

#[test]
fn layers_of_the_goal_block_no_other_thread_while_their_maker_waits() {
    let problem = scrambled(&POCKET, &[0, 4, 7], 4);
    let items = Arc::new(Items::new(&problem).unwrap());
    let backward = Backward::new(items, 2, true).unwrap();
    run_interleaved(0, |control| {
        backward.prepare(4, control).expect("no thread waited")
    });
}

#[test]
fn lists_of_the_goal_block_no_other_thread_while_their_maker_waits() {
    let turns = Notation::Singmaster.read(&POCKET, "R U2 F' R").unwrap();
    let families = scrambled(&POCKET, &turns, 4)
        .coordinates(2)
        .unwrap()
        .families;
    let cache = Cache::default();
    // Each of two turns from the start asks once; then come those from the goal.
    run_interleaved(2, |control| {
        let layers = Cosets::new(&cache, &families)
            .expect("it has subgroups")
            .layers(4, usize::MAX, control);
        layers.expect("no thread waited").expect("few turns")
    });
}
