//! Puzzle files of any size.

use std::sync::Arc;

use itertools::Itertools;
use twistsat::puzzle::Puzzle;

use super::common::puzzles;

/// A puzzle file of `faces` faces with `each` facelets. The faces use `colors` colors in rotation.
pub fn puzzle_file(faces: usize, each: usize, colors: usize, turns: &[(String, String)]) -> String {
    let face = |face: usize| {
        let color = char::from_u32(0x4e00 + (face % colors) as u32).unwrap();
        let facelets = (0..each).map(|at| format!("f{face}x{at}")).join(" ");
        (format!("F{face}"), color.to_string(), facelets)
    };
    let faces: Vec<_> = (0..faces).map(face).collect();
    puzzles::puzzle_file("big", None, &faces, turns)
}

/// A name of letters, different for each number.
pub fn letters(mut number: usize) -> String {
    let mut name = "T".to_owned();
    loop {
        name.push(char::from(b'a' + (number % 26) as u8));
        number /= 26;
        if number == 0 {
            return name;
        }
    }
}

/// A turn that cycles all faces, and swaps within the first face: all facelets are of one kind.
pub fn ring(faces: usize, each: usize) -> Vec<(String, String)> {
    let cycle = |at: usize| (0..faces).map(|face| format!("f{face}x{at}")).join(" ");
    let swaps = (1..each).map(|at| (letters(at), format!("f0x{} f0x{at}", at - 1)));
    let all = ("R".to_owned(), (0..each).map(cycle).join(" / "));
    [all].into_iter().chain(swaps).collect()
}

pub fn read(text: &str) -> Arc<Puzzle> {
    Arc::new(Puzzle::from_toml("big", text).unwrap())
}

/// Turns that each swap two facelets, all different.
pub fn swaps(facelets: usize, count: usize) -> Vec<(String, String)> {
    let all = (0..facelets).array_combinations().take(count).enumerate();
    all.map(|(at, [a, b])| (letters(at), format!("f{a}x0 f{b}x0")))
        .collect()
}

/// Disjoint swaps of facelets that are `shift` apart, as many as possible.
pub fn pairs(facelets: usize, shift: usize) -> String {
    let from = (0..facelets).filter(|at| (at / shift).is_multiple_of(2) && at + shift < facelets);
    from.map(|at| format!("f{at}x0 f{}x0", at + shift))
        .join(" / ")
}
