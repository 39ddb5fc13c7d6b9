//! The states of a formula: before the first turn, and after each.

use std::sync::Arc;

use rustsat::types::Assignment;

use super::codebook::Code;
use super::colors::{ColorCode, Colors};
use super::placements::Placements;
use super::recipe::StateEncoding;
use super::regression::Regression;
use super::representation::StateRepresentation;
use crate::circuit::{Bus, Signal};
use crate::problem::Problem;
use crate::puzzle::{Color, Puzzle, State, TurnId};

/// The states of a formula: before the first turn, and after each.
#[derive(Clone, Debug)]
pub struct States {
    encoding: StateEncoding,
    representation: Arc<dyn StateRepresentation>,
    steps: Vec<Vec<Bus>>,
}

/// The problem and the encoding determine the representation.
impl PartialEq for States {
    fn eq(&self, other: &Self) -> bool {
        (self.encoding, &self.steps) == (other.encoding, &other.steps)
    }
}

impl Eq for States {}

impl States {
    /// States without any steps yet.
    pub(super) fn new(problem: &Problem, encoding: StateEncoding) -> Self {
        let representation: Arc<dyn StateRepresentation> = match encoding {
            StateEncoding::ColorBinary => Arc::new(Colors::new(problem, ColorCode::Binary)),
            StateEncoding::ColorOnehot => Arc::new(Colors::new(problem, ColorCode::Onehot)),
            StateEncoding::PlacementOnehot => Arc::new(Placements::new(problem)),
            // If the start does not allow tracking backwards, the pieces are tracked forwards.
            StateEncoding::Regression => match Regression::new(problem) {
                Some(regression) => Arc::new(regression),
                None => Arc::new(Placements::new(problem)),
            },
        };
        Self {
            encoding,
            representation,
            steps: Vec::new(),
        }
    }

    /// The representation of states.
    pub fn encoding(&self) -> StateEncoding {
        self.encoding
    }

    /// The buses of each step: one per facelet, or one per piece.
    pub fn steps(&self) -> &[Vec<Bus>] {
        &self.steps
    }

    /// The signals that are all true if a facelet has a color at a step.
    pub fn shows(&self, puzzle: &Puzzle, step: usize, facelet: usize, color: Color) -> Vec<Signal> {
        let step = &self.steps[step];
        self.implementation().shows(puzzle, step, facelet, color)
    }

    /// The signals that are all true if a piece's reference sticker is at a facelet at a step. Colors cannot
    /// distinguish identical pieces: with states of colors, the signals are true for any piece that looks like this
    /// one.
    pub fn piece_at(
        &self,
        puzzle: &Puzzle,
        step: usize,
        piece: usize,
        placement: usize,
    ) -> Vec<Signal> {
        let step = &self.steps[step];
        self.implementation()
            .piece_at(puzzle, step, piece, placement)
    }

    /// The buses after a turn of the state with the buses `step`.
    pub(super) fn turned(&self, puzzle: &Puzzle, step: &[Bus], turn: TurnId) -> Vec<Bus> {
        let bit = |bus, bit| {
            let (from, at) = self.source(puzzle, Code::Turn(turn), bus, bit);
            // Missing if the problem has another puzzle than the formula.
            let signal = step.get(from).and_then(|bits| bits.get(at));
            signal.copied().unwrap_or(Signal::FALSE)
        };
        let bus = |bus: usize| (0..step[bus].len()).map(|at| bit(bus, at)).collect();
        (0..step.len()).map(bus).collect()
    }

    /// The buses of the first step, as constants: the start's if it is known, otherwise those of a model. `None` if the
    /// model lacks a value.
    pub(super) fn start_in(&self, problem: &Problem, model: &Assignment) -> Option<Vec<Bus>> {
        if problem.start.is_state() && self.implementation().determines_start() {
            return Some(self.implementation().start(problem, &mut || Signal::FALSE));
        }
        let bit = |signal: &Signal| Some(Signal::Const(signal.value(model)?));
        let bus = |bus: &Bus| bus.iter().map(bit).collect();
        self.steps.first()?.iter().map(bus).collect()
    }

    /// The state that constant buses represent; `None` if they do not represent a state.
    pub(super) fn constant_state(&self, puzzle: &Puzzle, step: &[Bus]) -> Option<State> {
        let color = |facelet: usize| {
            let shows = |color: &Color| {
                let signals = self.implementation().shows(puzzle, step, facelet, *color);
                signals.iter().all(|&signal| signal == Signal::TRUE)
            };
            let mut colors = (0..puzzle.colors().len()).filter(shows);
            colors.next().filter(|_| colors.next().is_none())
        };
        let colors = (0..puzzle.facelets().len()).map(color);
        colors.collect::<Option<_>>().map(State::new)
    }

    pub(super) fn implementation(&self) -> &dyn StateRepresentation {
        &*self.representation
    }

    /// The bus and bit that a code moves to this bus and bit.
    #[inline]
    pub(super) fn source(
        &self,
        puzzle: &Puzzle,
        code: Code,
        bus: usize,
        bit: usize,
    ) -> (usize, usize) {
        match code {
            Code::Turn(turn) => {
                let permutation = &puzzle.turns()[turn].permutation;
                self.implementation().source(permutation, bus, bit)
            }
            Code::Idle => (bus, bit),
        }
    }

    pub(super) fn step(&self, step: usize) -> &[Bus] {
        &self.steps[step]
    }

    pub(super) fn push(&mut self, step: Vec<Bus>) {
        self.steps.push(step);
    }
}
