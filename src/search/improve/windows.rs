//! Windows: consecutive turns, replaced by fewer with the same effect.
//!
//! *Idea.* A window is a small problem of its own. If all its turns belong to a smaller group of the plan, only turns
//! of that group are allowed, on the quotient of the puzzle under these turns; this makes longer windows feasible.
//!
//! *Source.* Peephole or interval optimization of cube solutions; here each window is a formula.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use crate::error::Error;
use crate::problem::{Budget, Cache, Problem, Target};
use crate::puzzle::{Puzzle, TurnId};
use crate::quotient::{Goal, Quotient};
use crate::search::{Search, Strategy, Variant};

/// The time limit of a window, unless a tenth of the remaining time is shorter.
const WINDOW_LIMIT: Duration = Duration::from_secs(3);

/// The initial length of windows of a group of the plan; windows of all turns begin shorter. A longer window of minimal
/// length shows that all windows inside it are minimal.
const FIRST_WINDOW: usize = 10;
const FIRST_WINDOW_OF_ALL: usize = 7;

pub(super) enum WindowAnswer {
    Shorter(Vec<TurnId>),
    Shortest,
    GivenUp,
}

pub(super) struct Windows {
    puzzle: Arc<Puzzle>,
    /// The turns of the plan's groups, smallest first, each with the quotient of the puzzle under these turns; the last set
    /// has all turns.
    pub(super) sets: Vec<(Vec<TurnId>, Option<Quotient>)>,
    shortest: HashSet<Vec<TurnId>>,
    /// Data shared by all windows.
    cache: Cache,
}

impl Windows {
    pub(super) fn new(variant: &Variant) -> Self {
        let plan = variant.stages.plan();
        let all = plan.puzzle.all_turns();
        let mut sets: Vec<Vec<TurnId>> = plan
            .stages
            .iter()
            .map(|stage| stage.allowed.clone())
            .filter(|allowed| *allowed != all)
            .collect();
        sets.sort_by_key(Vec::len);
        sets.dedup();
        let with_quotient = |(number, turns): (usize, Vec<TurnId>)| {
            let name = format!("{}-{number}", plan.puzzle.name());
            let quotient =
                Quotient::new(&plan.puzzle, &name, &turns, &Goal::Group(Vec::new())).ok();
            (turns, quotient)
        };
        let mut sets: Vec<_> = sets.into_iter().enumerate().map(with_quotient).collect();
        sets.push((all, None));
        Self {
            puzzle: plan.puzzle.clone(),
            sets,
            shortest: HashSet::new(),
            cache: Cache::default(),
        }
    }

    pub(super) fn first_size(&self, set: usize) -> usize {
        match self.sets[set].1 {
            Some(_) => FIRST_WINDOW,
            None => FIRST_WINDOW_OF_ALL,
        }
    }

    /// The next window with turns of a set, from a position on: its begin and end. It has `size` turns, or all consecutive
    /// turns of the set there if they are fewer.
    pub(super) fn next_window(
        &self,
        set: usize,
        size: usize,
        at: usize,
        turns: &[TurnId],
    ) -> Option<(usize, usize)> {
        let (set, _) = &self.sets[set];
        let run = |from: usize| {
            turns[from..]
                .iter()
                .take_while(|turn| set.contains(turn))
                .count()
        };
        let begins = |from: usize| from == 0 || !set.contains(&turns[from - 1]);
        let fits = |&from: &usize| run(from) >= size || (begins(from) && run(from) > 2);
        let from = (at..turns.len()).find(fits)?;
        Some((from, from + run(from).min(size)))
    }

    /// Looks for fewer turns with the same effect.
    pub(super) fn shorten_window(
        &mut self,
        set: usize,
        window: &[TurnId],
        search: &Search<'_>,
    ) -> Result<WindowAnswer, Error> {
        if self.shortest.contains(window) {
            return Ok(WindowAnswer::Shortest);
        }
        let quotient = self.sets[set].1.as_ref();
        let Some(problem) = self.problem(window, quotient) else {
            return Ok(WindowAnswer::GivenUp);
        };
        let left = search.control.remaining();
        let tenth = left.map_or(WINDOW_LIMIT, |left| left / 10);
        let limited = search.within(Some(WINDOW_LIMIT.min(tenth)));
        let result = limited.strategy(Strategy::Descend).minimum(&problem)?;
        let lift = |&turn: &TurnId| quotient.map_or(Some(turn), |it| it.turns[turn]);
        // Compare permutations, not colors: colors of one state do not show how identical pieces are exchanged.
        let permutation = |turns: &[TurnId]| self.puzzle.effect_of(turns);
        Ok(match result.solution {
            Some(shorter) => {
                let shorter: Vec<TurnId> = shorter.turns().iter().filter_map(lift).collect();
                if permutation(&shorter) == permutation(window) {
                    WindowAnswer::Shorter(shorter)
                } else {
                    WindowAnswer::GivenUp
                }
            }
            None if result.complete => {
                self.shortest.insert(window.to_vec());
                WindowAnswer::Shortest
            }
            None => WindowAnswer::GivenUp,
        })
    }

    /// The question whether fewer turns have the effect of a window; `None` if it cannot be asked.
    fn problem(&self, window: &[TurnId], quotient: Option<&Quotient>) -> Option<Problem> {
        let undone = self.puzzle.inverse_sequence(window);
        let budget = Budget::AtMost(window.len().checked_sub(1)?);
        let Some(quotient) = quotient else {
            let (puzzle, solved) = (self.puzzle.clone(), Target::Solved);
            let problem = Problem::from_scramble(puzzle, &undone, &solved, budget).ok()?;
            return Some(problem.with_cache(&self.cache));
        };
        let start = self.puzzle.apply(self.puzzle.solved(), &undone);
        Some(quotient.problem(&start, budget)?.with_cache(&self.cache))
    }
}
