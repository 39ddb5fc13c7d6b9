//! Simulators of cubes of any size, the Megaminx and the Kilominx. They are built from geometry and use no puzzle
//! files, so they judge the program's solutions independently.
//!
//! A sticker is identified by its place; a turn says where each sticker goes. States are texts, in the order of faces
//! that the documentation gives.

use std::collections::{HashMap, HashSet};

/// A puzzle as stickers and the turns that move them.
pub struct Simulator {
    /// For each turn, by its name, where the sticker at each place goes.
    turns: HashMap<String, Vec<usize>>,
    /// The letter at each place in the solved state.
    pub solved: String,
}

impl Simulator {
    /// The cycles of a turn, as places.
    pub fn cycles(&self, turn: &str) -> Vec<Vec<usize>> {
        let (goes, mut seen) = (&self.turns[turn], HashSet::new());
        let cycle = |start: usize| {
            let places = std::iter::successors(Some(start), |&at| Some(goes[at]));
            places.take_while(|&at| seen.insert(at)).collect()
        };
        let cycles = (0..goes.len()).map(cycle);
        cycles
            .filter(|cycle: &Vec<usize>| cycle.len() > 1)
            .collect()
    }

    /// The state after turns in Singmaster's notation.
    pub fn after(&self, state: &str, turns: &str) -> String {
        let mut state: Vec<char> = state.chars().collect();
        assert_eq!(state.len(), self.solved.len());
        for turn in turns.split_whitespace() {
            let (turn, back) = match turn.strip_suffix('\'') {
                Some(turn) => (turn, true),
                None => (turn, false),
            };
            let (turn, times) = match turn.strip_suffix('2') {
                Some(turn) => (turn, 2),
                None => (turn, 1),
            };
            let goes = &self.turns[turn];
            for _ in 0..times {
                let before = state.clone();
                for (from, &to) in goes.iter().enumerate() {
                    if !back {
                        state[to] = before[from]
                    } else {
                        state[from] = before[to]
                    }
                }
            }
        }
        state.into_iter().collect()
    }

    /// Where a turn takes the sticker at each place.
    pub fn places_after(&self, turn: &str) -> &[usize] {
        &self.turns[turn]
    }

    /// A state after many turns drawn at random.
    pub fn random_state(&self, seed: u64) -> String {
        let mut names: Vec<&String> = self.turns.keys().collect();
        names.sort();
        let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let walk: Vec<&str> = (0..1000)
            .map(|_| {
                // Marsaglia, Xorshift RNGs, 2003.
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                names[(random >> 20) as usize % names.len()].as_str()
            })
            .collect();
        self.after(&self.solved, &walk.join(" "))
    }
}

/// A cube of `size` layers. A sticker is a cell (coordinates from 0), the axis along which it faces, and whether it
/// faces in the positive direction. x points right, y up, z to the front.
pub fn cube(size: usize) -> Simulator {
    let last = size - 1;
    let mut stickers = Vec::new();
    let mut solved = String::new();
    for face in "URFDLB".chars() {
        for (row, column) in (0..size * size).map(|n| (n / size, n % size)) {
            stickers.push(match face {
                'U' => ([column, last, row], 1, true),
                'R' => ([last, last - row, last - column], 0, true),
                'F' => ([column, last - row, last], 2, true),
                'D' => ([column, 0, last - row], 1, false),
                'L' => ([0, last - row, column], 0, false),
                _ => ([last - column, last - row, 0], 2, false),
            });
            solved.push(face);
        }
    }
    let mut turns = HashMap::new();
    for (face, axis, up) in [
        ('U', 1, true),
        ('R', 0, true),
        ('F', 2, true),
        ('D', 1, false),
        ('L', 0, false),
        ('B', 2, false),
    ] {
        for layers in 1..size {
            // Looking down the axis, clockwise runs from the second of the other two axes to the first.
            let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
            let goes = stickers.iter().map(|&(cell, facing, positive)| {
                let depth = if up { last - cell[axis] } else { cell[axis] };
                let mut to = (cell, facing, positive);
                if depth < layers {
                    // Clockwise, a becomes b, and b becomes last - a; for the opposite face, the inverse.
                    let (p, q) = (cell[a], cell[b]);
                    (to.0[a], to.0[b]) = if up { (q, last - p) } else { (last - q, p) };
                    if facing == a {
                        (to.1, to.2) = (b, if up { !positive } else { positive });
                    } else if facing == b {
                        (to.1, to.2) = (a, if up { positive } else { !positive });
                    }
                }
                stickers.iter().position(|it| *it == to).unwrap()
            });
            let name = match layers {
                1 => face.to_string(),
                2 => format!("{face}w"),
                more => format!("{more}{face}w"),
            };
            turns.insert(name, goes.collect());
        }
    }
    Simulator { turns, solved }
}

