//! The built-in puzzles, and puzzles that no file of the repository describes.

use std::collections::HashSet;
use std::fmt::Display;
use std::hash::Hash;
use std::sync::Arc;

use super::cli::{ELEVEN, FIVE, NINE, THREE};
use super::large;
use itertools::Itertools;
use rustc_hash::FxHashMap;
use twistsat::group::Permutation;
use twistsat::puzzle::{Puzzle, TurnId};

/// The puzzle of a family with this size.
pub fn of_family(family: &str, size: impl Display) -> Arc<Puzzle> {
    let text = format!(
        "name = \"it\"\ntitle = \"It\"\nmaximum = {{}}\nfamily = \"{family}\"\nsize = {size}\n"
    );
    Arc::new(Puzzle::from_toml("it.toml", &text).expect("a puzzle"))
}

/// Puzzles with more turns than this have tests of their own.
const MAX_TURNS: usize = 1_000;

/// The built-in puzzles with at most `MAX_TURNS` turns, and of each family only the smallest. The others would take a
/// suite minutes; their number is printed. `tests/puzzles/library/families.rs` tests them all.
pub fn built_in() -> Vec<Arc<Puzzle>> {
    let all = Puzzle::built_in_entries().unwrap();
    let is_first = |name: &str, family: &Option<String>| {
        let mut of_family = all.iter().filter(|it| it.family == *family);
        family.is_none() || of_family.next().unwrap().name == name
    };
    let some: Vec<Arc<Puzzle>> = all
        .iter()
        .filter(|it| is_first(it.name, &it.family))
        .map(|it| Puzzle::built_in(it.name).unwrap())
        .filter(|puzzle| puzzle.turns().len() <= MAX_TURNS)
        .collect();
    let (left, of) = (all.len() - some.len(), all.len());
    eprintln!(
        "left out {left} of {of} built-in puzzles: the larger ones of each family and those with more than {MAX_TURNS} turns"
    );
    some
}

/// A 3×3×3 from its geometry. The stickers of each face are numbered from 1.
pub fn cube() -> Puzzle {
    let cube = large::cube(3);
    let name = |place: usize| format!("{}{}", &"URFDLB"[place / 9..][..1], place % 9 + 1);
    let faces = (0..6).map(|face| {
        let letter = "URFDLB"[face..][..1].to_owned();
        let stickers = (9 * face..9 * face + 9).map(name).join(" ");
        (letter.clone(), letter, stickers)
    });
    let turns = "URFDLB".chars().map(|turn| {
        let cycles = cube.cycles(&turn.to_string()).into_iter();
        let mut cycles = cycles.map(|cycle| cycle.into_iter().map(name).join(" "));
        (turn.to_string(), cycles.join(" / "))
    });
    let (faces, turns) = (faces.collect_vec(), turns.collect_vec());
    Puzzle::from_toml("cube.toml", &puzzle_file("cube", None, &faces, &turns)).unwrap()
}

/// Stickers in a row, each a letter with its own color, and turns as cycles of letters with `/` between them.
pub fn beads(letters: &str, turns: &[&str]) -> Arc<Puzzle> {
    let letters: Vec<String> = letters.chars().map(String::from).collect();
    let faces: Vec<(&str, &str)> = letters.iter().map(|c| (c.as_str(), c.as_str())).collect();
    colored_beads(&faces, turns)
}

/// Beads that share colors: each face is a color and the letters of this color.
pub fn colored_beads(faces: &[(&str, &str)], turns: &[&str]) -> Arc<Puzzle> {
    let face = |(number, (color, letters)): (usize, &(&str, &str))| {
        let facelets = letters.chars().join(" ");
        (format!("P{number}"), (*color).to_owned(), facelets)
    };
    let faces = faces.iter().enumerate().map(face).collect_vec();
    let names = ('A'..).map(String::from);
    let turns = names.zip(turns.iter().map(|&turn| turn.to_owned()));
    let text = puzzle_file("beads", None, &faces, &turns.collect_vec());
    Arc::new(Puzzle::from_toml("beads.toml", &text).unwrap())
}

