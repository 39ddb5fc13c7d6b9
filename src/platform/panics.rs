//! Catches panics, so that earlier results remain valid.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of `work`, or the message of its panic. On platforms where a panic ends the program, it does.
///
/// Unwind safety: the data of `work` may be in any state afterwards, so callers only use data that is always consistent.
pub(crate) fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_message(panic.as_ref()))
}

/// The message of a panic.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic without a message".to_owned())
}