/// The faces of a Megaminx, each with its letter and its neighbors, clockwise from the one across the edge numbered 2.
const MINX: [(&str, char, [&str; 5]); 12] = [
    ("U", 'W', ["BR", "R", "F", "L", "BL"]),
    ("F", 'G', ["U", "R", "FR", "FL", "L"]),
    ("R", 'R', ["U", "BR", "DR", "FR", "F"]),
    ("BR", 'B', ["U", "BL", "B", "DR", "R"]),
    ("BL", 'Y', ["U", "L", "DL", "B", "BR"]),
    ("L", 'P', ["U", "F", "FL", "DL", "BL"]),
    ("FR", 'E', ["R", "DR", "D", "FL", "F"]),
    ("DR", 'I', ["BR", "B", "D", "FR", "R"]),
    ("B", 'L', ["BL", "DL", "D", "DR", "BR"]),
    ("DL", 'O', ["L", "FL", "D", "B", "BL"]),
    ("FL", 'C', ["F", "FR", "D", "DL", "L"]),
    ("D", 'A', ["FR", "DR", "B", "DL", "FL"]),
];

/// A Megaminx, or a Kilominx with `only_corners`. A sticker is its face and the other faces of its piece.
pub fn minx(only_corners: bool) -> Simulator {
    let mut stickers = Vec::new();
    let mut solved = String::new();
    for (face, letter, around) in MINX {
        for number in 0..5 {
            let mut corner = vec![around[(number + 4) % 5], around[number]];
            corner.sort_unstable();
            stickers.push((face, corner));
            if !only_corners {
                stickers.push((face, vec![around[number]]));
            }
        }
        if !only_corners {
            stickers.push((face, vec![]));
        }
        solved.extend(stickers[solved.len()..].iter().map(|_| letter));
    }
    let mut turns = HashMap::new();
    for (face, _, around) in MINX {
        let turned = turned_about(face, around);
        let opposite = (MINX.iter().map(|it| it.0))
            .find(|other| turned[other] == *other && *other != face)
            .unwrap();
        let goes = |moves: &dyn Fn(&str, &[&str]) -> bool| -> Vec<usize> {
            let to = |(on, others): &(&'static str, Vec<&'static str>)| {
                if !moves(on, others) {
                    return (*on, others.clone());
                }
                let mut there: Vec<&str> = others.iter().map(|it| turned[it]).collect();
                there.sort_unstable();
                (turned[on], there)
            };
            let places = stickers.iter().map(to);
            let place = |to| stickers.iter().position(|it| *it == to).unwrap();
            places.map(place).collect()
        };
        let of_face = |on: &str, others: &[&str]| on == face || others.contains(&face);
        turns.insert(face.to_owned(), goes(&of_face));
        if only_corners {
            // A wide turn moves everything but the opposite face.
            let rest = |on: &str, others: &[&str]| on != opposite && !others.contains(&opposite);
            turns.insert(format!("{face}w"), goes(&rest));
        }
    }
    Simulator { turns, solved }
}

/// Where each face goes when the whole puzzle rotates about one face: a neighbor goes to the next neighbor, and the
/// face behind two neighbors to the one behind the next two.
fn turned_about(
    face: &'static str,
    around: [&'static str; 5],
) -> HashMap<&'static str, &'static str> {
    let behind = |a: &str, b: &str| {
        let touches = |it: &&(&'static str, char, [&'static str; 5])| {
            it.0 != face && it.2.contains(&a) && it.2.contains(&b)
        };
        MINX.iter().find(touches).unwrap().0
    };
    let mut turned: HashMap<&str, &str> = MINX.iter().map(|it| (it.0, it.0)).collect();
    for at in 0..5 {
        let [a, b, c] = [0, 1, 2].map(|more| around[(at + more) % 5]);
        turned.insert(a, b);
        turned.insert(behind(a, b), behind(b, c));
    }
    turned
}