/// Rows of colored beads, one per line of a table (see [`rows`](super::rows)): first the beads of each color, as in
/// `x=abc y=de`, then the turns.
pub fn colored_rows(table: &str) -> Vec<Arc<Puzzle>> {
    let puzzles = std::cell::RefCell::new(Vec::new());
    super::each(table, |[colors], turns| {
        let colors: Vec<(&str, &str)> = colors
            .split(' ')
            .map(|color| color.split_once('=').unwrap())
            .collect();
        puzzles.borrow_mut().push(colored_beads(&colors, turns));
    });
    puzzles.into_inner()
}

/// A puzzle of 755 pairs of beads, numbered from 1. Each turn stands for a bit and swaps the beads of each pair whose
/// number has that bit set. The group is too large to be analyzed.
pub fn many_pairs() -> String {
    let names = |first: usize, step: usize| -> String {
        let names = (first..1510).step_by(step).map(|n| format!("f{n}"));
        names.collect::<Vec<String>>().join(" ")
    };
    let turn = |bit: usize| -> String {
        let name = char::from(b'A' + bit as u8);
        let swapped = (1..=755).filter(|pair| pair >> bit & 1 == 1);
        let cycles = swapped.map(|pair| format!("\"f{} f{}\"", 2 * pair - 2, 2 * pair - 1));
        let cycles = cycles.collect::<Vec<String>>().join(", ");
        format!("[[turn]]\nname = \"{name}\"\ncycles = [{cycles}]\n")
    };
    format!(
        "name = \"pairs\"\ntitle = \"Many pairs\"\nmaximum = {{}}\nlayout = \"net\"\nnet = [\"{}\"]\n\
         face = [{{ name = \"A\", color = \"A\", paint = \"red\", facelets = \"{}\" }},\n\
         {{ name = \"B\", color = \"B\", paint = \"blue\", facelets = \"{}\" }}]\n{}",
        names(0, 1),
        names(0, 2),
        names(1, 2),
        (0..10).map(turn).collect::<String>(),
    )
}

/// The state of [`many_pairs`] after the turn that stands for a bit.
pub fn pairs_after(bit: usize) -> String {
    let pair = |pair: usize| if pair >> bit & 1 == 1 { "BA" } else { "AB" };
    (1..=755).map(pair).collect()
}

/// The positions of the code-golf question, each with its distance and its number of shortest solutions.
pub const PUBLISHED: [(&str, usize, usize); 11] = [
    (THREE, 3, 2),
    ("UDUDFFFRFRRRUUDDLLLBLBBB", 3, 1),
    ("DDUURRLLBFBFUUDDRRLLFBFB", 4, 3),
    ("UUUULRRLFBBFDDDDRLLRBFFB", 4, 4),
    (FIVE, 5, 2),
    (NINE, 9, 8),
    ("FFFURUUURFRRBBDBDDLDLLLB", 10, 18),
    ("DDDURBBBLFLLUUDUFFLFRRRB", 10, 8),
    ("UFFURUURRFFRDBDDLDLLLBBB", 10, 45),
    ("UUUDFRFRFRFRDUDDLLLLBBBB", 11, 196),
    (ELEVEN, 11, 24),
];

/// The distance of each state within `most` turns from the nearest of some states, by breadth-first search.
pub fn distances<C: Copy + Eq + Hash>(
    puzzle: &Puzzle,
    turns: &[TurnId],
    from: impl IntoIterator<Item = Vec<C>>,
    most: usize,
) -> FxHashMap<Vec<C>, usize> {
    let from = from.into_iter().map(|state| (state, 0));
    let mut distances: FxHashMap<Vec<C>, usize> = from.collect();
    let mut layer: Vec<Vec<C>> = distances.keys().cloned().collect();
    for distance in 1..=most {
        let next = layer.iter().cartesian_product(turns);
        let next = next.map(|(state, &turn)| puzzle.turns()[turn].permutation.apply(state));
        layer = next
            .filter(|state| {
                let is_new = !distances.contains_key(state);
                is_new && distances.insert(state.clone(), distance).is_none()
            })
            .collect();
        if layer.is_empty() {
            break;
        }
    }
    distances
}

