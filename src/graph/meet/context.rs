//! The information about half a solution that the other half needs, besides the state where they meet.
//!
//! *Idea.* With side constraints, not only the state matters but also the states of the automata that read the half (for
//! canonical sequences and for rules about the order of turns), how many of the limited turns it has, and its cost. All of
//! this is its *context*. A turn acts on it independently of the state, so contexts are numbered as they are found, and
//! states with different contexts are different nodes of the graph.

use std::collections::HashMap;

use super::answer::Halt;
use crate::automaton::Dfa;
use crate::problem::{Cost, PartialCost, Problem};
use crate::puzzle::{Puzzle, TurnId};

/// The relevant data of half a solution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Context {
    /// The number of turns from each limited set.
    counts: Vec<usize>,
    cost: Option<PartialCost>,
    /// For each automaton, its possible states at the open end of the half: a single one
    /// for the first half, all from which the half leads to acceptance for the second.
    automaton_states: Vec<Vec<usize>>,
}

/// The constraints on solutions, with turns given by their positions among the allowed ones.
#[derive(Default)]
pub(in crate::graph) struct Rules {
    /// For each limit: whether each turn counts, and the maximum number of those that do.
    limits: Vec<(Vec<bool>, usize)>,
    /// The cost of turns, if it is limited.
    cost: Option<Cost>,
    /// The automata that read the turns.
    automata: Vec<Dfa>,
    allowed: Vec<TurnId>,
}

impl Rules {
    pub(in crate::graph) fn new(problem: &Problem) -> Self {
        let allowed = &problem.allowed;
        let constraints = &problem.constraints;
        let slots = problem.budget.slots();
        // Skip limits that cannot be exceeded.
        let limits = constraints
            .at_most
            .iter()
            .filter(|limit| limit.max_count < slots);
        let limits = limits.map(|limit| {
            let counts = allowed.iter().map(|turn| limit.turns.contains(turn));
            (counts.collect(), limit.max_count)
        });
        let cost = constraints.cost.as_ref().and_then(Cost::constraining_costs);
        let breakable = |cost: &Cost| {
            let weights = allowed.iter().map(|&turn| cost.weights[turn]);
            let dearest = weights.max().unwrap_or(0).saturating_mul(slots);
            cost.has_more_than_turns() || cost.max_total.is_some_and(|most| dearest > most)
        };
        let canonical = problem
            .canonical
            .then(|| canonical_sequences(&problem.puzzle, allowed));
        let sequences = constraints.sequences.iter();
        let sequences = sequences.map(|it| it.automaton().clone());
        Self {
            limits: limits.collect(),
            cost: cost.filter(breakable),
            automata: canonical.into_iter().chain(sequences).collect(),
            allowed: allowed.clone(),
        }
    }

    /// The rule that sequences are canonical, without the constraints of the problem.
    pub(in crate::graph) fn canonical(problem: &Problem) -> Self {
        Self {
            automata: vec![canonical_sequences(&problem.puzzle, &problem.allowed)],
            allowed: problem.allowed.clone(),
            ..Self::default()
        }
    }

    /// Whether any sequence is allowed.
    pub(super) fn is_empty(&self) -> bool {
        self.limits.is_empty() && self.cost.is_none() && self.automata.is_empty()
    }

