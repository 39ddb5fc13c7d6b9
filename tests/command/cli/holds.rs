//! Puzzles in all orientations; each letter is shown in the color that it names.

use std::collections::HashSet;

use itertools::Itertools;

use crate::common::cli::*;
use crate::common::simulator;
use twistsat::group::Permutation;
use twistsat::problem::{names_of_rotations, possible_state};
use twistsat::puzzle::{Face, Paint, Puzzle, Sticker};
use twistsat::{Problem, Search};

/// The letters of colors as people type them.
const LETTERS: [(Paint, char); 14] = [
    (Paint::White, 'W'),
    (Paint::Yellow, 'Y'),
    (Paint::Cream, 'E'),
    (Paint::Red, 'R'),
    (Paint::Orange, 'O'),
    (Paint::Blue, 'B'),
    (Paint::Green, 'G'),
    (Paint::Lime, 'L'),
    (Paint::Purple, 'P'),
    (Paint::Pink, 'I'),
    (Paint::Cyan, 'C'),
    (Paint::Brown, 'N'),
    (Paint::Gray, 'A'),
    (Paint::Black, 'K'),
];

/// Each puzzle and the number of its orientations.
const PUZZLES: [(&str, usize); 9] = [
    ("pocket", 24),
    ("rubik", 24),
    ("4x4x4", 24),
    ("5x5x5", 24),
    ("domino", 8),
    ("pyraminx", 12),
    ("skewb", 24),
    ("kilominx", 60),
    ("megaminx", 60),
];

/// All orientations: the products of the rotations in the puzzle file.
fn orientations(puzzle: &Puzzle) -> Vec<Permutation> {
    let names = names_of_rotations(puzzle);
    let turns = puzzle.with_all_groups().turns().iter();
    let turns: Vec<&Permutation> = turns
        .filter(|turn| names.contains(&&*turn.base))
        .map(|turn| &turn.permutation)
        .collect();
    let mut all = vec![Permutation::identity(puzzle.facelets().len())];
    let mut known: HashSet<Permutation> = all.iter().cloned().collect();
    let mut next = 0;
    while next < all.len() {
        for turn in &turns {
            let product = all[next].then(turn);
            if known.insert(product.clone()) {
                all.push(product);
            }
        }
        next += 1;
    }
    all
}

/// The color of each sticker of a puzzle, as an index, after two turns and a rotation.
fn stickers(puzzle: &Puzzle, orientation: &Permutation) -> Vec<usize> {
    let [one, other] = [0, puzzle.turns().len() / 2].map(|turn| &puzzle.turns()[turn].permutation);
    let scrambled = one.then(other).then(orientation);
    let colors = puzzle.solved().colors();
    scrambled.sources().map(|source| colors[source]).collect()
}

