//! Measures the processor time of a thread, which other load on the machine does not change.

use std::time::Duration;

/// A moment in the processor time of the current thread. Use it only for single-threaded code: it counts no other
/// threads.
#[derive(Clone, Copy, Debug)]
pub struct ThreadTime(Duration);

impl ThreadTime {
    /// The current moment.
    pub fn now() -> Self {
        Self(time())
    }

    /// The processor time since that moment.
    pub fn elapsed(self) -> Duration {
        time() - self.0
    }
}

#[cfg(unix)]
fn time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};

    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = Duration::from_secs(time.tv_sec.try_into().unwrap());
    seconds + Duration::from_nanos(time.tv_nsec.try_into().unwrap())
}

/// Wall-clock time, on systems without a clock of a thread's processor time.
#[cfg(not(unix))]
fn time() -> Duration {
    std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap()
}