    fn after(&self, context: &Context, turn: usize, direction: Direction) -> Option<Context> {
        let count = |((counts, most), &count): (&(Vec<bool>, usize), &usize)| {
            let count = count + usize::from(counts[turn]);
            (count <= *most).then_some(count)
        };
        let counts = self.limits.iter().zip(&context.counts).map(count);
        let counts = counts.collect::<Option<_>>()?;
        // Only called if there are rules: the default lists no turns.
        let made = || self.allowed[turn];
        let cost = match (&self.cost, &context.cost) {
            (Some(cost), Some(paid)) => {
                let paid = match direction {
                    Direction::Forward => cost.after(paid, made()),
                    Direction::Backward => cost.before(paid, made()),
                };
                paid.min_over_grips()?;
                Some(paid)
            }
            _ => None,
        };
        let read = self.automata.iter().zip(&context.automaton_states);
        let read = read.map(|(automaton, states)| {
            let states = match direction {
                Direction::Forward => {
                    let next = states.iter().filter_map(|&it| automaton.next(it, made()));
                    next.collect::<Vec<usize>>()
                }
                Direction::Backward => {
                    let leads = |&state: &usize| {
                        let next = automaton.next(state, made());
                        next.is_some_and(|next| states.binary_search(&next).is_ok())
                    };
                    (0..automaton.states()).filter(leads).collect()
                }
            };
            (!states.is_empty()).then_some(states)
        });
        Some(Context {
            counts,
            cost,
            automaton_states: read.collect::<Option<_>>()?,
        })
    }

    fn are_compatible(&self, forward: &Context, backward: &Context) -> bool {
        let mut counts = self
            .limits
            .iter()
            .zip(forward.counts.iter().zip(&backward.counts));
        let affordable = |cost: &Cost| {
            let halves = forward.cost.as_ref().zip(backward.cost.as_ref());
            let sum =
                halves.and_then(|(forward, backward)| cost.total_of_halves(forward, backward));
            sum.is_some_and(|sum| cost.max_total.is_none_or(|most| sum <= most))
        };
        let mut read = forward
            .automaton_states
            .iter()
            .zip(&backward.automaton_states);
        let in_common = |(forward, backward): (&Vec<usize>, &Vec<usize>)| {
            forward.iter().any(|it| backward.contains(it))
        };
        counts.all(|((_, most), (forward, backward))| forward + backward <= *most)
            && self.cost.as_ref().is_none_or(affordable)
            && read.all(in_common)
    }
}

/// The automaton that accepts the canonical sequences of some turns.
pub(in crate::graph) fn canonical_sequences(puzzle: &Puzzle, allowed: &[TurnId]) -> Dfa {
    let swaps = puzzle.forbidden_swaps(allowed).into_iter().map(Vec::from);
    let mut forbidden = puzzle.forbidden_runs(allowed);
    forbidden.extend(swaps);
    Dfa::avoiding(&forbidden, puzzle.turns().len())
}

/// The direction in which turns are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::graph) enum Direction {
    /// From the first turn forwards.
    Forward,
    /// From the last turn backwards.
    Backward,
}

/// The known contexts of one side.
pub(in crate::graph) struct Contexts {
    direction: Direction,
    turns: usize,
    all: Vec<Context>,
    numbers: HashMap<Context, u32>,
    /// The context after each turn, for the contexts expanded so far.
    after: Vec<Vec<Option<u32>>>,
}

/// The number of bits that a node has for its context, which limits the number of contexts.
pub(super) const CONTEXT_BITS: u32 = 16;

impl Contexts {
    /// The contexts of a side whose half begins with some turns, in reading order; `None` if these turns already
    /// violate a rule.
    pub(in crate::graph) fn new(
        rules: &Rules,
        direction: Direction,
        turns: usize,
        made: &[usize],
    ) -> Option<Self> {
        let open = |automaton: &Dfa| match direction {
            Direction::Forward => vec![0],
            Direction::Backward => {
                let states = 0..automaton.states();
                states
                    .filter(|&state| automaton.is_accepting(state))
                    .collect()
            }
        };
        let paid = |cost: &Cost| match direction {
            Direction::Forward => cost.empty_beginning(),
            Direction::Backward => cost.empty_end(),
        };
        let first = Context {
            counts: vec![0; rules.limits.len()],
            cost: rules.cost.as_ref().map(paid),
            automaton_states: rules.automata.iter().map(open).collect(),
        };
        let mut made = made.iter();
        let first = made.try_fold(first, |context, &turn| {
            rules.after(&context, turn, direction)
        })?;
        Some(Self {
            direction,
            turns,
            numbers: HashMap::from([(first.clone(), 0)]),
            all: vec![first],
            after: Vec::new(),
        })
    }

