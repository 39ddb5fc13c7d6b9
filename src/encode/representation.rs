//! The interface of state representations.
//!
//! A state is a list of buses: one per facelet, or one per piece. A representation defines the meaning of the bits of
//! the buses, and how a permutation of the facelets moves these bits, which is all that transitions need. Each
//! representation also answers two questions: which signals say "facelet *f* has color *c*", and which "piece *a* is at
//! placement *p*".

use std::fmt;

use itertools::Itertools;

use crate::circuit::{Bus, Circuit, Signal};
use crate::group::{Orbits, Permutation};
use crate::problem::Problem;
use crate::puzzle::{Color, Pattern, Puzzle};

/// The interface of a state representation.
pub(super) trait StateRepresentation: fmt::Debug + Send + Sync {
    /// The number of bits of each bus.
    fn widths(&self) -> Vec<usize>;

    /// The value of a bit that is the same in all states that the allowed turns reach; `None` if it varies.
    fn constant(&self, bus: usize, bit: usize) -> Option<bool>;

    /// The value of a bit at the start; `None` if the start does not determine it.
    fn bit_at_start(&self, problem: &Problem, bus: usize, bit: usize) -> Option<bool>;

    /// The buses of the start: constants, and a fresh signal for each bit that the start does not determine.
    fn start(&self, problem: &Problem, fresh: &mut dyn FnMut() -> Signal) -> Vec<Bus> {
        let mut bit = |bus, bit| {
            let known = self.bit_at_start(problem, bus, bit);
            known.map_or_else(&mut *fresh, Signal::Const)
        };
        let widths = self.widths().into_iter().enumerate();
        widths
            .map(|(bus, width)| (0..width).map(|at| bit(bus, at)).collect())
            .collect()
    }

    /// For each bus, the facelets that its bits stand for. A bit says that the reference sticker of a piece is there
    /// or, with regression, that of the piece that ends in a place. `None` for states of colors.
    fn placements(&self) -> Option<Vec<&[usize]>> {
        None
    }

    /// Whether a start that is a single state determines all bits of the first step.
    fn determines_start(&self) -> bool {
        true
    }

    /// Requires that the buses of the start represent a state whose colors the start admits. Called only if the buses
    /// can have fresh bits.
    fn constrain_start(&self, circuit: &mut Circuit, _: &Problem, step: &[Bus]) {
        self.constrain(circuit, step, true);
    }

    /// The bus and bit that a permutation of the facelets moves to this bus and bit.
    fn source(&self, permutation: &Permutation, bus: usize, bit: usize) -> (usize, usize);

    /// Requires that the buses represent a state. All reachable states do, so this excludes no solution, but it
    /// improves propagation. With `exclusive`, also requires that no two alternatives hold, which takes most of the
    /// clauses.
    fn constrain(&self, circuit: &mut Circuit, step: &[Bus], exclusive: bool);

    /// The approximate number of clauses that [`Self::constrain`] adds.
    fn clause_count(&self) -> usize;

    /// The signals that are all true if a facelet has a color.
    fn shows(&self, puzzle: &Puzzle, step: &[Bus], facelet: usize, color: Color) -> Vec<Signal>;

    /// The signals that are all true if a piece's reference sticker is at a facelet. Colors do not distinguish
    /// identical pieces: with states of colors, the signals are true for any piece that looks like this one.
    fn piece_at(
        &self,
        puzzle: &Puzzle,
        step: &[Bus],
        piece: usize,
        placement: usize,
    ) -> Vec<Signal> {
        let home = &puzzle.pieces().all()[piece].facelets;
        let frame = puzzle.pieces().frame(placement);
        if frame.len() != home.len() {
            return vec![Signal::FALSE]; // No reference sticker can be there.
        }
        let stickers = frame.iter().zip(home);
        stickers
            .flat_map(|(&f, &h)| self.shows(puzzle, step, f, puzzle.solved().color(h)))
            .collect()
    }

    /// The clauses that all hold exactly if the state belongs to the goal: each facelet has the goal's color or, if the
    /// goal admits several colors there, none of the others.
    fn goal(&self, puzzle: &Puzzle, step: &[Bus], goal: &Pattern) -> Vec<Vec<Signal>> {
        let mut clauses = Vec::new();
        for facelet in 0..goal.sets().len() {
            if let Some(color) = goal.color(facelet) {
                let signals = self.shows(puzzle, step, facelet, color);
                clauses.extend(signals.into_iter().map(|signal| vec![signal]));
                continue;
            }
            let others = (0..puzzle.colors().len()).filter(|&c| !goal.admits_color(facelet, c));
            for color in others {
                let signals = self.shows(puzzle, step, facelet, color);
                clauses.push(signals.into_iter().map(|signal| !signal).collect());
            }
        }
        clauses
    }

    /// The meaning of a bus, in words.
    fn describe(&self, puzzle: &Puzzle, bus: usize) -> String {
        format!("the color of facelet {}", puzzle.facelets()[bus])
    }
}

/// The orbits of the facelets under the allowed turns of a problem.
pub(super) fn orbits(problem: &Problem) -> Orbits {
    let turns = problem.puzzle.turns();
    let allowed = problem.allowed.iter();
    let permutations = allowed.map(|&turn| &turns[turn].permutation);
    Orbits::generated_by(problem.puzzle.facelets().len(), permutations)
}

/// Whether a quantity has this value, given its possible values in ascending order; `None` if these do not decide it.
pub(super) fn equals_value(set: &[usize], value: usize) -> Option<bool> {
    match set.binary_search(&value) {
        Err(_) => Some(false),
        Ok(_) => (set.len() == 1).then_some(true),
    }
}

/// Requires one of several signals and, with `exclusive`, no two.
pub(super) fn require_alternatives(circuit: &mut Circuit, signals: &[Signal], exclusive: bool) {
    if exclusive {
        circuit.require_exactly_one(signals)
    } else {
        circuit.require_clause(signals)
    }
}

/// The names of the facelets of a place.
pub(super) fn names_of_place(puzzle: &Puzzle, place: usize) -> String {
    let facelets = puzzle.pieces().all().get(place);
    let facelets = facelets.into_iter().flat_map(|place| &place.facelets);
    facelets
        .map(|&facelet| &puzzle.facelets()[facelet])
        .join(" ")
}
