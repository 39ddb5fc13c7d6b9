//! States: what each representation must say, and the states of a formula.
//!
//! A state is a list of buses: one a facelet, or one a piece. A representation
//! says what their bits mean, and which bit comes from which when the facelets
//! are permuted. So a transition needs to know nothing else, and each
//! representation answers the same two questions: which signals say "facelet
//! *f* shows colour *c*", and which "piece *a* is at placement *p*".

use rustsat::types::Assignment;

use super::color_binary::ColorBinary;
use super::color_onehot::ColorOnehot;
use super::placements::Placements;
use super::recipe::StateEncoding;
use crate::circuit::{Bus, Circuit, Signal};
use crate::puzzle::{Color, Pattern, Permutation, Problem, Puzzle, State, StateError, TurnId};

/// What a representation of states must say.
pub(super) trait Represent {
    /// How many bits each bus has.
    fn widths(&self) -> Vec<usize>;

    /// The value of a bit that is the same in every state that the allowed
    /// turns reach; `None` for any other.
    fn constant(&self, bus: usize, bit: usize) -> Option<bool>;

    /// The buses of the start: constants, and a fresh signal for each bit that the
    /// start does not tell.
    fn start(&self, problem: &Problem, fresh: &mut dyn FnMut() -> Signal) -> Vec<Bus>;

    /// Requires that the buses of the start mean one of the states that it stands
    /// for, as far as its colours tell. Asked only where some bit is fresh.
    fn constrain_start(&self, circuit: &mut Circuit, problem: &Problem, step: &[Bus]);

    /// Bus and bit from which a permutation of the facelets takes a bit.
    fn source(&self, permutation: &Permutation, bus: usize, bit: usize) -> (usize, usize);

    /// Requires that the buses mean a state. Reachable states all satisfy that,
    /// so it excludes nothing; it lets a solver see sooner what cannot be.
    /// `exclusive`: also that of alternatives no two hold, which takes most clauses.
    fn constrain(&self, circuit: &mut Circuit, step: &[Bus], exclusive: bool);

    /// About how many clauses that takes.
    fn constraints(&self) -> usize;

    /// The signals that are all true when a facelet shows a colour.
    fn shows(&self, puzzle: &Puzzle, step: &[Bus], facelet: usize, color: Color) -> Vec<Signal>;

    /// The signals that are all true when a piece's reference sticker is at a
    /// facelet. Colours cannot tell alike pieces apart: there it means any
    /// piece that looks like it.
    fn at(&self, puzzle: &Puzzle, step: &[Bus], piece: usize, placement: usize) -> Vec<Signal> {
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

    /// The clauses that all hold when the state is one of the goal's: a facelet
    /// shows its colour, or none of those that it must not show.
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

    /// What a bus says, in words.
    fn describe(&self, puzzle: &Puzzle, bus: usize) -> String {
        format!("the color of facelet {}", puzzle.facelets()[bus])
    }
}

/// Requires one of several signals and, if they are to be `exclusive`, no two.
pub(super) fn alternatives(circuit: &mut Circuit, signals: &[Signal], exclusive: bool) {
    circuit.require_clause(signals);
    if exclusive {
        circuit.require_at_most_one(signals);
    }
}

/// How states become signals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Representation {
    ColorBinary(ColorBinary),
    ColorOnehot(ColorOnehot),
    Placements(Placements),
}

impl Representation {
    /// The representation of the states of a problem.
    pub(super) fn new(problem: &Problem, encoding: StateEncoding) -> Result<Self, StateError> {
        Ok(match encoding {
            StateEncoding::ColorBinary => Self::ColorBinary(ColorBinary::new(problem)),
            StateEncoding::ColorOnehot => Self::ColorOnehot(ColorOnehot::new(problem)),
            StateEncoding::PlacementOnehot => Self::Placements(Placements::new(problem)?),
        })
    }

    pub(super) fn part(&self) -> &dyn Represent {
        match self {
            Self::ColorBinary(part) => part,
            Self::ColorOnehot(part) => part,
            Self::Placements(part) => part,
        }
    }
}

/// The states of a formula: before the first turn, and after each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct States {
    representation: Representation,
    steps: Vec<Vec<Bus>>,
}

