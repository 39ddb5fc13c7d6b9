//! States as placements: for each piece, one literal per possible facelet of its reference sticker.
//!
//! *Idea.* A placement determines place and orientation together, so a turn moves it with clauses of three literals,
//! and the piece's other stickers need no variables. The pieces and their possible placements follow from the turns: a
//! piece that no allowed turn moves is a constant.
//!
//! *Source.* Chen, *Solving Rubik's Cube Using SAT Solvers* (arXiv:1105.1436), has separate one-hot places and
//! orientations; one literal for both is ours, as are the permutation constraints in both directions.
//!
//! *Why it is sound.* Turns permute the placements, so every piece has exactly one, and every place has exactly one
//! piece. The start fixes which of several identical pieces is which ([`Arrangement`](crate::puzzle::Arrangement)), and
//! the goal accepts, in each placement, every piece that shows the goal's colors there. So a turn sequence has exactly
//! one model if the colors agree, and none otherwise. Background pieces ([`Puzzle::is_background`]) are not tracked:
//! they fill the places that the other pieces leave. If the start is partly unknown, each piece has one of the
//! placements that the start admits, and each place one piece; identical pieces are then distinguished by their
//! [order](super::identical_pieces).
//!
//! *Cost.* On the pocket cube with a corner held, 147 variables and 2,954 permutation clauses per step, most of which
//! say that two placements exclude each other. Without these, refutations take about the same time.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use itertools::Itertools;

use super::identical_pieces::{self, StartPlacements};
use super::representation::{
    StateRepresentation, equals_value, names_of_place, orbits, require_alternatives,
};
use crate::circuit::{Bus, Circuit, Signal, at_most_one_clause_count};
use crate::group::Permutation;
use crate::problem::Problem;
use crate::puzzle::{Color, Pattern, Puzzle};

/// The possible facelets of some pieces' reference stickers.
#[derive(Debug)]
struct PlacementList {
    /// The facelets, in ascending order.
    facelets: Vec<usize>,
    /// For each facelet, its index in the list.
    numbers: Vec<Option<usize>>,
}

/// A place that several placements can fill.
#[derive(Debug)]
struct Place {
    /// The tracked pieces of its kind.
    pieces: Arc<[usize]>,
    /// The facelets where a reference sticker can be.
    facelets: Vec<usize>,
    /// Whether an untracked piece may be there.
    admits_untracked: bool,
}

/// One literal per piece and placement.
#[derive(Debug)]
pub(super) struct Placements {
    /// The list of each piece. Pieces share equal lists.
    lists: Vec<Arc<PlacementList>>,
    /// The possible facelets of each piece's reference sticker at the start.
    start: Vec<Vec<usize>>,
    places: Vec<Place>,
}

impl Placements {
    pub(super) fn new(problem: &Problem) -> Self {
        let tracked = |piece: &usize| !problem.puzzle.is_background(*piece);
        let start = start(problem);
        Self::with_tracked(problem, tracked, start.clone(), &start)
    }

    /// Placements of the piece that ends in each place: `from` lists where the reference sticker of that piece can be
    /// at the start; `None` for a place that is not tracked.
    pub(super) fn backwards(problem: &Problem, from: Vec<Option<Vec<usize>>>) -> Self {
        let is_tracked = |place: &usize| from[*place].is_some();
        let places = problem.puzzle.pieces().all().iter().zip(&from);
        let homes = places.map(|(place, from)| from.iter().map(|_| place.facelets[0]).collect());
        let homes: Vec<Vec<usize>> = homes.collect();
        let start = from.iter().map(|from| from.clone().unwrap_or_default());
        Self::with_tracked(problem, is_tracked, start.collect(), &homes)
    }

    /// Placements of tracked pieces, each as the facelet of its reference sticker. `start`: the possible placements at
    /// the start; `orbits_of`: placements whose orbits under the turns contain all possible placements.
    fn with_tracked(
        problem: &Problem,
        is_tracked: impl Fn(&usize) -> bool,
        start: Vec<Vec<usize>>,
        orbits_of: &[Vec<usize>],
    ) -> Self {
        let pieces = problem.puzzle.pieces();
        let mut new = Self {
            lists: Vec::new(),
            start,
            places: Vec::new(),
        };
        let mut orbits = orbits(problem);
        // Pieces with the same orbits share a list.
        let mut known: HashMap<Vec<usize>, Arc<PlacementList>> = HashMap::new();
        for facelets in orbits_of {
            let roots = facelets.iter().map(|&facelet| orbits.root(facelet));
            let list = known.entry(roots.sorted_unstable().dedup().collect());
            let list = list.or_insert_with(|| {
                let facelets = orbits.of_points(facelets);
                let mut numbers = vec![None; pieces.size()];
                for (number, &facelet) in facelets.iter().enumerate() {
                    numbers[facelet] = Some(number);
                }
                Arc::new(PlacementList { facelets, numbers })
            });
            new.lists.push(list.clone());
        }
        let of_kind = |kind: &Range<usize>| kind.clone().filter(&is_tracked).collect();
        let tracked: Vec<Arc<[usize]>> = pieces.kinds().iter().map(of_kind).collect();
        for (place, piece) in pieces.all().iter().enumerate() {
            let place = Place {
                pieces: tracked[piece.kind].clone(),
                facelets: pieces.orientations(place).collect(),
                admits_untracked: tracked[piece.kind].len() < pieces.kinds()[piece.kind].len(),
            };
            if new.placements_in(&place).nth(1).is_some() {
                new.places.push(place);
            }
        }
        new
    }

