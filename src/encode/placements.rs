//! States as placements: for each piece one literal a facelet where its
//! reference sticker can be.
//!
//! *Idea.* A placement says place and orientation at once, so a turn carries it
//! in a clause of three literals, and there is nothing to say about the piece's
//! other stickers. Which pieces there are and where they can be follows from the
//! turns: a piece that no allowed turn moves is a constant.
//!
//! *Source.* Chen, *Solving Rubik's Cube Using SAT Solvers* (arXiv:1105.1436), has
//! one-hot cubicles and orientations apart; one literal for both is ours, as are
//! the permutation constraints both ways.
//!
//! *Why sound.* Turns permute the placements, so every piece has exactly one,
//! and every place holds exactly one piece. Which of several alike pieces is
//! which is settled by the start ([`Arrangement`]), and the goal accepts in each
//! placement every piece that shows the goal's colours there. So a sequence of
//! turns has exactly one model, and it is one if and only if the colours agree.
//!
//! *Cost.* On the pocket cube with a corner held, 147 variables and 2,954
//! permutation clauses a step, most of them pairs that exclude each other. Without
//! them refutations take as long, within what repeats of a run differ.

use std::ops::Range;

use super::orbits::Orbits;
use super::states::{Represent, alternatives};
use crate::circuit::{Bus, Circuit, Signal, at_most_one_clauses};
use crate::puzzle::{Arrangement, Color, Permutation, Problem, Puzzle, State, StateError};

/// One literal a piece and placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placements {
    orbits: Orbits,
    /// Where each piece's reference sticker is in the start.
    start: Vec<usize>,
    /// For each place that several placements compete for: the pieces of its
    /// kind, and the facelets where a reference sticker can be.
    places: Vec<(Range<usize>, Vec<usize>)>,
}

impl Placements {
    pub(super) fn new(problem: &Problem) -> Result<Self, StateError> {
        let puzzle = &problem.puzzle;
        let symbols = problem.scheme.symbols();
        let start = Arrangement::of_state(puzzle, &problem.start, symbols)?.placements(puzzle);
        let orbits = Orbits::new(problem);
        let pieces = puzzle.pieces();
        let place = |place: usize| {
            let kind = pieces.kinds()[pieces.all()[place].kind].clone();
            (kind, pieces.orientations(place).collect::<Vec<_>>())
        };
        let moves =
            |(_, facelets): &(_, Vec<usize>)| facelets.iter().any(|&f| orbits.of(f).len() > 1);
        let places = (0..pieces.all().len()).map(place).filter(moves).collect();
        Ok(Self {
            orbits,
            start,
            places,
        })
    }

    /// Where each piece's reference sticker can be.
    pub(super) fn lists(&self) -> impl Iterator<Item = &[usize]> {
        self.start.iter().map(|&start| self.orbits.of(start))
    }

    /// The placements by which a place can be filled: pieces with the numbers of
    /// their placements.
    fn fill<'a>(
        &'a self,
        (kind, facelets): &'a (Range<usize>, Vec<usize>),
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        kind.clone().flat_map(move |piece| {
            let can = move |&&f: &&usize| self.orbits.is_in(f, self.start[piece]);
            let facelets = facelets.iter().filter(can);
            facelets.map(move |&f| (piece, self.orbits.number(f)))
        })
    }

    /// The pieces with their placements, and the signal of each.
    fn all<'a>(&'a self, step: &'a [Bus]) -> impl Iterator<Item = (usize, usize, Signal)> + 'a {
        self.lists().enumerate().flat_map(move |(piece, list)| {
            let signals = list.iter().zip(step[piece].iter());
            signals.map(move |(&placement, signal)| (piece, placement, signal))
        })
    }
}

/// The stickers of a piece in a placement: facelets with their colours.
fn stickers(
    puzzle: &Puzzle,
    piece: usize,
    placement: usize,
) -> impl Iterator<Item = (usize, Color)> + '_ {
    let home = &puzzle.pieces().all()[piece].facelets;
    let frame = puzzle.pieces().frame(placement).iter();
    frame
        .zip(home)
        .map(|(&f, &h)| (f, puzzle.solved().color(h)))
}

impl Represent for Placements {
    fn widths(&self) -> Vec<usize> {
        self.lists().map(<[usize]>::len).collect()
    }

    fn constant(&self, bus: usize, _: usize) -> Option<bool> {
        (self.orbits.of(self.start[bus]).len() == 1).then_some(true)
    }

    fn start(&self, _: &Problem) -> Vec<Bus> {
        let one = |(piece, list): (usize, &[usize])| -> Bus {
            let start = self.start[piece];
            list.iter().map(|&p| Signal::Const(p == start)).collect()
        };
        self.lists().enumerate().map(one).collect()
    }

    fn source(&self, permutation: &Permutation, bus: usize, bit: usize) -> (usize, usize) {
        let list = self.orbits.of(self.start[bus]);
        (bus, self.orbits.number(permutation.source(list[bit])))
    }

    fn constrain(&self, circuit: &mut Circuit, step: &[Bus], exclusive: bool) {
        for bus in step {
            alternatives(circuit, bus.signals(), exclusive);
        }
        for place in &self.places {
            let here = self.fill(place).map(|(piece, at)| step[piece][at]);
            alternatives(circuit, &here.collect::<Vec<_>>(), exclusive);
        }
    }

    fn constraints(&self) -> usize {
        let pieces = self.lists().map(<[usize]>::len);
        let places = self.places.iter().map(|place| self.fill(place).count());
        let exactly_one = |n| at_most_one_clauses(n).saturating_add(1);
        let all = pieces.chain(places).map(exactly_one);
        all.fold(0, usize::saturating_add)
    }

    /// No piece is where it shows another colour: every facelet has a sticker.
    fn shows(&self, puzzle: &Puzzle, step: &[Bus], facelet: usize, color: Color) -> Vec<Signal> {
        let other = |&(piece, placement, _): &(usize, usize, Signal)| {
            stickers(puzzle, piece, placement).any(|(f, c)| f == facelet && c != color)
        };
        let others = self.all(step).filter(other);
        others.map(|(_, _, signal)| !signal).collect()
    }

    fn at(&self, _: &Puzzle, step: &[Bus], piece: usize, placement: usize) -> Vec<Signal> {
        if !self.orbits.is_in(placement, self.start[piece]) {
            return vec![Signal::FALSE];
        }
        vec![step[piece][self.orbits.number(placement)]]
    }

    /// No piece is where it shows a colour that is not the goal's.
    fn goal(&self, puzzle: &Puzzle, step: &[Bus], goal: &State) -> Vec<Signal> {
        let wrong = |&(piece, placement, _): &(usize, usize, Signal)| {
            stickers(puzzle, piece, placement).any(|(f, c)| goal.color(f) != c)
        };
        let wrong = self.all(step).filter(wrong);
        wrong.map(|(_, _, signal)| !signal).collect()
    }

    fn describe(&self, puzzle: &Puzzle, bus: usize) -> String {
        let home = puzzle.pieces().all().get(bus);
        let home = home.map_or(&[][..], |piece| &piece.facelets);
        let names: Vec<&str> = home
            .iter()
            .map(|&f| puzzle.facelets()[f].as_str())
            .collect();
        format!("the placement of the piece from {}", names.join(" "))
    }
}
