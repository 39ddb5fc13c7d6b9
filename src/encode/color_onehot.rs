//! States as colors: one literal for each facelet and color.
//!
//! *Idea.* Because a color is a single literal, a turn moves it with clauses of three literals, and excluding a color takes
//! one literal.
//!
//! *Source.* Folklore of planning and of coloring problems (the direct encoding).
//!
//! *Why it is sound.* A facelet has exactly one color; colors that no sticker of its orbit has are constants.
//!
//! *Cost.* Twice the variables of [binary](super::color_binary) for six colors,
//! and 16 clauses per facelet and step for "exactly one".

use super::orbits::possible_colors;
use super::representation::{StateRepresentation, is_value, require_alternatives};
use crate::circuit::{Bus, Circuit, Signal, at_most_one_clause_count};
use crate::group::Permutation;
use crate::problem::Problem;
use crate::puzzle::{Color, Puzzle};

/// One literal per facelet and color.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ColorOnehot {
    colors: usize,
    /// The possible colors of each facelet.
    possible: Vec<Vec<Color>>,
}

impl ColorOnehot {
    pub(super) fn new(problem: &Problem) -> Self {
        Self {
            colors: problem.puzzle.colors().len(),
            possible: possible_colors(problem),
        }
    }
}

impl StateRepresentation for ColorOnehot {
    fn widths(&self) -> Vec<usize> {
        vec![self.colors; self.possible.len()]
    }

    fn constant(&self, bus: usize, bit: usize) -> Option<bool> {
        is_value(&self.possible[bus], bit)
    }

    fn start(&self, problem: &Problem, fresh: &mut dyn FnMut() -> Signal) -> Vec<Bus> {
        let mut bit = |set: &[Color], color: Color| {
            is_value(set, color).map_or_else(&mut *fresh, Signal::Const)
        };
        let mut buses = Vec::new();
        for set in problem.start.sets() {
            buses.push((0..self.colors).map(|color| bit(set, color)).collect());
        }
        buses
    }

    fn source(&self, permutation: &Permutation, bus: usize, bit: usize) -> (usize, usize) {
        (permutation.source(bus), bit)
    }

    fn constrain(&self, circuit: &mut Circuit, step: &[Bus], exclusive: bool) {
        for bus in step {
            require_alternatives(circuit, bus.signals(), exclusive);
        }
    }

    fn clause_count(&self) -> usize {
        let possible = self.possible.iter().map(Vec::len);
        possible.map(|n| at_most_one_clause_count(n) + 1).sum()
    }

    fn shows(&self, _: &Puzzle, step: &[Bus], facelet: usize, color: Color) -> Vec<Signal> {
        vec![step[facelet][color]]
    }
}
