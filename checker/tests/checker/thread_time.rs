//! The processor time of a thread, which does not depend on other work on the machine.

use std::time::Duration;

/// A moment in the processor time of the calling thread. It does not count other threads.
#[derive(Clone, Copy, Debug)]
pub struct ThreadTime(Duration);

impl ThreadTime {
    pub fn now() -> Self {
        Self(time())
    }

    /// The processor time that the thread has used since this moment.
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

/// Wall-clock time, on systems where the processor time of a thread is not available.
#[cfg(not(unix))]
fn time() -> Duration {
    std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap()
}
