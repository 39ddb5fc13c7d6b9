//! How to hold the puzzle while following a solution, in the colors or letters of the question.

use crate::notation::color_words;
use crate::problem::Problem;
use crate::puzzle::{Face, Pattern, Puzzle, TurnId};

/// The faces that describe how a puzzle is held, with their positions.
const ORIENTATION_FACES: [(&str, &str); 3] = [("U", "up"), ("F", "in front"), ("D", "below")];

/// The position of a sticker in words, by its face.
const STICKER_POSITIONS: [(&str, &str); 6] = [
    ("U", "above"),
    ("D", "below"),
    ("F", "in front"),
    ("B", "at the back"),
    ("L", "on the left"),
    ("R", "on the right"),
];

/// `Hold it with white up and green in front.` For a scrambled puzzle without fixed centers, the sentence says to hold
/// the puzzle as after the scramble: colors alone would be wrong if the user scrambled it in another orientation than
/// that of the puzzle file. `None` if the names of the faces imply no directions, or if the known stickers of the start
/// do not determine the orientation.
pub fn hold_instruction(problem: &Problem) -> Option<String> {
    let sentence = |how: String| format!("Hold it with {how}.");
    let stage = problem.stage_context.as_deref();
    let start = stage.map_or_else(|| problem.start.pattern().clone(), |it| (&it.start).into());
    let (puzzle, scheme) = match stage {
        Some(stage) => (&stage.puzzle, &stage.scheme),
        None => (&problem.puzzle, &problem.scheme),
    };
    let is_scrambled = problem.scramble.is_some();
    let words = color_words(puzzle, scheme, is_scrambled || stage.is_some());
    if let Some(faces) = by_fixed_faces(puzzle, &start, &words) {
        return Some(sentence(faces));
    }
    match before_scramble(puzzle, &words).filter(|_| is_scrambled && stage.is_none()) {
        Some(before) => Some(format!(
            "Hold it as after the scramble, which began with {before}."
        )),
        None => by_corner(puzzle, &start, &words).map(sentence),
    }
}

/// The orientation of the solved puzzle before the scramble, by the colors of two faces.
fn before_scramble(puzzle: &Puzzle, words: &[String]) -> Option<String> {
    let describe = |(name, place): (&str, &str)| {
        let face = puzzle.faces().iter().find(|face| face.name == name)?;
        Some(format!("{} {place}", words[face.color]))
    };
    first_two(describe)
}

/// The first two faces that have a description, joined; `None` if there are fewer.
fn first_two(describe: impl FnMut((&str, &str)) -> Option<String>) -> Option<String> {
    let mut faces = ORIENTATION_FACES.into_iter().filter_map(describe);
    Some(format!("{} and {}", faces.next()?, faces.next()?))
}

/// The orientation by two faces whose colors never change: no turn moves their center or, on a puzzle with tips, the
/// pieces below the tips only turn in place.
fn by_fixed_faces(puzzle: &Puzzle, start: &Pattern, words: &[String]) -> Option<String> {
    let turns = puzzle.all_turns();
    let center = |face: &Face| {
        let mut facelets = face.facelets.iter().copied();
        facelets.find(|&facelet| is_unmoved(puzzle, &turns, facelet))
    };
    let all_stay = puzzle.faces().iter().all(|face| center(face).is_some());
    let turns_in_place = !puzzle.tips().is_empty();
    let describe = |(name, place): (&str, &str)| {
        let face = puzzle.faces().iter().find(|face| face.name == name)?;
        let color = match center(face).filter(|_| all_stay) {
            Some(facelet) => start.color(facelet)?,
            None if turns_in_place => face.color,
            None => return None,
        };
        Some(format!("{} {place}", words[color]))
    };
    first_two(describe)
}

/// The orientation by the three stickers of the corner that no turn around the held piece moves.
fn by_corner(puzzle: &Puzzle, start: &Pattern, words: &[String]) -> Option<String> {
    let around = puzzle.turns_around_held();
    let facelets = 0..puzzle.facelets().len();
    let corner: Vec<usize> = facelets
        .filter(|&facelet| is_unmoved(puzzle, &around, facelet))
        .collect();
    if corner.len() != 3 {
        return None;
    }
    let sticker = |&facelet: &usize| {
        let face = &puzzle.faces()[puzzle.face_of(facelet)?];
        let (_, place) = STICKER_POSITIONS
            .iter()
            .find(|(name, _)| *name == face.name)?;
        Some(format!("{} {place}", words[start.color(facelet)?]))
    };
    let stickers: Vec<String> = corner.iter().map(sticker).collect::<Option<_>>()?;
    let (last, first) = stickers.split_last()?;
    Some(format!(
        "the corner that is {} and {last}",
        first.join(", ")
    ))
}

/// Whether none of the turns moves a facelet.
fn is_unmoved(puzzle: &Puzzle, turns: &[TurnId], facelet: usize) -> bool {
    let mut turns = turns.iter().map(|&turn| &puzzle.turns()[turn].permutation);
    turns.all(|turn| turn.source(facelet) == facelet)
}
