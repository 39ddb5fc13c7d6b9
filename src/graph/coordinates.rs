//! A compact index of states, and what turns do to it.
//!
//! *Idea.* A state is the arrangement of each kind of pieces, and an
//! arrangement is a permutation and a twist. Each is a coordinate; the index
//! is the number in mixed radix whose digits the coordinates are. A turn
//! changes each coordinate by itself, so a small table for each coordinate
//! says what it does. The solved state has index 0.
//!
//! *Cost.* Every state of the turns has exactly one index; there may be
//! indices that no turns reach, where the kinds of pieces constrain each
//! other. Pocket cube with one corner held: 7!·3⁶ indices, all reached.

use super::kind::Kind;
use super::{GraphError, MOST_INDICES, MOST_MOVES};
use crate::puzzle::{Color, Puzzle, State, TurnId};

/// A digit of the index. Its tables hold digits times `stride`, so that an
/// index is the sum of what its digits' tables say.
pub(super) struct Coordinate {
    /// How many values it has.
    pub(super) size: usize,
    /// What it counts in the index.
    pub(super) stride: usize,
    /// The value after each turn (times `stride`): all turns of value 0, all
    /// turns of value 1, and so on.
    moves: Vec<u32>,
}

impl Coordinate {
    fn new(size: usize, stride: usize, moves: impl Iterator<Item = usize>) -> Self {
        // Fits: every index is below `MOST_INDICES`.
        let moves = moves.map(|value| (value * stride) as u32).collect();
        Self {
            size,
            stride,
            moves,
        }
    }

    /// The value before each turn, in the form of `moves`. Turns permute the
    /// values, so every entry is filled.
    pub(super) fn undone(&self, turns: usize) -> Vec<u32> {
        let mut undone = vec![0; self.moves.len()];
        for (at, &after) in self.moves.iter().enumerate() {
            let (value, turn) = (at / turns, at % turns);
            undone[after as usize / self.stride * turns + turn] = (value * self.stride) as u32;
        }
        undone
    }
}

/// The index of the states that some turns reach.
pub(super) struct Coordinates {
    facelets: usize,
    turns: usize,
    size: usize,
    kinds: Vec<Kind>,
    /// What the permutation and the twist of each kind count in the index.
    strides: Vec<(usize, usize)>,
    /// The coordinates with several values, the last one counting 1.
    parts: Vec<Coordinate>,
}

impl Coordinates {
    /// The index for some turns of a puzzle.
    ///
    /// # Errors
    /// [`GraphError`] if states are too many or have no unique index.
    pub(super) fn new(puzzle: &Puzzle, turns: &[TurnId]) -> Result<Self, GraphError> {
        let permutation = |&turn: &TurnId| match puzzle.turns().get(turn) {
            Some(turn) => Ok(&turn.permutation),
            None => Err(GraphError::NoSuchTurn(turn)),
        };
        let permutations = turns
            .iter()
            .map(permutation)
            .collect::<Result<Vec<_>, _>>()?;
        let kinds = Kind::all(puzzle, &permutations)?;
        check_size(&kinds, turns.len())?;
        let mut coordinates = Self {
            facelets: puzzle.facelets().len(),
            turns: turns.len(),
            size: 1,
            kinds,
            strides: Vec::new(),
            parts: Vec::new(),
        };
        coordinates.build();
        Ok(coordinates)
    }

    /// Gives the coordinates their strides, from the last kind to the first.
    fn build(&mut self) {
        for kind in self.kinds.iter().rev() {
            let twist = self.size;
            self.size *= kind.twists();
            if kind.twists() > 1 {
                let moves = kind.twist_moves();
                self.parts
                    .push(Coordinate::new(kind.twists(), twist, moves));
            }
            let permutation = self.size;
            self.size *= kind.permutations();
            if kind.permutations() > 1 {
                let moves = kind.permutation_moves();
                self.parts
                    .push(Coordinate::new(kind.permutations(), permutation, moves));
            }
            self.strides.push((permutation, twist));
        }
        self.strides.reverse();
        if self.parts.is_empty() {
            self.parts
                .push(Coordinate::new(1, 1, std::iter::repeat_n(0, self.turns)));
        }
        self.parts.reverse();
    }

    /// The number of indices.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The number of turns.
    pub(super) fn turns(&self) -> usize {
        self.turns
    }

    /// The coordinates, the last one counting 1. There is at least one.
    pub(super) fn parts(&self) -> &[Coordinate] {
        &self.parts
    }

    /// The index of a state; `None` if it shows other pieces than the turns
    /// can bring together.
    pub(super) fn index(&self, state: &State) -> Option<usize> {
        if state.colors().len() != self.facelets {
            return None;
        }
        let mut index = 0;
        for (kind, strides) in self.kinds.iter().zip(&self.strides) {
            let (permutation, twist) = kind.read(state)?;
            index += permutation * strides.0 + twist * strides.1;
        }
        Some(index)
    }

    /// The state of an index; `None` if there are not so many.
    pub(super) fn state(&self, index: usize) -> Option<State> {
        if index >= self.size {
            return None;
        }
        let mut colors: Vec<Color> = vec![0; self.facelets];
        for (kind, strides) in self.kinds.iter().zip(&self.strides) {
            let permutation = index / strides.0 % kind.permutations();
            let twist = index / strides.1 % kind.twists();
            kind.write(permutation, twist, &mut colors);
        }
        Some(State::new(colors))
    }

    /// The index after a turn, given by its position among the turns.
    pub(super) fn after(&self, index: usize, turn: usize) -> usize {
        let moved = |part: &Coordinate| {
            let value = index / part.stride % part.size;
            part.moves[value * self.turns + turn] as usize
        };
        self.parts.iter().map(moved).sum()
    }
}

/// Refuses what would not fit into memory, before anything is allocated.
fn check_size(kinds: &[Kind], turns: usize) -> Result<(), GraphError> {
    let sizes = || {
        kinds
            .iter()
            .flat_map(|kind| [kind.permutations(), kind.twists()])
    };
    if sizes().fold(1, usize::saturating_mul) > MOST_INDICES {
        return Err(GraphError::TooManyStates);
    }
    // At most `MOST_INDICES` each, and few: the sum cannot overflow.
    let values: usize = sizes().filter(|&size| size > 1).sum();
    if values.saturating_mul(turns) > MOST_MOVES {
        return Err(GraphError::TooManyMoves);
    }
    Ok(())
}
