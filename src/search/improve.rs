//! A solution made shorter while time is left.
//!
//! *Idea.* Some turns in a row, a *window*, do what a shorter row may do too: that is a problem of
//! its own, and a small one. Where the turns of a window all belong to a smaller group of the plan,
//! it is asked with the turns of that group only, as far as the solved state sees it; so
//! longer windows can be asked. When all windows are as short as they can be, the plan is carried out
//! again with another shortest solution of a stage, and what that leads to is tried in turn.
//!
//! *Source.* Windows replaced by optimal sequences are known as peephole or interval
//! optimisation of cube solutions; here each window is a formula.
//!
//! *Why it is sound.* A window is replaced by turns that do the same to the whole puzzle, and the
//! whole is replayed. That no shorter one was found says nothing.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use super::variants::if_it_starts;
use super::{Search, StagesError, Strategy, Variant};
use crate::control::Stopwatch;
use crate::group::Permutation;
use crate::problem::{Budget, Problem, Target};
use crate::puzzle::{MOST_TURNS, Puzzle, State, TurnId};
use crate::quotient::Quotient;

/// A window is given up after this time, or a tenth of what is left.
const WINDOW_LIMIT: Duration = Duration::from_secs(3);

/// Windows of a group of the plan begin with so many turns, windows of all turns with fewer. A
/// longer window that is as short as it can be speaks for all windows inside.
const FIRST_WINDOW: usize = 10;
const FIRST_WINDOW_OF_ALL: usize = 7;

/// This part of the time goes to other solutions of the stages; the rest to windows.
const OTHER_WAYS: f64 = 0.6;

/// So many other solutions of the first stage are looked at in each way.
const MOST_FIRST: usize = 50;

/// So many other solutions of a later stage are looked at for each of the stage before.
const MOST_LATER: usize = 12;

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

    /// What the plan leads to with other shortest solutions of its stages.
    fn other_ways(&mut self) -> Result<Vec<Vec<TurnId>>, StagesError> {
        let control = self.search.controlled_by();
        let time = control.remaining().map(|left| left.mul_f64(OTHER_WAYS));
        let control = match time {
            Some(time) => control.within(time),
            None => control.clone(),
        };
        let search = self.search.clone().control(control.clone());
        let mut firsts = Vec::new();
        for variant in self.variants {
            let first = self.shortest(variant, 1, &variant.start, MOST_FIRST, &search);
            firsts.push(if_it_starts(first)?.unwrap_or_default());
        }
        let mut candidates = Vec::new();
        let most = firsts.iter().map(Vec::len).max().unwrap_or(0);
        for other in 0..most {
            for (variant, firsts) in self.variants.iter().zip(&firsts) {
                if let Some(first) = firsts.get(other) {
                    if_it_starts(self.go_on(variant, first, 2, &search, &mut candidates))?;
                }
                if control.stop().is_some() {
                    return Ok(candidates);
                }
            }
        }
        Ok(candidates)
    }

    /// The same where the stages before one are solved. The last two are solved in one way only.
    fn go_on(
        &mut self,
        variant: &Variant,
        turns: &[TurnId],
        stage: usize,
        search: &Search<'_>,
        candidates: &mut Vec<Vec<TurnId>>,
    ) -> Result<(), StagesError> {
        if search.controlled_by().stop().is_some() {
            return Ok(());
        }
        let puzzle = &variant.stages.plan().puzzle;
        let state = puzzle.apply(&variant.start, turns);
        if stage + 1 < variant.stages.reductions().len() {
            for next in self.shortest(variant, stage, &state, MOST_LATER, search)? {
                let turns = [turns, &next].concat();
                self.go_on(variant, &turns, stage + 1, search, candidates)?;
            }
            return Ok(());
        }
        let stages = &variant.stages;
        let rest = stages.solve_from(stage, &state, search)?;
        if rest.turns.is_some() {
            let turns = [turns, &rest.unmerged()].concat();
            let turns = self.merged(&variant.solving(&turns));
            self.found(&turns, Improver::OtherWay);
            if self.variants[0].ends_at_goal(&turns) {
                candidates.push(turns);
            }
        }
        Ok(())
    }

    /// Shortest solutions of a stage, counted from 1.
    fn shortest(
        &self,
        variant: &Variant,
        stage: usize,
        state: &State,
        most: usize,
        search: &Search<'_>,
    ) -> Result<Vec<Vec<TurnId>>, StagesError> {
        let reduction = &variant.stages.reductions()[stage - 1];
        let maximum = variant.stages.plan().stages[stage - 1].maximum;
        let budget = Budget::AtMost(maximum.unwrap_or(MOST_TURNS));
        let problem = reduction.problem(state, budget)?;
        let ascending = search.clone().strategy(Strategy::Ascend);
        let shortest = ascending.minimum(&problem)?;
        let Some(solution) = shortest.solution else {
            return Ok(Vec::new());
        };
        let problem = problem.within(Budget::Exactly(solution.len()));
        let mut all = Vec::new();
        search.enumerate(&problem, |solution| {
            all.push(reduction.lift(solution));
            match all.len() < most {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })?;
        Ok(all)
    }

    fn merged(&self, turns: &[TurnId]) -> Vec<TurnId> {
        let all: Vec<TurnId> = (0..self.puzzle().turns().len()).collect();
        self.puzzle().shorten(&self.variants[0].start, turns, &all)
    }

    /// Replaces windows by shorter ones, those of the smallest group first, until none can be.
    fn shorten(&mut self, mut turns: Vec<TurnId>) -> Result<(), StagesError> {
        for set in 0..self.windows.sets.len() {
            let mut size = self.windows.first_size(set);
            'sizes: while size <= turns.len() {
                let mut answered = false;
                let mut at = 0;
                while let Some((from, to)) = self.windows.next(set, size, at, &turns) {
                    if self.search.controlled_by().stop().is_some() {
                        return Ok(());
                    }
                    at = from + 1;
                    match self.windows.ask(set, &turns[from..to], &self.search)? {
                        WindowAnswer::Shorter(shorter) => {
                            let (before, after) = (&turns[..from], &turns[to..]);
                            turns = self.merged(&[before, &shorter, after].concat());
                            self.found(&turns, Improver::Window(to - from));
                            at = 0;
                            answered = true;
                        }
                        WindowAnswer::Shortest => answered = true,
                        WindowAnswer::GivenUp => break 'sizes,
                    }
                }
                if !answered {
                    break;
                }
                size += 1;
            }
        }
        Ok(())
    }
}

