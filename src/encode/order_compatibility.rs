//! Whether rules about the order of turns are compatible with an order constraint.
//!
//! *Idea.* An order constraint excludes a sequence if an equivalent sequence exists: two commuting turns in the other
//! order, or a shorter or earlier run of turns of one face with the same effect. With additional rules, the equivalent
//! sequence must also satisfy the rules. Each rule is an automaton. An exchange preserves the rule if, from every state
//! of the automaton, the new part leads to a state that accepts everything that is accepted after the old part.
//!
//! *Why it is sound.* Of the shortest solutions, take the first in the order of turns. If it had an excluded part, the
//! exchange would give an earlier or shorter sequence that the rules also accept, a contradiction. See
//! [`canonical`](crate::puzzle) for the same argument without rules.
//!
//! *Cost.* (states) × (pairs of turns), and (states)² for each pair of states that exchanges lead to, so this is only
//! done with few turns.

use std::collections::HashSet;

use super::recipe::TurnOrder;
use crate::automaton::Dfa;
use crate::problem::{Constraints, Problem};
use crate::puzzle::TurnId;

/// The maximum number of allowed turns: with more, rules count as incompatible.
const MAX_TURNS: usize = 200;

/// The strongest order constraint that is compatible with the problem's constraints.
pub(super) fn strongest_compatible(problem: &Problem, order: TurnOrder) -> TurnOrder {
    let constraints = &problem.constraints;
    if order == TurnOrder::None || constraints.is_empty() {
        return order;
    }
    let rules_alone = Constraints {
        starts_with: constraints.starts_with.clone(),
        ends_with: constraints.ends_with.clone(),
        rules: constraints.rules.clone(),
        ..Constraints::default()
    };
    if *constraints != rules_alone || problem.allowed.len() > MAX_TURNS {
        return TurnOrder::None;
    }
    let automata = constraints.automata(&problem.puzzle);
    let all = |admits: fn(&Problem, &Dfa) -> bool| automata.iter().all(|it| admits(problem, it));
    match order {
        _ if !all(admits_runs) => TurnOrder::None,
        TurnOrder::Canonical if !all(admits_swaps) => TurnOrder::NoSameFace,
        order => order,
    }
}

/// Whether runs of turns of one face may be replaced by equivalent canonical runs.
fn admits_runs(problem: &Problem, automaton: &Dfa) -> bool {
    let (puzzle, allowed) = (&problem.puzzle, &problem.allowed);
    let runs = puzzle.forbidden_runs(allowed);
    let mut comparison = LanguageComparison::new(automaton, allowed);
    runs.iter()
        .all(|run| comparison.admits_replacement(run, &puzzle.canonical_run(run, allowed)))
}

/// Whether commuting turns may be sorted.
fn admits_swaps(problem: &Problem, automaton: &Dfa) -> bool {
    let swaps = problem.puzzle.forbidden_swaps(&problem.allowed);
    let mut comparison = LanguageComparison::new(automaton, &problem.allowed);
    swaps
        .iter()
        .all(|&[first, second]| comparison.admits_replacement(&[first, second], &[second, first]))
}

/// Compares the languages that an automaton accepts from its states.
struct LanguageComparison<'a> {
    automaton: &'a Dfa,
    allowed: &'a [TurnId],
    /// Pairs of states of which the second accepts everything that the first accepts.
    known: HashSet<(usize, usize)>,
}

impl<'a> LanguageComparison<'a> {
    fn new(automaton: &'a Dfa, allowed: &'a [TurnId]) -> Self {
        Self {
            automaton,
            allowed,
            known: HashSet::new(),
        }
    }

    /// Whether `instead` is accepted wherever `part` is.
    fn admits_replacement(&mut self, part: &[TurnId], instead: &[TurnId]) -> bool {
        let automaton = self.automaton;
        let after = |state: usize, turns: &[TurnId]| {
            let mut turns = turns.iter();
            turns.try_fold(state, |state, &turn| automaton.next(state, turn))
        };
        let mut states = 0..automaton.state_count();
        states.all(|state| match (after(state, part), after(state, instead)) {
            // The automaton accepts nothing after `part`.
            (None, _) => true,
            (Some(_), None) => false,
            (Some(there), Some(other)) => self.is_included(there, other),
        })
    }

    /// Whether `other` accepts everything that `one` accepts.
    fn is_included(&mut self, one: usize, other: usize) -> bool {
        let mut met = HashSet::from([(one, other)]);
        let mut queue = vec![(one, other)];
        while let Some((one, other)) = queue.pop() {
            if one == other || self.known.contains(&(one, other)) {
                continue;
            }
            if self.automaton.is_accepting(one) && !self.automaton.is_accepting(other) {
                return false;
            }
            for &turn in self.allowed {
                let Some(one) = self.automaton.next(one, turn) else {
                    continue;
                };
                let Some(other) = self.automaton.next(other, turn) else {
                    return false;
                };
                if met.insert((one, other)) {
                    queue.push((one, other));
                }
            }
        }
        // Every pair met was tested, here or before.
        self.known.extend(met);
        true
    }
}
