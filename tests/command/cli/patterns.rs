//! Typical uses of patterns with every command. Each answer is compared with an exhaustive search over sequences of
//! turns on strings of colors.

use std::collections::BTreeSet;

use itertools::Itertools;
use twistsat::notation::Notation;
use twistsat::puzzle::{Puzzle, Sticker};

use super::*;
use crate::common::each;
use crate::common::puzzles::puzzle_file;

/// All answers of exactly N turns, by trying all sequences on strings of colors. `means` is the start as a state, or as
/// turns that lead to it.
fn answers([puzzle, means, to]: [&str; 3], length: usize) -> BTreeSet<String> {
    let puzzle = Puzzle::built_in(puzzle).unwrap();
    let after = |turns: &str| -> Vec<char> {
        let turns = Notation::Singmaster.read(&puzzle, turns).unwrap();
        let state = puzzle.apply(puzzle.solved(), &turns);
        let symbols = puzzle.symbols();
        state.colors().iter().map(|&color| symbols[color]).collect()
    };
    let state = puzzle.layout().read(&puzzle, means);
    let start = state.unwrap_or_else(|_| after(means));
    let goal = match to {
        "solved" => Sticker::all_known(&after("")),
        pattern => puzzle.layout().read_stickers(&puzzle, pattern).unwrap(),
    };
    let fits = |(symbol, sticker): (&char, &Sticker)| match sticker {
        Sticker::Any => true,
        Sticker::OneOf(symbols) => symbols.contains(symbol),
    };
    let turns = 0..puzzle.turns().len();
    let sequences = (0..length).map(|_| turns.clone()).multi_cartesian_product();
    let solves = |sequence: &Vec<usize>| {
        let end = sequence.iter().fold(start.clone(), |state, &turn| {
            puzzle.turns()[turn].permutation.apply(&state)
        });
        end.iter().zip(&goal).all(fits)
    };
    let solutions = sequences.filter(solves);
    solutions
        .map(|turns| Notation::Singmaster.write_all(&puzzle, &turns))
        .collect()
}

/// Checks the answers of `solve`, `enumerate`, `encode` with `decode`, and `prove` with `verify`. A row has a puzzle,
/// the option that gives the start, what that means, the goal, and the number of turns of the shortest answers.
fn check([puzzle, start, means, to, turns]: [&str; 5], _: &[&str]) {
    let turns: usize = turns.parse().unwrap();
    let answers = |length| answers([puzzle, means, to], length);
    let expected = answers(turns);
    assert!(!expected.is_empty());
    assert!((0..turns).all(|length| answers(length).is_empty()));
    let folder = Folder::new();
    let ask = |command: &str, more: &str| {
        run_in!(&folder, "{command} {puzzle} {start} --to '{to}' {more}")
    };

    let solved = ask("solve", "--format json --quiet").ends(0);
    let solved = solved.reports(json!({"turns": turns, "minimal": true}));
    assert!(expected.contains(solved.json()["solution"].as_str().unwrap()));

    let all = ask("enumerate", "--shortest --format json --quiet");
    let all = all.ends(0).json()["solutions"].clone();
    let all: BTreeSet<String> = serde_json::from_value(all).unwrap();
    assert_eq!(all, expected);

    ask("encode", &format!("--turns {turns} -o it.cnf")).ends(0);
    folder.write("answer", answer_to(&folder.read("it.cnf")));
    let decode = "decode it.cnf.map.json answer --format alg";
    let decoded = run_in(&folder, decode).ends(0).out;
    let decoded = decoded.split('#').next().unwrap().trim();
    assert!(expected.contains(decoded), "{decoded}");

    let prove = |turns| ask("prove", &format!("--max-turns {turns} -o proved --quiet"));
    prove(turns - 1).ends(0);
    run_in!(&folder, "verify proved.json").ends(0);
    prove(turns).ends_printing(1, &["there is a solution"]);
}

#[test]
#[ignore = "long check"]
fn the_bottom_layer_alone_and_oriented_corners_are_goals_of_every_command() {
    each(
        "
pocket » --scramble \"R U R' F\" » R U R' F » .... ..OO ..WW BBBB ..RR ..YY » 4
rubik » --scramble \"R U R'\" » R U R' » ......... ......RRR ......FFF DDDDDDDDD ......LLL ......BBB » 3
pocket » --scramble 'R2 U F' » R2 U F » [GB][GB][GB][GB] ........ [GB][GB][GB][GB] ........ » 1
rubik » --scramble 'R D F' » R D F » [UD].[UD]...[UD].[UD] ......... ......... [UD].[UD]...[UD].[UD] ......... ......... » 3
",
        check,
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn every_command_takes_starts_with_unknown_stickers() {
    // The visible stickers admit any orientation of one corner, but only one is a possible state.
    let start = "--state 'YRGO GYWB R.OG WRBO BYWG BOWR'";
    let means = "YRGO GYWB RYOG WRBO BYWG BOWR";
    check(["pocket", start, means, "solved", "4"], &[]);
}

/// A puzzle file: a row of stickers in these colors, and turns that are each one cycle.
fn row(colors: &str, turns: &[(&str, &str)]) -> String {
    let name = |letter, number| format!("{letter}{number}");
    let face = |(number, color)| (name('F', number), String::from(color), name('f', number));
    let faces = colors.chars().enumerate().map(face).collect_vec();
    let turn = |(name, cycle): &(&str, &str)| ((*name).to_owned(), (*cycle).to_owned());
    puzzle_file("row", None, &faces, &turns.iter().map(turn).collect_vec())
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_formula_with_unknown_stickers_and_many_equal_ones_decodes_to_a_solution() {
    let folder = Folder::new();
    let file = folder.write(
        "row.toml",
        row("2231", &[("R", "f0 f1"), ("L", "f1 f3 f2")]),
    );
    for recipe in Recipe::built_in_names() {
        if ["mux-uniform", "mux-reference"].contains(&recipe) {
            continue; // They cannot express this question.
        }
        // By exhaustive search, two turns are needed.
        let question = format!("--puzzle-file {file} --state .1.2 --to 12.3");
        let path = folder.arg("a.cnf");
        let how = ["--recipe", recipe, "-o", &path];
        run((format!("encode {question} --turns 2"), &how)).ends(0);
        let answer = folder.write("answer", answer_to(&folder.read("a.cnf")));
        let map = folder.arg("a.cnf.map.json");
        run!("decode {map} {answer}").ends(0);
        let none = run!("enumerate {question} --turns 1 --recipe {recipe}").ends(0);
        assert!(none.out.starts_with("0 solutions"), "{none:#?}");
    }
}

#[test]
fn a_few_colored_stickers_among_many_equal_ones_are_solved_quickly() {
    let folder = Folder::new();
    let turns = [
        ("R", "f0 f1 f2"),
        ("L", "f2 f3 f4"),
        ("U", "f4 f5 f6"),
        ("D", "f6 f7 f8"),
        ("F", "f8 f9 f10"),
        ("B", "f10 f11 f12"),
    ];
    let file = folder.write("ring.toml", row("ABCxxxxxxxxxxx", &turns));
    let question = format!("--puzzle-file {file} --state x...........A. --to A.............");
    for recipe in ["mux-idle", "onehot", "lemmas"] {
        // The mark passes six triples.
        run!("solve {question} --recipe {recipe} --time-limit 20 --quiet")
            .ends_printing(0, &["6 turns, minimal"]);
    }
}
