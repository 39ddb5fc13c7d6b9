//! Puzzle files of any size.

use std::fmt::Write;
use std::sync::Arc;

use twistsat::puzzle::Puzzle;

/// A puzzle file of `faces` faces with `each` facelets. The faces use `colors`
/// colors in rotation.
pub fn puzzle_file(faces: usize, each: usize, colors: usize, turns: &[(String, String)]) -> String {
    let mut text = "name = \"big\"\ntitle = \"Big\"\nmaximum = {}\nnet = [".to_owned();
    for face in 0..faces {
        write!(text, "\"{}\", ", facelets(face, each)).unwrap();
    }
    text += "]\n";
    for face in 0..faces {
        let color = char::from_u32(0x4e00 + (face % colors) as u32).unwrap();
        let names = facelets(face, each);
        write!(
            text,
            "[[face]]\nname = \"F{face}\"\ncolor = \"{color}\"\npaint = \"red\"\nfacelets = \"{names}\"\n"
        )
        .unwrap();
    }
    for (name, cycles) in turns {
        write!(text, "[[turn]]\nname = \"{name}\"\ncycles = [{cycles}]\n").unwrap();
    }
    text
}

pub fn facelets(face: usize, each: usize) -> String {
    let names: Vec<String> = (0..each).map(|at| format!("f{face}x{at}")).collect();
    names.join(" ")
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

/// A turn that cycles all faces, and swaps within the first face: all facelets
/// are of one kind.
pub fn ring(faces: usize, each: usize) -> Vec<(String, String)> {
    let cycles: Vec<String> = (0..each)
        .map(|at| {
            let cycle: Vec<String> = (0..faces).map(|face| format!("f{face}x{at}")).collect();
            format!("\"{}\"", cycle.join(" "))
        })
        .collect();
    let swaps = (1..each).map(|at| (letters(at), format!("\"f0x{} f0x{at}\"", at - 1)));
    let mut turns = vec![("R".to_owned(), cycles.join(", "))];
    turns.extend(swaps);
    turns
}

pub fn read(text: &str) -> Arc<Puzzle> {
    Arc::new(Puzzle::from_toml("big", text).unwrap())
}

/// Turns that each swap two facelets, all different.
pub fn swaps(facelets: usize, count: usize) -> Vec<(String, String)> {
    let all = (0..facelets).flat_map(|a| (a + 1..facelets).map(move |b| (a, b)));
    all.take(count)
        .enumerate()
        .map(|(at, (a, b))| (letters(at), format!("\"f{a}x0 f{b}x0\"")))
        .collect()
}

/// Disjoint swaps of facelets that are `shift` apart, as many as
/// possible.
pub fn pairs(facelets: usize, shift: usize) -> String {
    let from = (0..facelets).filter(|at| (at / shift).is_multiple_of(2) && at + shift < facelets);
    let cycles: Vec<String> = from
        .map(|at| format!("\"f{at}x0 f{}x0\"", at + shift))
        .collect();
    cycles.join(", ")
}
