//! A solution made shorter while time is left.
//!
//! *Idea.* Three things are tried. Some turns in a row, a *window*, do what a shorter row may do, too
//! ([`windows`]). The plan in two stages, where the first need not be as short as it can be, leads to
//! the goal in fewer turns altogether ([`chain`]). Where that is no way, the plan is carried out
//! again with another shortest solution of a stage ([`ways`]), and what that leads to is tried in turn.
//!
//! *Why it is sound.* Whatever is found is made on the whole puzzle. That no shorter one was found
//! says nothing.

mod chain;
mod firsts;
mod second;
mod ways;
mod windows;

use std::time::Duration;

use super::{Search, StagesError, Variant};
use crate::control::Stopwatch;
use crate::puzzle::{Puzzle, TurnId};
use windows::Windows;

/// Windows have so much time before the plan in two stages, or a part of what is left.
const FIRST_WINDOWS: Duration = Duration::from_secs(1);
const PART_OF_WINDOWS: u32 = 20;

/// A shorter solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Improvement {
    /// Seconds since the work began.
    pub seconds: f64,
    /// Its turns.
    pub turns: Vec<TurnId>,
    /// What made it shorter.
    pub by: Improver,
}

/// What makes a solution shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Improver {
    /// The plan, with other shortest solutions of its stages.
    OtherWay,
    /// The plan in two stages, the first of which takes more turns than it must.
    Chain,
    /// A window of so many turns.
    Window(usize),
}

/// Makes a solution of a state shorter until the control stops it, or nothing is left to
/// try. `variants` are the ways to carry out a plan that led to it. Every shorter solution goes to `notify`, the last one
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
    let Some(first) = variants.first() else {
        return Ok(solution.to_vec());
    };
    let mut work = Improving {
        variants,
        search: search.quietly(),
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

struct Improving<'a> {
    variants: &'a [Variant],
    search: Search<'a>,
    watch: Stopwatch,
    best: Vec<TurnId>,
    notify: &'a mut dyn FnMut(&Improvement),
    windows: Windows,
}

impl Improving<'_> {
    fn puzzle(&self) -> &Puzzle {
        &self.variants[0].stages.plan().puzzle
    }

    /// What may be the best solution so far. Only turns that lead the puzzle itself to the goal of
    /// the plan are.
    fn found(&mut self, turns: &[TurnId], by: Improver) {
        if turns.len() < self.best.len() && self.variants[0].ends_at_goal(turns) {
            self.best = turns.to_vec();
            (self.notify)(&Improvement {
                seconds: self.watch.seconds(),
                turns: turns.to_vec(),
                by,
            });
        }
    }

    /// The windows that take no time.
    fn soon(&mut self) -> Result<(), StagesError> {
        let control = self.search.controlled_by().clone();
        let part = control.remaining().map(|left| left / PART_OF_WINDOWS);
        let time = part.unwrap_or(FIRST_WINDOWS).min(FIRST_WINDOWS);
        let search = self.search.clone();
        self.search = search.clone().control(control.within(time));
        let shortened = self.shorten(self.best.clone());
        self.search = search;
        shortened
    }

    /// Turns without those that take back or go on with the one before.
    fn merged(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let all: Vec<TurnId> = (0..self.puzzle().turns().len()).collect();
        self.puzzle().shorten(&self.variants[0].start, turns, &all)
    }
}