    /// The index of a facelet in a piece's list.
    fn index_of(&self, piece: usize, facelet: usize) -> Option<usize> {
        self.lists[piece].numbers[facelet]
    }

    /// The tracked pieces that can be in a place, with the indices of their placements there. They are not stored,
    /// because their number grows as the square of the number of pieces.
    fn placements_in<'a>(&'a self, place: &'a Place) -> impl Iterator<Item = (usize, usize)> + 'a {
        let pieces = place.pieces.iter().cartesian_product(&place.facelets);
        pieces.filter_map(|(&piece, &facelet)| Some((piece, self.index_of(piece, facelet)?)))
    }

    /// The possible facelets of each piece's reference sticker.
    pub(super) fn lists(&self) -> impl Iterator<Item = &[usize]> {
        self.lists.iter().map(|list| &list.facelets[..])
    }

    /// For each place of a kind with a background, unless the pattern leaves the place to it: the clause that a tracked
    /// piece is there. Empty if the pattern is a state: then the placements of the pieces imply the clauses.
    fn occupancy_clauses(
        &self,
        puzzle: &Puzzle,
        step: &[Bus],
        pattern: &Pattern,
    ) -> Vec<Vec<Signal>> {
        if pattern.is_state() {
            return Vec::new();
        }
        let pieces = puzzle.pieces();
        let needs_piece = |place: &usize| {
            let kind = pieces.all()[*place].kind;
            puzzle.background_color(kind).is_some() && !pattern.leaves_to_background(puzzle, *place)
        };
        let here = |place| {
            let all = self.placement_signals(step);
            let here = all.filter(move |&(_, placement, _)| pieces.place_of(placement) == place);
            here.map(|(_, _, signal)| signal).collect()
        };
        (0..pieces.all().len())
            .filter(needs_piece)
            .map(here)
            .collect()
    }

    /// The possible placements of each piece at the start, with the signal of each.
    fn possible_start_placements(&self, step: &[Bus]) -> StartPlacements {
        let of_piece = |(piece, facelets): (usize, &Vec<usize>)| {
            let numbered = facelets
                .iter()
                .filter_map(|&facelet| Some((facelet, self.index_of(piece, facelet)?)));
            numbered
                .map(|(facelet, number)| (facelet, step[piece][number]))
                .collect()
        };
        self.start.iter().enumerate().map(of_piece).collect()
    }

    /// All pieces with their possible placements, and the signal of each placement.
    fn placement_signals<'a>(
        &'a self,
        step: &'a [Bus],
    ) -> impl Iterator<Item = (usize, usize, Signal)> + 'a {
        self.lists().enumerate().flat_map(move |(piece, list)| {
            let signals = list.iter().zip(&step[piece]);
            signals.map(move |(&placement, &signal)| (piece, placement, signal))
        })
    }
}

/// The possible facelets of each piece's reference sticker at the start: one if everything is known; none for a
/// background piece, which is not tracked.
fn start(problem: &Problem) -> Vec<Vec<usize>> {
    let puzzle = &problem.puzzle;
    let Some(known) = problem.start.arrangement() else {
        return identical_pieces::placements(problem);
    };
    let placements = known.placements(puzzle).into_iter().enumerate();
    let tracked = placements.map(|(piece, at)| (!puzzle.is_background(piece)).then_some(at));
    tracked.map(Vec::from_iter).collect()
}

impl StateRepresentation for Placements {
    fn widths(&self) -> Vec<usize> {
        self.lists().map(<[usize]>::len).collect()
    }

    fn constant(&self, bus: usize, _: usize) -> Option<bool> {
        (self.lists[bus].facelets.len() == 1).then_some(true)
    }

    fn bit_at_start(&self, _: &Problem, bus: usize, bit: usize) -> Option<bool> {
        equals_value(&self.start[bus], self.lists[bus].facelets[bit])
    }

    fn placements(&self) -> Option<Vec<&[usize]>> {
        Some(self.lists().collect())
    }

    fn constrain_start(&self, circuit: &mut Circuit, problem: &Problem, step: &[Bus]) {
        self.constrain(circuit, step, true);
        for candidates in self.occupancy_clauses(&problem.puzzle, step, &problem.start) {
            circuit.require_clause(&candidates);
        }
        identical_pieces::require_in_order(
            circuit,
            &problem.puzzle,
            &self.possible_start_placements(step),
        );
    }

