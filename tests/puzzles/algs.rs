//! Groups of turns: `(R U)2`, `[A, B]`, `[A: B]`, compared with the same
//! sequence written out by hand or by the test.

use proptest::prelude::*;

use twistsat::notation::Notation;
use twistsat::puzzle::TurnId;

use crate::common::cli::{Folder, pocket, run, run_with_stdin};
use crate::common::rows;

/// The turns that a text expands to, or the error message.
fn read(text: &str) -> String {
    let puzzle = pocket();
    let turns = Notation::Singmaster.read(&puzzle, text);
    turns.map_or_else(
        |error| error.to_string(),
        |turns| Notation::Singmaster.write_all(&puzzle, &turns),
    )
}

#[test]
fn groups_can_be_repeated_inverted_and_expanded() {
    for (text, turns) in [
        ("(R U)2", "R U R U"),
        ("(R U)'", "U' R'"),
        ("(R U2 F')2'", "F U2 R' F U2 R'"),
        ("(R U)", "R U"),
        ("( R )3U", "R R R U"),
        ("(R U)0 F", "F"),
        ("()9", ""),
        ("[R, U]", "R U R' U'"),
        ("[R: U]", "R U R'"),
        ("[ R U , F2 ]", "R U F2 U' R' F2"),
        ("[R,U]2", "R U R' U' R U R' U'"),
        ("[R: U2]'", "R U2 R'"),
        ("[R: U]’", "R U' R'"),
        ("[R, U]'", "U R U' R'"),
        ("[F: [R, U]] B", "F R U R' U' F' B"),
        ("[,]", ""),
        ("[R:]", "R R'"),
        ("((R)2 (U)')2", "R R U' R R U'"),
        ("R2(U)R2", "R2 U R2"),
    ] {
        assert_eq!(read(text), turns, "{text}");
    }
}

#[test]
fn groups_hold_turns_of_every_notation() {
    let puzzle = pocket();
    for (notation, text) in [
        (Notation::Singmaster, "[R': U2]2"),
        (Notation::Cw, "[RCCW: UH]2"),
        (Notation::Lowercase, "[r: U2]2"),
        (Notation::Inverse, "[Ri: U2]2"),
    ] {
        let turns = notation.read(&puzzle, text).expect("an alg");
        let written = Notation::Singmaster.write_all(&puzzle, &turns);
        assert_eq!(written, "R' U2 R R' U2 R", "{text}");
    }
}

