//! States as colors: for each facelet at each step, its color as a binary number, or as one literal per color.
//!
//! *Idea.* If a color is a single literal, a turn moves it with clauses of three literals, and excluding a color takes
//! one literal.
//!
//! *Source.* Binary numbers: Yurichev, *SAT/SMT by Example*, pocket cube (3 bits for 6 colors). One literal per color:
//! folklore of planning and of coloring problems (the direct encoding).
//!
//! *Why it is sound.* A facelet has exactly one color: a number has one value, and codes that stand for no color are
//! forbidden. The formula of [`reference`](super::reference) does not forbid such codes, because none of its solutions
//! has one. A bit with the same value in all colors that turns can move to a facelet is constant.
//!
//! *Cost.* A clause about a binary color has one literal per bit, and a solver learns little from single bits. With six
//! colors, one literal per color takes twice the variables, and 16 clauses per facelet and step for "exactly one".

use itertools::Itertools;

use super::representation::{StateRepresentation, equals_value, orbits, require_alternatives};
use crate::circuit::{Bus, Circuit, Signal, at_most_one_clause_count, value_cube, width_for};
use crate::group::Permutation;
use crate::problem::Problem;
use crate::puzzle::{Color, Puzzle};

/// How a color becomes bits.
#[derive(Clone, Copy, Debug)]
pub(super) enum ColorCode {
    Binary,
    Onehot,
}

/// The color of each facelet.
#[derive(Debug)]
pub(super) struct Colors {
    code: ColorCode,
    colors: usize,
    /// The possible colors of each facelet, in ascending order.
    possible: Vec<Vec<Color>>,
}

impl Colors {
    pub(super) fn new(problem: &Problem, code: ColorCode) -> Self {
        let mut possible = vec![Vec::new(); problem.puzzle.facelets().len()];
        for orbit in orbits(problem).all() {
            let sets = orbit.iter().map(|&facelet| &problem.start.sets()[facelet]);
            let colors = sets.flatten().copied().sorted_unstable().dedup();
            let colors: Vec<Color> = colors.collect();
            for facelet in orbit {
                possible[facelet] = colors.clone();
            }
        }
        Self {
            code,
            colors: problem.puzzle.colors().len(),
            possible,
        }
    }

    fn width(&self) -> usize {
        match self.code {
            ColorCode::Binary => width_for(self.colors),
            ColorCode::Onehot => self.colors,
        }
    }

    /// The value of a bit if it is the same in the codes of all these colors.
    fn common_bit(&self, colors: &[Color], bit: usize) -> Option<bool> {
        match self.code {
            ColorCode::Binary => {
                let mut values = colors.iter().map(|color| color >> bit & 1 == 1);
                values.all_equal_value().ok()
            }
            ColorCode::Onehot => equals_value(colors, bit),
        }
    }
}

impl StateRepresentation for Colors {
    fn widths(&self) -> Vec<usize> {
        vec![self.width(); self.possible.len()]
    }

    fn constant(&self, bus: usize, bit: usize) -> Option<bool> {
        self.common_bit(&self.possible[bus], bit)
    }

    fn bit_at_start(&self, problem: &Problem, bus: usize, bit: usize) -> Option<bool> {
        // Missing if the problem has another puzzle than the formula.
        self.common_bit(problem.start.sets().get(bus)?, bit)
    }

    fn constrain_start(&self, circuit: &mut Circuit, problem: &Problem, step: &[Bus]) {
        if let ColorCode::Onehot = self.code {
            return self.constrain(circuit, step, true);
        }
        for (facelet, bus) in step.iter().enumerate() {
            let codes = 0..1 << self.width();
            for code in codes.filter(|&code| !problem.start.admits_color(facelet, code)) {
                circuit.require_if(value_cube(bus, code), []);
            }
        }
    }

    fn source(&self, permutation: &Permutation, bus: usize, bit: usize) -> (usize, usize) {
        (permutation.source(bus), bit)
    }

    fn constrain(&self, circuit: &mut Circuit, step: &[Bus], exclusive: bool) {
        for bus in step {
            match self.code {
                ColorCode::Onehot => require_alternatives(circuit, bus, exclusive),
                ColorCode::Binary if bus.iter().any(|signal| signal.as_lit().is_some()) => {
                    circuit.require_less_than(bus, self.colors);
                }
                ColorCode::Binary => (),
            }
        }
    }

    fn clause_count(&self) -> usize {
        match self.code {
            ColorCode::Binary => self.possible.len(),
            ColorCode::Onehot => {
                let possible = self.possible.iter().map(Vec::len);
                possible.map(|n| at_most_one_clause_count(n) + 1).sum()
            }
        }
    }

    fn shows(&self, _: &Puzzle, step: &[Bus], facelet: usize, color: Color) -> Vec<Signal> {
        match self.code {
            ColorCode::Binary => value_cube(&step[facelet], color),
            ColorCode::Onehot => vec![step[facelet][color]],
        }
    }
}
