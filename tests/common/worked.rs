//! How long this thread has worked, which other work on the machine does not change.

use std::time::Duration;

/// A moment, in the processor time of the thread that asks. Use it only for code without threads: their time is not counted.
#[derive(Clone, Copy, Debug)]
pub struct Worked(Duration);

impl Worked {
    /// Now.
    pub fn now() -> Self {
        Self(time())
    }

    /// How long the thread has worked since then.
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

/// All time counts where there is no such clock.
#[cfg(not(unix))]
fn time() -> Duration {
    std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap()
}
