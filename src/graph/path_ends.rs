//! Reads both ends of a path, given as texts or turns, in any orientation.

use std::fmt::Display;

use itertools::Itertools;

use super::names::Names;
use super::rotation::held_as;
use crate::error::Error;
use crate::notation::Scheme;
use crate::problem::Scramble;
use crate::puzzle::{Pattern, Premise, Puzzle, State, TipTurn, Tips, held_piece_error};

/// A state as the user wrote it.
pub enum StateInput {
    /// The state to which these turns lead from the solved state.
    Turns(Box<Scramble>),
    /// One character per facelet, and the orientations of the tips.
    Symbols(Vec<char>, Tips),
}

impl StateInput {
    /// The characters of the state; for turns, in the puzzle's own symbols.
    fn symbols(&self, puzzle: &Puzzle) -> Vec<char> {
        match self {
            StateInput::Turns(turns) => {
                Scheme::own_symbols(puzzle).state_characters(&turns.state(puzzle))
            }
            StateInput::Symbols(symbols, _) => symbols.clone(),
        }
    }

    /// The orientations of the tips.
    pub fn tips(&self) -> &Tips {
        match self {
            StateInput::Turns(turns) => turns.tips(),
            StateInput::Symbols(_, tips) => tips,
        }
    }

    fn state(&self, puzzle: &Puzzle, scheme: &Scheme) -> Result<(State, Premise), Error> {
        match self {
            StateInput::Turns(turns) => Ok((turns.state(puzzle), Premise::Holds)),
            StateInput::Symbols(symbols, _) => possible_state(puzzle, scheme, symbols),
        }
    }
}

fn possible_state(
    puzzle: &Puzzle,
    scheme: &Scheme,
    symbols: &[char],
) -> Result<(State, Premise), Error> {
    let state = scheme.state(symbols)?;
    let premise = puzzle.check_possible(&(&state).into(), scheme.symbols())?;
    Ok((state, premise))
}

/// Whether states that are rotations of each other are different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// Rotations of a state are different states.
    Fixed,
    /// Rotations of a state are the same state: the held piece stays in place.
    Any,
}

/// Both ends of a path, in the orientation in which turns are applied.
pub struct PathEnds {
    /// The start.
    pub from: State,
    /// The end: as given if the orientation is fixed, otherwise in every orientation in which the held piece looks as
    /// it does at the start.
    pub to: Vec<State>,
    /// Whether no end was given, so that it is the solved state.
    pub ends_solved: bool,
    /// The turns that solve the tips of the start.
    pub tips: Vec<TipTurn>,
    /// The symbols of both ends.
    pub scheme: Scheme,
    /// Whether each end is known to be a possible state of the puzzle.
    premises: [Premise; 2],
}

impl PathEnds {
    /// Both ends. The end is the solved state by default. Unless `orientation` is fixed, the end is rotated to match
    /// the start.
    ///
    /// # Errors
    /// A message that says which end is impossible, and why.
    pub fn new(
        puzzle: &Puzzle,
        from: &StateInput,
        to: Option<&StateInput>,
        orientation: Orientation,
    ) -> Result<Self, String> {
        if let Some(to) = to {
            to.tips().check_goal().map_err(about_second)?;
        }
        let fixed = orientation == Orientation::Fixed;
        let tips = from.tips().solution(puzzle);
        let symbols = from.symbols(puzzle);
        let own = Scheme::own_symbols(puzzle);
        let is_own = || {
            let state = own.state(&symbols);
            state.is_ok_and(|state| Pattern::from(state).check(puzzle, own.symbols()).is_ok())
        };
        let scheme = match (from, to) {
            (_, None) if !fixed => Scheme::infer_held(puzzle, &symbols),
            // The held piece determines which face a turn means.
            (StateInput::Symbols(..), Some(StateInput::Turns(_))) if !fixed && !is_own() => {
                Scheme::infer_held(puzzle, &symbols)
            }
            (StateInput::Symbols(..), Some(StateInput::Symbols(..))) => {
                Scheme::infer(puzzle, &symbols)
            }
            _ => Ok(own.clone()),
        };
        let scheme = scheme.map_err(about_first)?;
        let (from, from_premise) =
            possible_state(puzzle, &scheme, &symbols).map_err(about_first)?;
        let ends_solved = to.is_none();
        let (to, to_premise) = match to {
            None => (puzzle.solved().clone(), Premise::Holds),
            Some(to) => to.state(puzzle, &scheme).map_err(about_second)?,
        };
        let to = if fixed {
            vec![to]
        } else {
            held_as(puzzle, &to, &from)
        };
        if to.is_empty() {
            return Err(about_second(held_piece_error()));
        }
        Ok(Self {
            from,
            to,
            ends_solved,
            tips,
            scheme,
            premises: [from_premise, to_premise],
        })
    }

    /// Whether both ends are known to be possible states of the puzzle.
    pub fn premise(&self) -> Premise {
        let ([Premise::Holds, other] | [other, _]) = self.premises;
        other
    }

    /// As [`Self::premise`], given that a path joins the ends: if one of them is possible, so is the other.
    pub fn premise_if_joined(&self) -> Premise {
        match self.premises {
            [Premise::Holds, _] | [_, Premise::Holds] => Premise::Holds,
            [other, _] => other,
        }
    }
}

fn about_first(error: Error) -> String {
    format!("the first state: {error}")
}

fn about_second(error: impl Display) -> String {
    format!("the second state: {error}")
}

impl Names {
    /// A state in known colors: the puzzle's own, the digits that names use, or the letters of the faces.
    ///
    /// # Errors
    /// A message that says why the state is impossible.
    pub fn state_of(&self, puzzle: &Puzzle, given: &StateInput) -> Result<State, String> {
        let text = |error: Error| error.to_string();
        let symbols = given.symbols(puzzle);
        let numbered = Scheme::new(puzzle, self.symbols()).map_err(text)?;
        let known = [
            Some(Scheme::own_symbols(puzzle)),
            Some(numbered),
            face_letter_scheme(puzzle),
        ];
        let knows = |scheme: &&Scheme| symbols.iter().all(|c| scheme.symbols().contains(c));
        if let Some(scheme) = known.iter().flatten().find(knows) {
            let (state, _) = given.state(puzzle, scheme).map_err(text)?;
            return Ok(state);
        }
        let list = |scheme: &Scheme| scheme.symbols().iter().sorted().collect::<String>();
        Err(format!(
            "a name depends on which color is which: write the state of the {} with one of these sets of symbols: {}",
            puzzle.name(),
            known.iter().flatten().map(list).join(", ")
        ))
    }
}

/// The scheme in which colors are named after their faces, if each face has one letter and a color of its own.
fn face_letter_scheme(puzzle: &Puzzle) -> Option<Scheme> {
    let letter = |color: usize| {
        let face = puzzle.faces().iter().find(|face| face.color == color)?;
        face.name.chars().exactly_one().ok()
    };
    let letters = (0..puzzle.colors().len()).map(letter);
    Scheme::new(puzzle, letters.collect::<Option<_>>()?).ok()
}
