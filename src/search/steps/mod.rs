//! Solves a stage of a plan a few pieces at a time, if it is too large for one question.
//!
//! *Idea.* Each step solves a few more pieces in as few turns as possible and keeps the solved ones solved. The solver
//! chooses which pieces come next ([`SoftGoals`]). If the pieces must form the blocks of a smaller puzzle, each step asks
//! for a few more blocks whose pieces match in color, at any place. Pieces that no step solves are left to 3-cycles.
//!
//! *Why it is sound.* The result is replayed. Nothing is proved about the whole stage, because a step has the fewest turns
//! only after the previous steps that were chosen.

mod nearest;
mod step_goal;

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::construct::{ConstructionEffort, Parity, ThreeCycles};
use crate::control::Control;
use crate::encode::{Encoder, Formula, Recipe, SoftGoal, SoftGoals};
use crate::error::Error;
use crate::problem::{Budget, ColoredFacelets, Window};
use crate::puzzle::{Metric, State, TurnId};

use super::{Event, Search, UnknownReason};
use step_goal::Remaining;
pub(super) use step_goal::StepGoal;

/// The recipe of all steps if the default recipe is selected. It does not distinguish identical pieces.
const RECIPE: &str = "onehot";

/// The maximum number of solutions of one length from which a step takes the best.
const COMPARED_SOLUTIONS: usize = 10;

/// The number of attempts to finish with 3-cycles, of which the shortest counts.
const FINISH_ATTEMPTS: u64 = 4;

/// The effort of each attempt, except for the seed.
const FINISH_EFFORT: ConstructionEffort = ConstructionEffort {
    beam_width: 100,
    candidates: 4,
    attempts: 8,
    seed: 0,
};

/// The result of a stage that is solved in steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepwiseResult {
    /// The turns found. They solve the stage unless it ended early.
    pub turns: Vec<TurnId>,
    /// The number of steps found by SAT.
    pub steps: usize,
    /// The number of turns found by the construction with 3-cycles.
    pub turns_by_cycles: usize,
    /// Why the stage ended early.
    pub stop: Option<UnknownReason>,
}

#[derive(Clone, Copy)]
enum StepTarget {
    /// Solve this many more pieces, or form this many more blocks.
    More(usize),
    /// Restore the parities that the goal requires; ignore the other pieces.
    Even,
}

enum Step {
    Found(Vec<TurnId>),
    None,
    Stopped(UnknownReason),
}

