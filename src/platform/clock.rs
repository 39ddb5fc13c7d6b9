//! What a clock is.

use std::time::Duration;

/// What tells the time. Any function that returns a [`Duration`] is a clock.
pub trait Clock: Send + Sync {
    /// The time since a moment that the clock chose once. It never goes back.
    fn now(&self) -> Duration;
}

impl<F: Fn() -> Duration + Send + Sync> Clock for F {
    fn now(&self) -> Duration {
        self()
    }
}
