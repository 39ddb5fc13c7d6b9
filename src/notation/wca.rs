//! Turns of official scrambles that are no turns of a face: `R++` and `D--` of the Megaminx.
//!
//! *Idea.* `R++` turns the whole puzzle about R by two steps, clockwise, but for the layer opposite to R, which stays.
//! Whoever holds the puzzle otherwise sees only that layer turn: as far the other way about R, which is clockwise seen
//! from outside. So it is a turn of the opposite face, and from then on all faces have other names.
//!
//! Nobody names the opposite face: it is the one that no neighbor of R touches. How faces go round follows from what
//! the turns of both do to the stickers of their neighbors.
//!
//! *Source.* Regulations of the World Cube Association, 12e.

use std::collections::HashMap;

use super::error::TurnError;
use super::spelling::{Names, Notation};
use crate::puzzle::{Puzzle, TurnId};

/// Whether a text has such turns.
pub(super) fn is_used(text: &[char]) -> bool {
    text.windows(2)
        .any(|pair| pair == ['+', '+'] || pair == ['-', '-'])
}

/// Reads turns one after the other, a space between them.
pub(super) fn read(
    notation: Notation,
    puzzle: &Puzzle,
    names: &Names<TurnId>,
    text: &[char],
) -> Result<Vec<TurnId>, TurnError> {
    let bases = Faces::new(puzzle);
    // Which face stands where each one was at the beginning.
    let mut held: Vec<usize> = (0..bases.count).collect();
    let mut turns = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if text[at].is_whitespace() {
            at += 1;
            continue;
        }
        let word: Vec<char> = text[at..]
            .iter()
            .take_while(|c| !c.is_whitespace())
            .copied()
            .collect();
        let wrong = |reason: &str| TurnError {
            token: word.iter().collect(),
            column: at + 1,
            reason: reason.to_owned(),
        };
        let sign = word.split_last_chunk::<2>();
        let forwards = match sign {
            Some((_, ['+', '+'])) => Some(true),
            Some((_, ['-', '-'])) => Some(false),
            _ => None,
        };
        match (forwards, sign) {
            (Some(forwards), Some((name, _))) => {
                let found = names
                    .longest_at(name)
                    .filter(|(length, _)| *length == name.len());
                let Some((_, turn)) = found else {
                    return Err(notation.refuse(puzzle, text, at));
                };
                let axis = puzzle.turns()[turn].face;
                let Some((opposite, round)) = bases.about(puzzle, axis) else {
                    return Err(wrong(
                        "turns all but a layer, which only a puzzle with opposite faces has, such as the Megaminx",
                    ));
                };
                let steps = puzzle.turns()[turn].order;
                let power = if forwards { 2 } else { steps - 2 };
                turns.extend(bases.turn(puzzle, held[opposite], power));
                // What stands at a place came from two steps before it.
                let mut next = held.clone();
                for (from, &to) in round.iter().enumerate() {
                    let twice = round[to];
                    if forwards {
                        next[twice] = held[from]
                    } else {
                        next[from] = held[twice]
                    }
                }
                held = next;
            }
            _ => match names
                .longest_at(&word)
                .filter(|(length, _)| *length == word.len())
            {
                Some((_, turn)) => {
                    let turn = &puzzle.turns()[turn];
                    turns.extend(bases.turn(puzzle, held[turn.face], turn.power));
                }
                None if word.iter().any(|c| "()[],:".contains(*c)) => {
                    return Err(wrong(
                        "cannot stand beside turns such as R++: write them one by one",
                    ));
                }
                None => return Err(notation.refuse(puzzle, text, at)),
            },
        }
        at += word.len();
    }
    Ok(turns)
}

/// The faces that turn.
struct Faces {
    count: usize,
    /// A turn of each face by one step.
    first: Vec<Option<TurnId>>,
    /// The face on which each facelet is.
    of: HashMap<usize, usize>,
}

impl Faces {
    fn new(puzzle: &Puzzle) -> Self {
        let count = puzzle
            .turns()
            .iter()
            .map(|turn| turn.face + 1)
            .max()
            .unwrap_or(0);
        let mut first = vec![None; count];
        for (id, turn) in puzzle.turns().iter().enumerate() {
            if turn.power == 1 {
                first[turn.face].get_or_insert(id);
            }
        }
        let mut of = HashMap::new();
        for face in puzzle.faces() {
            let mut turns = puzzle.turns().iter();
            if let Some(turn) = turns.find(|turn| turn.base == face.name) {
                of.extend(face.facelets.iter().map(|&facelet| (facelet, turn.face)));
            }
        }
        Self { count, first, of }
    }

    fn turn(&self, puzzle: &Puzzle, face: usize, power: usize) -> Option<TurnId> {
        let is_it = |turn: &crate::puzzle::Turn| turn.face == face && turn.power == power;
        puzzle.turns().iter().position(is_it)
    }

    /// Where a turn of a face takes its neighbors: from each to the next one.
    fn neighbors(&self, puzzle: &Puzzle, face: usize) -> Option<HashMap<usize, usize>> {
        let turn = &puzzle.turns()[self.first[face]?].permutation;
        let mut next = HashMap::new();
        for to in turn.moved() {
            let (from, to) = (self.of.get(&turn.source(to))?, self.of.get(&to)?);
            if *from != face && *next.entry(*from).or_insert(*to) != *to {
                return None;
            }
        }
        Some(next)
    }

    /// The opposite of a face, and where each face goes when the whole puzzle is turned about it by one step.
    fn about(&self, puzzle: &Puzzle, face: usize) -> Option<(usize, Vec<usize>)> {
        let near = self.neighbors(puzzle, face)?;
        let is_apart = |&other: &usize| {
            let far = self.neighbors(puzzle, other);
            other != face
                && !near.contains_key(&other)
                && far.is_some_and(|far| far.keys().all(|it| !near.contains_key(it)))
        };
        let mut apart = (0..self.count).filter(is_apart);
        let opposite = apart.next().filter(|_| apart.next().is_none())?;
        let far = self.neighbors(puzzle, opposite)?;
        if near.len() + far.len() + 2 != self.count {
            return None;
        }
        let mut round: Vec<usize> = (0..self.count).collect();
        near.iter().for_each(|(&from, &to)| round[from] = to);
        // Seen from the other side, it goes the other way.
        far.iter().for_each(|(&from, &to)| round[to] = from);
        Some((opposite, round))
    }
}