    fn source(&self, permutation: &Permutation, bus: usize, bit: usize) -> (usize, usize) {
        let from = permutation.source(self.lists[bus].facelets[bit]);
        // Lists are closed under the allowed turns.
        (bus, self.index_of(bus, from).unwrap_or(bit))
    }

    fn constrain(&self, circuit: &mut Circuit, step: &[Bus], exclusive: bool) {
        for bus in step {
            if !bus.is_empty() {
                require_alternatives(circuit, bus, exclusive);
            }
        }
        for place in &self.places {
            let here = self.placements_in(place);
            let here: Vec<Signal> = here.map(|(piece, at)| step[piece][at]).collect();
            if !place.admits_untracked {
                require_alternatives(circuit, &here, exclusive);
            } else if exclusive {
                circuit.require_at_most_one(&here);
            }
        }
    }

    fn clause_count(&self) -> usize {
        let pieces = self.lists().map(<[usize]>::len);
        let places = self.places.iter();
        let places = places.map(|place| self.placements_in(place).count());
        let exactly_one = |n| at_most_one_clause_count(n).saturating_add(1);
        let all = pieces.chain(places).map(exactly_one);
        all.fold(0, usize::saturating_add)
    }

    /// A facelet has a color if no piece shows another color there, because every facelet has a sticker. If the
    /// facelet's kind of pieces has a background, every other color is on a single sticker of that kind, which must be
    /// there.
    fn shows(&self, puzzle: &Puzzle, step: &[Bus], facelet: usize, color: Color) -> Vec<Signal> {
        let place = puzzle.pieces().place_of(facelet);
        let kind = puzzle.pieces().all()[place].kind;
        let background = puzzle.background_color(kind);
        if background.is_some_and(|background| background != color) {
            let pieces = &puzzle.pieces().kinds()[kind];
            let shown = |&(piece, placement, _): &(usize, usize, Signal)| {
                let mut stickers = puzzle.stickers(piece, placement);
                pieces.contains(&piece) && stickers.any(|sticker| sticker == (facelet, color))
            };
            let shown = self.placement_signals(step).find(shown);
            return vec![shown.map_or(Signal::FALSE, |(_, _, signal)| signal)];
        }
        let other = |&(piece, placement, _): &(usize, usize, Signal)| {
            let mut stickers = puzzle.stickers(piece, placement);
            stickers.any(|(f, c)| f == facelet && c != color)
        };
        let others = self.placement_signals(step).filter(other);
        others.map(|(_, _, signal)| !signal).collect()
    }

    fn piece_at(&self, _: &Puzzle, step: &[Bus], piece: usize, placement: usize) -> Vec<Signal> {
        let number = self.index_of(piece, placement);
        vec![number.map_or(Signal::FALSE, |number| step[piece][number])]
    }

    /// No piece is where it shows a color that the goal does not admit, or where another piece must be.
    fn goal(&self, puzzle: &Puzzle, step: &[Bus], goal: &Pattern) -> Vec<Vec<Signal>> {
        let possible = (!goal.is_state()).then(|| goal.placements(puzzle));
        let wrong = |&(piece, placement, _): &(usize, usize, Signal)| match &possible {
            Some(possible) => possible[piece].binary_search(&placement).is_err(),
            None => {
                let mut stickers = puzzle.stickers(piece, placement);
                stickers.any(|(f, c)| !goal.admits_color(f, c))
            }
        };
        let wrong = self.placement_signals(step).filter(wrong);
        let mut clauses: Vec<Vec<Signal>> = wrong.map(|(_, _, signal)| vec![!signal]).collect();
        clauses.extend(self.occupancy_clauses(puzzle, step, goal));
        clauses
    }

    fn describe(&self, puzzle: &Puzzle, bus: usize) -> String {
        let home = names_of_place(puzzle, bus);
        format!("the placement of the piece from {home}")
    }
}

#[cfg(test)]
mod tests {
    use crate::encode::{Recipe, encode};
    use crate::problem::{Budget, Problem, Target};
    use crate::puzzle::{Puzzle, TIMES_READ};

    /// Changing the budget, checking the premise and encoding all need the places.
    #[test]
    fn the_places_of_the_pieces_are_computed_once_per_formula() {
        let puzzle = Puzzle::built_in("rubik").expect("built in");
        let recipe = Recipe::built_in("plain").expect("built in");
        for target in [Target::Solved, Target::Any] {
            let before = TIMES_READ.get();
            let turns = [0, 4, 8];
            let budget = Budget::AtMost(4);
            let problem = Problem::from_scramble(puzzle.clone(), &turns, &target, budget);
            let problem = problem.expect("possible").canonical();
            for turns in 2..4 {
                let problem = problem.clone().at_most(turns);
                problem.check_premise().expect("possible");
                encode(&problem, &recipe).expect("small enough");
            }
            assert_eq!(TIMES_READ.get() - before, 1, "{target:?}");
        }
    }
}