/// The permutation of the facelets by turns.
pub fn effect_of(puzzle: &Puzzle, turns: &[TurnId]) -> Permutation {
    puzzle.apply(&Permutation::identity(puzzle.facelets().len()), turns)
}

/// The number of states at each distance from the solved one, up to `most`.
pub fn counts(puzzle: &Puzzle, most: usize) -> Vec<u64> {
    counts_from(puzzle, puzzle.solved().colors().to_vec(), most)
}

/// The number of states at each distance from one of them, up to `most`.
pub fn counts_from<C: Copy + Eq + Hash>(puzzle: &Puzzle, from: Vec<C>, most: usize) -> Vec<u64> {
    let turns: Vec<TurnId> = (0..puzzle.turns().len()).collect();
    let mut counts = Vec::new();
    for distance in distances(puzzle, &turns, [from], most).into_values() {
        counts.resize(counts.len().max(distance + 1), 0);
        counts[distance] += 1;
    }
    counts
}

/// Every element of the group that the generators generate.
pub fn every_element(size: usize, generators: &[Permutation]) -> HashSet<Permutation> {
    let identity = Permutation::identity(size);
    let mut known = HashSet::from([identity.clone()]);
    let mut border = vec![identity];
    while let Some(element) = border.pop() {
        for generator in generators {
            let next = element.then(generator);
            if known.insert(next.clone()) {
                border.push(next);
            }
        }
    }
    known
}

/// A puzzle file: faces as `NAME COLOR FACELETS`, turns as `NAME CYCLE / CYCLE`.
pub fn puzzle_file<T: AsRef<str>>(
    name: &str,
    held: Option<&str>,
    faces: &[(T, T, T)],
    turns: &[(T, T)],
) -> String {
    let held = held.map_or(String::new(), |held| format!("held = \"{held}\"\n"));
    let net: Vec<&str> = faces.iter().map(|face| face.2.as_ref()).collect();
    let mut text = format!(
        "name = \"{name}\"\ntitle = \"{name}\"\nmaximum = {{}}\n{held}net = [\"{}\"]\n",
        net.join(" ")
    );
    for (name, color, facelets) in faces {
        text += &format!(
            "[[face]]\nname = \"{}\"\ncolor = \"{}\"\npaint = \"red\"\nfacelets = \"{}\"\n",
            name.as_ref(),
            color.as_ref(),
            facelets.as_ref()
        );
    }
    for (name, cycles) in turns {
        let cycles = cycles.as_ref().split('/');
        let cycles: Vec<String> = cycles.map(|cycle| format!("{:?}", cycle.trim())).collect();
        text += &format!(
            "[[turn]]\nname = \"{}\"\ncycles = [{}]\n",
            name.as_ref(),
            cycles.join(", ")
        );
    }
    text
}

/// A puzzle file of at most nine facelets in a row, `a b c …`, each a piece with its own color; turns as `NAME CYCLE /
/// CYCLE`.
pub fn row(name: &str, facelets: usize, turns: &[(&str, &str)]) -> String {
    let letters = ('a'..='i').zip(1..).take(facelets);
    let faces: Vec<[String; 3]> = letters
        .map(|(letter, color): (char, u8)| {
            let face = letter.to_ascii_uppercase();
            [face.to_string(), color.to_string(), letter.to_string()]
        })
        .collect();
    let faces: Vec<(&str, &str, &str)> = faces
        .iter()
        .map(|[face, color, facelet]| (&**face, &**color, &**facelet))
        .collect();
    puzzle_file(name, None, &faces, turns)
}

/// The number of states of the pocket cube at each distance, with half turns counted as one.
pub const POCKET_DISTANCES: [u64; 12] = [
    1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644,
];

/// The number of states of the pocket cube at each distance in quarter turns.
pub const POCKET_QUARTER_DISTANCES: [u64; 15] = [
    1, 6, 27, 120, 534, 2256, 8969, 33058, 114_149, 360_508, 930_588, 1_350_852, 782_536, 90280,
    276,
];
