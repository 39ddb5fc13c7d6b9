//! A puzzle that is written in another format and read back is the same puzzle.

use std::path::Path;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use twistsat::formats::PuzzleFormat;
use twistsat::notation::{Notation, Scheme};
use twistsat::puzzle::{Layout, Puzzle};

use super::counts::order;
use super::model::Model;
use super::{read, sample, sample_arg, samples};
use crate::common::cli::{Folder, run};
use crate::common::puzzles::counts;
use crate::common::rows;

/// Checks that two puzzles have the same order of the group, the same number of states at each small distance, and the same
/// names of turns.
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

/// Checks that a puzzle is the same in each format that can express it. Returns the other formats, with reasons.
fn check_every_format(puzzle: &Puzzle, what: &str) -> Vec<(PuzzleFormat, String)> {
    let mut others = Vec::new();
    for format in PuzzleFormat::ALL {
        match puzzle.write(format) {
            Err(reason) => others.push((format, reason.to_string())),
            Ok(text) => assert_same(puzzle, &back(format, &text), &format!("{what} as {format}")),
        }
    }
    others
}

/// A .tws file cannot express orientations modulo 2 of 4.
fn can_express(path: &Path, format: PuzzleFormat) -> bool {
    !(path.ends_with("dials.json") && format == PuzzleFormat::Tws)
}

#[test]
fn each_sample_is_equal_in_every_format_that_can_express_it() {
    for path in samples() {
        let others = check_every_format(&read(&path), &path.display().to_string());
        let mut formats = PuzzleFormat::ALL.to_vec();
        formats.retain(|&format| !can_express(&path, format));
        let others: Vec<PuzzleFormat> = others.into_iter().map(|(format, _)| format).collect();
        assert_eq!(others, formats, "{}", path.display());
    }
}

#[test]
#[ignore = "long check"]
fn built_in_puzzles_are_equal_in_every_format_that_can_express_them() {
    let mut expressed = 0;
    let puzzles = crate::common::puzzles::built_in();
    for puzzle in &puzzles {
        let name = puzzle.name();
        let others = check_every_format(puzzle, name);
        expressed += PuzzleFormat::ALL.len() - others.len();
        for (format, reason) in others {
            let says = "do not form a single cycle";
            assert!(reason.contains(says), "{name} as {format}: {reason}");
        }
    }
    assert!(expressed > 2 * puzzles.len());
}

/// Reads text that was written in a format.
#[track_caller]
pub fn back(format: PuzzleFormat, text: &str) -> Puzzle {
    let end = match format {
        PuzzleFormat::KPuzzle => "json",
        PuzzleFormat::Tws => "tws",
        PuzzleFormat::Toml => "toml",
    };
    super::puzzle(&format!("back.{end}"), text)
}

/// A puzzle written in another format and read back.
fn converted(puzzle: &Puzzle, format: PuzzleFormat) -> Option<Puzzle> {
    Some(back(format, &puzzle.write(format).ok()?))
}

/// Whether one of the conversions was to a KPuzzle, which numbers its pieces from 0 without gaps.
fn is_renumbered(puzzle: &Puzzle) -> bool {
    puzzle.definition().contains("pieces = [1, 0, 0, 2]")
}

/// The colors in the order of the net: after turns, and as read from a scramble.
fn stickers_after(puzzle: &Puzzle, turns: &str, scramble: &str) -> [String; 2] {
    let read = puzzle.read_scrambles("x.scr", scramble).expect(scramble);
    let turns = Notation::Singmaster.read(puzzle, turns).expect("turns");
    let after = Scheme::own_symbols(puzzle).state_characters(&puzzle.reached_by(&turns));
    [&after, &read[0].state].map(|state| Layout::Net.write(puzzle, state))
}

