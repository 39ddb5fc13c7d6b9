//! Scrambles with turns from groups that are not enabled: `x`, `Uw`, `M`.
//!
//! Such turns describe the state and orientation of the puzzle; a solution need not use them. So a scramble is rewritten as
//! a rotation of the whole puzzle followed by enabled turns: `Uw` is `y` and then `D`, `R x` is `x` and then `R`. The
//! rotation only changes the names of the colors, so it is divided out, and the solution is written for a puzzle held as
//! the scramble leaves it. If rotations are enabled as turns, nothing is divided out: `Uw` is then the turns `y` and `D`.
//!
//! *Idea.* Turns are rewritten from the last to the first. The part rewritten so far is a rotation `r` and turns. A
//! turn `g` before `r` equals `r` followed by `r⁻¹ g r`, which is a rotation followed by at most two turns.

use std::collections::HashMap;

use itertools::Itertools;

use crate::error::Error;
use crate::group::Permutation;
use crate::notation::{Notation, Scheme, ScrambleReader, TurnError};
use crate::puzzle::{
    NamedRotation, Permutable, Puzzle, Rotation, State, Tips, Turn, TurnId, rotations,
};

/// A scramble.
#[derive(Clone, Debug)]
pub struct Scramble {
    /// The rotation of the puzzle before all turns.
    hold: Rotation,
    /// The rotation as turns, such as `x y2`; empty without a rotation.
    held_as: String,
    turns: Vec<TurnId>,
    tips: Tips,
}

impl Scramble {
    /// Reads a scramble, which may contain turns of all groups, enabled or not, and turns of tips.
    ///
    /// # Errors
    /// [`TurnError`] if a word is not a turn, or does not equal a rotation followed by at most two turns of the puzzle.
    pub fn read(notation: Notation, puzzle: &Puzzle, text: &str) -> Result<Self, TurnError> {
        Self::read_as(notation, puzzle, text, |_, words| words)
    }

    /// The scramble that the turns of a text solve. Turns of tips are ignored.
    pub fn undone_by(notation: Notation, puzzle: &Puzzle, text: &str) -> Result<Self, TurnError> {
        let undoing = |puzzle: &Puzzle, words: Vec<Vec<TurnId>>| {
            let words = words.iter().rev();
            words.map(|word| puzzle.inverse_sequence(word)).collect()
        };
        let scramble = Self::read_as(notation, puzzle, text, undoing)?;
        let tips = Tips::default();
        Ok(Self { tips, ..scramble })
    }

    /// Reads a scramble. `change` is applied to its words, each of which is a list of turns.
    fn read_as(
        notation: Notation,
        puzzle: &Puzzle,
        text: &str,
        change: impl Fn(&Puzzle, Vec<Vec<TurnId>>) -> Vec<Vec<TurnId>>,
    ) -> Result<Self, TurnError> {
        let enabled = notation.scramble_reader(puzzle);
        if let Ok((words, tips)) = enabled.read_by_words(text) {
            // Turns of other groups may allow another reading: `R2U` is also `R 2U`.
            if !enabled.has_only_turns(text) {
                notation
                    .scramble_reader(puzzle.with_all_groups())
                    .read_by_words(text)?;
            }
            let scramble = Self::of_turns(puzzle, change(puzzle, words).concat());
            return Ok(Self { tips, ..scramble });
        }
        let all_groups = puzzle.with_all_groups();
        let reader = notation.scramble_reader(all_groups);
        let (words, tips) = reader.read_by_words(text)?;
        let mut rewriter = Rewriter::new(puzzle).map_err(|error| TurnError {
            token: text.trim().to_owned(),
            column: 1,
            reason: format!("cannot be read: {error}"),
        })?;
        let scramble = rewriter.scramble(puzzle, all_groups, &change(all_groups, words.clone()));
        let scramble = scramble.ok_or_else(|| {
            let is_bad = |word: &Vec<TurnId>| {
                let effect = all_groups.effect_of(word);
                rewriter.as_rotation_and_turns(&effect).is_none()
            };
            let number = words.iter().position(is_bad).unwrap_or_default();
            let (column, token) = word_at(&reader, text, number);
            let group = group_of(all_groups, &words[number]);
            let remedy = group.map_or(String::new(), |it| format!("; enable its group `{it}`"));
            let reason =
                format!("does not equal a rotation and at most two turns of the puzzle{remedy}");
            TurnError {
                token,
                column,
                reason,
            }
        })?;
        Ok(Self { tips, ..scramble })
    }

