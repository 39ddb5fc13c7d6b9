//! Catches panics, so that earlier results are not lost.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of `work`, or the message of its panic. Where panics abort the program, they cannot be caught.
///
/// Unwind safety: a panic may interrupt a change of data, so callers then use only data that is always consistent.
pub fn catch_panic<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_message(panic.as_ref()))
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic without a message".to_owned())
}