/// Three alphabets for a puzzle's colors: the puzzle's own symbols, the letters above, and these letters in lowercase.
fn alphabets(puzzle: &Puzzle) -> [Vec<char>; 3] {
    let paints = puzzle.colors().iter().map(|color| color.paint);
    let letter = |paint| LETTERS.iter().find(|it| it.0 == paint).unwrap().1;
    let letters: Vec<char> = paints.map(letter).collect();
    let lower = letters.iter().map(char::to_ascii_lowercase).collect();
    [puzzle.symbols(), letters, lower]
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn letters_get_the_colors_they_name_on_every_puzzle_in_every_orientation() {
    for (name, count) in PUZZLES {
        let puzzle = Puzzle::built_in(name).unwrap();
        let orientations = orientations(&puzzle);
        assert_eq!(orientations.len(), count, "{name}");
        for orientation in &orientations {
            let colors = stickers(&puzzle, orientation);
            for letters in alphabets(&puzzle) {
                let text: Vec<char> = colors.iter().map(|&color| letters[color]).collect();
                let (scheme, state) = possible_state(&puzzle, &Sticker::all_known(&text))
                    .unwrap_or_else(|error| panic!("{name} {text:?}: {error}"));
                let paints = scheme.paints(&puzzle);
                for (facelet, &color) in colors.iter().enumerate() {
                    let read = state.color(facelet).unwrap();
                    assert_eq!(scheme.symbols()[read], text[facelet]);
                    let paint = puzzle.colors()[color].paint;
                    assert_eq!(paints[read], paint, "{name} {text:?}");
                }
            }
        }
    }
}

#[test]
#[ignore = "long check"]
fn every_puzzle_is_solved_in_every_orientation() {
    for (name, _) in PUZZLES.into_iter().filter(|(name, _)| *name != "5x5x5") {
        let puzzle = Puzzle::built_in(name).unwrap();
        let facelets = puzzle.facelets().len();
        // For a large puzzle, every 13th orientation suffices.
        let step = if facelets > 30 { 13 } else { 1 };
        for (number, orientation) in orientations(&puzzle).iter().enumerate().step_by(step) {
            let colors = stickers(&puzzle, orientation);
            // With all stickers, and without one, a different one in each orientation. Without one, lowercase letters
            // can name the colors of a megaminx in too many ways.
            let hidden = (4 + 7 * number) % facelets;
            let [own, letters, lower] = alphabets(&puzzle);
            let mut starts: Vec<_> = [own, letters]
                .into_iter()
                .cartesian_product([None, Some(hidden)])
                .collect();
            starts.push((lower, None));
            for (letters, hidden) in starts {
                let text: Vec<char> = colors.iter().map(|&color| letters[color]).collect();
                let mut start = Sticker::all_known(&text);
                if let Some(hidden) = hidden {
                    start[hidden] = Sticker::Any;
                }
                let what = || format!("{name} {text:?} without {hidden:?}");
                let (target, budget) = (twistsat::Target::Any, twistsat::Budget::AtMost(2));
                let problem = Problem::of_stickers(puzzle.clone(), &start, &target, budget)
                    .unwrap_or_else(|error| panic!("{}: {error}", what()));
                let found = Search::default().solve(&problem).unwrap();
                let turns = found.solution.unwrap();
                let turns = turns.turns().iter();
                let end = turns.fold(text.clone(), |end, &turn| {
                    puzzle.turns()[turn].permutation.apply(&end)
                });
                let is_uniform = |face: &Face| face.facelets.iter().map(|&it| end[it]).all_equal();
                assert!(puzzle.faces().iter().all(is_uniform), "{}: {end:?}", what());
            }
        }
    }
}

#[test]
fn an_error_in_a_partly_unknown_state_is_reported_in_the_orientation_in_which_the_puzzle_is_held() {
    // A cube with green up and red in front.
    let held = "FFFFFFFFF UUUUUUUUU RRRRRRRRR BBBBBBBBB DDDDDDDDD LLLLLLLLL";
    let held: String = held.split(' ').collect();
    run!("solve rubik --state {held} --quiet").ends(0);
    let unknown = |hidden: &[usize], text: &str| -> String {
        let sticker = |(facelet, c)| if hidden.contains(&facelet) { '.' } else { c };
        text.chars().enumerate().map(sticker).collect()
    };
    let solve = |text: &str| run!("solve rubik --state {text} --to solved --quiet");
    solve(&unknown(&[4, 8], &held)).ends(0);
    // The stickers of one edge exchanged, without a fourth sticker of a corner.
    let mut flipped: Vec<char> = held.chars().collect();
    flipped.swap(7, 19);
    let flipped = unknown(&[0], &flipped.iter().collect::<String>());
    solve(&flipped).ends_saying(1, &["one edge is flipped"]);
    // The goal is written in the same orientation as the start.
    let start = unknown(&[4, 8], &held);
    run!("solve rubik --state {start} --to {held} --quiet").ends(0);
    // A single center allows four orientations.
    let center = format!("....F{}", ".".repeat(49));
    let says = "the known stickers fit the puzzle in several orientations";
    solve(&center).ends_saying(1, &[says]);
    // The orientation of the solved cube is preferred.
    let center = format!("....U{}", ".".repeat(49));
    solve(&center).ends(0);
}

/// A solved 3×3×3 with yellow above and green in front.
fn yellow_up() -> String {
    "YOGWRB".chars().flat_map(|face| [face; 9]).collect()
}

#[test]
fn pictures_and_terminal_output_show_the_same_colors() {
    for (name, n) in [("pocket", 2), ("rubik", 3), ("4x4x4", 4)] {
        let faces = "YOGWRB".chars();
        let state: String = faces.flat_map(|face| vec![face; n * n]).collect();
        let show = ["show", name, "--layout", "urfdlb", "--state", &state];
        let svg = run((&show, "--as svg")).ends(0).out;
        let mut fill = "";
        let mut letters = 0;
        for line in svg.lines() {
            if let Some((_, rest)) = line.split_once("\" fill=\"")
                && line.starts_with("<polygon")
            {
                fill = &rest[..7];
            } else if line.starts_with("<text") {
                let (before, _) = line.rsplit_once("</text>").unwrap();
                let letter = before.chars().next_back().unwrap();
                let expected = match letter {
                    'W' => "#f7f7f5",
                    'Y' => "#f5d20c",
                    'R' => "#c8102e",
                    'O' => "#ff8a1f",
                    'B' => "#1c55c0",
                    _ => "#1fae55",
                };
                assert_eq!(fill, expected, "{name} {letter}");
                letters += 1;
            }
        }
        assert_eq!(letters, 6 * n * n, "{name}");
        let mut command = twistsat();
        command.env("CLICOLOR_FORCE", "1").args(show);
        let shown = Run::of(command.output().unwrap()).ends(0);
        for painted in ["[107m W ", "[103m Y ", "[44m B ", "[41m R ", "[42m G "] {
            let count = shown.out.matches(painted).count();
            assert_eq!(count, n * n, "{name} {painted}: {shown:#?}");
        }
    }
}

#[test]
fn the_player_shows_the_colors_that_were_typed() {
    let folder = Folder::new();
    let (page, state) = (folder.arg("page.html"), yellow_up());
    run!(r#"solve rubik --state "{state}" --quiet --html {page}"#).ends(0);
    let page = folder.read("page.html");
    for name in ["white", "yellow", "green", "orange"] {
        let letter = name[..1].to_uppercase();
        let says = format!("{{\"symbol\":\"{letter}\",\"name\":\"{name}\"");
        assert!(page.contains(&says), "{says}");
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn letters_of_colors_or_faces_determine_the_orientation() {
    let assert_solved = |arguments: &str, turns: &str| {
        let run = run!("solve --quiet --format alg {arguments}").ends(0);
        assert_eq!(run.out, format!("{turns}\n"), "{arguments}");
    };
    // A 3×3×3 is solved in the orientation that its letters show.
    let yellow = simulator::after(&yellow_up(), "R U");
    for goal in ["--to any", "--to solved", "--plan thistlethwaite"] {
        assert_solved(&format!("rubik --state {yellow} {goal}"), "U' R'");
    }
    // The pocket cube, in the letters of its colors and in those of its faces.
    let own = run(r#"show pocket --apply "R D'" --as urfdlb"#).ends(0).out;
    let of_face = |c: char| "URFDLB".chars().nth("GOWBRY".find(c).unwrap()).unwrap();
    let faces: String = own.trim().chars().map(of_face).collect();
    for state in [own.trim(), &faces] {
        let solve = format!("pocket --layout urfdlb --state {state} --to solved");
        assert_solved(&solve, "D R'");
    }
    // The letters of a goal also determine its orientation.
    let white: String = "WRGYOB".chars().flat_map(|face| [face; 9]).collect();
    let goal = simulator::after(&white, "U2");
    assert_solved(&format!("rubik --scramble U --to {goal}"), "U");
}