    /// A scramble from turns of the puzzle.
    pub fn of_turns(puzzle: &Puzzle, turns: Vec<TurnId>) -> Self {
        let identity = Permutation::identity(puzzle.facelets().len());
        Self {
            hold: Rotation::with_unchanged_colors(identity, puzzle.solved()),
            held_as: String::new(),
            turns,
            tips: Tips::default(),
        }
    }

    /// The turns, for the puzzle as it is held after the scramble.
    pub fn turns(&self) -> &[TurnId] {
        &self.turns
    }

    /// The orientations of the tips.
    pub fn tips(&self) -> &Tips {
        &self.tips
    }

    /// The rotations from the initial orientation to the orientation after the scramble, such as `x y2`; `None` if the
    /// scramble does not change the orientation.
    pub fn held_as(&self) -> Option<&str> {
        Some(&*self.held_as).filter(|names| !names.is_empty())
    }

    /// The scrambled state, in the colors of a puzzle held as after the scramble.
    pub fn state(&self, puzzle: &Puzzle) -> State {
        puzzle.reached_by(&self.turns)
    }

    /// Applies the scramble to a state or a pattern.
    pub fn apply<T: Permutable>(&self, puzzle: &Puzzle, state: &T) -> T {
        puzzle.apply(&state.after(&self.hold.facelets), &self.turns)
    }

    /// The symbols of the puzzle file, for a puzzle held as after the scramble.
    pub fn scheme(&self, puzzle: &Puzzle) -> Scheme {
        Scheme::own_symbols(puzzle).renamed(&self.hold.inverse_colors())
    }
}

/// The first group that must be enabled for some turns.
fn group_of<'a>(puzzle: &'a Puzzle, turns: &[TurnId]) -> Option<&'a str> {
    let bases = turns.iter().map(|&turn| &puzzle.turns()[turn].base);
    let mut groups =
        bases.filter_map(|base| puzzle.groups().iter().find(|it| it.turns.contains(base)));
    Some(&groups.next()?.name)
}

/// The column and the text of the word with this index; each word extends as far as possible.
fn word_at(reader: &ScrambleReader<'_>, text: &str, number: usize) -> (usize, String) {
    let count = |part: &str| Some(reader.read_by_words(part).ok()?.0.len());
    let end_of = |words: usize| {
        let ends = (0..=text.len()).filter(|&end| text.is_char_boundary(end));
        ends.rev().find(|&end| count(&text[..end]) == Some(words))
    };
    let Some((from, to)) = end_of(number).zip(end_of(number + 1)) else {
        return (1, text.trim().to_owned());
    };
    let column = text[..from].chars().count() + 1;
    (column, text[from..to].trim().to_owned())
}

/// Rewrites permutations as a rotation followed by turns.
struct Rewriter<'a> {
    turns: &'a [Turn],
    /// The identity first.
    rotations: Vec<NamedRotation>,
    rotation_numbers: HashMap<Permutation, usize>,
    turn_of: HashMap<&'a Permutation, TurnId>,
    /// The results of [`Self::as_rotation_and_turns`].
    rewritten: HashMap<Permutation, Option<RotationAndTurns>>,
}

/// The index of a rotation, and the following turns.
type RotationAndTurns = (usize, Vec<TurnId>);

