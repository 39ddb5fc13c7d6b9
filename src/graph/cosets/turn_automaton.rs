//! An automaton that decides which turn may follow which: canonical sequences and side constraints.

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
    /// Whether a canonical sequence represents all that differ from it only in the order of turns.
    pub(super) represents_reorderings: bool,
}

impl TurnAutomaton {
    /// The automaton of a problem; `None` if its side constraints need too many states.
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        let turns = problem.allowed.len();
        let shortest = matches!(problem.budget, Budget::AtMost(_));
        if problem.constraints.is_empty() && (problem.canonical || shortest) {
            let canonical = Contexts::canonical(problem)?;
            return Some(Self {
                represents_reorderings: !problem.canonical,
                ..Self::from_contexts(turns, vec![true; canonical.len()], &canonical)
            });
        }
        let rules = Rules::new(problem);
        let mut forward = Contexts::new(&rules, Direction::Forward, turns, &[])?;
        forward.expand_all(&rules).ok()?;
        let backward = Contexts::new(&rules, Direction::Backward, turns, &[])?;
        let states = 0..forward.len() as u32;
        let ends = states.map(|state| forward.are_compatible(&rules, state, &backward, 0));
        Some(Self::from_contexts(turns, ends.collect(), &forward))
    }

    fn from_contexts(turns: usize, ends: Vec<bool>, contexts: &Contexts) -> Self {
        let may = |state: u32| {
            let turns = (0..turns).filter(|&turn| contexts.after(state, turn).is_some());
            turns.fold(0, |all, turn| all | 1 << turn)
        };
        let states = 0..ends.len() as u32;
        let rows = states
            .clone()
            .flat_map(|state| (0..turns).map(move |turn| (state, turn)));
        Self {
            allowed: states.map(may).collect(),
            next: rows
                .map(|(state, turn)| contexts.after(state, turn).unwrap_or(0) as u16)
                .collect(),
            turns,
            ends,
            represents_reorderings: false,
        }
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
