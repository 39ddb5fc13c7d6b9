//! A solution made shorter while time is left.
//!
//! *Idea.* Three things are tried. Some turns in a row, a *window*, do what a shorter row may do, too
//! ([`windows`]). The plan in two stages, where the first need not be as short as it can be, leads to
//! the goal in fewer turns altogether ([`chain`]). Where that is no way, the plan is carried out
//! again with another shortest solution of a stage ([`ways`]), and what that leads to is tried in turn.
//!
//! *Why it is sound.* Whatever is found is made on the whole puzzle. That no shorter one was found
//! says nothing.

mod alone;
mod chain;
mod connected;
mod firsts;
mod improver;
mod second;
mod shorten;
mod ways;
mod windows;
mod work;

pub(in crate::search) use self::alone::AloneWindows;
pub use self::improver::Improver;
pub use self::work::Improvement;

use self::windows::Windows;
use self::work::Improving;
use super::{Search, StagesError, Variant};
use crate::control::Stopwatch;
use crate::puzzle::TurnId;

/// Makes a solution of a state shorter until the control stops it, or nothing is left to
/// try. [`Event::Trying`](super::Event::Trying) tells what is tried. `variants` are the ways to carry out a plan that led to it. Every shorter solution goes to `notify`, the last one
/// is returned.
///
/// # Errors
/// [`StagesError`].
pub fn improve(
    variants: &[Variant],
    solution: &[TurnId],
    search: &Search<'_>,
    notify: &mut dyn FnMut(&Improvement),
) -> Result<Vec<TurnId>, StagesError> {
    let is_over = search.controlled_by().stop().is_some();
    let Some(first) = variants.first().filter(|_| !is_over) else {
        return Ok(solution.to_vec());
    };
    let mut work = Improving {
        variants,
        search: search.quietly(),
        told: search,
        watch: Stopwatch::start(search.controlled_by()),
        best: solution.to_vec(),
        notify,
        windows: Windows::new(first),
    };
    work.soon()?;
    work.chain()?;
    if work.search.controlled_by().stop().is_some() {
        return Ok(work.best);
    }
    let mut candidates = work.other_ways()?;
    candidates.insert(0, work.best.clone());
    candidates.sort_by_key(Vec::len);
    candidates.dedup();
    for candidate in candidates {
        work.shorten(candidate)?;
        if work.search.controlled_by().stop().is_some() {
            break;
        }
    }
    Ok(work.best)
}
