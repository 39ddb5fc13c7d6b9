//! Converts expressions to nondeterministic automata (Thompson, *Regular Expression Search Algorithm*, 1968), and
//! nondeterministic automata to deterministic ones (Rabin and Scott, 1959).

use std::collections::HashMap;

use itertools::Itertools;

use super::dfa::Dfa;
use super::{Expression, MAX_STATES, TooLarge};

/// A nondeterministic automaton over classes of symbols.
struct Nfa<'a> {
    /// The class of each symbol.
    class_of: &'a [usize],
    classes: usize,
    /// The transitions from each state: a class, or `None` for an epsilon transition, and the target.
    transitions: Vec<Vec<(Option<usize>, usize)>>,
}

impl<'a> Nfa<'a> {
    /// The deterministic automaton of an expression.
    fn determinized(
        expression: &Expression,
        class_of: &'a [usize],
        classes: usize,
    ) -> Result<Dfa, TooLarge> {
        let mut nfa = Self {
            class_of,
            classes,
            transitions: Vec::new(),
        };
        let first = nfa.add_state()?;
        let last = nfa.append(first, expression)?;
        nfa.subset_construction(first, last)
    }

    fn add_state(&mut self) -> Result<usize, TooLarge> {
        // Only repetitions and complements can exceed this.
        if self.transitions.len() >= 20 * MAX_STATES {
            return Err(TooLarge);
        }
        self.transitions.push(Vec::new());
        Ok(self.transitions.len() - 1)
    }

    fn add_epsilon(&mut self, from: usize, to: usize) {
        self.transitions[from].push((None, to));
    }

    /// Adds the automaton of an expression, with `first` as its initial state, and returns its final state. No added
    /// transition leads back to `first`.
    fn append(&mut self, first: usize, expression: &Expression) -> Result<usize, TooLarge> {
        let last = self.add_state()?;
        match expression {
            Expression::OneOf(symbols) => {
                let classes = symbols.iter().map(|&it| self.class_of[it]).unique();
                self.transitions[first].extend(classes.map(|class| (Some(class), last)));
            }
            Expression::Any => {
                let classes = 0..self.classes;
                self.transitions[first].extend(classes.map(|class| (Some(class), last)));
            }
            Expression::Concatenation(parts) => {
                let mut at = first;
                for part in parts {
                    at = self.append(at, part)?;
                }
                self.add_epsilon(at, last);
            }
            Expression::Union(parts) => {
                for part in parts {
                    let end = self.append(first, part)?;
                    self.add_epsilon(end, last);
                }
            }
            Expression::Repeated(body, least, most) => {
                let mut at = first;
                for _ in 0..*least {
                    at = self.append(at, body)?;
                }
                self.add_epsilon(at, last);
                match most {
                    None => {
                        // The loop leads back to this state, because no transition may lead back to `at`.
                        let hub = self.add_state()?;
                        self.add_epsilon(at, hub);
                        let end = self.append(hub, body)?;
                        self.add_epsilon(end, hub);
                        self.add_epsilon(hub, last);
                    }
                    Some(most) => {
                        for _ in *least..*most {
                            at = self.append(at, body)?;
                            self.add_epsilon(at, last);
                        }
                    }
                }
            }
            Expression::Complement(body) => {
                let automaton = Self::determinized(body, self.class_of, self.classes)?;
                let base = self.transitions.len();
                for _ in 0..automaton.state_count() {
                    self.add_state()?;
                }
                self.add_epsilon(first, base);
                for state in 0..automaton.state_count() {
                    for (class, &to) in automaton.row(state).iter().enumerate() {
                        self.transitions[base + state].push((Some(class), base + to));
                    }
                    if !automaton.is_accepting(state) {
                        self.add_epsilon(base + state, last);
                    }
                }
            }
        }
        Ok(last)
    }

    /// The epsilon closure of some states, in ascending order.
    fn epsilon_closure(&self, mut states: Vec<usize>) -> Vec<usize> {
        let mut seen = vec![false; self.transitions.len()];
        states.retain(|&state| !std::mem::replace(&mut seen[state], true));
        let mut next = 0;
        while next < states.len() {
            for &(class, to) in &self.transitions[states[next]] {
                if class.is_none() && !std::mem::replace(&mut seen[to], true) {
                    states.push(to);
                }
            }
            next += 1;
        }
        states.sort_unstable();
        states
    }

    /// The deterministic automaton whose states are sets of states of this automaton.
    fn subset_construction(&self, first: usize, last: usize) -> Result<Dfa, TooLarge> {
        let first = self.epsilon_closure(vec![first]);
        let mut numbers: HashMap<Vec<usize>, usize> = HashMap::from([(first.clone(), 0)]);
        let mut all = vec![first];
        let mut transitions: Vec<Vec<usize>> = Vec::new();
        while let Some(states) = all.get(transitions.len()) {
            let mut reached: Vec<Vec<usize>> = vec![Vec::new(); self.classes];
            for &state in states {
                for &(class, to) in &self.transitions[state] {
                    if let Some(class) = class {
                        reached[class].push(to);
                    }
                }
            }
            let mut row = Vec::with_capacity(self.classes);
            for states in reached {
                let states = self.epsilon_closure(states);
                let new = all.len();
                let number = *numbers.entry(states.clone()).or_insert(new);
                if number == new {
                    all.push(states);
                }
                row.push(number);
            }
            transitions.push(row);
            // Minimization might reduce the number of states, but would take too long.
            if all.len() > 4 * MAX_STATES {
                return Err(TooLarge);
            }
        }
        let accepts = |states: &Vec<usize>| states.binary_search(&last).is_ok();
        let accepting: Vec<bool> = all.iter().map(accepts).collect();
        let automaton = Dfa::minimal(self.class_of.to_vec(), &transitions, &accepting);
        if automaton.state_count() > MAX_STATES {
            return Err(TooLarge);
        }
        Ok(automaton)
    }
}

impl Dfa {
    /// The automaton that accepts exactly the words of an expression over this many symbols.
    ///
    /// # Errors
    /// [`TooLarge`] if the automaton would have too many states.
    ///
    /// # Panics
    /// If the expression has a symbol that is not less than `symbols`.
    pub fn of(expression: &Expression, symbols: usize) -> Result<Self, TooLarge> {
        // Symbols that occur in the same sets form a class.
        let mut sets_of: Vec<Vec<usize>> = vec![Vec::new(); symbols];
        for (number, set) in expression.sets().into_iter().enumerate() {
            for &symbol in set.iter().unique() {
                sets_of[symbol].push(number);
            }
        }
        let mut classes: HashMap<Vec<usize>, usize> = HashMap::new();
        let class_of = sets_of.into_iter().map(|sets| {
            let new = classes.len();
            *classes.entry(sets).or_insert(new)
        });
        let class_of: Vec<usize> = class_of.collect();
        Nfa::determinized(expression, &class_of, classes.len())
    }
}
