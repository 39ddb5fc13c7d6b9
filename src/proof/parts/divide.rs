//! Splits a question by look-ahead, with the proof that its cubes cover everything.
//!
//! *Idea.* Look-ahead propagates in the plain formula together with the lemmas, so most trials are decided at once. The
//! proof is about the plain formula and the negation of each remaining cube: it derives the lemmas that the split uses,
//! followed by the clauses of [`ahead`].

use rustsat::types::Lit;

use super::ahead::{Ahead, ahead};
use super::cube::Cube;
use crate::control::Control;
use crate::encode::Formula;
use crate::problem::Problem;
use crate::proof::check::Format;
use crate::proof::write::{Argument, Event, Grounds, Interruption, Refutation, asked};

/// The author named if the clauses of the cover are wrong.
const AUTHOR: &str = "looking ahead";

/// A question that was split.
pub struct Division {
    /// The problem: any order of turns, at most the budget.
    pub problem: Problem,
    /// Its formula and lemmas.
    pub grounds: Grounds,
    /// The cubes.
    pub found: Ahead,
}

/// Splits a question into at least `count` cubes, if there are enough choices. The result is deterministic.
///
/// # Errors
/// [`Interruption`].
pub fn divide(
    problem: &Problem,
    count: usize,
    control: &Control,
) -> Result<Division, Interruption> {
    let problem = asked(problem);
    let grounds = Grounds::new(&problem, control)?;
    let found = ahead(
        &problem,
        (&grounds.formula, &grounds.clauses()),
        count,
        control,
    );
    Ok(Division {
        problem,
        found: found.map_err(Interruption::Stopped)?,
        grounds,
    })
}

impl Division {
    /// Whether nothing was split, because there are no choices, or one part is sufficient.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.found.cubes.iter().any(Cube::is_empty)
    }

    /// The proof that the cubes cover everything, with its formula.
    ///
    /// # Errors
    /// [`Interruption`].
    pub fn cover(
        self,
        format: Format,
        control: &Control,
        notify: &mut dyn FnMut(Event),
    ) -> Result<(Vec<Cube>, Refutation), Interruption> {
        let Ahead { cubes, cover, .. } = self.found;
        let more = denied(&cubes, &self.grounds.formula).unwrap_or_default();
        let argument = Argument {
            more: &more,
            learnt: &cover,
            author: AUTHOR,
        };
        let refutation =
            (self.grounds).refutation(&self.problem, (argument, format), control, notify)?;
        Ok((cubes, refutation))
    }
}

/// The negation of each cube as a clause; `None` if a formula cannot express one.
pub(super) fn denied(cubes: &[Cube], formula: &Formula) -> Option<Vec<Vec<Lit>>> {
    let opposite = |cube: &Cube| {
        let literals = cube.literals(formula)?.into_iter();
        Some(literals.map(|literal| !literal).collect())
    };
    cubes.iter().map(opposite).collect()
}
