use super::*;

/// The solved cube as a net, with other symbols at some facelets.
fn with(changes: &str) -> String {
    let order = "U1U2U3U4L1L2F1F2R1R2B1B2L3L4F3F4R3R4B3B4D1D2D3D4";
    let mut text: Vec<char> = SOLVED.chars().collect();
    for change in changes.split(' ') {
        let (facelet, symbol) = change.split_once('=').unwrap();
        text[order.find(facelet).unwrap() / 2] = symbol.chars().next().unwrap();
    }
    text.into_iter().collect()
}

#[track_caller]
fn refused_state(state: &str, says: &[&str]) {
    refused(&["solve", "pocket", "--state", state], 1, says);
    refused(&["show", "pocket", "--state", state], 1, says);
    refused(
        &[
            "encode", "pocket", "--state", state, "--turns", "1", "-o", "-",
        ],
        1,
        says,
    );
}

#[test]
fn a_wrong_length_is_told_with_the_right_one() {
    refused_state("", &["0 facelets", "24"]);
    refused_state("UUUU", &["4 facelets", "24"]);
    refused_state(&format!("{SOLVED}U"), &["25 facelets", "24"]);
    refused_state(&SOLVED.repeat(1000), &["24000 facelets", "24"]);
    // A letter and a combining accent are two characters.
    refused_state(&SOLVED.replacen('U', "U\u{301}", 1), &["25 facelets", "24"]);
}

#[test]
fn colors_that_occur_too_often_or_too_rarely_are_named() {
    refused_state(
        &with("U4=D"),
        &["`D` occurs 5 times", "`U` occurs 3 times", "4 times"],
    );
    refused_state(&with("F1=X F2=X F3=X"), &["7 different colors", "6"]);
    refused_state(&with("U1=X"), &["7 different colors (B D F L R U X)", "6"]);
    refused_state(
        &SOLVED.replace('B', "U"),
        &["5 different colors (D F L R U)", "6"],
    );
    refused_state(&"🟦".repeat(24), &["1 different color", "6"]);
}

#[test]
fn a_corner_that_no_cube_has_is_named_with_its_place() {
    // U4 R1 F2 shows U R D.
    refused_state(
        &with("F2=D D3=F"),
        &["no corner has the colors U R D", "U4 R1 F2"],
    );
}

#[test]
fn a_mirrored_corner_is_named_with_its_place() {
    refused_state(&with("U4=R R1=U"), &["corner", "mirrored", "U4 R1 F2"]);
}

#[test]
fn a_corner_that_is_there_twice_is_named_with_both_places() {
    // URF and DBL twice, UFL and DRB never: every color occurs four times.
    let state = with("U3=R F1=F L2=U D4=D R4=B B3=L");
    refused_state(&state, &["twice", "U4 R1 F2", "facelets"]);
}

#[test]
fn a_twisted_corner_is_refused() {
    refused_state(&with("U4=F R1=U F2=R"), &["one corner is twisted"]);
    refused_state(&with("U4=R R1=F F2=U"), &["one corner is twisted"]);
    let run = run(&[
        "solve",
        "pocket",
        "--state",
        &with("U4=F R1=U F2=R U1=B L1=U B2=L"),
    ]);
    run.ends(1); // Two corners twisted the same way.
}

#[test]
fn another_layout_is_suggested_where_the_text_is_possible_in_it() {
    let urfdlb = "YRGOGYWBRYOGWRBOBYWGBOWR";
    let says = [
        "read as --layout net",
        "as --layout urfdlb it is a possible state",
    ];
    refused_state(urfdlb, &says);
    // And not where it is possible in none.
    let run = run(&["solve", "pocket", "--state", &with("U4=R R1=U")]).ends(1);
    assert!(!run.err.contains("--layout"), "{run:#?}");
}

#[test]
fn named_faces_must_be_the_faces_of_the_puzzle_once_each_and_whole() {
    refused_state(
        &FIRST.replace("B=", "X="),
        &["no face `X`", "U, R, F, D, L, B"],
    );
    refused_state(&FIRST.replace("B=", "F="), &["face F is given twice"]);
    refused_state(&FIRST.replace(" B=BOWR", ""), &["face B is missing"]);
    refused_state(
        &FIRST.replace("B=BOWR", "B=BOW"),
        &["face B has 3 facelets", "4"],
    );
    refused_state(&FIRST.replace("B=BOWR", "BOWR"), &["`BOWR`", "FACE=COLORS"]);
    refused_state("=", &["no face ``"]);
    let solve = ["solve", "pocket", "--layout", "faces", "--state", SOLVED];
    refused(&solve, 1, &["FACE=COLORS", "--layout faces"]);
    let solve = ["solve", "pocket", "--layout", "net", "--state", FIRST];
    refused(&solve, 1, &["36 facelets", "24", "--layout net"]);
}

#[test]
fn the_fixed_orientation_needs_the_symbols_of_the_puzzle() {
    refused(
        &["solve", "pocket", "--state", SOLVED, "--to", "solved"],
        1,
        &["`U` is not one of the colors GOWBRY", "--to TEXT"],
    );
}

#[test]
fn an_impossible_target_is_refused_as_the_target() {
    let to = |target: &str, says: &[&str]| {
        refused(
            &["solve", "pocket", "--state", SOLVED, "--to", target],
            1,
            says,
        );
    };
    to(&with("U4=R R1=U"), &["the target", "mirrored"]);
    to(
        &with("U4=X"),
        &["the target", "`X` is none of the colors in use"],
    );
    to(&with("U4=F R1=U F2=R"), &["twisted", "goal"]);
    to("Solved", &["--to", "`any`", "`solved`", "6 facelets"]);
    to("", &["--to", "0 facelets"]);
    to("F=UUUU", &["--to", "missing"]);
}

#[test]
fn stdin_is_checked_like_an_argument() {
    for (stdin, says) in [
        (&b""[..], "0 facelets"),
        (b"UUUU", "4 facelets"),
        (b"\xff\xfe", "cannot read stdin"),
    ] {
        let run = run_with_stdin(&["solve", "pocket", "--state", "-"], stdin).ends(1);
        assert!(run.err.contains(says), "{run:#?}");
    }
}
