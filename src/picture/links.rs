//! Links to external pages that play a solution.
//!
//! These pages accept turns, not states: the setup consists of the turns from the solved puzzle to the start, including
//! its orientation.

use std::fmt::Write;

use crate::notation::{Notation, Scheme};
use crate::puzzle::{Paint, Puzzle, TurnId};

/// How external pages name a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExternalName {
    /// Its name in cubing.js, Twizzle and, if it is a cube, at alg.cubing.net.
    pub cubing: &'static str,
    /// Whether it is a face-turning cube, which has 24 orientations.
    pub is_cube: bool,
}

/// Links to external pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// The link to alg.cubing.net.
    pub alg_cubing_net: Option<String>,
    /// The link to Twizzle.
    pub twizzle: String,
}

/// The external name of a puzzle, if the external pages know the puzzle and name its turns as twistsat does. A puzzle
/// file with the name of a built-in puzzle but other content has no external name.
pub fn external_name(puzzle: &Puzzle) -> Option<ExternalName> {
    let (cubing, is_cube) = match puzzle.name() {
        "pocket" => ("2x2x2", true),
        "rubik" => ("3x3x3", true),
        "4x4x4" => ("4x4x4", true),
        "5x5x5" => ("5x5x5", true),
        "6x6x6" => ("6x6x6", true),
        "7x7x7" => ("7x7x7", true),
        "pyraminx" => ("pyraminx", false),
        "skewb" => ("skewb", false),
        "megaminx" => ("megaminx", false),
        _ => return None,
    };
    puzzle.as_built_in()?;
    Some(ExternalName { cubing, is_cube })
}

/// The links for a solution, if the external pages know the puzzle.
pub fn links(puzzle: &Puzzle, scheme: &Scheme, turns: &[TurnId]) -> Option<Links> {
    let ExternalName { cubing, is_cube } = external_name(puzzle)?;
    let rotations = scheme_rotations(puzzle, scheme).unwrap_or_default();
    let write = |turns: &[TurnId]| Notation::default().write_all(puzzle, turns);
    let setup = format!("{rotations} {}", write(&puzzle.inverse_sequence(turns)));
    let (setup, alg) = (setup.trim(), write(turns));
    let query = |text: &str| url_encode(text, "+");
    let word = |text: &str| url_encode(&text.replace('\'', "-"), "_");
    Some(Links {
        alg_cubing_net: is_cube.then(|| {
            format!(
                "https://alg.cubing.net/?puzzle={cubing}&setup={}&alg={}&view=playback",
                word(setup),
                word(&alg)
            )
        }),
        twizzle: format!(
            "https://alpha.twizzle.net/edit/?puzzle={cubing}&setup-alg={}&alg={}",
            query(setup),
            query(&alg)
        ),
    })
}

/// A URL-encoded text, with a replacement for spaces.
fn url_encode(text: &str, space: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => out.push_str(space),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                out.push(char::from(byte));
            }
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// The standard colors of a solved cube, for the faces U R F D L B.
const STANDARD_COLORS: [Paint; 6] = [
    Paint::White,
    Paint::Red,
    Paint::Green,
    Paint::Yellow,
    Paint::Orange,
    Paint::Blue,
];

/// Rotations of the cube, such as `x y2`, after which a solved cube in standard colors, with white on top and green in
/// front, looks like the solved puzzle in this scheme; `None` if no rotations achieve that. A puzzle that is not a cube
/// is not rotated: the result is empty if the scheme has the colors of the puzzle file, `None` otherwise.
pub fn scheme_rotations(puzzle: &Puzzle, scheme: &Scheme) -> Option<String> {
    let paints = scheme.paints(puzzle);
    let paint = |color: usize| paints[color];
    if !external_name(puzzle).is_some_and(|known| known.is_cube) {
        let mut colors = puzzle.colors().iter().enumerate();
        let has_own_colors = colors.all(|(color, own)| paint(color) == own.paint);
        return has_own_colors.then(String::new);
    }
    let face = |name: &str| puzzle.faces().iter().find(|face| face.name == name);
    let goal = ["U", "R", "F", "D", "L", "B"].iter();
    let goal = goal.map(|name| face(name).map(|face| paint(face.color)));
    let goal: Vec<Paint> = goal.collect::<Option<_>>()?;
    // The rotations, as the source of each of the faces U R F D L B: x turns in the direction of R, y of U, z of F.
    let steps = [
        ("x", [2, 1, 3, 5, 4, 0]),
        ("y", [0, 5, 1, 3, 2, 4]),
        ("z", [4, 0, 2, 1, 3, 5]),
    ];
    let mut known: Vec<(Vec<Paint>, String)> = vec![(STANDARD_COLORS.to_vec(), String::new())];
    let mut next = 0;
    while let Some((at, words)) = known.get(next).cloned() {
        if at == goal {
            return Some(words);
        }
        for (name, from) in &steps {
            let mut turned = at.clone();
            for suffix in ["", "2", "'"] {
                turned = from.iter().map(|&source| turned[source]).collect();
                if known.iter().all(|(other, _)| *other != turned) {
                    let words = format!("{words} {name}{suffix}").trim().to_owned();
                    known.push((turned.clone(), words));
                }
            }
        }
        next += 1;
    }
    None
}
