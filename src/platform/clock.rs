//! The interface of clocks.

use std::time::Duration;

/// A clock. Any function that returns a [`Duration`] is one.
pub trait Clock: Send + Sync {
    /// The time since a fixed moment chosen by the clock. It never decreases.
    fn now(&self) -> Duration;
}

impl<F: Fn() -> Duration + Send + Sync> Clock for F {
    fn now(&self) -> Duration {
        self()
    }
}
