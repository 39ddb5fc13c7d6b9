//! States by regression from the goal: for each of its places, one literal per facelet where the piece that ends there
//! can be.
//!
//! *Idea.* Instead of tracking the pieces forwards, the places of the goal are tracked backwards. The piece that ends
//! in a place was somewhere before the last turn, and so on back to the start, where the piece must have the colors
//! that the goal requires. So a goal that specifies a few places takes a few variables per step, however many pieces
//! look alike, because the formula does not decide in advance which of them ends where.
//!
//! *Source.* Goal regression in planning (R. Waldinger, *Achieving several goals simultaneously*, 1977); its use as a
//! representation in formulas is ours.
//!
//! *Why it is sound.* Turns permute placements, so the piece that ends in a place has exactly one placement at each
//! step, and no two pieces are in the same place. The turns alone determine these placements; so a turn sequence has
//! exactly one model if the piece that ends in each place shows the goal's colors there, and none otherwise. Places at
//! which the goal admits every color are not tracked. If the start is not a single state, or there are several goals,
//! the [placements](super::placements) are tracked instead.
//!
//! *Cost.* The cost of placements if the goal specifies all places; proportionally less if it specifies few.

use std::collections::BTreeSet;

use super::placements::Placements;
use super::representation::{StateRepresentation, names_of_place};
use crate::circuit::{Bus, Circuit, Signal};
use crate::group::Permutation;
use crate::problem::Problem;
use crate::puzzle::{Color, Pattern, Puzzle};

/// One literal for each place of the goal and each placement of the piece that ends there.
#[derive(Debug)]
pub(super) struct Regression {
    /// The possible placements of the piece that ends in each place, as if that place were its home.
    placements: Placements,
    /// The color that the goal requires at each facelet, if it is a single one.
    goal: Vec<Option<Color>>,
}

impl Regression {
    /// The regression of a problem; `None` if its start is not a single state, or if there are several goals.
    pub(super) fn new(problem: &Problem) -> Option<Self> {
        let start = problem.start.state().filter(|_| problem.goals.is_empty())?;
        let (puzzle, goal) = (&problem.puzzle, &problem.goal);
        let pieces = puzzle.pieces();
        let shown: BTreeSet<Color> = start.colors().iter().copied().collect();
        let restricts = |&facelet: &usize| {
            let mut shown = shown.iter();
            shown.any(|&color| !goal.admits_color(facelet, color))
        };
        let possible = |home: &Vec<usize>, from: usize| {
            let mut stickers = home.iter().zip(pieces.frame(from));
            stickers.all(|(&home, &at)| goal.admits_color(home, start.color(at)))
        };
        let places = pieces.all().iter().map(|place| {
            let home = &place.facelets;
            let is_tracked = home.iter().any(restricts);
            let of_kind = pieces.kinds()[place.kind].clone();
            let facelets = of_kind.flat_map(|other| pieces.orientations(other));
            let mut from: Vec<usize> = facelets.filter(|&from| possible(home, from)).collect();
            from.sort_unstable();
            is_tracked.then_some(from)
        });
        Some(Self {
            placements: Placements::backwards(problem, places.collect()),
            goal: (0..pieces.size())
                .map(|facelet| goal.color(facelet))
                .collect(),
        })
    }
}

impl StateRepresentation for Regression {
    fn widths(&self) -> Vec<usize> {
        self.placements.widths()
    }

    fn constant(&self, bus: usize, bit: usize) -> Option<bool> {
        self.placements.constant(bus, bit)
    }

    fn determines_start(&self) -> bool {
        false
    }

    fn bit_at_start(&self, problem: &Problem, bus: usize, bit: usize) -> Option<bool> {
        self.placements.bit_at_start(problem, bus, bit)
    }

    fn placements(&self) -> Option<Vec<&[usize]>> {
        self.placements.placements()
    }

    fn source(&self, permutation: &Permutation, bus: usize, bit: usize) -> (usize, usize) {
        self.placements.source(permutation, bus, bit)
    }

    fn constrain(&self, circuit: &mut Circuit, step: &[Bus], exclusive: bool) {
        self.placements.constrain(circuit, step, exclusive);
    }

    fn clause_count(&self) -> usize {
        self.placements.clause_count()
    }

    /// A facelet has a color if no tracked piece shows another color there. If the goal leaves a color open, the
    /// tracked pieces do not determine the colors, and the result is false.
    fn shows(&self, puzzle: &Puzzle, step: &[Bus], facelet: usize, color: Color) -> Vec<Signal> {
        if self.goal.iter().any(Option::is_none) {
            return vec![Signal::FALSE];
        }
        let pieces = puzzle.pieces();
        let mut others = Vec::new();
        for ((place, list), bus) in pieces.all().iter().zip(self.placements.lists()).zip(step) {
            for (&from, &signal) in list.iter().zip(bus) {
                let stickers = place.facelets.iter().zip(pieces.frame(from));
                let mut here = stickers.filter(|&(_, &at)| at == facelet);
                if here.any(|(&home, _)| self.goal[home] != Some(color)) {
                    others.push(!signal);
                }
            }
        }
        others
    }

    /// Each tracked piece is in the place where it must end.
    fn goal(&self, puzzle: &Puzzle, step: &[Bus], _: &Pattern) -> Vec<Vec<Signal>> {
        let homes = puzzle.pieces().all().iter().map(|place| place.facelets[0]);
        let tracked = homes
            .zip(self.placements.lists())
            .zip(step)
            .filter(|((_, list), _)| !list.is_empty());
        let home = tracked.map(|((home, list), bus)| {
            let number = list.iter().position(|&facelet| facelet == home);
            vec![number.map_or(Signal::FALSE, |number| bus[number])]
        });
        home.collect()
    }

    fn describe(&self, puzzle: &Puzzle, bus: usize) -> String {
        let end = names_of_place(puzzle, bus);
        format!("the place of the piece that ends in {end}")
    }
}
