//! Splits a question by look-ahead, with the proof that its cubes cover everything.
//!
//! *Idea.* Look-ahead propagates in the plain formula together with the lemmas, so most trials are decided at once. The
//! proof is about the plain formula and the negation of each remaining cube: it derives the lemmas that the split uses
//! and continues with the clauses of [`look_ahead`].

use super::cube::negated_cubes;
use super::lookahead::{Lookahead, look_ahead};
use crate::control::Control;
use crate::error::Error;
use crate::problem::Problem;
use crate::proof::check::{Encoding, Format, StepAction, write_step};
use crate::proof::write::{BaseFormula, ClauseRefutation, Refutation, certified_problem};

/// The source of the proof that the cubes cover everything.
pub(super) const AUTHOR: &str = "look-ahead";

/// A question that was split into cubes.
pub struct CubeSplit {
    /// The problem: any order of turns, at most the budget.
    pub problem: Problem,
    /// The formula and the lemmas of the problem.
    pub base: BaseFormula,
    /// The cubes.
    pub found: Lookahead,
}

/// Splits a question into at least `count` cubes, if there are enough choices. The result is deterministic.
pub fn split_into_cubes(
    problem: &Problem,
    count: usize,
    control: &Control,
) -> Result<CubeSplit, Error> {
    let problem = certified_problem(problem);
    let base = BaseFormula::new(&problem, control)?;
    let found = look_ahead(&problem, &base.formula, &base.clauses(), count, control);
    Ok(CubeSplit {
        problem,
        found: found?,
        base,
    })
}

impl CubeSplit {
    /// The proof that the cubes cover everything, with its formula.
    pub fn cover(self, format: Format, control: &Control) -> Result<Refutation, Error> {
        let Lookahead { cubes, cover, .. } = self.found;
        let mut proof = Vec::new();
        for clause in cover {
            let literals: Vec<i32> = clause.iter().map(|it| it.to_ipasir()).collect();
            // Writing to memory does not fail.
            let _ = write_step(Encoding::Binary, StepAction::Add, &literals, &mut proof);
        }
        let base = self.base;
        let refuted = ClauseRefutation {
            added: &negated_cubes(&cubes, &base.formula).unwrap_or_default(),
            proof,
            author: AUTHOR,
        };
        base.refutation(&self.problem, refuted, format, control, &mut |_| ())
    }
}
