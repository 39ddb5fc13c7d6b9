//! Written in another format and read back, a puzzle is the same puzzle.

use twistsat::puzzle::{Puzzle, PuzzleFormat, built_in, built_in_names};

use super::common_cli::{Folder, run};
use super::counts::{counts, order};
use super::{read, sample, samples};

/// Checks that two puzzles have groups of one order and as many states at each
/// small distance.
#[track_caller]
fn assert_same(one: &Puzzle, other: &Puzzle, what: &str) {
    assert_eq!(order(one), order(other), "{what}");
    let most = if one.facelets().len() > 60 { 1 } else { 3 };
    assert_eq!(counts(one, most), counts(other, most), "{what}");
    let names = |puzzle: &Puzzle| -> Vec<String> {
        puzzle.turns().iter().map(|turn| turn.name()).collect()
    };
    assert_eq!(names(one), names(other), "{what}");
}

#[test]
fn each_sample_is_the_same_puzzle_in_every_format_that_can_say_it() {
    for path in [samples("tws"), samples("kpuzzle")].concat() {
        let puzzle = read(&path);
        for format in PuzzleFormat::ALL {
            let what = format!("{} as {format}", path.display());
            match puzzle.write(format) {
                Ok(text) => {
                    let back = Puzzle::from_file(&format!("back.{}", end(format)), &text);
                    assert_same(
                        &puzzle,
                        &back.unwrap_or_else(|e| panic!("{what}: {e}")),
                        &what,
                    );
                }
                // Orientations modulo 2 of 4 are beyond a .tws file.
                Err(reason) => assert!(
                    path.ends_with("dials.json") && format == PuzzleFormat::Tws,
                    "{what}: {reason}"
                ),
            }
        }
    }
}

fn end(format: PuzzleFormat) -> &'static str {
    match format {
        PuzzleFormat::KPuzzle => "json",
        PuzzleFormat::Tws => "tws",
        PuzzleFormat::Toml => "toml",
    }
}

#[test]
fn built_in_puzzles_are_the_same_in_every_format_that_can_say_them() {
    let mut said = 0;
    for name in built_in_names() {
        let puzzle = built_in(name).expect("built in").expect("valid");
        for format in PuzzleFormat::ALL {
            let what = format!("{name} as {format}");
            match puzzle.write(format) {
                Ok(text) => {
                    let back = Puzzle::from_file(&format!("back.{}", end(format)), &text);
                    assert_same(
                        &puzzle,
                        &back.unwrap_or_else(|e| panic!("{what}: {e}")),
                        &what,
                    );
                    said += 1;
                }
                Err(reason) => assert!(reason.contains("more than a circle"), "{what}: {reason}"),
            }
        }
    }
    assert!(said > 2 * built_in_names().count());
}

#[test]
fn convert_writes_what_can_be_solved() {
    let folder = Folder::new();
    let from = sample("pyraminx.tws").to_str().expect("UTF-8").to_owned();
    let solve = |file: &str| {
        let problem = [
            "--scramble",
            "U L' R",
            "--max-turns",
            "5",
            "--format",
            "alg",
            "--quiet",
        ];
        run(&[&["solve", "--puzzle-file", file], &problem[..]].concat())
            .ends(0)
            .out
    };
    let expected = solve(&from);
    assert_eq!(expected.split_whitespace().count(), 3, "{expected}");
    for (format, name) in [("toml", "a.toml"), ("tws", "a.tws"), ("kpuzzle", "a.json")] {
        let to = folder.arg(name);
        let run = run(&["puzzle", "convert", &from, "--to", format, "-o", &to]).ends(0);
        assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
        assert_eq!(solve(&to).split_whitespace().count(), 3);
        let printed = super::common_cli::run(&["puzzle", "convert", &from, "--to", format]).ends(0);
        assert_eq!(printed.out, folder.read(name));
    }
}

#[test]
fn convert_says_what_a_format_cannot_say() {
    let dials = sample("dials.json").to_str().expect("UTF-8").to_owned();
    let refused = run(&["puzzle", "convert", &dials, "--to", "tws"]).ends(1);
    let says =
        "it cannot be written as tws: set PIECES has pieces whose orientation shows modulo 2 only";
    assert!(refused.err.contains(says), "{refused:#?}");
    run(&["puzzle", "convert", &dials, "--to", "xml"]).ends(2);
    run(&["puzzle", "convert", "/nowhere.tws"]).ends(1);
}

#[test]
fn check_and_show_take_foreign_files() {
    let file = sample("pocket.tws").to_str().expect("UTF-8").to_owned();
    run(&["puzzle", "check", &file]).ends(0);
    let shown = run(&["puzzle", "show", "--puzzle-file", &file]).ends(0);
    assert!(
        shown.out.contains("88,179,840") || shown.out.contains("88179840"),
        "{shown:#?}"
    );
    let folder = Folder::new();
    let wrong = folder.write("wrong.tws", "Name a\nSet B\n");
    let refused = run(&["puzzle", "check", &wrong]).ends(1);
    assert!(
        refused
            .out
            .contains("wrong.tws:2:1: this must be: Set NAME"),
        "{refused:#?}"
    );
}