impl<'a> Rewriter<'a> {
    fn new(puzzle: &'a Puzzle) -> Result<Self, Error> {
        let rotations = rotations(puzzle)?;
        let numbered = rotations.iter().enumerate();
        let numbers = numbered.map(|(number, (it, _))| (it.facelets.clone(), number));
        let (turns, all) = (puzzle.turns(), puzzle.all_turns().into_iter());
        Ok(Self {
            turns,
            rotation_numbers: numbers.collect(),
            rotations,
            turn_of: all.map(|turn| (&turns[turn].permutation, turn)).collect(),
            rewritten: HashMap::new(),
        })
    }

    /// The scramble of some words in turns of the puzzle with all groups; `None` if a word cannot be rewritten.
    fn scramble(
        &mut self,
        puzzle: &Puzzle,
        all_groups: &Puzzle,
        words: &[Vec<TurnId>],
    ) -> Option<Scramble> {
        let (mut hold, mut reversed) = (0, Vec::new());
        for word in words.iter().rev() {
            let held = self.rotations[hold].0.facelets.clone();
            let effect = all_groups.effect_of(word);
            let conjugate = held.inverse().then(&effect).then(&held);
            let (rotation, own) = self.as_rotation_and_turns(&conjugate)?;
            reversed.extend(own.iter().rev());
            hold = *self
                .rotation_numbers
                .get(&held.then(&self.rotations[rotation].0.facelets))?;
        }
        reversed.reverse();
        let (hold, names) = self.rotations[hold].clone();
        Some(Scramble {
            hold,
            held_as: names.iter().join(" "),
            ..Scramble::of_turns(puzzle, reversed)
        })
    }

    /// A permutation as a rotation and at most two turns; `None` if that is impossible.
    fn as_rotation_and_turns(&mut self, permutation: &Permutation) -> Option<RotationAndTurns> {
        if let Some(known) = self.rewritten.get(permutation) {
            return known.clone();
        }
        let result = self.find(permutation).map(|it| self.with_own_rotations(it));
        self.rewritten.insert(permutation.clone(), result.clone());
        result
    }

    /// Replaces the rotation by turns if the puzzle has these turns.
    fn with_own_rotations(&self, (rotation, turns): RotationAndTurns) -> RotationAndTurns {
        let own = |name: &String| self.turns.iter().position(|turn| turn.name() == *name);
        let names = &self.rotations[rotation].1;
        match names.iter().map(own).collect::<Option<Vec<TurnId>>>() {
            Some(rotations) if !rotations.is_empty() => (0, [rotations, turns].concat()),
            _ => (rotation, turns),
        }
    }

    /// Finds a rotation and at most two turns; prefers one turn without a rotation, then few turns.
    fn find(&self, permutation: &Permutation) -> Option<RotationAndTurns> {
        let own = |permutation: &Permutation| self.turn_of.get(permutation).copied();
        if let Some(turn) = own(permutation) {
            return Some((0, vec![turn]));
        }
        if let Some(&rotation) = self.rotation_numbers.get(permutation) {
            return Some((rotation, Vec::new()));
        }
        let rests: Vec<Permutation> = self
            .rotations
            .iter()
            .map(|(rotation, _)| rotation.facelets.inverse().then(permutation))
            .collect();
        let one = |(rotation, rest)| Some((rotation, vec![own(rest)?]));
        let two = |(rotation, rest): (usize, &Permutation)| {
            let turns = self.turns.iter().enumerate();
            let rest_after = |turn: &Turn| own(&turn.permutation.inverse().then(rest));
            let mut pairs = turns.filter_map(|(turn, it)| Some(vec![turn, rest_after(it)?]));
            Some((rotation, pairs.next()?))
        };
        let numbered = || rests.iter().enumerate();
        let single = numbered().find_map(one);
        single.or_else(|| numbered().find_map(two))
    }
}
