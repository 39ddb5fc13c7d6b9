//! An automaton that admits the turn sequences that are canonical and satisfy the side constraints.

use itertools::Itertools;

use super::super::meet::{Contexts, Direction, Rules};
use crate::problem::{Budget, Problem};

/// The automaton; its first state is 0.
pub(super) struct TurnAutomaton {
    /// By state: the turns that may follow, a bit each.
    pub(super) allowed: Vec<u32>,
    /// By state and turn: the next state.
    next: Vec<u16>,
    turns: usize,
    /// By state: whether a solution may end there.
    ends: Vec<bool>,
    /// Whether a canonical sequence represents all sequences that differ from it only in the order of turns.
    pub(super) represents_reorderings: bool,
}

impl TurnAutomaton {
    /// The automaton of a problem; `None` if its side constraints need too many states.
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        let turns = problem.allowed.len();
        let shortest = matches!(problem.budget, Budget::AtMost(_));
        let only_order = problem.constraints.is_empty() && (problem.canonical || shortest);
        let rules = if only_order {
            Rules::canonical(problem)
        } else {
            Rules::new(problem)
        };
        let forward = Contexts::all_forward(rules.clone(), turns)?;
        let backward = Contexts::new(rules, Direction::Backward, turns);
        let may = |state: u32| {
            let turns = (0..turns).filter(|&turn| forward.after(state, turn).is_some());
            turns.fold(0, |all, turn| all | 1 << turn)
        };
        let next = |(state, turn)| forward.after(state, turn).unwrap_or(0) as u16;
        let may_end = |state| forward.are_compatible(state, &backward, 0);
        let states = 0..forward.len() as u32;
        Some(Self {
            allowed: states.clone().map(may).collect(),
            next: states
                .clone()
                .cartesian_product(0..turns)
                .map(next)
                .collect(),
            turns,
            ends: states.map(may_end).collect(),
            represents_reorderings: only_order && !problem.canonical,
        })
    }

    #[inline(always)]
    pub(super) fn next(&self, state: u16, turn: usize) -> u16 {
        self.next[usize::from(state) * self.turns + turn]
    }

    /// Whether a solution may end after these turns.
    pub(super) fn may_end(&self, turns: &[usize]) -> bool {
        let end = turns.iter().fold(0, |state, &turn| self.next(state, turn));
        self.ends[usize::from(end)]
    }
}
