//! Damage to texts, as users, editors and attackers cause it.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// The maximum size of an input; longer inputs are cut. Every reader must read an input of this size quickly.
pub const MAX_BYTES: usize = 64 * 1024;

/// Characters that readers stumble over.
const ODD: [char; 27] = [
    '\0', '\u{feff}', '\r', '\n', '\t', '\u{1b}', '\u{202e}', '\u{301}', '\u{2028}', 'é', 'ß', 'İ',
    '🟦', '’', '\'', '"', '`', '\\', '[', ']', '{', '}', '=', '.', '#', '-', '0',
];

/// Numbers at the edges of the types that they are read into.
const NUMBERS: &str = "0 -0 1 -1 63 64 65 255 65536 2147483647 -2147483648 4294967296 \
                       9223372036854775807 18446744073709551615 99999999999999999999 1e9 0x10 1_000";

/// A damaged copy of `text`. `other` is another input to take parts from,
/// `words` are words that the format knows.
pub fn mutate(rng: &mut ChaCha8Rng, text: &str, other: &str, words: &[&str]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    let other: Vec<char> = other.chars().collect();
    for _ in 0..rng.random_range(1..=4) {
        damage(rng, &mut text, &other, words);
    }
    let mut text: String = text.into_iter().collect();
    if text.len() > MAX_BYTES {
        text.truncate(text.floor_char_boundary(MAX_BYTES));
    }
    text
}

fn damage(rng: &mut ChaCha8Rng, text: &mut Vec<char>, other: &[char], words: &[&str]) {
    let at = rng.random_range(0..=text.len());
    let end = (at + rng.random_range(0..=12)).min(text.len());
    match rng.random_range(0..18) {
        0 if at < text.len() => text[at] = text[rng.random_range(0..text.len())],
        1 if at < text.len() => text[at] = choose(rng, &ODD),
        2 => text.insert(at, choose(rng, &ODD)),
        3 => drop(text.drain(at..end)),
        4 => {
            let part = text[at..end].to_vec();
            insert(rng, text, part);
        }
        5 => text.truncate(at),
        6 => {
            let to = rng.random_range(0..=other.len());
            text.truncate(at);
            text.extend_from_slice(&other[to..]);
        }
        7 => repeat(rng, text, at, end),
        8 if at < text.len() => {
            let c = text[at];
            text[at] = if c.is_uppercase() {
                c.to_ascii_lowercase()
            } else {
                c.to_ascii_uppercase()
            };
        }
        way @ (9 | 10) => {
            let numbers: Vec<&str> = NUMBERS.split(' ').collect();
            let number = choose(rng, &numbers).chars().collect();
            match way {
                9 => insert(rng, text, number),
                _ => replace_token(rng, text, number, |c| c.is_ascii_digit()),
            }
        }
        11 if !words.is_empty() => {
            let word = words[rng.random_range(0..words.len())].chars().collect();
            replace_token(rng, text, word, |_| true);
        }
        12 => lines(rng, text),
        _ => tokens(rng, text, other),
    }
}

fn choose<T: Copy>(rng: &mut ChaCha8Rng, from: &[T]) -> T {
    from[rng.random_range(0..from.len())]
}

fn insert(rng: &mut ChaCha8Rng, text: &mut Vec<char>, part: Vec<char>) {
    let to = rng.random_range(0..=text.len());
    text.splice(to..to, part);
}

/// Repeats a part, mostly a few times, sometimes up to the limit.
fn repeat(rng: &mut ChaCha8Rng, text: &mut Vec<char>, at: usize, end: usize) {
    let part = text[at..end].to_vec();
    if part.is_empty() {
        return;
    }
    let is_long = rng.random_range(0..8) == 0;
    let most = if is_long { MAX_BYTES / part.len() } else { 40 };
    let times = rng.random_range(1..=most);
    text.splice(at..at, part.repeat(times));
}

/// The range of each token: a run of letters and digits, a run of white space, or
/// another single character.
fn token_ranges(text: &[char]) -> Vec<(usize, usize)> {
    let class = |c: char| match c {
        c if c.is_alphanumeric() => 0,
        c if c.is_whitespace() => 1,
        _ => 2,
    };
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for (at, &c) in text.iter().enumerate() {
        match ranges.last_mut() {
            Some((start, end)) if class(c) < 2 && class(text[*start]) == class(c) => *end = at + 1,
            _ => ranges.push((at, at + 1)),
        }
    }
    ranges
}

fn replace_token(
    rng: &mut ChaCha8Rng,
    text: &mut Vec<char>,
    by: Vec<char>,
    which: impl Fn(char) -> bool,
) {
    let tokens = token_ranges(text).into_iter();
    let tokens: Vec<_> = tokens.filter(|&(start, _)| which(text[start])).collect();
    if !tokens.is_empty() {
        let (start, end) = choose(rng, &tokens);
        text.splice(start..end, by);
    }
}

/// Deletes, copies or replaces a token, or takes a token from the other input.
fn tokens(rng: &mut ChaCha8Rng, text: &mut Vec<char>, other: &[char]) {
    let here = token_ranges(text);
    let there = token_ranges(other);
    if here.is_empty() {
        return;
    }
    let (start, end) = choose(rng, &here);
    match rng.random_range(0..4) {
        0 => drop(text.drain(start..end)),
        1 => {
            let token = text[start..end].to_vec();
            let (to, _) = choose(rng, &here);
            text.splice(to..to, token);
        }
        2 => {
            let (from, to) = choose(rng, &here);
            let token = text[from..to].to_vec();
            text.splice(start..end, token);
        }
        _ if !there.is_empty() => {
            let (from, to) = choose(rng, &there);
            text.splice(start..end, other[from..to].iter().copied());
        }
        _ => (),
    }
}

/// Deletes, copies or swaps lines.
fn lines(rng: &mut ChaCha8Rng, text: &mut Vec<char>) {
    let lines = text.split_inclusive(|&c| c == '\n').map(Vec::from);
    let mut lines: Vec<Vec<char>> = lines.collect();
    if lines.is_empty() {
        return;
    }
    let from = rng.random_range(0..lines.len());
    let to = rng.random_range(0..lines.len());
    match rng.random_range(0..3) {
        0 => drop(lines.remove(from)),
        1 => {
            let line = lines[from].clone();
            lines.insert(to, line);
        }
        _ => lines.swap(from, to),
    }
    *text = lines.concat();
}
