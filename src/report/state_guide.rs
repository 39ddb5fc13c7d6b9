//! How to write a state of a puzzle: its net with the names of stickers, and an example to copy.

use itertools::Itertools;

use crate::notation::Scheme;
use crate::puzzle::{Layout, Puzzle};

/// How to write a state of a puzzle. `name` is the puzzle's name on the command line.
pub fn state_guide(puzzle: &Puzzle, name: &str) -> String {
    let title = puzzle.title();
    let faces = puzzle.faces().iter().map(|face| &face.name).join(" ");
    let order = match puzzle.layout() {
        Layout::Net => "the net row by row, from left to right".to_owned(),
        _ => format!("one face after the other, {faces}, each in the order of the numbers"),
    };
    let mut text = format!("{title}: unfolded, with the names of its stickers\n\n");
    text += &numbered_net(puzzle);
    text += &format!(
        "\nWrite a state as {order}:\nthe letter of each color that you see, `.` for a sticker that you cannot see. Or write it face by face, with names:\n\n"
    );
    let turns = example_scramble(puzzle);
    let scrambled = puzzle.apply(puzzle.solved(), &turns);
    let schemes = letter_schemes_to_show(puzzle);
    for scheme in &schemes {
        text += &format!("  {}\n", scheme.write(puzzle, &scrambled, Layout::Faces));
        if puzzle.layout() != Layout::Faces {
            text += &format!("  {}\n", scheme.write(puzzle, &scrambled, puzzle.layout()));
        }
    }
    let state = schemes[0].write(puzzle, &scrambled, Layout::Faces);
    let mut turns = turns.iter().map(|&turn| puzzle.turns()[turn].name());
    let turns = turns.join(" ");
    for (purpose, call) in [
        ("to check it", format!("show {name} --state \"{state}\"")),
        ("to solve it", format!("solve {name} --state \"{state}\"")),
        ("from turns", format!("solve {name} --scramble \"{turns}\"")),
        ("to paint it", "page --serve 8000".to_owned()),
    ] {
        text += &format!("\n{purpose:13}twistsat {call}");
    }
    text.push('\n');
    text
}

/// The net with the name of each sticker.
fn numbered_net(puzzle: &Puzzle) -> String {
    let names = puzzle.facelets();
    let lengths = names.iter().map(|name| name.chars().count());
    let width = lengths.max().unwrap_or(0) + 1;
    let mut text = String::new();
    for row in puzzle.net() {
        let cells = row.iter().map(|cell| {
            let name = cell.map_or("", |facelet| &names[facelet]);
            format!("{name:width$}")
        });
        let line: String = cells.collect();
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Two turns that scramble a puzzle.
fn example_scramble(puzzle: &Puzzle) -> Vec<usize> {
    let mut turns = puzzle.all_turns();
    turns.retain(|&turn| puzzle.turns()[turn].power == 1);
    turns.truncate(2);
    turns
}

/// The letters of the colors, then the letters of the puzzle file if these are different.
fn letter_schemes_to_show(puzzle: &Puzzle) -> Vec<Scheme> {
    let own = Scheme::own_symbols(puzzle);
    match Scheme::of_paints(puzzle) {
        Some(colors) if colors != own => vec![colors, own],
        _ => vec![own],
    }
}
