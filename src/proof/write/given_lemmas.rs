//! The lemmas given to a solver.

use std::sync::Arc;

use rustsat::types::{Clause, Lit};

use super::lemma::{Lemma, PlacementTuple};
use super::literal_table::LiteralTable;
use crate::control::{Control, Stop};
use crate::encode::Formula;
use crate::problem::Problem;
use crate::reach::{Backward, Items, Layers, Limit, MAX_ITEMS, ReachError};

/// The maximum number of lemmas, which bounds their memory.
const MAX_LEMMAS: u64 = 2_000_000;

/// The lemmas for a formula, and the data for deriving them.
pub(super) struct GivenLemmas {
    pub(super) layers: Layers,
    pub(super) table: LiteralTable,
    pub(super) lemmas: Vec<Lemma>,
}

impl GivenLemmas {
    /// The lemmas about as many items at a time as memory permits. `None` if there are no lemmas for this problem, for
    /// example because pieces look alike.
    pub(super) fn new(
        problem: &Problem,
        formula: &Formula,
        control: &Control,
    ) -> Result<Option<Self>, Stop> {
        let Ok(items) = Items::new(problem).map(Arc::new) else {
            return Ok(None);
        };
        for most in (1..=MAX_ITEMS.min(items.len())).rev() {
            let layers = Backward::new(items.clone(), most, true, Limit::NONE)
                .and_then(|backward| Layers::new(problem, &backward, control));
            match layers {
                Err(ReachError::TooLarge) => (),
                Err(ReachError::Stopped(stop)) => return Err(stop),
                Err(_) => return Ok(None),
                Ok(layers) if layers.lemma_counts().iter().sum::<u64>() <= MAX_LEMMAS => {
                    let table = LiteralTable::new(&problem.puzzle, formula, layers.items());
                    return Ok(table.map(|table| Self::from_layers(layers, table)));
                }
                Ok(_) => (),
            }
        }
        Ok(None)
    }

    /// All minimal lemmas of these layers, except those that the start and the goal imply directly.
    pub(super) fn from_layers(layers: Layers, table: LiteralTable) -> Self {
        let mut lemmas = Vec::new();
        layers.visit_lemmas(|step, at| {
            let tuple = PlacementTuple::new(at.iter().copied());
            if table.excluding_clause(None, step, &tuple).is_some() {
                lemmas.push(Lemma { step, tuple });
            }
        });
        Self {
            layers,
            table,
            lemmas,
        }
    }

    /// The lemmas as clauses, in order.
    pub(super) fn clauses(&self) -> impl Iterator<Item = Clause> + '_ {
        self.lemmas.iter().map(|Lemma { step, tuple }| {
            let literals = self.table.excluding_clause(None, *step, tuple);
            let literals = literals.into_iter().flatten();
            literals
                .filter_map(|number| Lit::from_ipasir(number).ok())
                .collect()
        })
    }
}
