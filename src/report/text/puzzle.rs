//! The mistakes in a puzzle file.

use std::fmt::Display;

use crate::text::escape_invisible;

/// The result of `puzzle check`: each mistake, each note, and the number of mistakes.
pub fn puzzle_check(name: &str, mistakes: &[impl Display], notes: &[String]) -> String {
    let mut text = String::new();
    for mistake in mistakes {
        text += &escape_invisible(&mistake.to_string());
        text.push('\n');
    }
    for note in notes {
        text += &format!("note: {note}\n");
    }
    let count = match mistakes.len() {
        0 => "no mistakes".to_owned(),
        1 => "1 mistake".to_owned(),
        100.. => "100 mistakes or more".to_owned(),
        count => format!("{count} mistakes"),
    };
    text + &escape_invisible(&format!("{name}: {count}")) + "\n"
}
