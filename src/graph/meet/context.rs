//! The information about one half of a solution that the other half needs, besides the state where both meet.
//!
//! *Idea.* With side constraints, the *context* of a half matters, too: the number of limited turns in the half, its cost,
//! and the states of the automata that read it (for canonical sequences and for rules about the order of turns). A turn
//! acts on contexts independently of the state. So contexts are numbered as they are found, and a node of the graph is a
//! state in a context.

use std::collections::HashMap;

use itertools::izip;

use super::answer::Halt;
use crate::automaton::Dfa;
use crate::problem::{Cost, PartialCost, Problem, canonical_sequences};
use crate::puzzle::TurnId;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Context {
    /// The number of turns from each limited set.
    counts: Vec<usize>,
    cost: Option<PartialCost>,
    /// For each automaton, its possible states where the halves meet: a single state for the first half; for the second
    /// half, all states from which the half leads to acceptance.
    automaton_states: Vec<Vec<usize>>,
}

/// The constraints on solutions, with turns given by their positions among the allowed turns.
#[derive(Clone, Default)]
pub(in crate::graph) struct Rules {
    /// For each limit: whether each turn counts, and the maximum number of turns that count.
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
        let can_be_exceeded = |cost: &Cost| {
            let weights = allowed.iter().map(|&turn| cost.weights[turn]);
            let greatest = weights.max().unwrap_or(0).saturating_mul(slots);
            cost.has_pairs_or_grips() || cost.max_total.is_some_and(|most| greatest > most)
        };
        let canonical = problem
            .canonical
            .then(|| canonical_sequences(&problem.puzzle, allowed));
        let sequences = constraints.automata(&problem.puzzle);
        Self {
            limits: limits.collect(),
            cost: cost.filter(can_be_exceeded),
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

    fn is_empty(&self) -> bool {
        self.limits.is_empty() && self.cost.is_none() && self.automata.is_empty()
    }

    fn after(&self, context: &Context, turn: usize, direction: Direction) -> Option<Context> {
        let count = |((counts, most), &count): (&(Vec<bool>, usize), &usize)| {
            let count = count + usize::from(counts[turn]);
            (count <= *most).then_some(count)
        };
        let counts = self.limits.iter().zip(&context.counts).map(count);
        let counts = counts.collect::<Option<_>>()?;
        // Only called if there are rules: without rules, `allowed` may be empty.
        let id = || self.allowed[turn];
        let cost = match (&self.cost, &context.cost) {
            (Some(cost), Some(paid)) => {
                let paid = match direction {
                    Direction::Forward => cost.after(paid, id()),
                    Direction::Backward => cost.before(paid, id()),
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
                    let next = states.iter().filter_map(|&it| automaton.next(it, id()));
                    next.collect::<Vec<usize>>()
                }
                Direction::Backward => {
                    let leads = |&state: &usize| {
                        let next = automaton.next(state, id());
                        next.is_some_and(|next| states.binary_search(&next).is_ok())
                    };
                    (0..automaton.state_count()).filter(leads).collect()
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
        let mut counts = izip!(&self.limits, &forward.counts, &backward.counts);
        let affordable = |cost: &Cost| {
            let halves = forward.cost.as_ref().zip(backward.cost.as_ref());
            let sum =
                halves.and_then(|(forward, backward)| cost.total_of_halves(forward, backward));
            sum.is_some_and(|sum| cost.max_total.is_none_or(|most| sum <= most))
        };
        let mut read = izip!(&forward.automaton_states, &backward.automaton_states);
        let in_common = |(forward, backward): (&Vec<usize>, &Vec<usize>)| {
            forward.iter().any(|it| backward.contains(it))
        };
        counts.all(|((_, most), forward, backward)| forward + backward <= *most)
            && self.cost.as_ref().is_none_or(affordable)
            && read.all(in_common)
    }
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
    rules: Rules,
    direction: Direction,
    turns: usize,
    all: Vec<Context>,
    numbers: HashMap<Context, u32>,
    /// By context and turn: the context after the turn, for the contexts expanded so far.
    after: Vec<Vec<Option<u32>>>,
}

/// The number of bits that a node has for its context, which limits the number of contexts.
pub(super) const CONTEXT_BITS: u32 = 16;

impl Contexts {
    /// The contexts of a side. Only the context of no turns is known.
    pub(in crate::graph) fn new(rules: Rules, direction: Direction, turns: usize) -> Self {
        let initial_states = |automaton: &Dfa| match direction {
            Direction::Forward => vec![0],
            Direction::Backward => {
                let states = 0..automaton.state_count();
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
            automaton_states: rules.automata.iter().map(initial_states).collect(),
        };
        Self {
            rules,
            direction,
            turns,
            numbers: HashMap::from([(first.clone(), 0)]),
            all: vec![first],
            after: Vec::new(),
        }
    }

    /// All contexts of sequences read forwards; `None` if there are too many.
    pub(in crate::graph) fn all_forward(rules: Rules, turns: usize) -> Option<Self> {
        let mut contexts = Self::new(rules, Direction::Forward, turns);
        while contexts.after.len() < contexts.all.len() {
            contexts.expand_known().ok()?;
        }
        Some(contexts)
    }

    /// Computes the context after each turn for all known contexts; an error if there are too many contexts.
    pub(super) fn expand_known(&mut self) -> Result<(), Halt> {
        for at in self.after.len()..self.all.len() {
            let mut row = Vec::with_capacity(self.turns);
            for turn in 0..self.turns {
                let next = self.rules.after(&self.all[at], turn, self.direction);
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

    /// Whether a first half in a context, read forwards, fits a second half in another context, read backwards.
    pub(in crate::graph) fn are_compatible(
        &self,
        context: u32,
        backward: &Self,
        other: u32,
    ) -> bool {
        let all = &self.all;
        self.admit_all()
            || (self.rules).are_compatible(&all[context as usize], &backward.all[other as usize])
    }

    /// Whether any sequence is allowed.
    pub(super) fn admit_all(&self) -> bool {
        self.rules.is_empty()
    }
}
