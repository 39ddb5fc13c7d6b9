//! Addresses of pages elsewhere that play a solution.
//!
//! They take turns, not states: the setup is the turns that lead from the solved puzzle to the start,
//! how it is held included.

use std::collections::{HashMap, VecDeque};
use std::fmt::Write;

use crate::notation::{Notation, Scheme};
use crate::puzzle::{Puzzle, TurnId};

/// What others call a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// What cubing.js and Twizzle call it.
    pub cubing: &'static str,
    /// What alg.cubing.net calls it, if it has it.
    pub alg_cubing_net: Option<&'static str>,
}

/// Addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// At alg.cubing.net.
    pub alg_cubing_net: Option<String>,
    /// At Twizzle.
    pub twizzle: String,
}

/// What others call a puzzle, if they have it with the same names of turns. A puzzle file of the same name that
/// says something else is another puzzle.
#[must_use]
pub fn known(puzzle: &Puzzle) -> Option<Known> {
    let cube = |name| Known {
        cubing: name,
        alg_cubing_net: Some(name),
    };
    let known = match puzzle.name() {
        "pocket" => cube("2x2x2"),
        "rubik" => cube("3x3x3"),
        "4x4x4" => cube("4x4x4"),
        "5x5x5" => cube("5x5x5"),
        "6x6x6" => cube("6x6x6"),
        "7x7x7" => cube("7x7x7"),
        "pyraminx" => Known {
            cubing: "pyraminx",
            alg_cubing_net: None,
        },
        "skewb" => Known {
            cubing: "skewb",
            alg_cubing_net: None,
        },
        "megaminx" => Known {
            cubing: "megaminx",
            alg_cubing_net: None,
        },
        _ => return None,
    };
    let own = Puzzle::built_in_as(puzzle.name())?;
    (own.definition() == puzzle.definition()).then_some(known)
}

/// The links of a solution, where the puzzle is known elsewhere.
#[must_use]
pub fn links(puzzle: &Puzzle, scheme: &Scheme, turns: &[TurnId]) -> Option<Links> {
    let Known {
        cubing,
        alg_cubing_net,
    } = known(puzzle)?;
    let held = whole_turns(puzzle, scheme).unwrap_or_default();
    let write = |turns: &[TurnId]| Notation::default().write_all(puzzle, turns);
    let setup = format!("{held} {}", write(&puzzle.undoing(turns)));
    let (setup, alg) = (setup.trim(), write(turns));
    let query = |text: &str| percent(text, "+");
    Some(Links {
        alg_cubing_net: alg_cubing_net.map(|name| {
            let word = |text: &str| percent(&text.replace('\'', "-"), "_");
            format!(
                "https://alg.cubing.net/?puzzle={name}&setup={}&alg={}&view=playback",
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

/// A text in an address, with something of its own for spaces.
fn percent(text: &str, space: &str) -> String {
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

/// Turns of a whole cube, such as `x y2`, after which a solved one in its own colours looks as the solved puzzle
/// does in this scheme: how it is held. Nothing for one that is held as it stands, or in other
/// symbols than its own; `None` where no such turns lead there, or the puzzle is no cube.
#[must_use]
pub fn whole_turns(puzzle: &Puzzle, scheme: &Scheme) -> Option<String> {
    let own = puzzle.symbols();
    let color = |symbol: &char| own.iter().position(|own| own == symbol);
    let shown: Option<Vec<usize>> = scheme.symbols().iter().map(color).collect();
    let Some(shown) = shown else {
        return Some(String::new());
    };
    if shown.is_sorted() {
        return Some(String::new());
    }
    let face = |name: &str| puzzle.faces().iter().find(|face| face.name == name);
    let faces: Option<Vec<usize>> = { ["U", "R", "F", "D", "L", "B"].iter() }
        .map(|name| face(name).map(|face| face.color))
        .collect();
    let faces = faces?;
    let goal: Vec<usize> = faces.iter().map(|&color| shown[color]).collect();
    // From which of U R F D L B the colour of each comes: x turns as R does, y as U.
    let steps = [
        ("x", [2, 1, 3, 5, 4, 0]),
        ("y", [0, 5, 1, 3, 2, 4]),
        ("z", [4, 0, 2, 1, 3, 5]),
    ];
    let mut known = HashMap::from([(faces.clone(), String::new())]);
    let mut queue = VecDeque::from([faces]);
    while let Some(at) = queue.pop_front() {
        if at == goal {
            return known.remove(&at);
        }
        for (name, from) in &steps {
            let mut next = at.clone();
            for suffix in ["", "2", "'"] {
                next = from.iter().map(|&source| next[source]).collect();
                if !known.contains_key(&next) {
                    let words = format!("{} {name}{suffix}", known[&at]);
                    known.insert(next.clone(), words.trim().to_owned());
                    queue.push_back(next.clone());
                }
            }
        }
    }
    None
}
