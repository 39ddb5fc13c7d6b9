//! Shortens a solution while time is left.
//!
//! *Idea.* A plan of two stages with a longer first stage may need fewer turns in total ([`two_stages`]). Kociemba's
//! algorithm solves both stages with tables; here SAT solves them ([`sat_stages`]). After that, a *window*, that is,
//! some of the turns, may be replaced by fewer turns ([`windows`]).
//!
//! *Why it is sound.* Every result is replayed on the whole puzzle. Failure to find a shorter one proves nothing.
//!
//! [`two_stages`]: super::two_stages

mod connected;
mod sat_stages;
mod windows;

pub(in crate::search) use self::windows::WindowShortener;

use self::sat_stages::SatStageSolver;
use super::two_stages::solve_in_two_stages;
use super::{Event, ImprovementMethod, Search, Stages, Variant};
use crate::control::Stopwatch;
use crate::error::Error;
use crate::plan::Plan;
use crate::puzzle::{Metric, TurnId};

/// The maximum number of turns by which a first stage may be longer than the shortest first stage.
const MAX_EXCESS_TURNS: usize = 4;

/// A shorter solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Improvement {
    /// Seconds since shortening began.
    pub seconds: f64,
    /// The turns of the new solution.
    pub turns: Vec<TurnId>,
    /// The method that found it.
    pub by: ImprovementMethod,
}

/// The best solution so far of a state.
struct Best<'a> {
    /// The plan as written, for this state.
    plain: &'a Variant,
    watch: Stopwatch,
    turns: Vec<TurnId>,
    notify: &'a mut dyn FnMut(&Improvement),
}

impl Best<'_> {
    /// Merges turns of one face, and replaces the best solution by the result if it is shorter and leads the puzzle itself
    /// to the goal of the plan. Returns the length of the best solution.
    fn replace_if_shorter(&mut self, turns: &[TurnId], by: ImprovementMethod) -> usize {
        let puzzle = &self.plain.stages.plan().puzzle;
        let turns = puzzle.shorten(&self.plain.start, turns, &puzzle.all_turns());
        if turns.len() < self.turns.len() && self.plain.ends_at_goal(&turns) {
            self.turns.clone_from(&turns);
            let seconds = self.watch.seconds();
            (self.notify)(&Improvement { seconds, turns, by });
        }
        self.turns.len()
    }
}

/// Shortens a solution of a state until the control stops it or nothing is left to try. [`Event::Trying`] reports the
/// current method. `variants` are the variants of a plan that solves the state; the first is the plan as written. Passes
/// every shorter solution to `notify`, and returns the shortest solution, which may be the given one.
///
/// # Errors
/// [`Error`] if a stage cannot be solved, or a search fails.
pub fn improve(
    variants: &[Variant],
    solution: &[TurnId],
    search: &Search<'_>,
    notify: &mut dyn FnMut(&Improvement),
) -> Result<Vec<TurnId>, Error> {
    let turns = solution.to_vec();
    let Some(plain) = variants.first() else {
        return Ok(turns);
    };
    // Report only the method, because the formulas are many and small.
    let search = &search.clone().notify(|event| {
        if let Event::Trying(_) = event {
            search.report(event);
        }
    });
    let control = &search.control;
    let mut best = Best {
        plain,
        watch: Stopwatch::start(control),
        turns,
        notify,
    };
    if control.stop().is_none()
        && let Some(stages) = two_stages_of(plain)
    {
        search.report(&Event::Trying(ImprovementMethod::TwoStages));
        let solver = SatStageSolver::new(search, &stages.plan().stages[1].allowed);
        let variants = Variant::all(stages.clone(), &plain.start)?;
        let (length, excess) = (best.turns.len(), MAX_EXCESS_TURNS);
        let mut found =
            |turns: &[TurnId]| best.replace_if_shorter(turns, ImprovementMethod::TwoStages);
        solve_in_two_stages(
            &variants, &solver, control, length, excess, None, &mut found,
        )?;
    }
    if control.stop().is_none() {
        let puzzle = &plain.stages.plan().puzzle;
        let mut shortener = WindowShortener::new(puzzle, &puzzle.all_turns(), Metric::HalfTurn);
        shortener.shorten(&plain.start, best.turns.clone(), search, |turns, size| {
            best.replace_if_shorter(turns, ImprovementMethod::Window(size));
        })?;
    }
    Ok(best.turns)
}

/// The stages of the variant's plan if they are two questions. Otherwise, if the plan ends solved, the stages of a
/// built-in plan of two stages.
fn two_stages_of(variant: &Variant) -> Option<Stages> {
    let plan = variant.stages.plan();
    if plan.stages.len() == 2 && plan.asks_questions_only() {
        return Some(variant.stages.clone());
    }
    let other = Plan::of_two_stages(&plan.puzzle).filter(|_| plan.ends_solved());
    Stages::new(other?).ok()
}
