//! Cubes as text: lines `a LITERALS 0`, as in iCNF.

use itertools::Itertools;
use rustsat::types::Lit;

use super::cover::{OuterTurns, SymmetricParts};
use super::lookahead::Lookahead;
use crate::encode::Formula;
use crate::problem::{Problem, Symmetry};

/// The line of a cube.
fn line(cube: &[Lit]) -> String {
    let literals = cube
        .iter()
        .map(|literal| format!("{} ", literal.to_ipasir()));
    format!("a {}0\n", literals.collect::<String>())
}

impl Lookahead {
    /// The cubes as text, a line for each; `None` if the formula cannot express one.
    pub fn lines(&self, formula: &Formula) -> Option<String> {
        let (count, refuted) = (self.cubes.len(), self.refuted);
        let cubes = self.cubes.iter();
        let cubes = cubes.map(|cube| Some(line(&cube.literals(formula)?)));
        let cubes = cubes.collect::<Option<String>>()?;
        let head = format!("c {count}, and {refuted} more refuted by unit propagation\n");
        Some(head + &cubes)
    }
}

/// The lines for the parts of a cut.
pub struct Lines<'a> {
    /// The question.
    pub problem: &'a Problem,
    /// Its formula.
    pub formula: &'a Formula,
    /// Whether to write symmetric parts as cubes; otherwise they are comments.
    pub every: bool,
}

impl Lines<'_> {
    /// The cubes of classes, for solutions with the maximum number of turns, or for `shorter` ones. `None` if the formula
    /// cannot express one of their turns.
    pub fn write(&self, classes: &[SymmetricParts], shorter: bool) -> Option<String> {
        let all: usize = classes.iter().map(|class| 1 + class.others.len()).sum();
        let of = if !shorter {
            "the remaining states"
        } else {
            "the same states, with the last slot idle"
        };
        let mut text = format!(
            "c {} of {all}: {of}, one for each class of symmetric ones\n",
            classes.len()
        );
        for class in classes {
            text += &self.cube(&class.outer, shorter)?;
            for (outer, symmetry) in &class.others {
                if self.every {
                    text += &self.cube(outer, shorter)?;
                    continue;
                }
                let (outer, first) = (self.describe(outer), self.describe(&class.outer));
                let by = self.image_of_first_turns(symmetry);
                text += &format!("c {outer}: as {first}, by {by}\n");
            }
        }
        Some(text)
    }

    fn cube(&self, outer: &OuterTurns, shorter: bool) -> Option<String> {
        let slots = self.problem.budget.slots();
        let first = (0..).zip(&outer.first);
        let last = (slots - outer.last.len()..).zip(&outer.last);
        let turns = first.chain(last);
        let made = turns.map(|(slot, &turn)| self.formula.turn(slot, turn));
        let idle = shorter.then(|| self.formula.idle(slots - 1));
        let literals: Vec<Vec<Lit>> = made.chain(idle).collect::<Option<_>>()?;
        let description = self.describe(outer);
        Some(format!("c {description}\n{}", line(&literals.concat())))
    }

    fn describe(&self, outer: &OuterTurns) -> String {
        outer.describe(&self.problem.puzzle)
    }

    /// The image of the first turn of each face under a symmetry.
    fn image_of_first_turns(&self, symmetry: &Symmetry) -> String {
        let turns = self.problem.puzzle.turns();
        let first = self.problem.allowed.iter().copied();
        let first = first.unique_by(|&turn| turns[turn].face);
        first
            .map(|turn| {
                format!(
                    "{} to {}",
                    turns[turn].name(),
                    turns[symmetry.turn(turn)].name()
                )
            })
            .join(", ")
    }
}
