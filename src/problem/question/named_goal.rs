//! Goals in the terms of cubers, by name or as cycles of pieces, and the pieces that must stay solved with them.

use itertools::Itertools;

use super::data::Question;
use super::pose::rotations_of;
use crate::error::Error;
use crate::problem::cycles::{Cycles, piece_named};
use crate::problem::goal_file::NamedGoal;
use crate::problem::rotated_goals::{GoalRotations, rotated_goals};
use crate::puzzle::{Color, Pattern, Piece, Puzzle};
use crate::text::excerpt;

/// The maximum number of alternative goals of a problem.
const MAX_GOALS: usize = 5000;

impl Question {
    /// The goals that a text stands for, in the colors of the puzzle, if it is a named goal or cycles of pieces. `None` if
    /// it is neither.
    ///
    /// # Errors
    /// [`Error`] if the cycles, the pieces to keep, or the rotations cannot be read.
    pub fn named_goals(&self, puzzle: &Puzzle, text: &str) -> Result<Option<Vec<Pattern>>, Error> {
        let goals: Vec<Pattern> = if let Some(goal) = NamedGoal::find(puzzle, text)? {
            let both = |(goal, kept): (&Pattern, &Pattern)| conjunction(goal, kept);
            let kept = self.kept_patterns(puzzle)?;
            goal.patterns
                .iter()
                .cartesian_product(&kept)
                .filter_map(both)
                .take(MAX_GOALS + 1)
                .collect()
        } else if is_cycle_of_pieces(puzzle, text) {
            let cycles = Cycles::read(puzzle, text);
            let cycles = cycles.map_err(|reason| Error::malformed("{to}: ").text(reason))?;
            if self.keep.is_empty() {
                vec![Pattern::from(&cycles.state)]
            } else {
                // Only `keep` restricts the pieces that are not named.
                let kept = self.kept_patterns(puzzle)?;
                kept.iter()
                    .map(|kept| kept.with_colors_of(&cycles.state, &cycles.named))
                    .collect()
            }
        } else {
            return Ok(None);
        };
        if goals.is_empty() {
            let why = "{keep}: no state is at the goal and keeps these pieces";
            return Err(Error::impossible(why));
        }
        let goals = match &self.goal_up_to {
            None => goals,
            Some(words) => {
                let rotations = rotations_of(puzzle, words)?;
                rotated_goals(
                    puzzle,
                    goals,
                    &rotations,
                    GoalRotations::OtherSidesAndOrientations,
                )
            }
        };
        if goals.len() > MAX_GOALS {
            return Err(too_many_goals_error(goals.len()));
        }
        Ok(Some(goals))
    }

    /// The patterns that `keep` requires: one for each choice among the alternatives of its named goals.
    fn kept_patterns(&self, puzzle: &Puzzle) -> Result<Vec<Pattern>, Error> {
        let words = self.keep.iter().flat_map(|words| words.split([',', ' ']));
        let mut kept = vec![open_pattern(puzzle)];
        for word in words.filter(|word| !word.is_empty()) {
            let more = patterns_of_word(puzzle, word)?;
            kept = kept
                .iter()
                .cartesian_product(&more)
                .filter_map(|(one, other)| conjunction(one, other))
                .unique()
                .take(MAX_GOALS + 1)
                .collect();
            if kept.len() > MAX_GOALS {
                return Err(too_many_goals_error(kept.len()));
            }
        }
        Ok(kept)
    }
}

fn too_many_goals_error(goals: usize) -> Error {
    Error::malformed("{to}: ").text(format!(
        "this means {goals} goals or more; a question can have at most {MAX_GOALS}"
    ))
}

