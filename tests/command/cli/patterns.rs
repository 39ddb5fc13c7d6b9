//! Typical uses of patterns with every command. Each answer is compared with an exhaustive search over sequences of turns
//! on strings of colors.

use std::collections::BTreeSet;

use itertools::Itertools;
use twistsat::notation::Notation;
use twistsat::puzzle::{Puzzle, Sticker};

use super::*;
use crate::common::puzzles::puzzle_file;

/// A question and its known answer.
struct Use {
    puzzle: &'static str,
    /// The option that gives the start.
    start: &'static str,
    /// The start as a state, or as turns that lead to it.
    means: &'static str,
    to: &'static str,
    /// The number of turns of the shortest answers.
    turns: usize,
}

impl Use {
    /// All answers of exactly N turns, by trying all sequences on strings of colors.
    fn answers(&self, length: usize) -> BTreeSet<String> {
        let puzzle = Puzzle::built_in(self.puzzle).unwrap();
        let after = |turns: &str| -> Vec<char> {
            let turns = Notation::Singmaster.read(&puzzle, turns).unwrap();
            let state = puzzle.apply(puzzle.solved(), &turns);
            let symbols = puzzle.symbols();
            state.colors().iter().map(|&color| symbols[color]).collect()
        };
        let state = puzzle.layout().read(&puzzle, self.means);
        let start = state.unwrap_or_else(|_| after(self.means));
        let goal = match self.to {
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
}

/// Checks the answers of `solve`, `enumerate`, `encode` with `decode`, and `prove` with `verify`.
fn check(question: &Use) {
    let expected = question.answers(question.turns);
    assert!(!expected.is_empty());
    assert!((0..question.turns).all(|length| question.answers(length).is_empty()));
    let folder = Folder::new();
    let ask = |command: &str, more: &str| {
        let Use {
            puzzle, start, to, ..
        } = question;
        run_in!(
            folder.path(),
            "{command} {puzzle} {start} --to '{to}' {more}"
        )
    };
    let turns = question.turns;

    let solved = ask("solve", "--format json --quiet").ends(0);
    let solved = solved
        .reports(json!({"turns": turns, "minimal": true}))
        .json();
    assert!(expected.contains(solved["solution"].as_str().unwrap()));

    let all = ask("enumerate", "--shortest --format json --quiet");
    let all = all.ends(0).json()["solutions"].clone();
    let all: BTreeSet<String> = serde_json::from_value(all).unwrap();
    assert_eq!(all, expected);

    ask("encode", &format!("--turns {turns} -o it.cnf")).ends(0);
    folder.write("answer", answer_to(&folder.read("it.cnf")));
    let decode = "decode it.cnf.map.json answer --format alg";
    let decoded = run_in(folder.path(), decode).ends(0).out;
    let decoded = decoded.split('#').next().unwrap().trim();
    assert!(expected.contains(decoded), "{decoded}");

    let prove = |turns| ask("prove", &format!("--max-turns {turns} -o proved --quiet"));
    prove(turns - 1).ends(0);
    run_in!(folder.path(), "verify proved.json").ends(0);
    prove(turns).ends(1).prints(&["there is a solution"]);
}

#[test]
#[ignore = "long check"]
fn the_bottom_layer_alone_is_solved_by_every_command() {
    check(&Use {
        puzzle: "pocket",
        start: r#"--scramble "R U R' F""#,
        means: "R U R' F",
        to: ".... ..OO ..WW BBBB ..RR ..YY",
        turns: 4,
    });
    check(&Use {
        puzzle: "rubik",
        start: r#"--scramble "R U R'""#,
        means: "R U R'",
        to: "......... ......RRR ......FFF DDDDDDDDD ......LLL ......BBB",
        turns: 3,
    });
}

#[test]
#[ignore = "long check"]
fn any_state_with_corners_oriented_is_a_goal_of_every_command() {
    check(&Use {
        puzzle: "pocket",
        start: "--scramble 'R2 U F'",
        means: "R2 U F",
        to: "[GB][GB][GB][GB] ........ [GB][GB][GB][GB] ........",
        turns: 1,
    });
    check(&Use {
        puzzle: "rubik",
        start: "--scramble 'R D F'",
        means: "R D F",
        to: "[UD].[UD]...[UD].[UD] ......... ......... [UD].[UD]...[UD].[UD] ......... .........",
        turns: 3,
    });
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn every_command_takes_starts_with_unknown_stickers() {
    // The visible stickers admit any orientation of one corner, but only one is a possible state.
    check(&Use {
        puzzle: "pocket",
        start: "--state 'YRGO GYWB R.OG WRBO BYWG BOWR'",
        means: "YRGO GYWB RYOG WRBO BYWG BOWR",
        to: "solved",
        turns: 4,
    });
}

/// A puzzle file: a row of stickers in these colors, and turns that are each one cycle.
fn row(colors: &str, turns: &[(&str, &str)]) -> String {
    let face = |(number, color)| {
        (
            format!("F{number}"),
            String::from(color),
            format!("f{number}"),
        )
    };
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
            .ends(0)
            .prints(&["6 turns, minimal"]);
    }
}
