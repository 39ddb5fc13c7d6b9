//! Shortens a solution while time is left.
//!
//! *Idea.* A plan in two stages with a longer first stage may need fewer turns in total ([`chain`]). After that, some
//! turns, a *window*, may be replaced by fewer ([`windows`]).
//!
//! *Why it is sound.* Every result is replayed on the whole puzzle. Failure to find a shorter one proves nothing.

mod chain;
mod connected;
mod improvement_method;
mod phase1;
mod phase2;
mod windows;
mod work;

pub use self::improvement_method::ImprovementMethod;
pub(in crate::search) use self::windows::Windows;
pub use self::work::Improvement;

use self::work::ImprovementRun;
use super::{Event, Search, Variant};
use crate::control::Stopwatch;
use crate::error::Error;
use crate::puzzle::TurnId;

/// Shortens a solution of a state until the control stops it or nothing is left to try. [`Event::Trying`] reports the
/// current method. `variants` are the variants of a plan that solves the state. Every shorter solution is passed to
/// `notify`; the last one is returned.
///
/// # Errors
/// [`Error`] if a stage cannot be solved, or a search fails.
pub fn improve(
    variants: &[Variant],
    solution: &[TurnId],
    search: &Search<'_>,
    notify: &mut dyn FnMut(&Improvement),
) -> Result<Vec<TurnId>, Error> {
    let mut work = ImprovementRun {
        variants,
        // The formulas are many and small, so only the method is reported.
        search: search.clone().notify(|event| {
            if let Event::Trying(_) = event {
                search.report(event);
            }
        }),
        watch: Stopwatch::start(&search.control),
        best: solution.to_vec(),
        notify,
    };
    work.chain()?;
    work.shorten_windows()?;
    Ok(work.best)
}
