//! Upper bounds on the number of true signals, and on the sum of their weights.

use num_integer::gcd;
use rustsat::encodings::card::Totalizer;
use rustsat::encodings::pb;
use rustsat::encodings::pb::simulators::Card;
use rustsat::types::Lit;

use super::builder::{Cardinality, Circuit};
use super::signal::Signal;
use super::structure::LinearConstraint;

/// Up to this bound, weights are added with a generalized totalizer, whose clauses propagate directly, but whose size
/// is quadratic in the bound; above it, in binary.
const MAX_TOTALIZER_BOUND: usize = 100;

impl Circuit {
    /// Requires at most `bound` of the signals to be true.
    ///
    /// True constants count towards `bound`, false constants are ignored. The encodings are implemented in RustSAT.
    pub fn require_at_most(&mut self, signals: &[Signal], bound: usize) {
        let terms: Vec<(Signal, usize)> = signals.iter().map(|&signal| (signal, 1)).collect();
        if let Some((terms, bound)) = self.fold_sum(&terms, bound) {
            match self.options.cardinality {
                Cardinality::Totalizer => self.add_bound::<Card<Totalizer>>(terms, bound),
                _ => self.bound_sum(terms, bound),
            }
        }
    }

    /// Requires the weights of the true signals to sum to at most `bound`.
    ///
    /// Weights are divided by their greatest common divisor.
    pub fn require_cost_at_most(&mut self, costs: &[(Signal, usize)], bound: usize) {
        if let Some((terms, bound)) = self.fold_sum(costs, bound) {
            let weights = terms.iter().map(|&(_, weight)| weight);
            let divisor = weights.fold(0, gcd);
            let terms = terms.into_iter();
            let terms = terms.map(|(literal, weight)| (literal, weight / divisor));
            self.bound_sum(terms.collect(), bound / divisor);
        }
    }

    /// Prepares a bound on a sum of weights for an encoding: counts true constants, forbids literals whose weight alone
    /// is too large, and keeps a linear constraint if the circuit keeps those. Returns the remaining literals with
    /// their weights, and the remaining bound; `None` if nothing is left to encode.
    fn fold_sum(
        &mut self,
        costs: &[(Signal, usize)],
        bound: usize,
    ) -> Option<(Vec<(Lit, usize)>, usize)> {
        let known = costs.iter().filter(|(signal, _)| *signal == Signal::TRUE);
        let known = known.map(|&(_, weight)| weight);
        let Some(bound) = bound.checked_sub(known.fold(0, usize::saturating_add)) else {
            self.require_clause(&[]);
            return None;
        };
        let mut terms = Vec::new();
        for &(signal, weight) in costs {
            match signal.as_lit() {
                Some(literal) if weight > bound => self.require(Signal::Lit(!literal)),
                Some(literal) if weight > 0 => terms.push((literal, weight)),
                _ => (),
            }
        }
        let weights = terms.iter().map(|&(_, weight)| weight);
        if weights.fold(0, usize::saturating_add) <= bound {
            return None;
        }
        if self.options.keeps_linear {
            self.linear.push(LinearConstraint {
                terms,
                bound,
                is_equality: false,
            });
            return None;
        }
        Some((terms, bound))
    }

    /// Requires a sum of weights to be at most `bound`.
    fn bound_sum(&mut self, terms: Vec<(Lit, usize)>, bound: usize) {
        match self.options.cardinality {
            Cardinality::Totalizer if bound <= MAX_TOTALIZER_BOUND => {
                self.add_bound::<pb::GeneralizedTotalizer>(terms, bound);
            }
            Cardinality::Totalizer | Cardinality::Adder => {
                self.add_bound::<pb::BinaryAdder>(terms, bound);
            }
            Cardinality::Watchdog => self.add_bound::<pb::DynamicPolyWatchdog>(terms, bound),
        }
    }

    fn add_bound<E: pb::BoundUpper + FromIterator<(Lit, usize)>>(
        &mut self,
        terms: Vec<(Lit, usize)>,
        bound: usize,
    ) {
        let mut encoding: E = terms.into_iter().collect();
        let (clauses, variables) = self.clauses_and_variables();
        encoding
            .encode_ub(bound..=bound, clauses, variables)
            .expect("memory for a clause");
        for literal in encoding.enforce_ub(bound).expect("it is encoded") {
            self.require(Signal::Lit(literal));
        }
    }
}
