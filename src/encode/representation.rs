//! What each representation of states must say.
//!
//! A state is a list of buses: one a facelet, or one a piece. A representation
//! says what their bits mean, and which bit comes from which when the facelets
//! are permuted. So a transition needs to know nothing else, and each
//! representation answers the same two questions: which signals say "facelet
//! *f* shows colour *c*", and which "piece *a* is at placement *p*".

use crate::circuit::{Bus, Circuit, Signal};
use crate::group::Permutation;
use crate::problem::Problem;
use crate::puzzle::{Color, Pattern, Puzzle};

/// What a representation of states must say.
pub(super) trait StateRepresentation {
    /// How many bits each bus has.
    fn widths(&self) -> Vec<usize>;

    /// The value of a bit that is the same in every state that the allowed
    /// turns reach; `None` for any other.
    fn constant(&self, bus: usize, bit: usize) -> Option<bool>;

    /// The buses of the start: constants, and a fresh signal for each bit that the
    /// start does not tell.
    fn start(&self, problem: &Problem, fresh: &mut dyn FnMut() -> Signal) -> Vec<Bus>;

    /// Whether the start of a problem that is one state tells the buses of the start.
    fn tells_start(&self) -> bool {
        true
    }

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
    if exclusive {
        circuit.require_exactly_one(signals)
    } else {
        circuit.require_clause(signals)
    }
}