#[test]
fn conversion_of_a_puzzle_keeps_the_state_of_a_scramble() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut conversions = 0;
    for path in samples() {
        let puzzle = read(&path);
        let model = Model::read(&path);
        let turns = puzzle.turns().iter().filter(|turn| turn.power == 1);
        let names = turns.map(|turn| turn.base.as_str());
        let names: Vec<&str> = names.filter(|base| model.has(base)).collect();
        let mut everywhere = vec![puzzle.clone()];
        for format in PuzzleFormat::ALL {
            let there = converted(&puzzle, format);
            let what = format!("{} as {format}", path.display());
            assert_eq!(there.is_some(), can_express(&path, format), "{what}");
            let Some(there) = there else { continue };
            // Convert once more, to every format.
            let again = PuzzleFormat::ALL.into_iter();
            let again = again.filter_map(|it| converted(&there, it));
            everywhere.extend(again);
            everywhere.push(there);
        }
        conversions += everywhere.len() - 1;
        for _ in 0..5 {
            let turns = (0..9).map(|_| *names.choose(&mut random).unwrap());
            let turns: Vec<&str> = turns.collect();
            let scramble = model.scramble_state(&turns);
            let turns = turns.join(" ");
            let expected = stickers_after(&puzzle, &turns, &scramble);
            assert_eq!(expected[0], expected[1], "{}: {turns}", path.display());
            for there in &everywhere {
                if path.ends_with("oriented.tws") && is_renumbered(there) {
                    let refused = there.read_scrambles("x.scr", &scramble);
                    let refused = refused.expect_err("other numbers").to_string();
                    assert!(refused.contains("the pieces must be those"), "{refused}");
                    continue;
                }
                let found = stickers_after(there, &turns, &scramble);
                assert_eq!(found, expected, "{}: {turns}", path.display());
            }
        }
    }
    // Each of fourteen samples has three conversions, and each of these has three more; `dials.json` has fewer.
    assert_eq!(conversions, 14 * 12 + 2 * 3 + 2 - 2);
}

#[test]
fn aliases_of_turns_are_kept_in_every_format() {
    let puzzle = read(&sample("sequences.tws"));
    let names = |puzzle: &Puzzle| -> Vec<[String; 2]> {
        let aliases = puzzle.aliases().iter();
        aliases.map(|it| [it.name.clone(), it.turn()]).collect()
    };
    let expected = [["Right", "R"], ["RR", "R2"]].map(|pair| pair.map(str::to_owned));
    assert_eq!(names(&puzzle), expected);
    for format in PuzzleFormat::ALL {
        let there = converted(&puzzle, format).expect("can be said");
        assert_eq!(names(&there), expected, "{format}");
    }
    let tws = puzzle.write(PuzzleFormat::Tws).expect("can be said");
    assert!(tws.contains("MoveAlias Right R\n"), "{tws}");
    assert!(tws.contains("MoveSequence RR R2\n"), "{tws}");
}

