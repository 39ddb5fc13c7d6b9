//! Cubes as text: lines `a LITERALS 0`, as in iCNF.

use itertools::Itertools;
use rustsat::types::Lit;

use super::cover::{OuterTurns, SymmetricParts};
use super::cube::Cube;
use super::lookahead::Lookahead;
use crate::encode::Formula;
use crate::problem::{Problem, Symmetry};
use crate::puzzle::TurnId;

fn line(cube: &[Lit]) -> String {
    let literals = cube.iter().map(|literal| literal.to_ipasir());
    format!("a {}\n", literals.chain([0]).format(" "))
}

impl Lookahead {
    /// The cubes as text, a line for each; `None` if the formula cannot express one.
    pub fn lines(&self, formula: &Formula) -> Option<String> {
        let (count, refuted) = (self.cubes.len(), self.refuted);
        let head = format!("c {count}, and {refuted} more refuted by unit propagation\n");
        let cubes = self.cubes.iter();
        let lines = cubes.map(|cube| Some(line(&cube.literals(formula)?)));
        [Some(head)].into_iter().chain(lines).collect()
    }
}

/// The lines for the parts of a cut.
pub struct Lines<'a> {
    /// The question.
    pub problem: &'a Problem,
    /// The formula of the question.
    pub formula: &'a Formula,
    /// Whether to write symmetric parts as cubes; otherwise they are comments.
    pub every: bool,
    /// Whether the last slot is idle: solutions with fewer turns than the maximum, which a cut before the goal omits.
    pub shorter: bool,
}

impl Lines<'_> {
    /// The cubes of classes; `None` if the formula cannot express a turn.
    pub fn write(&self, classes: &[SymmetricParts]) -> Option<String> {
        let all: usize = classes.iter().map(|class| 1 + class.others.len()).sum();
        let states = if self.shorter {
            "the same states, with the last slot idle"
        } else {
            "the remaining states"
        };
        let count = classes.len();
        let mut text =
            format!("c {count} of {all}: {states}, one for each class of symmetric ones\n");
        for class in classes {
            text += &self.cube(&class.outer)?;
            for (outer, symmetry) in &class.others {
                if self.every {
                    text += &self.cube(outer)?;
                    continue;
                }
                let (outer, first) = (self.describe(outer), self.describe(&class.outer));
                let by = self.image_of_first_turns(symmetry);
                text += &format!("c {outer}: as {first}, by {by}\n");
            }
        }
        Some(text)
    }

    fn cube(&self, outer: &OuterTurns) -> Option<String> {
        let slots = self.problem.budget.slots();
        let first = (0..).zip(&outer.first);
        let last = (slots - outer.last.len()..).zip(&outer.last);
        let turns = first.chain(last).map(|(slot, &turn)| (slot, Some(turn)));
        let idle = self.shorter.then(|| (slots - 1, None));
        let literals = Cube::from_choices(turns.chain(idle)).literals(self.formula)?;
        Some(format!("c {}\n{}", self.describe(outer), line(&literals)))
    }

    fn describe(&self, outer: &OuterTurns) -> String {
        outer.describe(&self.problem.puzzle)
    }

    /// The image of the first turn of each face under a symmetry.
    fn image_of_first_turns(&self, symmetry: &Symmetry) -> String {
        let turns = self.problem.puzzle.turns();
        let first = self.problem.allowed.iter();
        let first = first.unique_by(|&&turn| turns[turn].face);
        let image = |&turn: &TurnId| {
            let (name, image) = (turns[turn].name(), turns[symmetry.turn(turn)].name());
            format!("{name} to {image}")
        };
        first.map(image).join(", ")
    }
}
