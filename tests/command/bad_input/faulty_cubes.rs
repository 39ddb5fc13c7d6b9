//! Twenty cubes as people copy them wrongly, and what is proposed for each.

use super::*;
use crate::common::simulator;

const SCRAMBLE: &str = "R U2 F' L D B2 R' U";

/// A scrambled cube, a letter of its face for each sticker, in the order U R F D L B.
fn cube() -> String {
    simulator::after(simulator::SOLVED, SCRAMBLE)
}

/// The faces of a cube in another order.
fn in_order(cube: &str, order: &str) -> String {
    let face = |name: char| {
        let at = "URFDLB".find(name).unwrap() * 9;
        &cube[at..at + 9]
    };
    order.chars().map(face).collect()
}

/// A cube with one face copied after N clockwise turns of it.
fn with_turned_face(cube: &str, face: char, times: usize) -> String {
    let at = "URFDLB".find(face).unwrap() * 9;
    let mut stickers: Vec<char> = cube.chars().collect();
    for _ in 0..times {
        let before = stickers.clone();
        for (to, from) in [6, 3, 0, 7, 4, 1, 8, 5, 2].into_iter().enumerate() {
            stickers[at + to] = before[at + from];
        }
    }
    stickers.into_iter().collect()
}

/// Replaces the symbols of some stickers: `U1=W`.
pub fn with_symbols(cube: &str, changes: &str) -> String {
    let mut stickers: Vec<char> = cube.chars().collect();
    for change in changes.split_whitespace() {
        let (facelet, symbol) = change.split_once('=').unwrap();
        let face = "URFDLB".find(&facelet[..1]).unwrap();
        let number: usize = facelet[1..].parse().unwrap();
        stickers[face * 9 + number - 1] = symbol.chars().next().unwrap();
    }
    stickers.into_iter().collect()
}

/// The symbol at a sticker.
fn symbol_at(cube: &str, facelet: &str) -> char {
    let face = "URFDLB".find(&facelet[..1]).unwrap();
    let number: usize = facelet[1..].parse().unwrap();
    cube.chars().nth(face * 9 + number - 1).unwrap()
}

/// Replaces the symbols U R F D L B by others.
fn in_symbols(cube: &str, symbols: &str) -> String {
    let symbol = |c: char| symbols.chars().nth("URFDLB".find(c).unwrap()).unwrap();
    cube.chars().map(symbol).collect()
}

/// White above, green in front.
const COLORS: &str = "WRGYOB";