/// The patterns that a word of `keep` stands for.
fn patterns_of_word(puzzle: &Puzzle, word: &str) -> Result<Vec<Pattern>, Error> {
    let of_kind = |piece: &&Piece| plural(piece.word) == word;
    let facelets: Vec<usize> = puzzle
        .pieces()
        .all()
        .iter()
        .filter(of_kind)
        .flat_map(|piece| piece.facelets.clone())
        .collect();
    if !facelets.is_empty() {
        return Ok(vec![pattern_solved_at(puzzle, &facelets)]);
    }
    if let Some(goal) = NamedGoal::find(puzzle, word)? {
        return Ok(goal.patterns);
    }
    match piece_named(puzzle, word) {
        Ok(facelets) => Ok(vec![pattern_solved_at(puzzle, &facelets)]),
        Err(_) => Err(Error::malformed("{keep}: ").text(format!(
            "`{}` names nothing on {}; expected {}, a piece such as `{}`, or a named goal",
            excerpt(word),
            puzzle.title(),
            puzzle
                .pieces()
                .all()
                .iter()
                .map(|piece| format!("`{}`", plural(piece.word)))
                .unique()
                .join(", "),
            example(puzzle)
        ))),
    }
}

fn plural(word: &str) -> String {
    format!("{word}s")
}

/// An example of a piece's name.
fn example(puzzle: &Puzzle) -> String {
    let piece = puzzle
        .pieces()
        .all()
        .iter()
        .find(|piece| piece.facelets.len() > 1);
    let facelets = piece.map_or(&[][..], |piece| &piece.facelets);
    let faces = facelets.iter().filter_map(|&it| puzzle.face_of(it));
    faces.map(|face| &puzzle.faces()[face].name).join("")
}

/// The pattern that leaves every facelet open.
fn open_pattern(puzzle: &Puzzle) -> Pattern {
    let all: Vec<Color> = (0..puzzle.colors().len()).collect();
    Pattern::new(vec![all; puzzle.facelets().len()])
}

/// The pattern that requires these facelets to be solved and leaves the others open.
fn pattern_solved_at(puzzle: &Puzzle, facelets: &[usize]) -> Pattern {
    open_pattern(puzzle).with_colors_of(puzzle.solved(), facelets)
}

/// The conjunction of two patterns; `None` if they contradict each other.
fn conjunction(one: &Pattern, other: &Pattern) -> Option<Pattern> {
    let admitted = |facelet: usize| {
        let colors = one.sets()[facelet].iter().copied();
        colors
            .filter(|&color| other.admits_color(facelet, color))
            .collect()
    };
    (!one.contradicts(other)).then(|| Pattern::new((0..one.sets().len()).map(admitted).collect()))
}

/// Whether a text contains a group such as `(UF UR UL)`, `(UFr UFl)` or `(UF+)`: pieces named by their faces, not turns. On
/// the Pyraminx they may have the names of its turns.
fn is_cycle_of_pieces(puzzle: &Puzzle, text: &str) -> bool {
    const SIGNS: [char; 2] = ['+', '-'];
    let faces = puzzle.faces().iter().map(|face| &face.name);
    let names = faces.chain(puzzle.turns().iter().map(|turn| &turn.base));
    let names: Vec<&String> = names.unique().collect();
    let is_name = |c: char| names.iter().any(|name| name.chars().eq([c]));
    let is_piece = |word: &str| {
        let letters = word.trim_end_matches(SIGNS).to_uppercase();
        (2..=3).contains(&letters.len())
            && letters.chars().all_unique()
            && letters.chars().all(is_name)
    };
    let is_cycle = |group: &str| {
        let words = group.split(|c: char| c.is_whitespace() || c == ',');
        let mut words = words.filter(|word| !word.is_empty());
        let has_several = words.clone().count() > 1 || group.contains(SIGNS);
        has_several && words.all(is_piece)
    };
    // The text between `(` and the next `)`, and a sign after it.
    let mut groups = text.split('(').skip(1).filter_map(|rest| {
        let (group, rest) = rest.split_once(')')?;
        Some((group, rest.starts_with(SIGNS)))
    });
    groups.any(|(group, is_signed)| is_cycle(group) || is_signed && is_piece(group.trim()))
}
