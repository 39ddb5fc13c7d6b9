//! Unit propagation for look-ahead.
//!
//! *Idea.* Two literals of each clause are watched (Moskewicz, Madigan, Zhao, Zhang and Malik, *Chaff*, DAC 2001). A
//! clause is visited only when a watched literal becomes false; backtracking need not restore the watches. The results
//! are not trusted: they are written as clauses that a checker derives itself.

use rustsat::types::Lit;

use crate::clauses::Clauses;

/// Clauses, with the consequences of the current assumptions.
pub(super) struct UnitPropagation {
    /// The clauses of two or more literals; the first two are watched.
    clauses: Vec<Vec<Lit>>,
    /// For each literal, the clauses that watch it.
    watched_by: Vec<Vec<usize>>,
    is_true: Vec<bool>,
    /// The true literals, in the order of their derivation.
    trail: Vec<Lit>,
    /// The number of literals of the trail that have been propagated.
    propagated: usize,
}

impl UnitPropagation {
    /// Clauses with their consequences; `None` if unit propagation finds a contradiction.
    pub(super) fn new(clauses: &Clauses, variables: u32) -> Option<Self> {
        let literals = 2 * variables as usize;
        let mut units = Self {
            clauses: Vec::new(),
            watched_by: vec![Vec::new(); literals],
            is_true: vec![false; literals],
            trail: Vec::new(),
            propagated: 0,
        };
        for clause in clauses.iter() {
            let mut clause: Vec<Lit> = clause.iter().copied().collect();
            clause.sort_unstable();
            clause.dedup();
            match clause[..] {
                [] => return None,
                [unit] if units.is_false(unit) => return None,
                [unit] => units.set(unit),
                [first, second, ..] => {
                    for literal in [first, second] {
                        units.watched_by[literal.lidx()].push(units.clauses.len());
                    }
                    units.clauses.push(clause);
                }
            }
        }
        units.propagate().then_some(units)
    }

    /// Assumes a literal and propagates; returns whether there is no contradiction.
    pub(super) fn assume(&mut self, literal: Lit) -> bool {
        if self.is_false(literal) {
            return false;
        }
        self.set(literal);
        self.propagate()
    }

    /// The number of true literals.
    pub(super) fn true_count(&self) -> usize {
        self.trail.len()
    }

    /// Backtracks to this number of true literals.
    pub(super) fn backtrack(&mut self, known: usize) {
        for literal in self.trail.drain(known..) {
            self.is_true[literal.lidx()] = false;
        }
        self.propagated = known;
    }

    pub(super) fn is_true(&self, literal: Lit) -> bool {
        self.is_true[literal.lidx()]
    }

    pub(super) fn is_false(&self, literal: Lit) -> bool {
        self.is_true[(!literal).lidx()]
    }

    fn set(&mut self, literal: Lit) {
        if !self.is_true(literal) {
            self.is_true[literal.lidx()] = true;
            self.trail.push(literal);
        }
    }

    /// Propagates; returns whether there is no contradiction.
    fn propagate(&mut self) -> bool {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let false_literal = !literal;
            let mut watching = std::mem::take(&mut self.watched_by[false_literal.lidx()]);
            let mut consistent = true;
            watching.retain(|&number| {
                if !consistent {
                    return true;
                }
                if self.find_watch(number, false_literal) {
                    return false;
                }
                let other = self.clauses[number][0];
                consistent = !self.is_false(other);
                if consistent {
                    self.set(other);
                }
                true
            });
            self.watched_by[false_literal.lidx()] = watching;
            if !consistent {
                return false;
            }
        }
        true
    }

    /// Makes a clause watch another literal instead of the false one. Returns whether the watch was moved. It stays if
    /// the other watched literal, which becomes the first of the clause, is true, or if all remaining literals are
    /// false.
    fn find_watch(&mut self, number: usize, false_literal: Lit) -> bool {
        let clause = &mut self.clauses[number];
        if clause[0] == false_literal {
            clause.swap(0, 1);
        }
        if self.is_true[clause[0].lidx()] {
            return false;
        }
        let may_be_true = |&at: &usize| !self.is_true[(!clause[at]).lidx()];
        let Some(other) = (2..clause.len()).find(may_be_true) else {
            return false;
        };
        clause.swap(1, other);
        self.watched_by[clause[1].lidx()].push(number);
        true
    }
}
