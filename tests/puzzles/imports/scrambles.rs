//! Files of twsearch scrambles.

use twistsat::notation::{Notation, Scheme};
use twistsat::puzzle::Puzzle;

use super::{read, sample, sample_arg};
use crate::common::cli::{Folder, run, run_in};
use crate::common::{each, rows};

fn pocket() -> Puzzle {
    read(&sample("pocket-fixed.tws"))
}

/// The state of the only scramble of a text, without the blanks.
#[track_caller]
fn state(puzzle: &Puzzle, text: &str) -> String {
    let scrambles = puzzle.read_scrambles("x.scr", text).expect(text);
    assert_eq!(scrambles.len(), 1);
    scrambles[0].state.iter().collect()
}

fn after(puzzle: &Puzzle, turns: &str) -> String {
    let turns = Notation::Singmaster.read(puzzle, turns).expect("turns");
    Scheme::own_symbols(puzzle).text(&puzzle.reached_by(&turns).into())
}

#[test]
fn the_same_state_is_read_from_every_form() {
    let puzzle = pocket();
    for [turns, text] in rows(
        r#"
// The state after one R is the move R, its orientations listed by place.
R » Scramble a⏎CORNERS⏎5 2 1 4 7 6 3 8⏎2 0 1 0 1 0 2 0⏎End⏎
R » ScrambleState a⏎CORNERS⏎4 1 0 3 6 5 2 7⏎2 0 1 0 1 0 2 0⏎End⏎
R » StartState a⏎CORNERS⏎4 1 0 3 6 5 2 7⏎2 0 1 0 1 0 2 0⏎End⏎
R » ScrambleAlg a⏎R⏎End⏎
R » ScrambleAlg a⏎  R U⏎# a remark⏎ (U)'⏎End⏎
// Each digit, one of 62, is three times the piece plus its orientation.
R » CPOS E319JF8L⏎
 » Scramble a⏎End⏎
 » Scramble a⏎CORNERS⏎1 2 3 4 5 6 7 8⏎End⏎
"#,
    ) {
        assert_eq!(state(&puzzle, text), after(&puzzle, turns), "{text}");
    }
}

#[test]
fn several_scrambles_keep_their_names_and_order() {
    let text = "ScrambleAlg one\nR\nEnd\n\nScrambleAlg two\nU\nEnd\nCPOS 0369CFIL\n";
    let scrambles = pocket().read_scrambles("x.scr", text).expect("three");
    let names = scrambles.iter().map(|scramble| scramble.name.as_str());
    assert!(names.eq(["one", "two", ""]));
}

#[test]
fn invisible_orientations_may_be_left_open() {
    let puzzle = read(&sample("oriented.tws"));
    let solved = after(&puzzle, "");
    let text = |turned: &str| format!("Scramble a\nDIALS\n7 3 3 9\n{turned}\nEnd\n");
    assert_eq!(state(&puzzle, &text("3 ? ? 1")), solved);
    assert_eq!(state(&puzzle, &text("3 2 0 1")), solved);
    assert_ne!(state(&puzzle, &text("0 ? ? 1")), solved);
    // Piece 7 is the second of 3, 7 and 9, so it has index 1. With four orientations, its digit is 1 · 4 + 3.
    assert_eq!(state(&puzzle, "CPOS 700903"), solved);
}