impl States {
    pub(super) fn new(representation: Representation, steps: Vec<Vec<Bus>>) -> Self {
        Self {
            representation,
            steps,
        }
    }

    /// How states become signals.
    #[must_use]
    pub fn encoding(&self) -> StateEncoding {
        match self.representation {
            Representation::ColorBinary(_) => StateEncoding::ColorBinary,
            Representation::ColorOnehot(_) => StateEncoding::ColorOnehot,
            Representation::Placements(_) => StateEncoding::PlacementOnehot,
        }
    }

    /// The buses of each step: one a facelet, or one a piece.
    #[must_use]
    pub fn steps(&self) -> &[Vec<Bus>] {
        &self.steps
    }

    /// Where each piece's reference sticker can be, where pieces have buses:
    /// what the bits of a bus stand for.
    #[must_use]
    pub fn placements(&self) -> Option<Vec<&[usize]>> {
        match &self.representation {
            Representation::Placements(part) => Some(part.lists().collect()),
            _ => None,
        }
    }

    /// The signals that are all true when a facelet shows a colour at a step.
    ///
    /// # Panics
    /// If there is no such step, facelet or colour.
    #[must_use]
    pub fn shows(&self, puzzle: &Puzzle, step: usize, facelet: usize, color: Color) -> Vec<Signal> {
        let part = self.representation.part();
        part.shows(puzzle, &self.steps[step], facelet, color)
    }

    /// The signals that are all true when a piece's reference sticker is at a
    /// facelet at a step. Colours cannot tell alike pieces apart: there it
    /// means any piece that looks like it.
    ///
    /// # Panics
    /// If there is no such step, piece or facelet.
    #[must_use]
    pub fn at(&self, puzzle: &Puzzle, step: usize, piece: usize, placement: usize) -> Vec<Signal> {
        let part = self.representation.part();
        part.at(puzzle, &self.steps[step], piece, placement)
    }

    /// What the buses of a step would be after a turn.
    pub(super) fn turned(&self, puzzle: &Puzzle, step: &[Bus], turn: TurnId) -> Vec<Bus> {
        let permutation = &puzzle.turns()[turn].permutation;
        let part = self.representation.part();
        let bit = |bus, bit| {
            let (from, at) = part.source(permutation, bus, bit);
            let bits = step[from].signals();
            // Nothing there where the puzzle is not that of the formula.
            bits.get(at).copied().unwrap_or(Signal::FALSE)
        };
        let buses = step.iter().enumerate();
        buses
            .map(|(bus, bits)| (0..bits.width()).map(|at| bit(bus, at)).collect())
            .collect()
    }

    /// The buses of the start, constants where it is known and the values of a
    /// model elsewhere; `None` where that has none.
    pub(super) fn start_in(&self, problem: &Problem, model: &Assignment) -> Option<Vec<Bus>> {
        if problem.start.is_state() {
            return Some(self.part().start(problem, &mut || Signal::FALSE));
        }
        let bit = |signal: Signal| Some(Signal::Const(signal.value(model)?));
        let bus = |bus: &Bus| bus.iter().map(bit).collect();
        self.steps.first()?.iter().map(bus).collect()
    }

    /// The state that constant buses mean; `None` if they mean none.
    pub(super) fn meant(&self, puzzle: &Puzzle, step: &[Bus]) -> Option<State> {
        let color = |facelet: usize| {
            let shows = |color: &Color| {
                let signals = self.part().shows(puzzle, step, facelet, *color);
                signals.iter().all(|&signal| signal == Signal::TRUE)
            };
            let mut colors = (0..puzzle.colors().len()).filter(shows);
            colors.next().filter(|_| colors.next().is_none())
        };
        let colors = (0..puzzle.facelets().len()).map(color);
        colors.collect::<Option<_>>().map(State::new)
    }

    pub(super) fn part(&self) -> &dyn Represent {
        self.representation.part()
    }

    pub(super) fn step(&self, step: usize) -> &[Bus] {
        &self.steps[step]
    }

    pub(super) fn push(&mut self, step: Vec<Bus>) {
        self.steps.push(step);
    }
}
