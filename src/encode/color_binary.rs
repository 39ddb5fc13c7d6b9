//! States as colors: a binary number for each facelet at each step.
//!
//! *Source.* Yurichev, *SAT/SMT by Example*, pocket cube (3 bits for 6 colors).
//!
//! *Why it is sound.* A number has one value, and codes that stand for no color are forbidden. Only the formula of
//! [`reference`](super::reference) need not forbid them, because none of its solutions has such a code.
//!
//! *Cost.* A clause about a color has one literal per bit, and a solver learns little from single bits.

use itertools::Itertools;

use super::orbits::possible_colors;
use super::representation::StateRepresentation;
use crate::circuit::{Bus, Circuit, Signal, width_for};
use crate::group::Permutation;
use crate::problem::Problem;
use crate::puzzle::{Color, Puzzle};

/// The color of each facelet as a binary number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ColorBinary {
    colors: usize,
    /// The possible colors of each facelet.
    possible: Vec<Vec<Color>>,
}

impl ColorBinary {
    pub(super) fn new(problem: &Problem) -> Self {
        Self {
            colors: problem.puzzle.colors().len(),
            possible: possible_colors(problem),
        }
    }

    fn width(&self) -> usize {
        width_for(self.colors)
    }
}

/// The value of a bit if it is the same in all of these colors.
fn common_bit(colors: &[Color], bit: usize) -> Option<bool> {
    let mut values = colors.iter().map(|color| color >> bit & 1 == 1);
    values.all_equal_value().ok()
}

impl StateRepresentation for ColorBinary {
    fn widths(&self) -> Vec<usize> {
        vec![self.width(); self.possible.len()]
    }

    fn constant(&self, bus: usize, bit: usize) -> Option<bool> {
        common_bit(&self.possible[bus], bit)
    }

    fn start(&self, problem: &Problem, fresh: &mut dyn FnMut() -> Signal) -> Vec<Bus> {
        let mut bit = |set: &[Color], bit: usize| {
            common_bit(set, bit).map_or_else(&mut *fresh, Signal::Const)
        };
        let mut buses = Vec::new();
        for set in problem.start.sets() {
            buses.push((0..self.width()).map(|at| bit(set, at)).collect());
        }
        buses
    }

    fn constrain_start(&self, circuit: &mut Circuit, problem: &Problem, step: &[Bus]) {
        let start = &problem.start;
        for (facelet, bus) in step.iter().enumerate() {
            for code in (0..1 << self.width()).filter(|&code| !start.admits_color(facelet, code)) {
                circuit.require_if(bus.value_cube(code), []);
            }
        }
    }

    fn source(&self, permutation: &Permutation, bus: usize, bit: usize) -> (usize, usize) {
        (permutation.source(bus), bit)
    }

    /// Forbids the codes that stand for no color.
    fn constrain(&self, circuit: &mut Circuit, step: &[Bus], _: bool) {
        for bus in step {
            if bus.iter().any(|signal| signal.as_lit().is_some()) {
                circuit.require_less_than(bus, self.colors);
            }
        }
    }

    fn clause_count(&self) -> usize {
        self.possible.len()
    }

    fn shows(&self, _: &Puzzle, step: &[Bus], facelet: usize, color: Color) -> Vec<Signal> {
        step[facelet].value_cube(color)
    }
}
