//! Deterministic finite automata.

use std::collections::{HashMap, HashSet};

use itertools::Itertools;

/// A minimal deterministic finite automaton, which reads a word symbol by symbol. Its initial state is 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dfa {
    /// The class of each symbol: symbols of one class lead to the same next state from every state.
    class_of: Vec<usize>,
    /// For each state and class, the next state.
    transitions: Vec<Vec<usize>>,
    /// Whether each state accepts.
    accepting: Vec<bool>,
    /// For each state, the minimum number of symbols to an accepting state; `None` if no word leads there.
    remaining: Vec<Option<usize>>,
}

impl Dfa {
    /// The minimal automaton that accepts the same words as an automaton with these transitions and accepting states.
    pub(super) fn minimal(
        class_of: Vec<usize>,
        transitions: &[Vec<usize>],
        accepting: &[bool],
    ) -> Self {
        let (transitions, accepting) = minimized(transitions, accepting);
        Self {
            class_of,
            remaining: distance_to_acceptance(&transitions, &accepting),
            transitions,
            accepting,
        }
    }

    /// The automaton that accepts the words over `symbols` symbols that contain none of the nonempty `parts`.
    ///
    /// *Idea.* The state is the longest suffix of the input that is a proper prefix of a part (A. V. Aho and M. J.
    /// Corasick, 1975).
    pub fn avoiding(parts: &[Vec<usize>], symbols: usize) -> Self {
        let forbidden: HashSet<&[usize]> = parts.iter().map(Vec::as_slice).collect();
        let empty: &[usize] = &[];
        let beginnings = parts
            .iter()
            .flat_map(|part| (0..part.len()).map(|n| &part[..n]));
        let remembered: Vec<&[usize]> = [empty].into_iter().chain(beginnings).unique().collect();
        let numbers: HashMap<&[usize], usize> = remembered.iter().copied().zip(0..).collect();
        let after_part = remembered.len();
        let next = |suffix: &[usize], symbol: usize| {
            let read = [suffix, &[symbol]].concat();
            let mut suffixes = (0..read.len()).map(|first| &read[first..]);
            if suffixes.clone().any(|it| forbidden.contains(it)) {
                after_part
            } else {
                suffixes
                    .find_map(|it| numbers.get(it).copied())
                    .unwrap_or(0)
            }
        };
        // All symbols that occur in no part form the last class.
        let used: Vec<usize> = parts
            .iter()
            .flatten()
            .copied()
            .sorted_unstable()
            .dedup()
            .collect();
        let row = |suffix: &&[usize]| {
            let row = used.iter().map(|&symbol| next(suffix, symbol));
            row.chain([0]).collect()
        };
        let mut transitions: Vec<Vec<usize>> = remembered.iter().map(row).collect();
        transitions.push(vec![after_part; used.len() + 1]);
        let class_of = (0..symbols).map(|it| used.binary_search(&it).unwrap_or(used.len()));
        let accepting: Vec<bool> = (0..=after_part).map(|state| state < after_part).collect();
        Self::minimal(class_of.collect(), &transitions, &accepting)
    }

    /// The number of symbols.
    pub fn symbol_count(&self) -> usize {
        self.class_of.len()
    }

    /// The number of states.
    pub fn state_count(&self) -> usize {
        self.transitions.len()
    }

    /// The next state for each class of symbols.
    pub(super) fn row(&self, state: usize) -> &[usize] {
        &self.transitions[state]
    }

    /// Whether a state accepts.
    pub fn is_accepting(&self, state: usize) -> bool {
        self.accepting[state]
    }

    /// The state after a symbol; `None` if no accepted word continues in this way.
    pub fn next(&self, state: usize, symbol: usize) -> Option<usize> {
        let next = self.transitions[state][self.class_of[symbol]];
        self.remaining[next].map(|_| next)
    }

    /// The minimum number of further symbols to an accepting state; `None` if no word leads there.
    pub fn distance_to_acceptance(&self, state: usize) -> Option<usize> {
        self.remaining[state]
    }

