//! At most one of several signals, and exactly one.

use rustsat::encodings::am1::{Bimander, Bitwise, Commander, Encode, Ladder, Pairwise, TwoProduct};
use rustsat::types::Lit;

use super::builder::{AtMostOne, Circuit};
use super::signal::{Signal, width_for};
use super::structure::LinearConstraint;

/// Up to this number of literals, the default encoding has one clause per pair: such clauses propagate directly, and
/// their number is small.
const MAX_PAIRWISE: usize = 40;

/// Up to this number of literals, every option adds one clause per pair: no encoding needs fewer clauses.
const FEW_LITERALS: usize = 3;

/// The number of clauses of the default encoding of "at most one" of this many literals.
pub fn at_most_one_clause_count(literals: usize) -> usize {
    if literals <= MAX_PAIRWISE {
        literals * literals.saturating_sub(1) / 2
    } else {
        literals.saturating_mul(width_for(literals))
    }
}

impl Circuit {
    /// Requires at most one of the signals to be true.
    ///
    /// False constants are ignored; with a true constant, all other signals must be false. The encodings are
    /// implemented in RustSAT.
    pub fn require_at_most_one(&mut self, signals: &[Signal]) {
        if let Some(known) = signals.iter().position(|&signal| signal == Signal::TRUE) {
            for (at, &signal) in signals.iter().enumerate() {
                if at != known {
                    self.require(!signal);
                }
            }
            return;
        }
        let literals: Vec<Lit> = signals.iter().filter_map(|s| s.as_lit()).collect();
        if self.options.keeps_linear {
            self.linear.push(LinearConstraint::one_of(literals, false));
            return;
        }
        match self.options.at_most_one {
            _ if literals.len() <= FEW_LITERALS => self.add_encoding::<Pairwise>(literals),
            AtMostOne::Auto if literals.len() > MAX_PAIRWISE => {
                self.add_encoding::<Bitwise>(literals);
            }
            AtMostOne::Auto | AtMostOne::Pairwise => self.add_encoding::<Pairwise>(literals),
            AtMostOne::Ladder => self.add_encoding::<Ladder>(literals),
            AtMostOne::Bitwise => self.add_encoding::<Bitwise>(literals),
            AtMostOne::Commander => self.add_encoding::<Commander<4, Pairwise>>(literals),
            AtMostOne::Bimander => self.add_encoding::<Bimander<4, Pairwise>>(literals),
            AtMostOne::Product => self.add_encoding::<TwoProduct<Pairwise>>(literals),
        }
    }

    /// Requires exactly one of the signals to be true: [`Self::require_at_most_one`] and one clause of all signals.
    pub fn require_exactly_one(&mut self, signals: &[Signal]) {
        let literals: Vec<Lit> = signals.iter().filter_map(|s| s.as_lit()).collect();
        if self.options.keeps_linear && !signals.contains(&Signal::TRUE) && !literals.is_empty() {
            self.linear.push(LinearConstraint::one_of(literals, true));
            return;
        }
        self.require_clause(signals);
        self.require_at_most_one(signals);
    }

    fn add_encoding<E: Encode + FromIterator<Lit>>(&mut self, literals: Vec<Lit>) {
        let (clauses, variables) = self.clauses_and_variables();
        let mut encoding: E = literals.into_iter().collect();
        encoding
            .encode(clauses, variables)
            .expect("memory for a clause");
    }
}
