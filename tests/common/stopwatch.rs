//! Measures how long a process takes, also on a busy machine.

use std::io::Read;
use std::process::{Child, Output};
use std::time::{Duration, Instant};

/// The processor time that a process has used so far. A process that has ended still has it until it is waited for.
/// `None` on a system without `/proc`.
pub fn processor_time(child: &Child) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    let behind_name = stat.rsplit_once(')')?.1;
    let field = |number: usize| {
        behind_name
            .split_whitespace()
            .nth(number)?
            .parse::<u64>()
            .ok()
    };
    // User and system time, in hundredths of a second.
    Some(Duration::from_millis(10 * (field(11)? + field(12)?)))
}

/// Measures a process from some moment to its end.
pub struct Stopwatch {
    child: Child,
    begun: Instant,
    before: Option<Duration>,
}

/// The time that a process took.
#[derive(Clone, Copy, Debug)]
pub struct Took {
    by_clock: Duration,
    of_processor: Option<Duration>,
}

impl Stopwatch {
    /// Measures from now on.
    pub fn start(child: Child) -> Self {
        Self {
            begun: Instant::now(),
            before: processor_time(&child),
            child,
        }
    }

    /// The process.
    pub fn child(&self) -> &Child {
        &self.child
    }

    /// Waits for the end of the process.
    pub fn end(self) -> (Output, Took) {
        let mut child = self.child;
        drop(child.stdin.take());
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let (from_stdout, from_stderr) = (child.stdout.take(), child.stderr.take());
        std::thread::scope(|scope| {
            scope.spawn(|| from_stderr.map(|mut it| it.read_to_end(&mut stderr).unwrap()));
            from_stdout.map(|mut it| it.read_to_end(&mut stdout).unwrap());
        });
        wait_without_forgetting(&child);
        let by_clock = self.begun.elapsed();
        let after = processor_time(&child);
        let took = Took {
            by_clock,
            of_processor: after.zip(self.before).map(|(after, it)| after - it),
        };
        let status = child.wait().unwrap();
        let output = Output {
            status,
            stdout,
            stderr,
        };
        (output, took)
    }
}

impl Took {
    /// Whether the process took less than this by the clock or, on a slow or busy machine, less than this of processor
    /// time. Even there, ten times as long by the clock is too long: a process may also wait.
    pub fn is_below(self, limit: Duration) -> bool {
        let is_below = self.of_processor.is_some_and(|it| it < limit);
        self.by_clock < limit || is_below && self.by_clock < 10 * limit
    }
}

/// Waits for the end of a process without removing its entry in `/proc`, which has its processor time.
#[cfg(target_os = "linux")]
fn wait_without_forgetting(child: &Child) {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

    let id = WaitId::Pid(Pid::from_child(child));
    waitid(id, WaitIdOptions::EXITED | WaitIdOptions::NOWAIT).unwrap();
}

/// Without `/proc`, there is no processor time to keep.
#[cfg(not(target_os = "linux"))]
fn wait_without_forgetting(_child: &Child) {}
