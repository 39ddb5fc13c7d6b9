//! The arrangements of one kind of piece: which piece is in which place, and in which orientation.
//!
//! *Idea.* The pieces are derived from the allowed turns alone, so pieces belong to one kind exactly when these turns
//! bring them to each other's places. A piece that no allowed turn moves is a kind of its own. Its single arrangement
//! is not part of the index.
//!
//! An arrangement of a kind consists of a row (the class of the piece in each place) and a twist (a digit for the
//! orientation of the piece in each place). A turn acts on row and twist independently. Pieces that look alike form one
//! class, because a state contains only visible differences. Usually every piece is a class of its own, and the row is
//! a permutation.
//!
//! *The last digit.* If every allowed turn adds constants to the digits, and the constants add up to a multiple of the
//! base, all states have the same sum of digits as the goal. So the last digit follows from the others.

use std::ops::Range;

use itertools::Itertools;
use sha2::{Digest, Sha256};

use super::rank::{arrangement_count, digits, number, power, rank, unrank};
use crate::error::{Error, ErrorKind};
use crate::group::Permutation;
use crate::puzzle::{Color, Pieces, Puzzle, State};

/// The action of a turn on the places of a kind.
struct KindAction {
    /// For each place, the place from which its new piece comes.
    from: Vec<usize>,
    /// For each place, the new digit of its new piece, indexed by the old digit.
    twist: Vec<Vec<usize>>,
}

/// The part of an arrangement that a digit of the index represents.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// The places of the pieces.
    Row,
    /// The orientations of the pieces.
    Twist,
}

/// Selects neighbors of a state.
#[derive(Clone, Copy)]
pub(super) enum Neighbors {
    /// The states that turns lead to.
    After,
    /// The states from which turns lead here.
    Before,
}

/// One kind of piece under the allowed turns.
pub(super) struct Kind {
    /// The facelets of each place in each orientation, in the order in which `colors` lists colors.
    frames: Vec<Vec<Vec<usize>>>,
    /// The colors of the pieces of each class.
    colors: Vec<Vec<Color>>,
    /// The number of pieces in each class.
    counts: Vec<usize>,
    /// The actions of the turns, and the inverse actions.
    actions: [Vec<KindAction>; 2],
    /// The sum of the digits, if the last digit follows from the others.
    digit_sum: Option<usize>,
    /// The numbers of rows and twists, once [`Graph::new`](super::Graph::new) has checked their size.
    pub(super) sizes: [usize; 2],
    /// The place values of row and twist in the index.
    pub(super) strides: [usize; 2],
}

impl Kind {
    /// All kinds of pieces of a puzzle under some permutations. The goal defines their classes and orientations.
    ///
    /// # Errors
    /// [`Error`] if the colors do not distinguish the orientations of a piece.
    pub(super) fn all(
        puzzle: &Puzzle,
        goal: &State,
        permutations: &[&Permutation],
    ) -> Result<Vec<Self>, Error> {
        let pieces = Pieces::derive(puzzle.facelets().len(), permutations);
        let frame = |facelet| pieces.frame(facelet).to_vec();
        let frames = |place| pieces.orientations(place).map(frame).collect();
        let kind = |places: &Range<usize>| -> Result<Self, Error> {
            let mut kind = Self {
                frames: places.clone().map(frames).collect(),
                colors: Vec::new(),
                counts: Vec::new(),
                actions: Default::default(),
                digit_sum: None,
                sizes: [1; 2],
                strides: [1; 2],
            };
            let twist = kind.classify(puzzle, goal)?;
            let turns = permutations.iter();
            kind.actions = [
                turns.clone().map(|turn| kind.action(turn)).collect(),
                turns.map(|turn| kind.action(&turn.inverse())).collect(),
            ];
            let [turns, _] = &kind.actions;
            if turns.iter().all(|turn| kind.conserves_digit_sum(turn)) {
                kind.digit_sum = Some(twist.iter().sum::<usize>() % kind.orientations());
            }
            Ok(kind)
        };
        pieces.kinds().iter().map(kind).collect()
    }

