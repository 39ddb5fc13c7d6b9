//! Shortens a solution while time is left.
//!
//! *Idea.* Three methods are tried. Some turns, a *window*, may be replaced by fewer ([`windows`]). A plan in
//! two stages with a longer first stage may need fewer turns in total ([`chain`]). If the plan has other stages, it is
//! carried out again with other shortest solutions of a stage ([`alternatives`]), and the result is shortened in turn.
//!
//! *Why it is sound.* Every result is replayed on the whole puzzle. Failure to find a shorter one proves nothing.

mod alternatives;
mod chain;
mod connected;
mod improvement_method;
mod phase1;
mod phase2;
mod windows;
mod work;

use std::time::Duration;

pub use self::improvement_method::ImprovementMethod;
pub(in crate::search) use self::windows::Windows;
pub use self::work::Improvement;

use self::work::ImprovementRun;
use super::{Search, Variant};
use crate::control::Stopwatch;
use crate::error::Error;
use crate::puzzle::{Metric, TurnId};

/// The maximum time for windows before the plan in two stages; with a time limit, also at most the remaining time
/// divided by `WINDOWS_TIME_DIVISOR`.
const FIRST_WINDOWS: Duration = Duration::from_secs(1);
const WINDOWS_TIME_DIVISOR: u32 = 20;

/// Shortens a solution of a state until the control stops it or nothing is left to try.
/// [`Event::Trying`](super::Event::Trying) reports the current method. `variants` are the variants of a plan that solves
/// the state. Every shorter solution is passed to `notify`; the last one is returned.
///
/// # Errors
/// [`Error`] if a stage cannot be solved, or a search fails.
pub fn improve(
    variants: &[Variant],
    solution: &[TurnId],
    search: &Search<'_>,
    notify: &mut dyn FnMut(&Improvement),
) -> Result<Vec<TurnId>, Error> {
    let is_over = search.control.stop().is_some();
    let Some(first) = variants.first().filter(|_| !is_over) else {
        return Ok(solution.to_vec());
    };
    let puzzle = &first.stages.plan().puzzle;
    let mut windows = Windows::new(puzzle, &puzzle.all_turns(), Metric::HalfTurn);
    let mut work = ImprovementRun {
        variants,
        search: search.without_events(),
        reporter: search,
        watch: Stopwatch::start(&search.control),
        best: solution.to_vec(),
        notify,
    };
    let left = search.control.remaining();
    let part = left.map_or(FIRST_WINDOWS, |left| left / WINDOWS_TIME_DIVISOR);
    let time = part.min(FIRST_WINDOWS);
    work.shorten(&mut windows, solution.to_vec(), Some(time))?;
    work.chain()?;
    if work.search.control.stop().is_some() {
        return Ok(work.best);
    }
    let mut candidates = work.other_stage_solutions()?;
    candidates.insert(0, work.best.clone());
    candidates.sort_by_key(Vec::len);
    candidates.dedup();
    for candidate in candidates {
        work.shorten(&mut windows, candidate, None)?;
        if work.search.control.stop().is_some() {
            break;
        }
    }
    Ok(work.best)
}