#[track_caller]
fn assert_proposal(state: &str, says: &[&str]) {
    refused(format!(r#"show rubik --state "{state}""#), 1, says);
    refused(format!(r#"solve rubik --state "{state}""#), 1, says);
}

#[test]
fn faces_in_another_usual_order_are_recognized() {
    for (number, order) in ["ULFRBD", "FRUDLB", "UFRBLD", "UDFBLR", "LFRBUD"]
        .into_iter()
        .enumerate()
    {
        let symbols = ["URFDLB", COLORS, "012345", "wrgyob", "YOGWRB"][number];
        let right = in_symbols(&cube(), symbols);
        let state = in_symbols(&in_order(&cube(), order), symbols);
        let letters = order.to_lowercase();
        let spaced: Vec<String> = order.chars().map(String::from).collect();
        let says = format!(
            "read as {} it is a possible state: --layout {letters}\n",
            spaced.join(" ")
        );
        assert_proposal(&state, &[&says]);
        // The proposed option gives the right state.
        let show = format!(r#"show rubik --state "{state}" --as urfdlb --layout"#);
        let shown = run!(r#"{show} "{letters}""#).ends(0);
        assert_eq!(shown.out.trim(), right, "{order}");
    }
}

#[test]
fn rotated_faces_are_recognized() {
    let right = cube();
    for (faces, how) in [
        (&[('R', 1)][..], "R counter-clockwise"),
        (&[('U', 2)], "U half around"),
        (&[('B', 3)], "B clockwise"),
        (&[('R', 3), ('D', 2)], "R clockwise, D half around"),
        (
            &[('F', 1), ('D', 1), ('L', 3)],
            "F counter-clockwise, D counter-clockwise, L clockwise",
        ),
    ] {
        for symbols in ["URFDLB", COLORS, "012345"] {
            let wrong = faces.iter().fold(right.clone(), |cube, &(face, times)| {
                with_turned_face(&cube, face, times)
            });
            let says = format!(
                "({how}) it is a possible state: --layout urfdlb --state {}\n",
                in_symbols(&right, symbols)
            );
            assert_proposal(&in_symbols(&wrong, symbols), &[&says]);
        }
    }
    // Two mistakes at once.
    let wrong = in_order(&with_turned_face(&right, 'F', 1), "ULFRBD");
    let says =
        format!("(F counter-clockwise) it is a possible state: --layout urfdlb --state {right}\n");
    assert_proposal(
        &wrong,
        &["read as U L F R B D, and with faces turned", &says],
    );
}

#[test]
fn a_sticker_that_was_misread_is_named() {
    let colors = in_symbols(&cube(), COLORS);
    for (facelet, word) in [("U1", "corner"), ("R4", "edge"), ("F5", "center")] {
        for (cube, other) in [(&colors, 'W'), (&cube(), 'U'), (&colors, 'x')] {
            let right = symbol_at(cube, facelet);
            let other = if right == other { 'R' } else { other };
            let says = format!("; {facelet} shows {other} where its {word} only fits {right}\n");
            assert_proposal(&with_symbols(cube, &format!("{facelet}={other}")), &[&says]);
        }
    }
    // Two of them: the places that show no piece.
    let two = with_symbols(&cube(), "L1=U F4=R");
    assert_proposal(
        &two,
        &["no piece has the colors at U1 L1 B3 and at F4 L6\n"],
    );
    let right = symbol_at(&colors, "U1");
    let other = if right == 'W' { 'Y' } else { 'W' };
    let counts = [
        format!("`{other}` occurs 10 times"),
        format!("`{right}` occurs 8 times"),
    ];
    assert_proposal(
        &with_symbols(&colors, &format!("U1={other}")),
        &[&counts[0], &counts[1]],
    );
}

#[test]
fn a_question_mark_is_answered_with_the_advice_to_write_a_point() {
    let says = "`?` is not a color; an unknown sticker is written `.`";
    assert_proposal(&with_symbols(&cube(), "U1=?"), &[says]);
    assert_proposal(&with_symbols(&cube(), "U1=? F3=? B7=."), &[says]);
    let goal = "?".repeat(54);
    refused(
        format!(r#"solve rubik --state "{}" --to "{goal}""#, cube()),
        1,
        &[says],
    );
    run!(
        r#"show rubik --state "{}""#,
        with_symbols(&cube(), "U1=. F3=. B7=.")
    )
    .ends(0);
}

#[test]
fn other_faults_than_copying_mistakes_get_the_usual_message() {
    let solved = simulator::SOLVED;
    for (changes, says) in [
        ("U9=F R1=U F3=R", "the one at URF"),
        ("U8=F F2=U", "the one at UF"),
        ("F2=R R2=F", "those at UR (U6 R2) and UF (U8 F2)"),
        ("R5=L L5=R", "are a mirror image"),
    ] {
        let state = with_symbols(solved, changes);
        assert_proposal(&state, &[says]);
        let run = run!(r#"show rubik --state "{state}""#).ends(1);
        assert!(!run.err.contains("it was read as"), "{run:#?}");
    }
}

#[test]
fn copying_mistakes_on_smaller_and_larger_cubes_are_named() {
    let solved = |n: usize| -> String {
        "URFDLB"
            .chars()
            .flat_map(|face| vec![face; n * n])
            .collect()
    };
    for (name, n) in [("pocket", 2), ("4x4x4", 4)] {
        let show = format!(r#"show {name} --apply "R U F' D2 B" --as urfdlb --layout urfdlb"#);
        let state = solved(n);
        let right = run!(r#"{show} --state "{state}""#).ends(0).out;
        let right = right.trim();
        let faces: Vec<&str> = (0..6)
            .map(|face| &right[face * n * n..(face + 1) * n * n])
            .collect();
        let wrong: String = [0, 4, 2, 1, 5, 3].map(|face| faces[face]).concat();
        refused(
            format!(r#"solve {name} --state "{wrong}""#),
            1,
            &["read as U L F R B D it is a possible state: --layout ulfrbd"],
        );
        refused(
            format!(r#"solve {name} --layout flbrud --state "{wrong}""#),
            1,
            &["read as U L F R B D it is a possible state: --layout ulfrbd"],
        );
    }
}

#[test]
fn an_order_of_faces_has_each_of_them_once() {
    let state = cube();
    for (letters, code) in [
        ("urfdl", 2),
        ("urfdlu", 2),
        ("urfdlbb", 2),
        ("xyzuvw", 2),
        ("u", 2),
    ] {
        let show = format!(r#"show rubik --state "{state}" --layout {letters}"#);
        refused(&show, code, &["--layout"]);
    }
    let show = "show pyraminx --state GGGGGGRRRRRRBBBBBBYYYYYY --layout";
    refused(format!("{show} ulfrbd"), 2, &["F, L, R, D"]);
}

#[test]
fn a_possible_state_gets_no_proposal() {
    // No center tells which digit is which color.
    let digits = in_symbols("UUUULRRLFBBFDDDDRLLRBFFB", "012345");
    let solve = ["solve", "pocket", "--to", "solved"];
    let wrong = run((&solve, format!(r#"--state "{digits}""#))).ends(1);
    let hint = "hint: with --to any it is a possible state";
    assert!(wrong.err.contains("give the target as text"), "{wrong:#?}");
    assert!(wrong.err.contains(hint), "{wrong:#?}");
    assert!(!wrong.err.contains("it was read as"), "{wrong:#?}");
    // No turns of the domino have the effect of a quarter turn of the whole.
    let state = run!("show domino --scramble 'F2 R2 U y' --as urfdlb")
        .ends(0)
        .out;
    let solve = ["solve", "domino", "--layout", "urfdlb", "--state"];
    let solve = [&solve[..], &[state.trim()]].concat();
    let wrong = run((&solve, "--to solved")).ends(1).says(&[hint]);
    assert!(!wrong.err.contains("it was read as"), "{wrong:#?}");
    run(&solve).ends(0);
}

/// The correction that is proposed for a rejected state, and the change in words.
fn proposed_state(puzzle: &str, state: &str) -> (String, String) {
    let run = run!(r#"show {puzzle} --state "{state}""#).ends(1);
    let hint = run
        .err
        .split_once("hint: the smallest change that makes it possible is ");
    let (_, hint) = hint.unwrap_or_else(|| panic!("{}", run.err));
    let (words, option) = hint.trim_end().rsplit_once(": --").unwrap();
    let (_, state) = option.rsplit_once("state ").unwrap();
    (words.to_owned(), state.to_owned())
}

#[test]
fn the_smallest_change_is_proposed_in_colors() {
    let right = in_symbols(&cube(), COLORS);
    let flip = |cube: &str, a: &str, b: &str| {
        with_symbols(
            cube,
            &format!("{a}={} {b}={}", symbol_at(cube, b), symbol_at(cube, a)),
        )
    };
    let twist = |cube: &str, [a, b, c]: [&str; 3]| {
        with_symbols(
            cube,
            &format!(
                "{a}={} {b}={} {c}={}",
                symbol_at(cube, c),
                symbol_at(cube, a),
                symbol_at(cube, b)
            ),
        )
    };
    // One sticker: the cube that was meant.
    let wrong = if symbol_at(&right, "U1") == 'W' {
        "U1=Y"
    } else {
        "U1=W"
    };
    let (words, state) = proposed_state("rubik", &with_symbols(&right, wrong));
    assert_eq!(state, right);
    assert!(words.starts_with("U1 "), "{words}");
    for color in ["white", "yellow", "red", "orange", "blue", "green"] {
        let initial = symbol_at(&right, "U1").to_ascii_lowercase();
        assert_eq!(
            words.ends_with(color),
            color.starts_with(initial),
            "{words}"
        );
    }
    // Two exchanged, of pieces that then are none of the cube's.
    let (words, state) = proposed_state("rubik", &flip(&right, "U1", "F8"));
    assert_eq!(
        (words.contains("two stickers exchanged"), state.len()),
        (true, 54),
        "{words}"
    );
    run!(r#"show rubik --state "{state}""#).ends(0);
    // A flipped edge and a twisted corner: any edge and any corner will do, and the first is proposed.
    for (wrong, says) in [
        (
            flip(&right, "U8", "F2"),
            "one edge flipped in its place, such as ",
        ),
        (
            twist(&right, ["U9", "R1", "F3"]),
            "one corner twisted in its place, such as ",
        ),
        (
            twist(&right, ["U9", "F3", "R1"]),
            "one corner twisted in its place, such as ",
        ),
        (
            flip(&twist(&right, ["U9", "R1", "F3"]), "U8", "F2"),
            "one corner twisted in its place and one edge flipped",
        ),
    ] {
        let (words, state) = proposed_state("rubik", &wrong);
        assert!(words.starts_with(says), "{words}");
        assert_ne!(state, wrong);
        run!(r#"show rubik --state "{state}""#).ends(0);
    }
    // If everything else is solved, the wrong piece itself is named.
    let solved = in_symbols(simulator::SOLVED, COLORS);
    for wrong in [
        flip(&solved, "U8", "F2"),
        twist(&solved, ["D1", "F7", "L9"]),
        with_symbols(&solved, "F2=R R2=G"),
    ] {
        assert_eq!(proposed_state("rubik", &wrong).1, solved);
    }
    // In other letters, too, and on other puzzles.
    let (words, _) = proposed_state("rubik", &flip(&cube(), "U8", "F2"));
    assert!(!words.contains("white"), "{words}");
    let twisted = "GGGWGOOOWOWWBBBBRRRRYYYY";
    let (words, state) = proposed_state("pocket", twisted);
    assert!(words.starts_with("one corner twisted"), "{words}");
    run!(r#"show pocket --state "{state}""#).ends(0);
}