#[test]
fn every_mistake_is_reported_with_its_place() {
    let good = "Scramble a\nCORNERS\n1 2 3 4 5 6 7 8\n0 0 0 0 0 0 0 0\nEnd\n";
    let puzzle = pocket();
    for [from, to, says] in rows(
        r#"
Scramble a » Scramble » 1:1: expected `Scramble NAME`
Scramble a » Scrambled a » 1:1: `Scrambled` does not begin a scramble; expected one of: Scramble, ScrambleState
CORNERS » EDGES » 2:1: `EDGES` is neither a set nor `End`; the sets are CORNERS
1 2 3 4 5 6 7 8 » 1 2 3 4 5 6 7 7 » 3:1: the pieces must be those of the solved state: 1 2 3 4 5 6 7 8
1 2 3 4 5 6 7 8 » 0 1 2 3 4 5 6 7 » 3:1: `0` is not a whole number
1 2 3 4 5 6 7 8 » 1 2 3 » 3:1: the row has 3 numbers; set `CORNERS` has 8 pieces
0 0 0 0 0 0 0 0 » 0 0 0 0 0 0 0 3 » 4:15: `3` is not a whole number from 0 to 2
0 0 0 0 0 0 0 0 » ? 0 0 0 0 0 0 0 » 3:1: the orientation of piece 1 is `?`
End⏎ »  » 1:1: `Scramble` has no `End`
* » ScrambleAlg a⏎R U Q⏎End⏎ » 2:5: `Q` is not a turn: the singmaster names are U U2 U' R
* » ScrambleAlg a⏎ R (U⏎ » 2:4: `(` opens a group that no `)` closes
* » ScrambleAlg a⏎R⏎ » 1:1: `ScrambleAlg` has no `End`
* » CPOS 0369CFI » 1:6: this is not a packed state: place 8 of set `CORNERS` has no piece
* » CPOS 0369CFILL » 1:6: this is not a packed state: it is too long
* » CPOS 0369CFIz » 1:6: this is not a packed state: place 8
* » CPOS 0369CFI! » 1:6: this is not a packed state: place 8
* » ⏎# nothing⏎ » 2:10: no scramble found; expected one of: Scramble, ScrambleState, StartState, ScrambleAlg, CPOS
"#,
    ) {
        let from = if from == "*" { good } else { from };
        let text = super::with_replaced(good, from, to);
        let error = puzzle.read_scrambles("x.scr", &text).expect_err(&text);
        let (error, begin) = (error.to_string(), format!("x.scr:{says}"));
        assert!(error.starts_with(&begin), "{text}\n{error}\n{says}");
    }
}

#[test]
fn a_puzzle_defined_by_facelets_has_no_orbits() {
    let puzzle = Puzzle::built_in("pocket").expect("built in");
    let error = puzzle.read_scrambles("x.scr", "CPOS 0\n");
    let error = error.expect_err("no orbits");
    let says = "require a puzzle from a .tws file or a KPuzzle";
    assert!(error.to_string().contains(says));
}

#[test]
fn the_command_reads_states_from_files() {
    let folder = Folder::new();
    let puzzle = sample_arg("pocket-fixed.tws");
    for [name, text] in rows(
        r#"
one.scr » Scramble a⏎CORNERS⏎5 2 1 4 7 6 3 8⏎2 0 1 0 1 0 2 0⏎End⏎
two.scr » ScrambleAlg first⏎R U⏎End⏎ScrambleAlg last⏎F2⏎End⏎
wrong.scr » Scramble a⏎CORNERS⏎1 2⏎End⏎
twisted.scr » Scramble a⏎CORNERS⏎1 2 3 4 5 6 7 8⏎1 0 0 0 0 0 0 0⏎End⏎
cube.txt » UUUURLRLBFBFDDDDLRLRFBFB⏎
"#,
    ) {
        folder.write(name, text);
    }
    let solve = format!("solve --puzzle-file {puzzle} --max-turns 4 --format alg --quiet");
    let solve = |state: &str| run_in!(folder.path(), "{solve} --state '@{state}'");
    for [state, turns] in rows(
        "
one.scr » R'
one.scr#a » R'
two.scr#first » U' R'
two.scr#last » F2
",
    ) {
        assert_eq!(solve(state).ends(0).out.trim_end(), turns);
    }
    for [state, says] in rows(
        "
two.scr » several scrambles; choose one with
two.scr » #NAME: first, last
two.scr#middle » no scramble `middle`; its scrambles are: first, last
/nowhere.scr » /nowhere.scr
wrong.scr » wrong.scr:3:1: the row has 2 numbers
// A twisted corner is impossible in any notation.
twisted.scr » one corner is twisted in its place, the one at position 1 of set CORNERS
",
    ) {
        solve(state).ends(1).says(&[says]);
    }
    // For other puzzles, the file contains the state as text.
    let solve = "solve pocket --format alg --quiet --state @cube.txt";
    let solution = run_in(folder.path(), solve);
    assert_eq!(solution.ends(0).out.split_whitespace().count(), 3);
}

/// A set of four pieces and a set of two. Move R swaps the first two pieces of each set; S swaps the last two of the four.
const COUPLED: &str = "\
Set A 4 3
Set B 2 1
Solved
A
1 1 2 2
End
Move R
A
2 1 3 4
B
2 1
End
Move S
A
1 2 4 3
End
";

#[test]
fn identical_pieces_may_have_distinct_numbers() {
    let puzzle = super::puzzle("x.tws", COUPLED);
    let text = |row: &str| format!("Scramble a\nA\n{row}\n0 0 0 0\nEnd\n");
    for (own, shared) in [
        ("1 2 3 4", "1 1 2 2"),
        ("3 1 4 2", "2 1 2 1"),
        ("2 1 4 3", "1 1 2 2"),
    ] {
        assert_eq!(state(&puzzle, &text(own)), state(&puzzle, &text(shared)));
    }
    let zero = "ScrambleState a\nA\n2 0 3 1\n0 0 0 0\nEnd\n";
    assert_eq!(state(&puzzle, zero), state(&puzzle, &text("2 1 2 1")));
    for row in ["1 1 1 2", "1 2 3 3", "1 2 3 5"] {
        let error = puzzle.read_scrambles("x.scr", &text(row));
        let error = error.expect_err("refused");
        let says = "the pieces must be those of the solved state: 1 1 2 2";
        assert!(error.to_string().contains(says), "{error}");
    }
}

#[test]
fn an_impossible_scramble_is_reported_in_sets_and_positions() {
    let folder = Folder::new();
    folder.write("coupled.tws", COUPLED.replace("1 1 2 2", "1 2 3 4"));
    folder.write("cube.tws", super::text(&sample("cube.tws")));
    each(
        r#"
coupled » A⏎1 3 2 4⏎0 0 0 0 » no piece has the colors » shown at position 1 of set A and position 2 of set A
coupled » B⏎2 1 » no piece has the colors » of set A and position 1 of set B and position 2 of set B
coupled » A⏎1 2 3 4⏎0 0 1 0 » no piece has the colors » shown at position 3 of set A and position 4 of set A
cube » EDGES⏎2 1 3 4 5 6 7 8 9 10 11 12 » two pieces are swapped, those at position 1 of set EDGES and position 2 of
cube » EDGES⏎1 2 3 4 5 6 7 8 9 10 11 12⏎1 0 0 0 0 0 0 0 0 0 0 0 » one edge is flipped in its place, the one at position 1 of
cube » EDGES⏎2 3 4 1 5 6 7 8 9 10 11 12 » the pieces of set EDGES have odd parity
"#,
        |[puzzle, body], says| {
            folder.write("x.scr", format!("Scramble a\n{body}\nEnd\n"));
            let solve = format!("solve --to solved --puzzle-file {puzzle}.tws");
            for start in ["--state @x.scr", "--batch x.scr"] {
                let run = run_in!(folder.path(), "{solve} {start}").ends(1);
                let said = run.says(says).err;
                assert!(!said.contains("A-1") && !said.contains("B-1"), "{said}");
            }
        },
    );
}

#[test]
fn identical_pieces_that_cannot_meet_are_reported_by_position() {
    // The first four positions and the last four, each with all even permutations.
    let head = "Set A 8 1\nSolved\nA\n1 1 1 2 1 2 2 2\nEnd\n";
    let moves = "2 3 1 4 5 6 7 8/1 3 4 2 5 6 7 8/1 2 3 4 6 7 5 8/1 2 3 4 5 7 8 6";
    let moves = moves.split('/').zip(["R", "S", "T", "U"]);
    let moves = moves.map(|(row, name)| format!("Move {name}\nA\n{row}\nEnd\n"));
    let folder = Folder::new();
    let puzzle = folder.write("x.tws", head.to_owned() + &moves.collect::<String>());
    let scramble = folder.write("x.scr", "Scramble a\nA\n1 1 1 1 2 2 2 2\nEnd\n");
    let says = "appears twice: at position 1 of set A and at position 4 of set A";
    let solve = format!("solve --puzzle-file {puzzle} --to solved --state '@{scramble}'");
    run(solve).ends(1).says(&[says]);
}

#[test]
fn a_file_of_scrambles_is_recognized_by_its_content() {
    let folder = Folder::new();
    let puzzle = sample_arg("pocket-fixed.tws");
    let text = "# two of them\n\nScrambleAlg one\nR\nEnd\nScrambleAlg two\nU R\nEnd\n";
    let solve = format!("solve --puzzle-file {puzzle} --to solved --format alg --quiet");
    for name in ["list.scr", "list.txt", "list"] {
        let list = folder.write(name, text);
        let batch = run!("{solve} --batch {list}").ends(0).out;
        assert_eq!(batch, "R'\nR' U'\n", "{name}");
        let one = run!("{solve} --state '@{list}#two'").ends(0).out;
        assert_eq!(one, "R' U'\n", "{name}");
    }
    let turns = folder.write("turns.txt", "R\nU R\n");
    let batch = run!("{solve} --batch {turns}").ends(0).out;
    assert_eq!(batch, "R'\nR' U'\n");
}
