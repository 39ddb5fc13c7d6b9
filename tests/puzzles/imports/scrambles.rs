//! Files of twsearch scrambles.

use twistsat::notation::Notation;
use twistsat::puzzle::Puzzle;

use super::{read, sample};
use crate::common::cli::{Folder, run};

fn pocket() -> Puzzle {
    read(&sample("pocket-fixed.tws"))
}

/// The state of the only scramble of a text, without the blanks.
#[track_caller]
fn state(puzzle: &Puzzle, text: &str) -> String {
    let scrambles = puzzle.read_scrambles("x.scr", text);
    let scrambles = scrambles.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(scrambles.len(), 1);
    scrambles[0].state.iter().collect()
}

fn after(puzzle: &Puzzle, turns: &str) -> String {
    let turns = Notation::Singmaster.read(puzzle, turns).expect("turns");
    let state = puzzle.apply(puzzle.solved(), &turns);
    state
        .colors()
        .iter()
        .map(|&color| puzzle.symbols()[color])
        .collect()
}

#[test]
fn the_same_state_is_read_from_every_form() {
    let puzzle = pocket();
    // The state after one R is the move R, its orientations listed by place.
    let expected = after(&puzzle, "R");
    for text in [
        "Scramble a\nCORNERS\n5 2 1 4 7 6 3 8\n2 0 1 0 1 0 2 0\nEnd\n",
        "ScrambleState a\nCORNERS\n4 1 0 3 6 5 2 7\n2 0 1 0 1 0 2 0\nEnd\n",
        "StartState a\nCORNERS\n4 1 0 3 6 5 2 7\n2 0 1 0 1 0 2 0\nEnd\n",
        "ScrambleAlg a\nR\nEnd\n",
        "ScrambleAlg a\n  R U\n# a remark\n (U)'\nEnd\n",
        // Each digit, one of 62, is three times the piece plus its orientation.
        "CPOS E319JF8L\n",
    ] {
        assert_eq!(state(&puzzle, text), expected, "{text}");
    }
    assert_eq!(state(&puzzle, "Scramble a\nEnd\n"), after(&puzzle, ""));
    assert_eq!(
        state(&puzzle, "Scramble a\nCORNERS\n1 2 3 4 5 6 7 8\nEnd\n"),
        after(&puzzle, "")
    );
}

#[test]
fn several_scrambles_keep_their_names_and_order() {
    let text = "ScrambleAlg one\nR\nEnd\n\nScrambleAlg two\nU\nEnd\nCPOS 0369CFIL\n";
    let scrambles = pocket().read_scrambles("x.scr", text).expect("three");
    let names: Vec<&str> = scrambles
        .iter()
        .map(|scramble| scramble.name.as_str())
        .collect();
    assert_eq!(names, ["one", "two", ""]);
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
    for (from, to, says) in [
        ("Scramble a", "Scramble", "1:1: expected `Scramble NAME`"),
        (
            "Scramble a",
            "Scrambled a",
            "1:1: `Scrambled` does not begin a scramble; expected one of: Scramble, ScrambleState",
        ),
        (
            "CORNERS",
            "EDGES",
            "2:1: `EDGES` is neither a set nor `End`; the sets are CORNERS",
        ),
        (
            "1 2 3 4 5 6 7 8",
            "1 2 3 4 5 6 7 7",
            "3:1: the pieces must be those of the solved state: 1 2 3 4 5 6 7 8",
        ),
        (
            "1 2 3 4 5 6 7 8",
            "0 1 2 3 4 5 6 7",
            "3:1: `0` is not a whole number",
        ),
        (
            "1 2 3 4 5 6 7 8",
            "1 2 3",
            "3:1: the row has 3 numbers; set `CORNERS` has 8 pieces",
        ),
        (
            "0 0 0 0 0 0 0 0",
            "0 0 0 0 0 0 0 3",
            "4:15: `3` is not a whole number from 0 to 2",
        ),
        (
            "0 0 0 0 0 0 0 0",
            "? 0 0 0 0 0 0 0",
            "3:1: the orientation of piece 1 is `?`",
        ),
        ("End\n", "", "1:1: `Scramble` has no `End`"),
        (
            good,
            "ScrambleAlg a\nR U Q\nEnd\n",
            "2:5: `Q` is not a turn: the singmaster names are U U2 U' R",
        ),
        (
            good,
            "ScrambleAlg a\n R (U\n",
            "2:4: `(` opens a group that no `)` closes",
        ),
        (
            good,
            "ScrambleAlg a\nR\n",
            "1:1: `ScrambleAlg` has no `End`",
        ),
        (
            good,
            "CPOS 0369CFI",
            "1:6: this is not a packed state: place 8 of set `CORNERS` has no piece",
        ),
        (
            good,
            "CPOS 0369CFILL",
            "1:6: this is not a packed state: it is too long",
        ),
        (
            good,
            "CPOS 0369CFIz",
            "1:6: this is not a packed state: place 8",
        ),
        (
            good,
            "CPOS 0369CFI!",
            "1:6: this is not a packed state: place 8",
        ),
        (
            good,
            "\n# nothing\n",
            "2:10: no scramble found; expected one of: Scramble, ScrambleState, StartState, ScrambleAlg, CPOS",
        ),
    ] {
        let text = super::with_replaced(good, from, to);
        let error = puzzle
            .read_scrambles("x.scr", &text)
            .expect_err(&text)
            .to_string();
        assert!(
            error.starts_with(&format!("x.scr:{says}")),
            "{text}\n{error}\n{says}"
        );
    }
}

