//! Cubes with the mistakes that people make when they copy stickers, and the correction that is proposed for each.

use itertools::Itertools;

use super::*;
use crate::common::simulator::{self, with_colors};

const SCRAMBLE: &str = "R U2 F' L D B2 R' U";

/// A scrambled cube: for each sticker, the letter of the face to which it belongs. The faces are in the order U R F D L
/// B.
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

/// A cube with one face copied as it looks after `times` clockwise quarter turns.
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

/// The symbol at a facelet.
fn symbol_at(cube: &str, facelet: &str) -> char {
    cube.chars().nth(simulator::place(facelet)).unwrap()
}

/// Replaces the symbols U R F D L B by others.
pub fn in_symbols(cube: &str, symbols: &str) -> String {
    let symbol = |c: char| symbols.chars().nth("URFDLB".find(c).unwrap()).unwrap();
    cube.chars().map(symbol).collect()
}

/// The colors of the faces U R F D L B: white above, green in front.
const COLORS: &str = "WRGYOB";

#[track_caller]
fn assert_proposal(state: &str, says: &[&str]) {
    refused(format!(r#"show rubik --state "{state}""#), 1, says);
    refused(format!(r#"solve rubik --state "{state}""#), 1, says);
}

#[test]
fn faces_in_another_usual_order_are_recognized() {
    for (order, symbols) in [
        ("ULFRBD", "URFDLB"),
        ("FRUDLB", COLORS),
        ("UFRBLD", "012345"),
        ("UDFBLR", "wrgyob"),
        ("LFRBUD", "YOGWRB"),
    ] {
        let right = in_symbols(&cube(), symbols);
        let state = in_symbols(&in_order(&cube(), order), symbols);
        let letters = order.to_lowercase();
        let spaced = order.chars().map(String::from).join(" ");
        let says = format!("read as {spaced} it is a possible state: --layout {letters}\n");
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
    let turned = |faces: &[(char, usize)]| {
        faces.iter().fold(right.clone(), |cube, &(face, times)| {
            with_turned_face(&cube, face, times)
        })
    };
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
            let right = in_symbols(&right, symbols);
            let says = format!("({how}) it is a possible state: --layout urfdlb --state {right}\n");
            assert_proposal(&in_symbols(&turned(faces), symbols), &[&says]);
        }
    }
    // Two mistakes at once.
    let wrong = in_order(&turned(&[('F', 1)]), "ULFRBD");
    let says =
        format!("(F counter-clockwise) it is a possible state: --layout urfdlb --state {right}\n");
    let read = "read as U L F R B D, and with faces turned";
    assert_proposal(&wrong, &[read, &says]);
}

#[test]
fn a_sticker_that_was_misread_is_named() {
    let colors = in_symbols(&cube(), COLORS);
    for (facelet, word) in [("U1", "corner"), ("R4", "edge"), ("F5", "center")] {
        for (cube, other) in [(&colors, 'W'), (&cube(), 'U'), (&colors, 'x')] {
            let right = symbol_at(cube, facelet);
            let other = if right == other { 'R' } else { other };
            let says = format!("; {facelet} shows {other} where its {word} only fits {right}\n");
            let mut says = vec![says];
            if other == 'W' && word == "corner" {
                says.push(format!("`{other}` occurs 10 times"));
                says.push(format!("`{right}` occurs 8 times"));
            }
            let says: Vec<&str> = says.iter().map(String::as_str).collect();
            assert_proposal(&with_colors(cube, &format!("{facelet}={other}")), &says);
        }
    }
    // Two stickers were misread: the places whose colors no piece has are named.
    let two = with_colors(&cube(), "L1=U F4=R");
    let says = "no piece has the colors at U1 L1 B3 and at F4 L6\n";
    assert_proposal(&two, &[says]);
}

#[test]
fn a_question_mark_is_answered_with_the_advice_to_write_a_dot() {
    let says = "`?` is not a color; an unknown sticker is written `.`";
    assert_proposal(&with_colors(&cube(), "U1=?"), &[says]);
    assert_proposal(&with_colors(&cube(), "U1=? F3=? B7=."), &[says]);
    let (cube, goal) = (cube(), "?".repeat(54));
    let solve = format!(r#"solve rubik --state "{cube}" --to "{goal}""#);
    refused(solve, 1, &[says]);
    let open = with_colors(&cube, "U1=. F3=. B7=.");
    run!(r#"show rubik --state "{open}""#).ends(0);
}

#[test]
fn copying_mistakes_on_smaller_and_larger_cubes_are_named() {
    for (name, n) in [("pocket", 2), ("4x4x4", 4)] {
        let faces = ["U", "R", "F", "D", "L", "B"];
        let solved = faces.map(|face| face.repeat(n * n)).concat();
        let show = format!(r#"show {name} --apply "R U F' D2 B" --as urfdlb --layout urfdlb"#);
        let right = run!(r#"{show} --state "{solved}""#).ends(0).out;
        let face = |face: usize| &right[face * n * n..(face + 1) * n * n];
        let wrong: String = [0, 4, 2, 1, 5, 3].map(face).concat();
        for layout in ["", "--layout flbrud"] {
            let solve = format!(r#"solve {name} {layout} --state "{wrong}""#);
            let says = "read as U L F R B D it is a possible state: --layout ulfrbd";
            refused(solve, 1, &[says]);
        }
    }
}

#[test]
fn an_order_of_faces_must_name_each_face_once() {
    let show = format!(r#"show rubik --state "{}" --layout"#, cube());
    for letters in ["urfdl", "urfdlu", "urfdlbb", "xyzuvw", "u"] {
        refused(format!("{show} {letters}"), 2, &["--layout"]);
    }
    let show = "show pyraminx --state GGGGGGRRRRRRBBBBBBYYYYYY --layout";
    refused(format!("{show} ulfrbd"), 2, &["F, L, R, D"]);
}

#[test]
fn a_possible_state_gets_no_proposal() {
    // No center tells which digit is which color.
    let digits = in_symbols("UUUULRRLFBBFDDDDRLLRBFFB", "012345");
    let hint = "hint: with --to any it is a possible state";
    run!(r#"solve pocket --to solved --state "{digits}""#)
        .ends(1)
        .says(&["give the target as text", hint])
        .lacks(&["it was read as"]);
    // No turns of the domino have the effect of a quarter turn of the whole puzzle.
    let shown = run("show domino --scramble 'F2 R2 U y' --as urfdlb").ends(0);
    let state = shown.out.trim();
    let solve = format!("solve domino --layout urfdlb --state '{state}'");
    run!("{solve} --to solved")
        .ends(1)
        .says(&[hint])
        .lacks(&["it was read as"]);
    run(&solve).ends(0);
}

/// The correction that is proposed for a rejected state, and the change in words.
fn proposed_state(puzzle: &str, state: &str) -> (String, String) {
    let err = run!(r#"show {puzzle} --state "{state}""#).ends(1).err;
    let begin = "hint: the smallest change that makes it possible is ";
    let (_, hint) = err.split_once(begin).unwrap_or_else(|| panic!("{err}"));
    let (words, option) = hint.trim_end().rsplit_once(": --").unwrap();
    let (_, state) = option.rsplit_once("state ").unwrap();
    (words.to_owned(), state.to_owned())
}

#[test]
fn the_smallest_change_is_proposed_in_colors() {
    let right = in_symbols(&cube(), COLORS);
    // Each sticker gets the symbol of the one before it in a cycle.
    let cycled = |cube: &str, stickers: &str| {
        let stickers: Vec<&str> = stickers.split(' ').collect();
        let before = stickers.iter().cycle().skip(stickers.len() - 1);
        let changes = stickers.iter().zip(before);
        let changes = changes.map(|(to, from)| format!("{to}={} ", symbol_at(cube, from)));
        with_colors(cube, &changes.collect::<String>())
    };
    // One sticker is wrong: the original cube is proposed.
    let is_white = symbol_at(&right, "U1") == 'W';
    let wrong = with_colors(&right, if is_white { "U1=Y" } else { "U1=W" });
    let (words, state) = proposed_state("rubik", &wrong);
    assert_eq!(state, right);
    assert!(words.starts_with("coloring U1 "), "{words}");
    let initial = symbol_at(&right, "U1").to_ascii_lowercase();
    for color in ["white", "yellow", "red", "orange", "blue", "green"] {
        let is_right = color.starts_with(initial);
        assert_eq!(words.ends_with(color), is_right, "{words}");
    }
    // A flipped edge and a twisted corner: any edge or corner could be the wrong one, and the first is proposed.
    let (edge, corner) = ("U8 F2", "U9 R1 F3");
    let flipped = "one edge flipped in its place, such as ";
    let twisted = "one corner twisted in its place, such as ";
    let both = "one corner twisted in its place and one edge flipped";
    for (wrong, says) in [
        // Two stickers are exchanged, so that two pieces have colors that no piece of the cube has.
        (cycled(&right, "U1 F8"), "two stickers exchanged"),
        (cycled(&right, edge), flipped),
        (cycled(&right, corner), twisted),
        (cycled(&right, "U9 F3 R1"), twisted),
        (cycled(&cycled(&right, corner), edge), both),
    ] {
        let (words, state) = proposed_state("rubik", &wrong);
        assert!(words.contains(says), "{words}");
        assert_ne!(state, wrong);
        run!(r#"show rubik --state "{state}""#).ends(0);
    }
    // If everything else is solved, the wrong piece itself is named.
    let solved = in_symbols(simulator::SOLVED, COLORS);
    for wrong in ["U8 F2", "D1 F7 L9", "F2 R2"] {
        assert_eq!(proposed_state("rubik", &cycled(&solved, wrong)).1, solved);
    }
    // In other letters, too, and on other puzzles.
    let (words, _) = proposed_state("rubik", &cycled(&cube(), edge));
    assert!(!words.contains("white"), "{words}");
    let (words, state) = proposed_state("pocket", "GGGWGOOOWOWWBBBBRRRRYYYY");
    assert!(words.starts_with("one corner twisted"), "{words}");
    run!(r#"show pocket --state "{state}""#).ends(0);
}
