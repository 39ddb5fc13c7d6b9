//! Goals by name (`cross`) or as cycles of pieces, and the pieces that must stay solved.

use itertools::Itertools;

use super::data::Question;
use super::pose::rotations_of;
use crate::error::Error;
use crate::problem::cycles::{Cycles, piece_named};
use crate::problem::goal_file::NamedGoal;
use crate::problem::rotated_goals::{add_orientations, add_other_sides};
use crate::puzzle::{Color, Pattern, Piece, Puzzle};
use crate::text::excerpt;

/// The maximum number of alternative goals of a problem.
const MAX_GOALS: usize = 5000;

impl Question {
    /// The goals that a named goal or cycles of pieces stand for, in the colors of the puzzle. `None` for any other text.
    ///
    /// # Errors
    /// [`Error`] if the cycles, the pieces to keep, or the rotations cannot be read.
    pub fn named_goals(&self, puzzle: &Puzzle, text: &str) -> Result<Option<Vec<Pattern>>, Error> {
        let mut goals: Vec<Pattern> = if let Some(goal) = NamedGoal::find(puzzle, text)? {
            conjunctions(&goal.patterns, &self.kept_patterns(puzzle)?)?
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
            let why = "{keep}: no state satisfies the goal with these pieces solved";
            return Err(Error::impossible(why));
        }
        if let Some(words) = &self.goal_up_to {
            let rotations = rotations_of(puzzle, words)?;
            add_other_sides(puzzle, &mut goals, &rotations);
            add_orientations(&mut goals, &rotations);
        }
        check_count(goals).map(Some)
    }

    /// The patterns that `keep` requires: one for each choice among the patterns of its named goals.
    fn kept_patterns(&self, puzzle: &Puzzle) -> Result<Vec<Pattern>, Error> {
        let words = self.keep.iter().flat_map(|words| words.split([',', ' ']));
        let mut kept = vec![solved_at(puzzle, &[])];
        for word in words.filter(|word| !word.is_empty()) {
            kept = conjunctions(&kept, &patterns_of_word(puzzle, word)?)?;
        }
        Ok(kept)
    }
}

/// The conjunctions of each pattern of one list with each pattern of another, except contradictions.
fn conjunctions(ones: &[Pattern], others: &[Pattern]) -> Result<Vec<Pattern>, Error> {
    let conjunction = |(one, other): (&Pattern, &Pattern)| {
        let admitted = |(facelet, set): (usize, &Vec<Color>)| {
            let colors = set.iter().copied();
            colors
                .filter(|&it| other.admits_color(facelet, it))
                .collect()
        };
        let sets = one.sets().iter().enumerate().map(admitted);
        (!one.contradicts(other)).then(|| Pattern::new(sets.collect()))
    };
    let pairs = ones.iter().cartesian_product(others);
    let all = pairs.filter_map(conjunction).unique();
    check_count(all.take(MAX_GOALS + 1).collect())
}

fn check_count(goals: Vec<Pattern>) -> Result<Vec<Pattern>, Error> {
    if goals.len() <= MAX_GOALS {
        return Ok(goals);
    }
    Err(Error::malformed("{to}: ").text(format!(
        "this stands for {} goals or more; a question can have at most {MAX_GOALS}",
        goals.len()
    )))
}

/// The patterns that a word of `keep` stands for.
fn patterns_of_word(puzzle: &Puzzle, word: &str) -> Result<Vec<Pattern>, Error> {
    let pieces = puzzle.pieces().all();
    let plural = |piece: &Piece| format!("{}s", piece.word);
    let of_kind = pieces.iter().filter(|piece| plural(piece) == word);
    let facelets: Vec<usize> = of_kind.flat_map(|piece| piece.facelets.clone()).collect();
    if !facelets.is_empty() {
        return Ok(vec![solved_at(puzzle, &facelets)]);
    }
    if let Some(goal) = NamedGoal::find(puzzle, word)? {
        return Ok(goal.patterns);
    }
    match piece_named(puzzle, word) {
        Ok(facelets) => Ok(vec![solved_at(puzzle, &facelets)]),
        Err(_) => Err(Error::malformed("{keep}: ").text(format!(
            "`{}` is not a piece or a named goal of {}; expected {}, a piece such as `{}`, or a named goal",
            excerpt(word),
            puzzle.title(),
            pieces
                .iter()
                .map(|piece| format!("`{}`", plural(piece)))
                .unique()
                .join(", "),
            example_piece(puzzle)
        ))),
    }
}

/// An example of a piece's name.
fn example_piece(puzzle: &Puzzle) -> String {
    let mut pieces = puzzle.pieces().all().iter();
    let piece = pieces.find(|piece| piece.facelets.len() > 1);
    let facelets = piece.map_or(&[][..], |piece| &piece.facelets);
    let faces = facelets.iter().filter_map(|&it| puzzle.face_of(it));
    faces.map(|face| &puzzle.faces()[face].name).join("")
}

/// The pattern that requires these facelets to be solved and leaves the others open.
fn solved_at(puzzle: &Puzzle, facelets: &[usize]) -> Pattern {
    let any: Vec<Color> = (0..puzzle.colors().len()).collect();
    let open = Pattern::new(vec![any; puzzle.facelets().len()]);
    open.with_colors_of(puzzle.solved(), facelets)
}

/// Whether a text contains a group such as `(UF UR UL)`, `(UFr UFl)` or `(UF+)`: pieces named by their faces, not turns. On
/// the Pyraminx, the letters of a piece may also be names of turns.
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
