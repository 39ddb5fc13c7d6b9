use super::*;
use crate::common::simulator;

/// The solved cube, with different symbols at some facelets.
fn with_symbols(changes: &str) -> String {
    let order = "U1U2U3U4R1R2R3R4F1F2F3F4D1D2D3D4L1L2L3L4B1B2B3B4";
    let mut text: Vec<char> = SOLVED.chars().collect();
    for change in changes.split(' ') {
        let (facelet, symbol) = change.split_once('=').unwrap();
        text[order.find(facelet).unwrap() / 2] = symbol.chars().next().unwrap();
    }
    text.into_iter().collect()
}

#[track_caller]
fn refused_state(state: &str, says: &[&str]) {
    refused(format!(r#"solve pocket --state "{state}""#), 1, says);
    refused(format!(r#"show pocket --state "{state}""#), 1, says);
    refused(
        format!(r#"encode pocket --state "{state}" --turns 1 -o -"#),
        1,
        says,
    );
}

#[test]
fn a_wrong_length_is_reported_with_the_right_one() {
    refused_state("", &["0 facelets", "24"]);
    refused_state("UUUU", &["4 facelets", "24"]);
    refused_state(&format!("{SOLVED}U"), &["25 facelets", "24"]);
    refused_state(&SOLVED.repeat(1000), &["24000 facelets", "24"]);
    // A letter and a combining accent are two characters.
    refused_state(&SOLVED.replacen('U', "U\u{301}", 1), &["25 facelets", "24"]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_cycle_of_pieces_as_a_goal_is_not_read_as_turns() {
    for cycle in [
        "(UF UR UL)'",
        "(UF UR)2",
        "R (UF UR UL)",
        "[R: (UF UR)]",
        "(UF UR+ UL)",
    ] {
        let arguments = format!(r#"solve rubik --scramble R --to "{cycle}""#);
        refused(&arguments, 2, &["write cycles of pieces", "--to"]);
    }
    let wings = "solve 4x4x4 --scramble R --to '(UFr URb)'";
    refused(wings, 2, &["has no piece `UFr`"]);
    let turns = "solve pyraminx --scramble R --to '(UL UR LR)'";
    refused(turns, 2, &["has no piece `UL`"]);
    // Turns in groups are turns.
    for turns in [
        "(R U)2",
        "(R U R')",
        "(RU)",
        "(R U F)'",
        "(RU R'U')",
        "[RU, F]",
    ] {
        run!(r#"solve rubik --scramble "{turns}" --to "{turns}""#)
            .ends(0)
            .prints(&["0 turns"]);
    }
}

#[test]
fn a_goal_of_wrong_length_is_reported_with_the_right_one() {
    use twistsat::problem::{Budget, Problem, Target};
    use twistsat::puzzle::Sticker;
    let short = [
        Target::state(&['U'; 4]),
        Target::Pattern(vec![Sticker::Any; 25]),
    ];
    for target in &short {
        let budget = Budget::AtMost(1);
        let error = Problem::from_scramble(pocket(), &[0], target, budget).unwrap_err();
        assert!(error.to_string().contains("it must have 24"), "{error}");
    }
    for start in [["--scramble", "R"], ["--state", SOLVED]] {
        let to = [&["solve", "pocket"], &start[..], &["--to", "GGGG"]].concat();
        refused(&to, 1, &["4 facelets", "24"]);
    }
}

/// A cube painted with the same colors as its mirror image, and a puzzle with two colors exchanged.
#[test]
fn the_own_letters_of_a_puzzle_mean_its_own_colors() {
    let folder = Folder::new();
    let mirrored = "U=GWGW R=RRRR F=WBWB D=BYBY L=OOOO B=GYGY";
    for to in ["any", "U=.... R=.... F=.... D=.... L=.... B=YYYY"] {
        let ask = format!("solve pocket --state '{mirrored}' --to '{to}'");
        refused(&ask, 1, &["mirrored"]);
    }
    let right = "U=GWGW R=OOOO F=WBWB D=BYBY L=RRRR B=GYGY";
    run!("solve pocket --state '{right}' --quiet").ends(0);
    let two = folder.write(
        "two.toml",
        r#"
        name = "two"
        title = "Two"
        maximum = {}
        layout = "net"
        net = ["a b c"]
        face = [
          { name = "P", color = "B", paint = "red", facelets = "a c" },
          { name = "Q", color = "A", paint = "blue", facelets = "b" },
        ]
        turn = [{ name = "F", cycles = ["a c"] }]
        "#,
    );
    let solve = format!("solve --puzzle-file {two} --state");
    for state in ["ABA", "A.A", "ABA "] {
        refused(format!("{solve} '{state}'"), 1, &[]);
    }
    // In other letters, the pieces determine the colors.
    for state in ["BAB", "XYX", "B.B"] {
        run!("{solve} {state} --quiet").ends(0);
    }
}

#[test]
fn colors_that_occur_too_often_or_too_rarely_are_named() {
    refused_state(
        &with_symbols("U4=D"),
        &["`D` occurs 5 times", "`U` occurs 3 times", "4 times"],
    );
    refused_state(
        &with_symbols("F1=X F2=X F3=X"),
        &["7 different colors", "6"],
    );
    refused_state(
        &with_symbols("U1=X"),
        &["7 different colors (B D F L R U X)", "6"],
    );
    refused_state(
        &SOLVED.replace('B', "U"),
        &["5 different colors (D F L R U)", "6"],
    );
    refused_state(&"🟦".repeat(24), &["1 different color", "6"]);
}

#[test]
fn an_impossible_corner_is_named_with_its_place() {
    // U4 R1 F2 shows U R D.
    refused_state(
        &with_symbols("F2=D D3=F"),
        &["no corner has the colors U R D", "U4 R1 F2"],
    );
}

#[test]
fn a_mirrored_corner_is_named_with_its_place() {
    refused_state(
        &with_symbols("U4=R R1=U"),
        &["corner", "mirrored", "U4 R1 F2"],
    );
}

#[test]
fn a_duplicate_corner_is_named_with_both_places() {
    // URF and DBL twice, UFL and DRB never: every color occurs four times.
    let state = with_symbols("U3=R F1=F L2=U D4=D R4=B B3=L");
    refused_state(&state, &["twice", "U4 R1 F2", "facelets"]);
}

#[test]
fn a_twisted_corner_is_refused() {
    refused_state(&with_symbols("U4=F R1=U F2=R"), &["one corner is twisted"]);
    refused_state(&with_symbols("U4=R R1=F F2=U"), &["one corner is twisted"]);
    let run = run!(
        r#"solve pocket --state "{}""#,
        with_symbols("U4=F R1=U F2=R U1=B L1=U B2=L")
    );
    run.ends(1); // Two corners twisted the same way.
}

#[track_caller]
fn refused_cube(changes: &str, says: &[&str]) {
    let state = faulty_cubes::with_symbols(simulator::SOLVED, changes);
    refused(format!(r#"show rubik --state "{state}""#), 1, says);
    refused(format!(r#"solve rubik --state "{state}""#), 1, says);
}

#[test]
fn a_flipped_edge_of_the_cube_is_named() {
    refused_cube(
        "U8=F F2=U",
        &["one edge is flipped", "the one at UF (U8 F2)"],
    );
    // Three edges flipped: it is unknown which one is wrong.
    refused_cube(
        "U8=F F2=U U6=R R2=U D6=R R8=D",
        &["one edge is flipped in its place: no turns"],
    );
}

#[test]
fn a_twisted_corner_of_the_cube_is_named() {
    refused_cube(
        "U9=F R1=U F3=R",
        &["one corner is twisted", "the one at URF (U9 R1 F3)"],
    );
}

#[test]
fn two_swapped_pieces_of_the_cube_are_named() {
    refused_cube(
        "F2=R R2=F",
        &[
            "two pieces are swapped",
            "those at UR (U6 R2) and UF (U8 F2)",
        ],
    );
    // Two corners: URF and UFL.
    refused_cube(
        "R1=F F3=L F1=R L3=F",
        &["two pieces are swapped", "URF (U9 R1 F3)", "UFL"],
    );
    // Three edges in a circle, and two corners swapped.
    refused_cube(
        "F2=R R2=B B2=F R1=F F3=L F1=R L3=F",
        &[
            "two pieces are swapped",
            "the corners are permuted oddly, the edges are permuted evenly",
        ],
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn an_immovable_center_of_the_cube_is_named() {
    let turned = run!("show rubik --with slice --apply M --as urfdlb");
    let state = turned.ends(0).out;
    let solved = simulator::SOLVED;
    refused(
        format!(r#"solve rubik --state "{}" --to "{solved}""#, state.trim()),
        1,
        &["the target", "no center has the colors"],
    );
    // With slice turns, two centers are swapped, or the state is possible.
    let solve = format!(r#"solve rubik --with slice --state "{}""#, state.trim());
    let solved = run!("{solve} --max-turns 2 --format alg").ends(0);
    assert_eq!(solved.out, "M'\n");
}

#[test]
fn a_state_two_turns_away_is_legal() {
    let state = run!("show rubik --apply 'R U' --as urfdlb").ends(0).out;
    let solve = format!(r#"solve rubik --format alg --state "{}""#, state.trim());
    assert_eq!(run(&solve).ends(0).out, "U' R'\n");
    // Symbols of the colors, not of the faces.
    let colors = state.trim().chars().map(|c| {
        let at = "URFDLB".find(c).unwrap();
        "WRGYOB".chars().nth(at).unwrap()
    });
    let colors: String = colors.collect();
    assert_eq!(
        run!(r#"solve rubik --format alg --state "{colors}""#)
            .ends(0)
            .out,
        "U' R'\n"
    );
}

#[test]
fn another_layout_is_suggested_where_the_text_is_possible_in_it() {
    // The net of a cube, also with a sticker that is not known.
    for net in [
        "YRGOBYRYGYBOWGOGWBWRWRBO",
        "xSayaSXx7y7y7x7aSaxXXySX",
        "YRGOBYRYGYBOWGOGWBWR.RBO",
    ] {
        let says = "hint: it was read as --layout urfdlb; in the layout `net` it is a possible state: --layout net\n";
        refused_state(net, &[says]);
        for graph in [
            &["graph", "path", "pocket", net][..],
            &["graph", "name", "pocket", net],
        ] {
            if !net.contains('.') {
                refused(graph, 1, &[says]);
            }
        }
        run!("show pocket --state {net} --layout net").ends(0);
    }
    let urfdlb = "YRGOGYWBRYOGWRBOBYWGBOWR";
    let solve = format!("solve pocket --layout net --state {urfdlb}");
    let says = [
        "read as --layout net",
        "in the layout `urfdlb`",
        "--layout urfdlb",
    ];
    refused(&solve, 1, &says);
    // But not if no reading is possible.
    let run = run!(r#"solve pocket --state "{}""#, with_symbols("U4=R R1=U")).ends(1);
    assert!(!run.err.contains("--layout"), "{run:#?}");
}

#[test]
fn named_faces_must_be_the_faces_of_the_puzzle_once_each_and_whole() {
    refused_state(
        &FIRST.replace("B=", "X="),
        &["unknown face `X`", "U, R, F, D, L, B"],
    );
    refused_state(&FIRST.replace("B=", "F="), &["face F is given twice"]);
    refused_state(&FIRST.replace(" B=BOWR", ""), &["face B is missing"]);
    refused_state(
        &FIRST.replace("B=BOWR", "B=BOW"),
        &["face B has 3 facelets", "4"],
    );
    refused_state(&FIRST.replace("B=BOWR", "BOWR"), &["`BOWR`", "FACE=COLORS"]);
    refused_state("=", &["unknown face ``"]);
    let solve = format!("solve pocket --layout faces --state {SOLVED}");
    refused(&solve, 1, &["FACE=COLORS", "--layout faces"]);
    let solve = format!("solve pocket --layout net --state '{FIRST}'");
    refused(&solve, 1, &["36 facelets", "24", "--layout net"]);
}

#[test]
fn the_fixed_orientation_needs_symbols_that_name_faces_or_colors() {
    refused(
        format!(
            r#"solve pocket --state "{}" --to solved"#,
            SOLVED.replace('U', "X")
        ),
        1,
        &[
            "`X` is not one of the colors GOWBRY",
            "give the target as text",
        ],
    );
}

#[test]
fn an_impossible_target_is_refused_as_the_target() {
    let to = |target: &str, says: &[&str]| {
        refused(
            format!(r#"solve pocket --state {SOLVED} --to "{target}""#),
            1,
            says,
        );
    };
    to(&with_symbols("U4=R R1=U"), &["the target", "mirrored"]);
    to(
        &with_symbols("U4=X"),
        &["the target", "`X` is not one of the colors in use"],
    );
    to(&with_symbols("U4=F R1=U F2=R"), &["the target", "twisted"]);
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
        run_with_stdin("solve pocket --state -", stdin)
            .ends(1)
            .says(&[says]);
    }
}