#[test]
fn a_puzzle_defined_by_facelets_has_no_orbits() {
    let puzzle = Puzzle::built_in("pocket").expect("built in");
    let error = puzzle
        .read_scrambles("x.scr", "CPOS 0\n")
        .expect_err("no orbits");
    assert!(
        error
            .to_string()
            .contains("require a puzzle from a .tws file or a KPuzzle")
    );
}

#[test]
fn the_command_reads_states_from_files() {
    let folder = Folder::new();
    let puzzle = sample("pocket-fixed.tws")
        .to_str()
        .expect("UTF-8")
        .to_owned();
    let one = folder.write(
        "one.scr",
        "Scramble a\nCORNERS\n5 2 1 4 7 6 3 8\n2 0 1 0 1 0 2 0\nEnd\n",
    );
    let two = folder.write(
        "two.scr",
        "ScrambleAlg first\nR U\nEnd\nScrambleAlg last\nF2\nEnd\n",
    );
    let solve = |state: &str| {
        run!(r#"solve --puzzle-file {puzzle} --max-turns 4 --format alg --quiet --state "{state}""#)
    };
    assert_eq!(solve(&format!("@{one}")).ends(0).out, "R'\n");
    assert_eq!(solve(&format!("@{one}#a")).ends(0).out, "R'\n");
    assert_eq!(solve(&format!("@{two}#first")).ends(0).out, "U' R'\n");
    assert_eq!(solve(&format!("@{two}#last")).ends(0).out, "F2\n");
    solve(&format!("@{two}"))
        .ends(1)
        .says(&["several scrambles; choose one with", "#NAME: first, last"]);
    solve(&format!("@{two}#middle"))
        .ends(1)
        .says(&["no scramble `middle`; its scrambles are: first, last"]);
    solve("@/nowhere.scr").ends(1);
    let wrong = folder.write("wrong.scr", "Scramble a\nCORNERS\n1 2\nEnd\n");
    solve(&format!("@{wrong}"))
        .ends(1)
        .says(&["wrong.scr:3:1: the row has 2 numbers"]);
    // A twisted corner is impossible in any notation.
    let twisted = folder.write(
        "t.scr",
        "Scramble a\nCORNERS\n1 2 3 4 5 6 7 8\n1 0 0 0 0 0 0 0\nEnd\n",
    );
    let twisted = solve(&format!("@{twisted}")).ends(1);
    let says = "one corner is twisted in its place, the one at position 1 of set CORNERS";
    assert!(twisted.err.contains(says), "{twisted:#?}");
    // For other puzzles, the file contains the state as text.
    let text = folder.write("cube.txt", "UUUURLRLBFBFDDDDLRLRFBFB\n");
    let solution = run!("solve pocket --format alg --quiet --state @{text}")
        .ends(0)
        .out;
    assert_eq!(solution.split_whitespace().count(), 3, "{solution}");
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
        let error = puzzle
            .read_scrambles("x.scr", &text(row))
            .expect_err("refused");
        let says = "the pieces must be those of the solved state: 1 1 2 2";
        assert!(error.to_string().contains(says), "{error}");
    }
}

