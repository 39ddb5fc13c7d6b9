//! Prepares external texts and large numbers for display.
//!
//! The author of a file or an argument controls its content: it may be a megabyte without a space, or contain escape
//! sequences that deceive a terminal. So an error quotes only the beginning of a text, and escapes invisible characters.

mod json;
mod object;

use itertools::Itertools;
internal!(use json::{JsonLayout, to_json});
pub use object::Object;
use sha2::{Digest, Sha256};

/// The maximum number of characters of a quoted text: the length of a SHA-256 in hexadecimal.
const MAX_SHOWN: usize = 64;

/// The maximum number of names in a list.
const MAX_NAMES: usize = 60;

/// Whether a character has no visible shape, or changes how others are displayed: control characters, marks for the
/// text direction, zero-width spaces.
pub(crate) fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// Bytes in hexadecimal, as `sha256sum` prints a hash.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The SHA-256 of bytes in hexadecimal, as `sha256sum` prints it.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Whether a value is the default of its type, so that its key can be omitted from a file.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A text with escapes for invisible characters.
pub fn escape_invisible(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_invisible(c) {
            escaped.extend(c.escape_debug());
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// The beginning of a text, with escapes for invisible characters.
pub fn excerpt(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => escape_invisible(&text[..end]) + "…",
        None => escape_invisible(text),
    }
}

/// The message that a word is not a literal.
pub(crate) fn not_a_literal(word: &str) -> String {
    format!(
        "`{}` is not a literal: expected a number such as 3 or -3",
        excerpt(word)
    )
}

/// The types of numbers in serde's messages, and the words that replace them.
const NUMBER_TYPES: [(&str, &str); 5] = [
    ("usize", "a whole number from 0"),
    ("u64", "a whole number from 0"),
    ("u32", "a whole number from 0 to 4294967295"),
    ("i64", "a whole number"),
    ("f64", "a number"),
];

/// A parser's message without names of Rust's types, shortened to its beginning and its end, because it may quote any
/// amount of the input.
pub(crate) fn readable_parser_message(text: &str) -> String {
    let mut text = text.to_owned();
    for (name, words) in NUMBER_TYPES {
        text = text.replace(
            &format!(", expected {name}"),
            &format!(", expected {words}"),
        );
    }
    let (begin, end) = (200, 800);
    let length = text.chars().count();
    if length <= begin + end {
        return escape_invisible(&text);
    }
    let byte = |character: usize| {
        let found = text.char_indices().nth(character);
        found.map_or(text.len(), |(at, _)| at)
    };
    let (before, after) = (&text[..byte(begin)], &text[byte(length - end)..]);
    escape_invisible(before) + " … " + &escape_invisible(after)
}

/// The first [`MAX_NAMES`] names of a list, followed by `…` if there are more.
pub fn join_names<T: AsRef<str>>(names: impl Iterator<Item = T>, separator: &str) -> String {
    let shown = names.take(MAX_NAMES + 1).enumerate();
    let mut shown = shown.map(|(number, name)| match number {
        MAX_NAMES => "…".to_owned(),
        _ => excerpt(name.as_ref()),
    });
    shown.join(separator)
}

/// Turns, followed by the turns that solve the tips.
pub fn with_tips(turns: &str, tips: Option<&str>) -> String {
    match tips {
        Some(tips) => format!("{turns} {tips}").trim_start().to_owned(),
        None => turns.to_owned(),
    }
}

/// Rejects a text that cannot be displayed unchanged.
pub(crate) fn check_visible(what: &str, text: &str) -> Result<(), String> {
    match text.chars().find(|&c| is_invisible(c)) {
        None => Ok(()),
        Some(character) => Err(format!(
            "{what} contains {}, a character that cannot be seen",
            character.escape_unicode()
        )),
    }
}

/// A natural number with a comma after every third digit from the end.
pub fn with_thousands_separators(number: impl ToString) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A line of CSV (RFC 4180), with cells quoted if necessary.
pub(crate) fn csv_line(cells: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut cells = cells.into_iter().map(|cell| {
        let text = cell.as_ref();
        if text.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.to_owned()
        }
    });
    cells.join(",") + "\n"
}

/// A text escaped for XML, between tags and in attributes.
pub(crate) fn escape_xml(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML allows only a few control characters, even as escapes.
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_and_a_short_one_is_not() {
        assert_eq!(excerpt("R2'"), "R2'");
        assert_eq!(excerpt(&"é".repeat(64)), "é".repeat(64));
        assert_eq!(excerpt(&"é".repeat(65)), "é".repeat(64) + "…");
        assert_eq!(join_names(["a", "b"].iter(), ", "), "a, b");
        assert!(join_names((0..99).map(|_| "a"), " ").ends_with(" a …"));
    }

    #[test]
    fn a_long_message_is_cut_in_the_middle() {
        let long = format!("unknown `{}`, expected `é`", "x".repeat(5000));
        let cut = readable_parser_message(&long);
        assert!(cut.starts_with("unknown `xx") && cut.ends_with("xx`, expected `é`"));
        assert_eq!(cut.chars().count(), 1003);
        assert_eq!(readable_parser_message("short"), "short");
    }
}