#[test]
fn inconsistent_orbits_of_a_puzzle_file_are_refused() {
    let text = read(&sample("oriented.tws")).definition().to_owned();
    for [from, to, says] in rows(
        r#"
[[orbit]]⏎name = "DIALS" » [[orbit]]⏎name = "DIAL" » no face has the facelet `DIAL-1.0`
[[orbit]]⏎name = "DIALS" » [[orbit]]⏎name = "PAIR" » orbit `PAIR` appears twice
[[orbit]]⏎name = "DIALS" » [[orbit]]⏎name = "A B" » text without spaces
pieces = [6, 2, 2, 8] » pieces = [6, 2, 2] » for each piece
pieces = [6, 2, 2, 8] » pieces = [2, 6, 6, 8] » facelet `DIALS-1.3` shows `A` according to `pieces`, but its face has the color `B`
pieces = [6, 2, 2, 8] » pieces = [6, 2, 2, 99999] » numbers from 0 to 65535
pieces = [0, 1] » pieces = [] » an orbit needs pieces
pieces = [0, 1] » pieces = [0, 1, 2] » the orbits have 25 facelets, the faces have 22
orientation = [3, 0, 0, 1] » orientation = [3, 1, 0, 1] » a number below its `modulus`
modulus = [4, 1, 1, 4] » modulus = [4, 3, 1, 4] » a divisor of 4
modulus = [4, 1, 1, 4] » modulus = [4, 0, 1, 4] » a divisor of 4
orientations = 3 » orientations = 2 » the orbits have 20 facelets
orientations = 3 » orientations = 0 » from 1 to 10000
cycles = ["DIALS-1.0  » cycles = [" » does not move the orbits' pieces as units
orientations = 3 » orientation = 3 » expected a sequence
"#,
    ) {
        let damaged = super::with_replaced(&text, from, to);
        let said = super::refusal("x.toml", &damaged);
        assert!(said.contains(says), "{from} -> {to}: {said}");
    }
}

#[test]
fn converted_puzzles_can_be_solved() {
    let folder = Folder::new();
    let from = sample_arg("pyraminx.tws");
    let solve = |file: &str| {
        let problem = r#"--scramble "U L' R" --max-turns 5 --format alg --quiet"#;
        let alg = run!("solve --puzzle-file {file} {problem}").ends(0).out;
        assert_eq!(alg.split_whitespace().count(), 3, "{alg}");
    };
    solve(&from);
    for (format, name) in [("toml", "a.toml"), ("tws", "a.tws"), ("kpuzzle", "a.json")] {
        let to = folder.arg(name);
        let run = run!(r#"puzzle convert {from} --to {format} -o "{to}""#).ends(0);
        assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
        solve(&to);
        let printed = run!("puzzle convert {from} --to {format}").ends(0);
        assert_eq!(printed.out, folder.read(name));
    }
}

#[test]
fn convert_reports_what_a_format_cannot_express() {
    let dials = sample_arg("dials.json");
    let refused = run!("puzzle convert {dials} --to tws").ends(1);
    let says = "it cannot be written as tws: set DIALS has pieces whose orientation can be seen only modulo 2";
    assert!(refused.err.contains(says), "{refused:#?}");
    run!("puzzle convert {dials} --to xml").ends(2);
    run!("puzzle convert /nowhere.tws").ends(1);
}

#[test]
fn aliases_are_read_wherever_turns_are_but_never_written() {
    let file = sample_arg("sequences.tws");
    let alg = |arguments: &str| {
        let always = format!("solve --puzzle-file {file} --max-turns 4");
        let run = run!("{always} --format alg --quiet --to solved {arguments}");
        run.ends(0).out.trim().to_owned()
    };
    let scramble = r#"--scramble "Right' U" --allow 'R U'"#;
    assert_eq!(alg(scramble), "U' R");
    assert_eq!(alg("--scramble RR --allow Right"), "R2");
    assert_eq!(alg("--scramble R2 --allow Right1"), "R R");
    let forbid = "--scramble R2 --forbid 'RR U Slope Cut Both'";
    assert!(["R R", "R' R'"].contains(&alg(forbid).as_str()));
    assert_eq!(alg(r#"--scramble "U' R2" --starts-with RR"#), "R2 U");
    let at_most = "--scramble R2 --at-most RR=0 --allow R";
    assert!(["R R", "R' R'"].contains(&alg(at_most).as_str()));
    assert_eq!(alg("--from 'RR U'"), "U' R2");
    let run = run!("solve --puzzle-file {file} --scramble Left").ends(1);
    run.says(&["`Left` at column 1 is not a turn"]);
    let run = run!("puzzle show --puzzle-file {file}").ends(0);
    run.prints(&["aliases   Right is R, RR is R2\n"]);
    let json = run!("puzzle show --puzzle-file {file} --format json");
    assert_eq!(json.ends(0).json()["aliases"][1]["turn"], "R2");
}

#[test]
fn a_move_may_stand_before_the_one_whose_power_it_is() {
    let cycle = |name: &str, row: &str| format!("Move {name}\nA\n{row}\nEnd\n");
    let text = |moves: &str| format!("Name a\nSet A 4 1\nSolved\nEnd\n{moves}");
    let quarter = cycle("R", "2 3 4 1");
    let half = |name: &str| cycle(name, "3 4 1 2");
    let names = |text: &str| {
        let puzzle = super::puzzle("x.tws", text);
        let turns = puzzle.turns().iter().map(|turn| turn.name());
        let aliases = puzzle.aliases().iter().map(|alias| alias.name.clone());
        turns.chain(aliases).collect::<Vec<String>>()
    };
    let with_alias = text(&(half("H") + &quarter));
    assert_eq!(names(&with_alias), ["R", "R2", "R'", "H"]);
    // An alias that equals the name of its turn is left out.
    assert_eq!(names(&text(&(half("R2") + &quarter))), ["R", "R2", "R'"]);
    let other = text(&(quarter + &cycle("R2", "2 1 3 4")));
    let said = super::refusal("x.tws", &other);
    assert!(said.contains("two turns would be written `R2`"), "{said}");
}