    /// The contexts of canonical sequences, read forwards; `None` if there are too many.
    pub(in crate::graph) fn canonical(problem: &Problem) -> Option<Self> {
        let rules = Rules::canonical(problem);
        let mut contexts = Self::new(&rules, Direction::Forward, problem.allowed.len(), &[])?;
        contexts.expand_all(&rules).ok()?;
        Some(contexts)
    }

    /// Computes the context after each turn for all known contexts; an error if there are too many contexts.
    pub(super) fn expand_known(&mut self, rules: &Rules) -> Result<(), Halt> {
        for at in self.after.len()..self.all.len() {
            let mut row = Vec::with_capacity(self.turns);
            for turn in 0..self.turns {
                let next = rules.after(&self.all[at], turn, self.direction);
                row.push(next.map(|context| self.find_or_add(context)));
            }
            self.after.push(row);
        }
        if self.all.len() <= 1 << CONTEXT_BITS {
            Ok(())
        } else {
            Err(Halt::Constraints)
        }
    }

    /// Computes the context after each turn for all reachable contexts.
    pub(in crate::graph) fn expand_all(&mut self, rules: &Rules) -> Result<(), Halt> {
        while self.after.len() < self.all.len() {
            self.expand_known(rules)?;
        }
        Ok(())
    }

    pub(in crate::graph) fn len(&self) -> usize {
        self.all.len()
    }

    fn find_or_add(&mut self, context: Context) -> u32 {
        let new = self.all.len() as u32;
        let number = *self.numbers.entry(context.clone()).or_insert(new);
        if number == new {
            self.all.push(context);
        }
        number
    }

    /// The context after a turn; `None` if the turn violates a rule. The context must have been expanded.
    pub(in crate::graph) fn after(&self, context: u32, turn: usize) -> Option<u32> {
        self.after[context as usize][turn]
    }

    /// Whether a half read forwards, ending in a context, may be followed by one read backwards, ending in another.
    pub(in crate::graph) fn are_compatible(
        &self,
        rules: &Rules,
        context: u32,
        backward: &Self,
        other: u32,
    ) -> bool {
        rules.is_empty()
            || rules.are_compatible(&self.all[context as usize], &backward.all[other as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_compatible_exactly_if_the_whole_sequence_is_canonical() {
        let puzzle = Puzzle::built_in("rubik").expect("built in");
        let problem = Problem::scrambled(&puzzle, "R U")
            .expect("possible")
            .canonical();
        let (rules, turns) = (Rules::new(&problem), problem.allowed.len());
        let contexts = |direction| {
            let mut all = Contexts::new(&rules, direction, turns, &[]).expect("no fixed turns");
            all.expand_all(&rules).expect("few contexts");
            all
        };
        let forward = contexts(Direction::Forward);
        let backward = contexts(Direction::Backward);
        // One for the beginning, and one for each face.
        assert_eq!((forward.len(), backward.len()), (7, 7));
        let mut seed = 1_u64;
        let mut canonical_count = 0;
        for length in (0..6).cycle().take(6000) {
            let sequence = (0..length).map(|_| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (seed >> 33) as usize % turns
            });
            let sequence: Vec<usize> = sequence.collect();
            let named: Vec<TurnId> = sequence.iter().map(|&it| problem.allowed[it]).collect();
            let is_canonical = puzzle.is_canonical(&named, &problem.allowed);
            canonical_count += usize::from(is_canonical);
            for (first, second) in (0..=length).map(|at| sequence.split_at(at)) {
                let mut second = second.iter().rev();
                let first = first
                    .iter()
                    .try_fold(0, |at, &turn| forward.after(at, turn));
                let second = second.try_fold(0, |at, &turn| backward.after(at, turn));
                let fits = first.zip(second).is_some_and(|(first, second)| {
                    forward.are_compatible(&rules, first, &backward, second)
                });
                assert_eq!(fits, is_canonical, "{sequence:?}");
            }
        }
        assert!((1000..5000).contains(&canonical_count), "{canonical_count}");
    }
}
