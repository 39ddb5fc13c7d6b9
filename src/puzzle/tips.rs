//! Tips: parts that turn independently and move nothing else, such as those of the Pyraminx.
//!
//! A tip is not part of the state: regardless of all other turns, the inverse of its scramble solves it. So turns of tips
//! need no search.

use super::assembly::{Puzzle, multiply_modulo};
use super::turn::{Tip, Turn, TurnId};

/// A turn of a tip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TipTurn {
    /// The index of the tip in [`Puzzle::tips`].
    pub tip: usize,
    /// The exponent, from 1 to the order of the tip minus 1.
    pub power: usize,
}

/// The orientation of each tip of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tips(Vec<usize>);

impl Tips {
    /// The tips of a solved puzzle after these turns, whose tips must exist.
    pub fn after(puzzle: &Puzzle, turns: &[TipTurn]) -> Self {
        Self(vec![0; puzzle.tips().len()]).turned(puzzle, turns)
    }

    /// Checks that a goal does not turn tips; the error does not name the goal.
    pub(crate) fn check_goal(&self) -> Result<(), &'static str> {
        let reason = "a goal cannot turn tips; every tip ends solved";
        self.are_solved().then_some(()).ok_or(reason)
    }

    /// The orientations after more turns.
    #[must_use]
    pub fn turned(mut self, puzzle: &Puzzle, turns: &[TipTurn]) -> Self {
        for turn in turns {
            let order = puzzle.tips()[turn.tip].order;
            self.0[turn.tip] = (self.0[turn.tip] + turn.power) % order;
        }
        self
    }

    /// The orientations after a turn of the puzzle. A rotation carries tips to other corners: tip `u` to tip `l`, if the
    /// rotation carries the turn `U` to `L`.
    #[must_use]
    pub fn after_turn(self, puzzle: &Puzzle, turn: TurnId) -> Self {
        if self.are_solved() {
            return self;
        }
        let Some(to) = places_after(puzzle, &puzzle.turns()[turn]) else {
            return self;
        };
        let mut powers = self.0.clone();
        for (&place, power) in to.iter().zip(self.0) {
            powers[place] = power;
        }
        Self(powers)
    }

    /// Whether all tips are solved.
    pub fn are_solved(&self) -> bool {
        self.0.iter().all(|&power| power == 0)
    }

    /// The turns that solve the tips, one for each unsolved tip.
    pub fn solution(&self, puzzle: &Puzzle) -> Vec<TipTurn> {
        let unsolved = self.0.iter().enumerate().filter(|&(_, &power)| power > 0);
        let inverse = |(tip, power): (usize, &usize)| TipTurn {
            tip,
            power: puzzle.tips()[tip].order - power,
        };
        unsolved.map(inverse).collect()
    }
}

/// The tip whose place each tip occupies after a turn; `None` if the turn does not permute the tips.
fn places_after(puzzle: &Puzzle, turn: &Turn) -> Option<Vec<usize>> {
    let corner_turns = puzzle.tips().iter().map(|tip| corner_turn(puzzle, tip));
    let corner_turns: Vec<&Turn> = corner_turns.collect::<Option<_>>()?;
    let back = turn.permutation.inverse();
    let place = |corner_turn: &&Turn| {
        let carried = back.then(&corner_turn.permutation).then(&turn.permutation);
        corner_turns.iter().position(|it| it.permutation == carried)
    };
    corner_turns.iter().map(place).collect()
}

/// The turn of the same corner as a tip: `U`, for the tip `u`.
pub(crate) fn corner_turn<'a>(puzzle: &'a Puzzle, tip: &Tip) -> Option<&'a Turn> {
    let mut turns = puzzle.turns().iter();
    turns.find(|turn| turn.power == 1 && turn.base.to_lowercase() == tip.name)
}

impl Puzzle {
    /// A turn of a tip repeated `times` times; a negative number repeats its inverse. The result may have exponent 0.
    pub(crate) fn tip_power(&self, turn: TipTurn, times: i64) -> TipTurn {
        let power = multiply_modulo(turn.power, times, self.tips()[turn.tip].order);
        TipTurn { power, ..turn }
    }
}