    /// Whether the automaton accepts a word.
    pub fn accepts_word(&self, word: &[usize]) -> bool {
        let read = |state, &symbol: &usize| self.next(state, symbol);
        let last = word.iter().try_fold(0, read);
        last.is_some_and(|state| self.accepting[state])
    }

    /// The length of the longest accepted word over these symbols; `None` if no word is accepted, or if arbitrarily
    /// long words are accepted.
    pub fn max_word_length(&self, symbols: &[usize]) -> Option<usize> {
        let next = |row: &Vec<usize>| {
            let next = symbols.iter().map(|&symbol| row[self.class_of[symbol]]);
            next.collect()
        };
        let transitions: Vec<Vec<usize>> = self.transitions.iter().map(next).collect();
        let remaining = distance_to_acceptance(&transitions, &self.accepting);
        // The states that words of the current length lead to. A word with at least as many symbols as there are states
        // passes through a cycle.
        let mut reached = vec![false; self.state_count()];
        reached[0] = true;
        let mut longest = None;
        for length in 0..=self.state_count() {
            if reached
                .iter()
                .zip(&self.accepting)
                .any(|(&reached, &accepting)| reached && accepting)
            {
                longest = Some(length);
            }
            let mut next = vec![false; self.state_count()];
            for state in (0..self.state_count()).filter(|&state| reached[state]) {
                for &to in &transitions[state] {
                    next[to] |= remaining[to].is_some();
                }
            }
            reached = next;
        }
        let is_unbounded = reached.contains(&true);
        longest.filter(|_| !is_unbounded)
    }
}

/// The automaton with equivalent states merged (Moore, 1956): its transitions and accepting states, breadth-first.
fn minimized(transitions: &[Vec<usize>], accepting: &[bool]) -> (Vec<Vec<usize>>, Vec<bool>) {
    let mut block: Vec<usize> = accepting
        .iter()
        .map(|&accepts| usize::from(accepts))
        .collect();
    let mut blocks = 0;
    loop {
        let mut known: HashMap<(usize, Vec<usize>), usize> = HashMap::new();
        let finer: Vec<usize> = transitions
            .iter()
            .zip(&block)
            .map(|(row, &own)| {
                let to = row.iter().map(|&next| block[next]).collect();
                let new = known.len();
                *known.entry((own, to)).or_insert(new)
            })
            .collect();
        block = finer;
        if known.len() == blocks {
            break;
        }
        blocks = known.len();
    }
    let mut numbers = vec![None; blocks];
    numbers[block[0]] = Some(0);
    let mut order = vec![0];
    let (mut new_transitions, mut new_accepting) = (Vec::new(), Vec::new());
    while let Some(&state) = order.get(new_transitions.len()) {
        let row = transitions[state].iter().map(|&next| {
            let new = order.len();
            let number = *numbers[block[next]].get_or_insert(new);
            if number == new {
                order.push(next);
            }
            number
        });
        let row: Vec<usize> = row.collect();
        new_transitions.push(row);
        new_accepting.push(accepting[state]);
    }
    (new_transitions, new_accepting)
}

/// For each state, the minimum number of symbols to an accepting state; `None` if no word leads there.
fn distance_to_acceptance(transitions: &[Vec<usize>], accepting: &[bool]) -> Vec<Option<usize>> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); transitions.len()];
    for (state, row) in transitions.iter().enumerate() {
        row.iter().for_each(|&next| before[next].push(state));
    }
    let mut remaining = vec![None; transitions.len()];
    let mut queue: Vec<usize> = (0..transitions.len())
        .filter(|&state| accepting[state])
        .collect();
    queue.iter().for_each(|&state| remaining[state] = Some(0));
    let mut next = 0;
    while let Some(&state) = queue.get(next) {
        for &earlier in &before[state] {
            if remaining[earlier].is_none() {
                remaining[earlier] = remaining[state].map(|count| count + 1);
                queue.push(earlier);
            }
        }
        next += 1;
    }
    remaining
}