    /// Sorts the pieces of the goal into classes, and returns their orientations in the goal. If no piece has visible
    /// orientations, all orientations count as one.
    fn classify(&mut self, puzzle: &Puzzle, goal: &State) -> Result<Vec<usize>, Error> {
        // The frames determine which facelets of two places correspond, so the colors are listed by frame, not by
        // facelet.
        let listed_colors = |frame: &Vec<usize>| -> Vec<Color> {
            frame.iter().map(|&facelet| goal.color(facelet)).collect()
        };
        // For each place, the colors in each orientation.
        let places = self.frames.iter();
        let places: Vec<Vec<Vec<Color>>> = places
            .map(|frames| frames.iter().map(listed_colors).collect())
            .collect();
        if places.iter().all(|colors| colors.iter().all_equal()) {
            self.frames.iter_mut().for_each(|frames| frames.truncate(1));
        }
        let mut twist = Vec::new();
        for (place, colors) in places.iter().enumerate() {
            let colors = &colors[..self.orientations()];
            if !colors.iter().all_unique() {
                let facelet = &puzzle.facelets()[self.frames[place][0][0]];
                let reason = if colors.iter().all_equal() {
                    format!(
                        "the orientation of the piece at facelet {facelet} is invisible, but that of others of its kind is visible"
                    )
                } else {
                    format!(
                        "the piece at facelet {facelet} looks the same in some of its orientations, but not in others"
                    )
                };
                let reason = format!("{reason}; states have no unique index");
                return Err(Error::new(ErrorKind::Unsupported, reason));
            }
            let digit = |class: &Vec<Color>| colors.iter().position(|it| it == class);
            let mut known = self.colors.iter().map(digit).enumerate();
            match known.find_map(|(class, digit)| Some((class, digit?))) {
                Some((class, digit)) => {
                    self.counts[class] += 1;
                    twist.push(digit);
                }
                None => {
                    self.colors.push(colors[0].clone());
                    self.counts.push(1);
                    twist.push(0);
                }
            }
        }
        Ok(twist)
    }

    /// The action of a permutation of facelets on the places.
    fn action(&self, permutation: &Permutation) -> KindAction {
        let inverse = permutation.inverse();
        let mut from = vec![0; self.places()];
        let mut twist = vec![vec![0; self.orientations()]; self.places()];
        for (place, orientations) in self.frames.iter().enumerate() {
            for (digit, frame) in orientations.iter().enumerate() {
                // The sticker at f moves to the facelet whose source is f.
                if let Some((to, new)) = self.locate(inverse.source(frame[0])) {
                    from[to] = place;
                    twist[to][digit] = new;
                }
            }
        }
        KindAction { from, twist }
    }

    /// The place and the digit of the piece whose reference sticker is at a facelet.
    fn locate(&self, facelet: usize) -> Option<(usize, usize)> {
        let mut places = self.frames.iter();
        let place = places.position(|frames| frames[0].contains(&facelet))?;
        let mut digits = self.frames[place].iter();
        let digit = digits.position(|frame| frame[0] == facelet);
        Some((place, digit.unwrap_or(0)))
    }

    /// Whether a turn adds constants to the digits that add up to a multiple of the base.
    fn conserves_digit_sum(&self, turn: &KindAction) -> bool {
        let orientations = self.orientations();
        let adds = |twist: &Vec<usize>| {
            (0..orientations).all(|d| twist[d] == (d + twist[0]) % orientations)
        };
        let sum: usize = turn.twist.iter().map(|twist| twist[0]).sum();
        turn.twist.iter().all(adds) && sum.is_multiple_of(orientations)
    }

    /// The class and the orientation of the piece in a place.
    fn class_and_orientation(&self, place: usize, state: &State) -> Option<(usize, usize)> {
        let shows = |frame: &[usize], colors: &[Color]| {
            frame.iter().zip(colors).all(|(&f, &c)| state.color(f) == c)
        };
        let mut digits = self.frames[place].iter().enumerate();
        digits.find_map(|(digit, frame)| {
            let class = self.colors.iter().position(|colors| shows(frame, colors))?;
            Some((class, digit))
        })
    }

