//! Explores all turn sequences of a problem with side constraints, if it has few states.
//!
//! *Idea.* Solutions under side constraints do not form a group, so only exploration decides whether one exists. The
//! relevant data of a partial sequence are its state, its counts of limited turns, its cost, its length up to the minimum
//! length, and the states of automata that read its turns: for the rules about their order, for the first and the last
//! ones, and for canonicity. All combinations are explored if they are few. The result is whether a solution exists, never
//! how long it is.

use std::collections::HashSet;

use super::checked::Problem;
use super::constraints::AtMost;
use super::cost::{Cost, PartialCost};
use super::sequences::{beginning_with, canonical_sequences, ending_with};
use crate::automaton::Dfa;
use crate::puzzle::{State, TurnId};

/// The maximum number of combinations to explore.
pub(super) const MAX_COMBINATIONS: usize = 50_000;

/// The relevant data of a partial sequence.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Progress {
    state: State,
    /// The number of turns from each limited set.
    counts: Vec<usize>,
    cost: Option<PartialCost>,
    /// The states of the automata.
    read: Vec<usize>,
    /// The length, up to the required minimum.
    length: usize,
}

/// What restricts the next turn of a sequence.
struct SequenceRules<'a> {
    problem: &'a Problem,
    automata: Vec<Dfa>,
    /// The cost limit.
    limit: Option<Cost>,
}

impl<'a> SequenceRules<'a> {
    /// `None` if an automaton would be too large.
    fn new(problem: &'a Problem) -> Option<Self> {
        let (puzzle, constraints) = (&problem.puzzle, &problem.constraints);
        let symbols = puzzle.turns().len();
        let sequences = constraints.sequences.iter();
        let mut automata: Vec<Dfa> = sequences.map(|it| it.automaton().clone()).collect();
        automata.push(beginning_with(&constraints.starts_with, symbols)?);
        automata.push(ending_with(&constraints.ends_with, symbols)?);
        if problem.canonical {
            automata.push(canonical_sequences(puzzle, &problem.allowed));
        }
        let cost = constraints.cost.as_ref();
        Some(Self {
            problem,
            automata,
            limit: cost.and_then(Cost::constraining_costs),
        })
    }

    /// The data after one more turn; `None` if that violates a limit.
    fn after_turn(&self, so_far: &Progress, turn: TurnId) -> Option<Progress> {
        let constraints = &self.problem.constraints;
        let count = |(limit, &count): (&AtMost, &usize)| {
            let count = count + usize::from(limit.turns.contains(&turn));
            (count <= limit.max_count).then_some(count)
        };
        let counts = constraints.at_most.iter().zip(&so_far.counts).map(count);
        let cost = match (&self.limit, &so_far.cost) {
            (Some(cost), Some(paid)) => {
                let paid = cost.after(paid, turn);
                paid.min_over_grips()?;
                Some(paid)
            }
            _ => None,
        };
        let read = self.automata.iter().zip(&so_far.read);
        let read = read.map(|(automaton, &state)| automaton.next(state, turn));
        let permutation = &self.problem.puzzle.turns()[turn].permutation;
        Some(Progress {
            state: so_far.state.after(permutation),
            counts: counts.collect::<Option<_>>()?,
            cost,
            read: read.collect::<Option<_>>()?,
            length: (so_far.length + 1).min(constraints.min_turns),
        })
    }

    /// Whether a solution may end here.
    fn may_end(&self, so_far: &Progress) -> bool {
        let mut read = self.automata.iter().zip(&so_far.read);
        self.problem.admits_end(&so_far.state)
            && so_far.length >= self.problem.constraints.min_turns
            && read.all(|(automaton, &state)| automaton.is_accepting(state))
    }
}

impl Problem {
    /// Whether a solution of any length exists, by exploring all sequences; `None` if there are too many, or if the start
    /// is unknown.
    pub(super) fn has_solution(&self) -> Option<bool> {
        let rules = SequenceRules::new(self)?;
        let start = Progress {
            state: self.start.state()?,
            counts: vec![0; self.constraints.at_most.len()],
            cost: rules.limit.as_ref().map(Cost::empty_beginning),
            read: vec![0; rules.automata.len()],
            length: 0,
        };
        let mut seen = HashSet::from([start.clone()]);
        let mut queue = vec![start];
        while let Some(so_far) = queue.pop() {
            if rules.may_end(&so_far) {
                return Some(true);
            }
            for &turn in &self.allowed {
                let next = rules.after_turn(&so_far, turn);
                if let Some(next) = next.filter(|next| !seen.contains(next)) {
                    seen.insert(next.clone());
                    queue.push(next);
                }
            }
            if seen.len() > MAX_COMBINATIONS {
                return None;
            }
        }
        Some(false)
    }
}
