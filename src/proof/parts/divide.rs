//! A question, cut by looking ahead, and the proof that its cubes are all there is.
//!
//! *Idea.* Unit propagation looks ahead in the plain formula and the lemmas together, so most of what is tried is decided at once. The
//! proof is about the plain formula and the opposite of each cube that is left: it derives the lemmas that the cut
//! uses, and then has the clauses of [`ahead`].

use rustsat::types::Lit;

use super::ahead::{Ahead, ahead};
use super::cube::Cube;
use crate::control::Control;
use crate::encode::Formula;
use crate::problem::Problem;
use crate::proof::check::Format;
use crate::proof::write::{Argument, Event, Grounds, Interruption, Refutation, asked};

/// Who learns the clauses of the cover, where these are wrong.
const AUTHOR: &str = "looking ahead";

/// A question that is cut.
pub struct Division {
    /// Any order of as many turns, or fewer.
    pub problem: Problem,
    /// Its formula, and the lemmas.
    pub grounds: Grounds,
    /// The cubes.
    pub found: Ahead,
}

/// Cuts a question into so many cubes at least, if there is so much to choose. The same question is always cut alike.
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
    /// Whether nothing was cut, because there is nothing to choose, or one part is enough.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.found.cubes.iter().any(Cube::is_empty)
    }

    /// The proof that the cubes are all there is, and the formula that it is about.
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

/// The opposite of each cube as a clause; `None` if a formula cannot say one.
pub(super) fn denied(cubes: &[Cube], formula: &Formula) -> Option<Vec<Vec<Lit>>> {
    let opposite = |cube: &Cube| {
        let literals = cube.literals(formula)?.into_iter();
        Some(literals.map(|literal| !literal).collect())
    };
    cubes.iter().map(opposite).collect()
}