#[test]
fn misplaced_brackets_are_reported_with_their_column() {
    for [text, expected] in rows(
        r#"
R (U F » `(` at column 3 opens a group that no `)` closes
R U) F » `)` at column 4 closes a group that was never opened
[R, U » `[` at column 1 opens a group that no `]` closes
[R U] » `[` at column 1 opens a commutator [A, B] or a conjugate [A: B], but
[R, U: F] » `:` at column 6 is found where `]` must close the group that begins at column 1
(R, U) » `,` at column 3 is found where `)` must close the group that begins at column 1
(R U] » `]` at column 5 is found where `)` must close
R, U » `,` at column 2 is outside of brackets
(R X)2 » `X` at column 4 is not a turn: the singmaster names are
[R: (U Q)] » `Q` at column 8 is not a turn
(R)2 2 » `2` at column 6 is not a turn
"#,
    ) {
        let message = read(text);
        assert!(message.starts_with(expected), "{text}: {message}");
    }
}

#[test]
fn groups_that_would_fill_the_memory_are_refused() {
    for [text, expected] in rows(
        r#"
((((R)99)99)99)99 » begins a group that brings the sequence to 96059601 turns or more; the limit with groups is 1000000
(R U)500001 » begins a group that brings the sequence to 1000002 turns or more
(R)1000001 » repeats a group too often; the limit is 1000000 times
(R)99999999999999999999999999 » repeats a group too often
(R)600000 (R)600000 » begins a group that brings the sequence to 1200000 turns or more
"#,
    ) {
        let message = read(text);
        assert!(message.contains(expected), "{text}: {message}");
    }
    // Each commutator is more than twice as long as the one inside it.
    let commutators = "[".repeat(60) + "R" + &", U]".repeat(60);
    assert!(read(&commutators).contains("the limit with groups is 1000000"));
    let deep = "(".repeat(101) + &")".repeat(101);
    assert!(read(&deep).contains("`(` at column 101 is a group inside 100 others"));
    let deepest = "(".repeat(100) + "R" + &")".repeat(100);
    assert_eq!(read(&deepest), "R");
    assert!(read(&"(".repeat(1_000_000)).contains("at column 101"));
}

#[test]
fn well_known_algs_have_their_known_effect() {
    let cube = crate::common::puzzles::cube();
    let is_solved = |text: &str| {
        let turns = Notation::Singmaster.read(&cube, text).expect("an alg");
        cube.apply(cube.solved(), &turns) == *cube.solved()
    };
    assert!(is_solved("[R, U]6"));
    assert!(!is_solved("[R, U]3"));
    // The order of R U, and the largest order of any element (D. Singmaster).
    assert!(is_solved("(R U)105"));
    assert!(!is_solved("(R U)35") && !is_solved("(R U)21") && !is_solved("(R U)15"));
    assert!(is_solved("(R U2 D' B D')1260"));
    assert!(!is_solved("(R U2 D' B D')630"));
}

#[test]
fn algs_are_read_wherever_turns_are() {
    let solved = |args: &str| run!("solve pocket --quiet {args}").ends(0);
    let plain = solved(r#"--scramble "R U R' U' R U R' U'""#).out;
    assert_eq!(solved("--scramble '[R, U]2'").out, plain);
    let shown = |turns: &str| run!(r#"show pocket --apply "{turns}""#).ends(0).out;
    assert_eq!(shown("(R U)' [F: U]"), shown("U' R' F U F'"));
    let folder = Folder::new();
    let list = folder.write("list.txt", "(R U)2\n[R, U] F2\nR U R U\n[F:U]\n");
    let batch = solved(&format!("--batch {list} --format alg")).out;
    let lines: Vec<&str> = batch.lines().collect();
    assert_eq!(lines.len(), 4, "{batch}");
    assert_eq!(lines[0], lines[2]);
    run_with_stdin("solve pocket --batch -", b"(R U\n")
        .ends(1)
        .says(&["stdin:1: the scramble: `(` at column 1"]);
}

/// An alg built by the test, with the turns it expands to.
fn alg() -> impl Strategy<Value = (String, Vec<TurnId>)> {
    let puzzle = pocket();
    let turn =
        (0..puzzle.turns().len()).prop_map(move |turn| (puzzle.turns()[turn].name(), vec![turn]));
    turn.prop_recursive(4, 20, 3, |part| {
        let undo = |turns: &[TurnId]| pocket().inverse_sequence(turns);
        prop_oneof![
            (part.clone(), part.clone())
                .prop_map(|((a, x), (b, y))| (format!("{a} {b}"), [x, y].concat())),
            (part.clone(), 0..4usize).prop_map(|((a, x), n)| (format!("({a}){n}"), x.repeat(n))),
            part.clone()
                .prop_map(move |(a, x)| (format!("({a})'"), undo(&x))),
            (part.clone(), part.clone()).prop_map(move |((a, x), (b, y))| {
                let turns = [&x[..], &y, &undo(&x), &undo(&y)].concat();
                (format!("[{a}, {b}]"), turns)
            }),
            (part.clone(), part).prop_map(move |((a, x), (b, y))| {
                (format!("[{a}:{b}]"), [&x[..], &y, &undo(&x)].concat())
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
    fn an_alg_expands_to_the_turns_it_was_built_from((text, turns) in alg()) {
        let puzzle = pocket();
        let read = Notation::Singmaster.read(&puzzle, &text);
        prop_assert_eq!(read, Ok(turns), "{}", text);
    }

    #[test]
    fn no_text_of_brackets_makes_the_reader_panic(text in "[RU'2(),:\\[\\] 9]{0,40}") {
        let _ = Notation::Singmaster.read(&pocket(), &text);
    }
}