impl StepGoal<'_> {
    /// Solves the stage from a state, first in steps, with the search `limited`. If the plan allows it, 3-cycles then solve
    /// what is left, until `search` is stopped.
    pub(super) fn solve(
        &self,
        start: &State,
        search: &Search<'_>,
        limited: &Search<'_>,
    ) -> Result<StepwiseResult, Error> {
        let usual = Recipe::built_in(RECIPE)?;
        let recipe = match search.selected_recipe()? {
            asked if asked.name == Recipe::DEFAULT => &usual,
            asked => asked,
        };
        let (mut state, mut done) = (start.clone(), StepwiseResult::default());
        let mut last_progress = None;
        loop {
            let left = self.remaining(&state)?;
            if left.is_done {
                return Ok(done);
            }
            // The loop ends, because each step restores the parities, or solves more pieces and keeps the parities.
            let progress = (left.is_even(), Reverse(left.unmet_count()));
            if last_progress.is_some_and(|last| last >= progress) {
                break;
            }
            let is_first = last_progress.replace(progress).is_none();
            let step = self.find_step(&left, is_first, &state, recipe, limited)?;
            match step {
                Step::Found(turns) => {
                    state = self.puzzle.apply(&state, &turns);
                    done.turns.extend(turns);
                    done.steps += 1;
                }
                Step::None => break,
                Step::Stopped(UnknownReason::Stopped(_))
                    if self.steps.finish_with_3_cycles && search.control.stop().is_none() =>
                {
                    break;
                }
                Step::Stopped(stop) => {
                    done.stop = Some(stop);
                    return Ok(done);
                }
            }
        }
        let control = &search.control;
        match self.finish_with_cycles(&state, control)? {
            Some(turns) => {
                done.turns_by_cycles = turns.len();
                done.turns.extend(turns);
            }
            None => {
                let stop = control.stop().map(UnknownReason::Stopped);
                done.stop = Some(stop.unwrap_or(UnknownReason::Exhausted));
            }
        }
        Ok(done)
    }

    /// The fewest turns that solve the plan's number of pieces per step, or fewer pieces if that is impossible. If a stage
    /// that forms no blocks starts with wrong parities, its first step restores them if it can; otherwise 3-cycles do.
    fn find_step(
        &self,
        left: &Remaining,
        is_first: bool,
        state: &State,
        recipe: &Recipe,
        search: &Search<'_>,
    ) -> Result<Step, Error> {
        let max_pieces = self.steps.pieces.min(left.unmet_count());
        let is_odd = !left.is_even() && self.smaller.is_none();
        let even = (is_first && is_odd).then_some(StepTarget::Even);
        for wanted in even
            .into_iter()
            .chain((1..=max_pieces).rev().map(StepTarget::More))
        {
            for length in 1..=self.steps.turns {
                match self.find_step_of_length(left, state, wanted, length, recipe, search)? {
                    Step::None => (),
                    step => return Ok(step),
                }
            }
        }
        Ok(Step::None)
    }

    /// A step of this length that reaches a target. Of several such steps, it is one that leaves the fewest goals unmet.
    fn find_step_of_length(
        &self,
        left: &Remaining,
        state: &State,
        wanted: StepTarget,
        length: usize,
        recipe: &Recipe,
        search: &Search<'_>,
    ) -> Result<Step, Error> {
        // A step that solves pieces keeps correct parities.
        let (min_met, is_kept, is_even) = match wanted {
            StepTarget::More(more) => {
                let is_even = left.is_even() || self.smaller.is_some();
                (left.met_count + more, true, is_even)
            }
            StepTarget::Even => (0, false, true),
        };
        let marks = left.marks.iter().filter(|_| is_even).cloned().collect();
        let painting = ColoredFacelets {
            facelets: self.facelets(left),
            shown: left.shown.clone(),
            colors: self.color_count(),
            marks,
        };
        let window = Window::recolored(self.puzzle, self.allowed, Metric::HalfTurn, painting);
        let kept = |facelet: usize| left.fixed_colors[facelet].filter(|_| is_kept);
        let Some(problem) = window.question(kept, Budget::Exactly(length)) else {
            return Ok(Step::None);
        };
        let problem = problem.canonical();
        let soft_goals = left
            .soft_goals
            .iter()
            .map(|goal| restrict_to_window(goal, &window));
        // The window contains all facelets of soft goals, because turns move them.
        let Some(soft_goals) = soft_goals.collect() else {
            return Ok(Step::None);
        };
        let soft_goals = SoftGoals {
            all: soft_goals,
            min_met,
        };
        let mut encoder = Encoder::new(&problem, recipe).with_soft_goals(soft_goals);
        let mut found = Vec::new();
        let built = |formula: &Formula| {
            search.report(&Event::Solving {
                turns: length,
                variables: formula.variables,
                clauses: formula.cnf.len(),
            });
        };
        let enumeration =
            search.enumerate_unchecked(&problem, &mut encoder, &[], built, |solution| {
                found.push(window.lift(solution));
                if found.len() < COMPARED_SOLUTIONS {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })?;
        let mut best: Option<(usize, Vec<TurnId>)> = None;
        for turns in found {
            let end = self.puzzle.apply(state, &turns);
            let open = self.remaining(&end)?.unmet_count();
            if self.may_end(&end) && best.as_ref().is_none_or(|(least, _)| open < *least) {
                best = Some((open, turns));
            }
        }
        Ok(match (best, enumeration.stop) {
            (Some((_, turns)), _) => Step::Found(turns),
            (None, Some(stop)) => Step::Stopped(stop),
            (None, None) => Step::None,
        })
    }

    /// Finishes with 3-cycles, if that is allowed and possible.
    fn finish_with_cycles(
        &self,
        state: &State,
        control: &Control,
    ) -> Result<Option<Vec<TurnId>>, Error> {
        if !self.steps.finish_with_3_cycles {
            return Ok(None);
        }
        let Some(cycles) = ThreeCycles::find(self.puzzle, self.allowed, control) else {
            return Ok(None);
        };
        let goal = self.pattern(state);
        let parities = self.remaining(state)?.marks.into_iter().map(|mark| Parity {
            is_odd: mark.is_away,
            changed_by: mark.moved_by,
        });
        let parities: Vec<_> = parities.collect();
        let mut best: Option<Vec<TurnId>> = None;
        for seed in 0..FINISH_ATTEMPTS {
            if control.stop().is_some() {
                break;
            }
            let effort = ConstructionEffort {
                seed,
                ..FINISH_EFFORT
            };
            let Some(turns) = cycles.solution(state, &goal, &parities, effort, control) else {
                continue;
            };
            if !self.remaining(&self.puzzle.apply(state, &turns))?.is_done {
                continue;
            }
            if best.as_ref().is_none_or(|best| turns.len() < best.len()) {
                best = Some(turns);
            }
        }
        Ok(best)
    }
}

/// A soft goal about the facelets of a window; `None` if one of them is outside.
fn restrict_to_window(goal: &SoftGoal, window: &Window) -> Option<SoftGoal> {
    let number = |facelet: usize| window.index_of(facelet);
    Some(match goal {
        SoftGoal::Colors(colors) => {
            let colors = colors.iter().map(|&(it, color)| Some((number(it)?, color)));
            SoftGoal::Colors(colors.collect::<Option<_>>()?)
        }
        SoftGoal::Alike(sets) => {
            let set = |set: &Vec<usize>| set.iter().map(|&it| number(it)).collect();
            SoftGoal::Alike(sets.iter().map(set).collect::<Option<_>>()?)
        }
    })
}
