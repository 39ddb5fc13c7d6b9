//! Panics that end a piece of work, and not what was found before.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What work comes to, or what it said when it panicked. Where a panic ends the program, it does.
///
/// Unwind safety: what the work had at hand may be left in any state, so callers use nothing of it afterwards
/// but what is whole at any moment.
pub(crate) fn caught<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panic_message(panic.as_ref()))
}

/// What a panic said.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic without a message".to_owned())
}