/// What came of asking about a window.
enum WindowAnswer {
    Shorter(Vec<TurnId>),
    Shortest,
    GivenUp,
}

/// Asks whether windows can be shorter.
struct Windows {
    puzzle: Arc<Puzzle>,
    /// The turns of the plan's groups, the fewest first, with what is seen of the puzzle with
    /// these turns; the last are all.
    sets: Vec<(Vec<TurnId>, Option<Quotient>)>,
    /// Windows that are known to be as short as they can be.
    shortest: HashSet<Vec<TurnId>>,
}

impl Windows {
    fn new(variant: &Variant) -> Self {
        let plan = variant.stages.plan();
        let all: Vec<TurnId> = (0..plan.puzzle.turns().len()).collect();
        let mut sets: Vec<Vec<TurnId>> = { plan.stages.iter() }
            .map(|stage| stage.allowed.clone())
            .filter(|allowed| *allowed != all)
            .collect();
        sets.sort_by_key(Vec::len);
        sets.dedup();
        let seen = |(number, turns): (usize, Vec<TurnId>)| {
            let name = format!("{}-{number}", plan.puzzle.name());
            let quotient = Quotient::by_group(&plan.puzzle, &name, &turns, &[]).ok();
            (turns, quotient)
        };
        let mut sets: Vec<_> = sets.into_iter().enumerate().map(seen).collect();
        sets.push((all, None));
        Self {
            puzzle: plan.puzzle.clone(),
            sets,
            shortest: HashSet::new(),
        }
    }

    fn first_size(&self, set: usize) -> usize {
        match self.sets[set].1 {
            Some(_) => FIRST_WINDOW,
            None => FIRST_WINDOW_OF_ALL,
        }
    }

    /// The next window of turns of a set from a place on: where it begins and ends. It has `size` turns, or
    /// all that the set has in a row there.
    fn next(&self, set: usize, size: usize, at: usize, turns: &[TurnId]) -> Option<(usize, usize)> {
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

    /// Asks for shorter turns that do the same.
    fn ask(
        &mut self,
        set: usize,
        window: &[TurnId],
        search: &Search<'_>,
    ) -> Result<WindowAnswer, StagesError> {
        if self.shortest.contains(window) {
            return Ok(WindowAnswer::Shortest);
        }
        let quotient = self.sets[set].1.as_ref();
        let Some(problem) = self.problem(window, quotient) else {
            return Ok(WindowAnswer::GivenUp);
        };
        let control = search.controlled_by();
        let tenth = control.remaining().map_or(WINDOW_LIMIT, |left| left / 10);
        let descending = search.clone().strategy(Strategy::Descend);
        let soon = descending.control(control.within(WINDOW_LIMIT.min(tenth)));
        let result = soon.minimum(&problem)?;
        let lift = |turn: &TurnId| match quotient {
            Some(quotient) => quotient.turns()[*turn],
            None => Some(*turn),
        };
        // Not what the solved puzzle shows: elsewhere alike pieces may be in other places.
        let made = |turns: &[TurnId]| {
            let still = Permutation::identity(self.puzzle.facelets().len());
            let turns = turns
                .iter()
                .map(|&turn| &self.puzzle.turns()[turn].permutation);
            turns.fold(still, |all, turn| all.then(turn))
        };
        Ok(match result.solution {
            Some(shorter) => {
                let shorter: Vec<TurnId> = shorter.turns().iter().filter_map(lift).collect();
                match made(&shorter) == made(window) {
                    true => WindowAnswer::Shorter(shorter),
                    false => WindowAnswer::GivenUp,
                }
            }
            None if result.complete => {
                self.shortest.insert(window.to_vec());
                WindowAnswer::Shortest
            }
            None => WindowAnswer::GivenUp,
        })
    }

    /// The question whether fewer turns do the same as a window.
    fn problem(&self, window: &[TurnId], quotient: Option<&Quotient>) -> Option<Problem> {
        let undone = self.puzzle.undoing(window);
        let budget = Budget::AtMost(window.len().checked_sub(1)?);
        let Some(quotient) = quotient else {
            let (puzzle, solved) = (self.puzzle.clone(), Target::Solved);
            return Problem::from_scramble(puzzle, &undone, &solved, budget).ok();
        };
        let start = self.puzzle.apply(self.puzzle.solved(), &undone);
        quotient.problem(&start, budget)
    }
}
