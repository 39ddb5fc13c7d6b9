//! From expressions to automata that may guess (Thompson, *Regular Expression Search Algorithm*,
//! 1968), and from these to automata that need not (Rabin and Scott, 1959).

use std::collections::HashMap;

use super::dfa::Dfa;
use super::{Expression, MOST_STATES, TooLarge};

/// An automaton that may guess. Symbols are meant by their classes.
struct Nfa<'a> {
    /// The class of each symbol.
    class: &'a [usize],
    classes: usize,
    /// From each state the classes and where they lead; without class, it may go there at once.
    steps: Vec<Vec<(Option<usize>, usize)>>,
}

/// Where a part begins and ends.
#[derive(Clone, Copy)]
struct Part {
    first: usize,
    last: usize,
}

impl<'a> Nfa<'a> {
    /// The automaton of an expression that need not guess.
    fn determined(
        expression: &Expression,
        class: &'a [usize],
        classes: usize,
    ) -> Result<Dfa, TooLarge> {
        let mut nfa = Self {
            class,
            classes,
            steps: Vec::new(),
        };
        let whole = nfa.part(expression)?;
        nfa.subsets(whole)
    }

    fn state(&mut self) -> Result<usize, TooLarge> {
        // Each state of an expression is there for a sign of its text, but for repetitions.
        if self.steps.len() >= 20 * MOST_STATES {
            return Err(TooLarge);
        }
        self.steps.push(Vec::new());
        Ok(self.steps.len() - 1)
    }

    fn skip(&mut self, from: usize, to: usize) {
        self.steps[from].push((None, to));
    }

    fn part(&mut self, expression: &Expression) -> Result<Part, TooLarge> {
        let (first, last) = (self.state()?, self.state()?);
        let whole = Part { first, last };
        match expression {
            Expression::OneOf(symbols) => {
                let mut classes: Vec<usize> = symbols.iter().map(|&it| self.class[it]).collect();
                classes.sort_unstable();
                classes.dedup();
                let steps = classes.into_iter().map(|class| (Some(class), last));
                self.steps[first].extend(steps);
            }
            Expression::Any => {
                let steps = (0..self.classes).map(|class| (Some(class), last));
                self.steps[first].extend(steps);
            }
            Expression::Then(parts) => {
                let mut at = first;
                for part in parts {
                    at = self.after(at, part)?;
                }
                self.skip(at, last);
            }
            Expression::Either(parts) => {
                for part in parts {
                    let end = self.after(first, part)?;
                    self.skip(end, last);
                }
            }
            Expression::Repeated(of, least, most) => {
                let mut at = first;
                for _ in 0..*least {
                    at = self.after(at, of)?;
                }
                self.skip(at, last);
                match most {
                    None => {
                        // Once around a state of its own: nothing else leads back there.
                        let hub = self.state()?;
                        self.skip(at, hub);
                        let end = self.after(hub, of)?;
                        self.skip(end, hub);
                        self.skip(hub, last);
                    }
                    Some(most) => {
                        for _ in *least..*most {
                            at = self.after(at, of)?;
                            self.skip(at, last);
                        }
                    }
                }
            }
            Expression::Not(of) => {
                let other = Self::determined(of, self.class, self.classes)?;
                let base = self.steps.len();
                for _ in 0..other.states() {
                    self.state()?;
                }
                self.skip(first, base);
                for state in 0..other.states() {
                    for (class, &to) in other.row(state).iter().enumerate() {
                        self.steps[base + state].push((Some(class), base + to));
                    }
                    if !other.is_end(state) {
                        self.skip(base + state, last);
                    }
                }
            }
        }
        Ok(whole)
    }

    /// A part behind a state; where it ends.
    fn after(&mut self, at: usize, expression: &Expression) -> Result<usize, TooLarge> {
        let part = self.part(expression)?;
        self.skip(at, part.first);
        Ok(part.last)
    }

    /// All states that some states may go to at once, in increasing order.
    fn closed(&self, mut states: Vec<usize>) -> Vec<usize> {
        let mut seen = vec![false; self.steps.len()];
        states.retain(|&state| !std::mem::replace(&mut seen[state], true));
        let mut next = 0;
        while next < states.len() {
            for &(class, to) in &self.steps[states[next]] {
                if class.is_none() && !std::mem::replace(&mut seen[to], true) {
                    states.push(to);
                }
            }
            next += 1;
        }
        states.sort_unstable();
        states
    }

    fn subsets(&self, whole: Part) -> Result<Dfa, TooLarge> {
        let first = self.closed(vec![whole.first]);
        let mut numbers: HashMap<Vec<usize>, usize> = HashMap::from([(first.clone(), 0)]);
        let mut all = vec![first];
        let mut rows: Vec<Vec<usize>> = Vec::new();
        while let Some(states) = all.get(rows.len()) {
            let mut reached: Vec<Vec<usize>> = vec![Vec::new(); self.classes];
            for &state in states {
                for &(class, to) in &self.steps[state] {
                    if let Some(class) = class {
                        reached[class].push(to);
                    }
                }
            }
            let mut row = Vec::with_capacity(self.classes);
            for states in reached {
                let states = self.closed(states);
                let new = all.len();
                let number = *numbers.entry(states.clone()).or_insert(new);
                if number == new {
                    all.push(states);
                }
                row.push(number);
            }
            rows.push(row);
            // Made smaller, it may have fewer; but nobody waits for that.
            if all.len() > 4 * MOST_STATES {
                return Err(TooLarge);
            }
        }
        let ends = all
            .iter()
            .map(|states| states.binary_search(&whole.last).is_ok())
            .collect();
        Dfa::new(self.class.to_vec(), rows, ends)
    }
}

impl Dfa {
    /// The automaton that accepts just the words of an expression over so many symbols.
    ///
    /// # Errors
    /// [`TooLarge`].
    ///
    /// # Panics
    /// If the expression has another symbol.
    pub fn of(expression: &Expression, symbols: usize) -> Result<Self, TooLarge> {
        let mut class = vec![0; symbols];
        let mut classes = usize::from(symbols > 0);
        expression.visit_sets(&mut |set| {
            let mut split: HashMap<usize, usize> = HashMap::new();
            let mut moved = vec![false; symbols];
            for &symbol in set {
                if !std::mem::replace(&mut moved[symbol], true) {
                    let new = classes + split.len();
                    class[symbol] = *split.entry(class[symbol]).or_insert(new);
                }
            }
            classes += split.len();
            // Classes that lost all their symbols are numbered away.
            let mut numbers: HashMap<usize, usize> = HashMap::new();
            for it in &mut class {
                let new = numbers.len();
                *it = *numbers.entry(*it).or_insert(new);
            }
            classes = numbers.len();
        });
        Nfa::determined(expression, &class, classes)
    }
}