#[test]
fn an_impossible_scramble_is_reported_in_sets_and_positions() {
    let folder = Folder::new();
    let puzzle = folder.write("x.tws", COUPLED.replace("1 1 2 2", "1 2 3 4"));
    for (body, says) in [
        (
            "A\n1 3 2 4\n0 0 0 0",
            "no turns bring piece 3 to position 2 of set A with position 1 of set A and position 1 of set B and position 2 of set B unchanged: these positions always move together",
        ),
        (
            "B\n2 1",
            "no turns bring piece 2 to position 1 of set B and piece 1 to position 2 of set B with position 1 of set A and position 2 of set A unchanged",
        ),
        (
            "A\n1 2 3 4\n0 0 1 0",
            "no turns bring piece 3, turned by 1, to position 3 of set A with position 4 of set A unchanged",
        ),
    ] {
        let scramble = folder.write("x.scr", format!("Scramble a\n{body}\nEnd\n"));
        let state = format!("@{scramble}");
        let solve = format!("solve --puzzle-file {puzzle} --to solved");
        let said = run!(r#"{solve} --state "{state}""#).ends(1).err;
        assert!(said.contains(says), "{said}");
        assert!(!said.contains("A-1") && !said.contains("B-1"), "{said}");
        let said = run!("{solve} --batch {scramble}").ends(1).err;
        assert!(said.contains(says), "{said}");
    }
    let cube = sample("cube.tws");
    let solve = format!(
        "solve --to solved --puzzle-file {}",
        cube.to_str().expect("UTF-8")
    );
    for (body, says) in [
        (
            "EDGES\n2 1 3 4 5 6 7 8 9 10 11 12",
            "two pieces are swapped, those at position 1 of set EDGES and position 2 of set EDGES",
        ),
        (
            "EDGES\n1 2 3 4 5 6 7 8 9 10 11 12\n1 0 0 0 0 0 0 0 0 0 0 0",
            "one edge is flipped in its place, the one at position 1 of set EDGES",
        ),
        (
            "EDGES\n2 3 4 1 5 6 7 8 9 10 11 12",
            "the pieces of set EDGES are permuted oddly",
        ),
    ] {
        let scramble = folder.write("x.scr", format!("Scramble a\n{body}\nEnd\n"));
        let said = run!("{solve} --state @{scramble}").ends(1).err;
        assert!(said.contains(says), "{said}");
    }
}

#[test]
fn identical_pieces_that_cannot_meet_are_reported_by_position() {
    // The first four positions and the last four, each with all even permutations.
    let head = "Set A 8 1\nSolved\nA\n1 1 1 2 1 2 2 2\nEnd\n";
    let moves = [
        "2 3 1 4 5 6 7 8",
        "1 3 4 2 5 6 7 8",
        "1 2 3 4 6 7 5 8",
        "1 2 3 4 5 7 8 6",
    ];
    let moves = ["R", "S", "T", "U"].into_iter().zip(moves);
    let moves: String = moves
        .map(|(name, row)| format!("Move {name}\nA\n{row}\nEnd\n"))
        .collect();
    let text = &format!("{head}{moves}");
    let folder = Folder::new();
    let puzzle = folder.write("x.tws", text);
    let scramble = folder.write("x.scr", "Scramble a\nA\n1 1 1 1 2 2 2 2\nEnd\n");
    let state = format!("@{scramble}");
    let said = run!(r#"solve --puzzle-file {puzzle} --to solved --state "{state}""#)
        .ends(1)
        .err;
    let says = "position 1 of set A and position 4 of set A show the same piece: turns bring fewer of these pieces there";
    assert!(said.contains(says), "{said}");
}

#[test]
fn a_file_of_scrambles_is_recognized_by_its_content() {
    let folder = Folder::new();
    let puzzle = sample("pocket-fixed.tws");
    let puzzle = puzzle.to_str().expect("UTF-8");
    let text = "# two of them\n\nScrambleAlg one\nR\nEnd\nScrambleAlg two\nU R\nEnd\n";
    let solve = format!("solve --puzzle-file {puzzle} --to solved --format alg --quiet");
    for name in ["list.scr", "list.txt", "list"] {
        let list = folder.write(name, text);
        let batch = run!("{solve} --batch {list}").ends(0).out;
        assert_eq!(batch, "R'\nR' U'\n", "{name}");
        let state = format!("@{list}#two");
        let one = run!(r#"{solve} --state "{state}""#).ends(0).out;
        assert_eq!(one, "R' U'\n", "{name}");
    }
    let turns = folder.write("turns.txt", "R\nU R\n");
    let batch = run!("{solve} --batch {turns}").ends(0).out;
    assert_eq!(batch, "R'\nR' U'\n");
    let list = folder.write("list.txt", text);
    let said = run!("solve pocket --batch {list}").ends(1).err;
    assert!(
        said.contains("require a puzzle from a .tws file or a KPuzzle"),
        "{said}"
    );
}
