//! Shows what each turn moves: a small net with the moved stickers, and the side from which the turn is clockwise.

use itertools::Itertools;

use crate::puzzle::{Face, Puzzle, Turn};

/// The maximum width of a line. Each row has as many drawings as fit; if the net itself is wider, nothing is drawn.
const WIDTH: usize = 78;

/// The maximum number of turns that are drawn.
const MAX_TURNS: usize = 12;

/// The drawings of the turns allowed by default; empty if there are too many, or if the net is too wide.
pub fn turn_drawings(puzzle: &Puzzle) -> String {
    let all = puzzle.all_turns();
    let turns = all.iter().map(|&turn| &puzzle.turns()[turn]);
    let turns: Vec<&Turn> = turns.filter(|turn| turn.power == 1).collect();
    let columns = puzzle.net().iter().map(Vec::len).max().unwrap_or(0);
    if turns.len() > MAX_TURNS || columns > WIDTH || turns.is_empty() {
        return String::new();
    }
    let drawings = turns.iter().map(|turn| picture_of_turn(puzzle, turn));
    let drawings: Vec<Vec<String>> = drawings.collect();
    let width = columns + 3;
    let per_row = (WIDTH / width).clamp(1, turns.len());
    let mut text = "what each turn moves (#):\n".to_owned();
    for row in drawings.chunks(per_row) {
        text.push('\n');
        for line in 0..row[0].len() {
            let lines = row.iter().map(|it| format!("{:width$}", it[line]));
            let lines: String = lines.collect();
            text += lines.trim_end();
            text.push('\n');
        }
    }
    text.push('\n');
    for turn in turns {
        if let Some(from) = seen_from(puzzle, turn) {
            text += &format!("{}  clockwise, looking at {from}\n", turn.base);
        }
    }
    text
}

/// The name of a turn, and the net with the stickers that it moves.
fn picture_of_turn(puzzle: &Puzzle, turn: &Turn) -> Vec<String> {
    let cell = |cell: &Option<usize>| match cell {
        None => ' ',
        Some(facelet) if turn.permutation.source(*facelet) == *facelet => '.',
        Some(_) => '#',
    };
    let rows = puzzle.net().iter();
    let rows = rows.map(|row| row.iter().map(cell).collect());
    std::iter::once(turn.name()).chain(rows).collect()
}

/// The side from which a turn is clockwise: the face in its name, or the corner that it twists in its place.
fn seen_from(puzzle: &Puzzle, turn: &Turn) -> Option<String> {
    let moves = |facelet: &usize| turn.permutation.source(*facelet) != *facelet;
    let unmoved = |face: &Face| face.facelets.iter().filter(|it| !moves(it)).count();
    let mut faces = puzzle.faces().iter();
    if faces.any(|face| face.name == turn.base && unmoved(face) <= 1) {
        return Some(format!("the face {}", turn.base));
    }
    let is_twisted = |facelets: &&Vec<usize>| {
        let stays = |it: &usize| facelets.contains(&turn.permutation.source(*it));
        facelets.len() == 3 && facelets.iter().all(|it| moves(it) && stays(it))
    };
    let mut pieces = puzzle.pieces().all().iter().map(|piece| &piece.facelets);
    let corner = pieces.find(is_twisted)?;
    let mut names = corner.iter().map(|&it| &puzzle.facelets()[it]);
    Some(format!("the corner of {}", names.join(" ")))
}
