//! Whether rules about the order of turns are compatible with an order constraint.
//!
//! *Idea.* An order constraint excludes a sequence if an equivalent one exists: two commuting turns in the other order,
//! or a shorter or earlier run of turns of one face with the same effect. With additional rules, the equivalent
//! sequence must satisfy them as well. Each rule is read by an automaton. The rules are preserved if, from every state,
//! each exchange leads to a state that accepts everything accepted before.
//!
//! *Why it is sound.* Of the shortest solutions, take the first in the order of turns. If it had an excluded part, the
//! rest would also be accepted after the exchange, giving an earlier or shorter solution. See
//! [`canonical`](crate::puzzle) for the same argument without rules.
//!
//! *Cost.* (states) × (pairs of turns), and (states)² for each pair of states that exchanges lead to, so it is only tried
//! with few turns.

use std::collections::HashSet;

use super::recipe::Order;
use crate::automaton::Dfa;
use crate::problem::{Constraints, Problem};
use crate::puzzle::TurnId;

/// The maximum number of turns.
const MAX_TURNS: usize = 200;

/// The strongest order constraint that is compatible with the problem's constraints.
pub(super) fn strongest_compatible(problem: &Problem, order: Order) -> Order {
    let constraints = &problem.constraints;
    if order == Order::None || constraints.is_empty() {
        return order;
    }
    let by_rules_alone = Constraints {
        starts_with: constraints.starts_with.clone(),
        ends_with: constraints.ends_with.clone(),
        sequences: constraints.sequences.clone(),
        ..Constraints::default()
    };
    if *constraints != by_rules_alone || problem.allowed.len() > MAX_TURNS {
        return Order::None;
    }
    let automata = constraints.automata(&problem.puzzle);
    let all = |admits: fn(&Problem, &Dfa) -> bool| automata.iter().all(|it| admits(problem, it));
    match order {
        _ if !all(admits_runs) => Order::None,
        Order::Canonical if !all(admits_swaps) => Order::NoSameFace,
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
        (0..automaton.states()).all(|state| match (after(state, part), after(state, instead)) {
            // Nothing is accepted from there.
            (None, _) => true,
            (Some(_), None) => false,
            (Some(there), Some(other)) => self.includes(there, other),
        })
    }

    /// Whether one state accepts everything that the other accepts.
    fn includes(&mut self, one: usize, other: usize) -> bool {
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
                let next = self.automaton.next(one, turn);
                match (next, self.automaton.next(other, turn)) {
                    (None, _) => {}
                    (Some(_), None) => return false,
                    (Some(one), Some(other)) => {
                        if met.insert((one, other)) {
                            queue.push((one, other));
                        }
                    }
                }
            }
        }
        // Every pair met was tested, here or before.
        self.known.extend(met);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use crate::problem::{Rule, Sequence};
    use crate::puzzle::Puzzle;

    fn problem(rules: &[(&str, bool)]) -> Problem {
        let puzzle = Puzzle::built_in("rubik").expect("built in");
        let mut constraints = Constraints::default();
        for (text, never) in rules {
            let sequence = Notation::Singmaster.read_sequence(&puzzle, text);
            let sequence = sequence.expect("it can be read");
            let rule = if *never {
                Rule::Never(sequence)
            } else {
                Rule::Whole(sequence)
            };
            let sequence = Sequence::new(&puzzle, rule).expect("it is small");
            constraints.sequences.push(sequence);
        }
        let problem = Problem::scrambled(&puzzle, "R U").expect("turns");
        problem.with_constraints(constraints)
    }

    #[test]
    fn rules_invariant_under_exchanges_keep_the_order() {
        for (rules, most) in [
            (&[][..], Order::Canonical),
            // Turns of some faces only.
            (&[("[F B]", true)], Order::Canonical),
            (&[("([R U D L])*", false)], Order::Canonical),
            // No half turn, which a run may become.
            (&[("R2", true)], Order::None),
            // Turns of R only after those of L: runs may be merged, but swaps would put L last.
            (&[("[L]* [R]*", false)], Order::NoSameFace),
            (&[("[R]* [L]*", false)], Order::Canonical),
            (
                &[("[U]* [D]*", false), ("[D]* [U]*", false)],
                Order::NoSameFace,
            ),
            (&[("R L", true)], Order::None),
            (&[(".{3}", false)], Order::None),
        ] {
            let problem = problem(rules);
            assert_eq!(
                strongest_compatible(&problem, Order::Canonical),
                most,
                "{rules:?}"
            );
        }
    }
}