    fn places(&self) -> usize {
        self.frames.len()
    }

    /// The number of orientations of a piece.
    fn orientations(&self) -> usize {
        self.frames[0].len()
    }

    /// The number of independent digits.
    fn free_digits(&self) -> usize {
        self.places() - usize::from(self.digit_sum.is_some())
    }

    /// The numbers of rows and twists; `None` if they are too large.
    pub(super) fn row_and_twist_counts(&self) -> Option<[u128; 2]> {
        Some([
            arrangement_count(&self.counts)?,
            power(self.orientations(), self.free_digits())?,
        ])
    }

    /// The indices of the row and of the twist in a state; `None` if the state has other pieces or its digits have a
    /// wrong sum.
    pub(super) fn read(&self, state: &State) -> Option<(usize, usize)> {
        let mut left = self.counts.clone();
        let mut row = Vec::with_capacity(self.places());
        let mut twist = Vec::with_capacity(self.places());
        for place in 0..self.places() {
            let (class, digit) = self.class_and_orientation(place, state)?;
            left[class] = left[class].checked_sub(1)?;
            row.push(class);
            twist.push(digit);
        }
        let sum = twist.iter().sum::<usize>() % self.orientations();
        if self.digit_sum.is_some_and(|expected| expected != sum) {
            return None;
        }
        Some((self.rank(&row), self.number(&twist)))
    }

    /// Writes the colors of a row and a twist.
    pub(super) fn write(&self, row: usize, twist: usize, colors: &mut [Color]) {
        let classes = self.row(row).into_iter();
        for (place, (class, digit)) in classes.zip(self.twist(twist)).enumerate() {
            for (&facelet, &color) in self.frames[place][digit].iter().zip(&self.colors[class]) {
                colors[facelet] = color;
            }
        }
    }

    /// The values of a part after each turn, or before each turn.
    pub(super) fn neighbors(&self, part: Part, value: usize, direction: Neighbors) -> Vec<usize> {
        let turns = self.actions[direction as usize].iter();
        match part {
            Part::Row => {
                let row = self.row(value);
                let after = |turn: &KindAction| turn.from.iter().map(|&at| row[at]).collect_vec();
                turns.map(|turn| self.rank(&after(turn))).collect()
            }
            Part::Twist => {
                let twist = self.twist(value);
                let after = |turn: &KindAction| {
                    let digits = turn.twist.iter().zip(&turn.from);
                    digits.map(|(new, &from)| new[twist[from]]).collect_vec()
                };
                turns.map(|turn| self.number(&after(turn))).collect()
            }
        }
    }

    fn rank(&self, row: &[usize]) -> usize {
        rank(row, &self.counts, self.sizes[Part::Row as usize])
    }

    fn row(&self, rank: usize) -> Vec<usize> {
        unrank(rank, &self.counts, self.sizes[Part::Row as usize])
    }

    fn number(&self, twist: &[usize]) -> usize {
        number(&twist[..self.free_digits()], self.orientations())
    }

    /// All digits of a twist.
    fn twist(&self, twist: usize) -> Vec<usize> {
        let orientations = self.orientations();
        let mut digits = digits(twist, orientations, self.free_digits());
        if let Some(expected) = self.digit_sum {
            let sum: usize = digits.iter().sum();
            digits.push((expected + orientations - sum % orientations) % orientations);
        }
        digits
    }

    /// Hashes what the numbers of rows and twists mean, apart from the colors: in kinds with equal hashes, equal
    /// numbers mean equal arrangements, and turns act on equal numbers alike.
    pub(super) fn hash_meaning(&self, hash: &mut Sha256) {
        let mut add = |number: usize| hash.update((number as u64).to_le_bytes());
        for number in [self.places(), self.orientations(), self.counts.len()] {
            add(number);
        }
        self.counts.iter().copied().for_each(&mut add);
        add(self.digit_sum.map_or(0, |sum| sum + 1));
        for turn in &self.actions[Neighbors::After as usize] {
            turn.from.iter().copied().for_each(&mut add);
            turn.twist.iter().flatten().copied().for_each(&mut add);
        }
    }
}
