//! What only some platforms have, and what is done where they have not.
//!
//! With the feature `os` there are the clock and the threads of an operating system.
//! Without it there is neither: a clock is handed in by whoever has one
//! ([`Control::with_clock`](crate::control::Control::with_clock)), and what would be
//! shared among threads is done by one, piece by piece. Files, processes and signals
//! are in `sys`, which is there only with `os`.

mod clock;
pub use clock::Clock;

mod panics;
pub(crate) use panics::{caught, panic_message};

#[cfg(feature = "os")]
mod os;
#[cfg(feature = "os")]
pub(crate) use os::{DefaultClock, as_done, has_threads, in_order, in_parallel, pause};

// Tests hold it against the other.
#[cfg(any(test, not(feature = "os")))]
mod bare;
#[cfg(not(feature = "os"))]
pub(crate) use bare::{DefaultClock, as_done, has_threads, in_order, in_parallel, pause};

#[cfg(all(test, feature = "os"))]
mod tests;
