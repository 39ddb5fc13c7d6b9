use super::*;
use crate::common::puzzles::puzzle_file;
use crate::common::{each, simulator};

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
    let encode = format!(r#"encode pocket --state "{state}" --turns 1 -o -"#);
    refused(encode, 1, says);
}

#[test]
fn a_wrong_length_is_reported_with_the_right_one() {
    for (state, facelets) in [
        ("", "0"),
        ("UUUU", "4"),
        (&format!("{SOLVED}U"), "25"),
        (&SOLVED.repeat(1000), "24000"),
        // A letter and a combining accent are two characters.
        (&SOLVED.replacen('U', "U\u{301}", 1), "25"),
    ] {
        refused_state(state, &[&format!("{facelets} facelets"), "24"]);
    }
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_cycle_of_pieces_as_a_goal_is_not_read_as_turns() {
    for (puzzle, cycle, says) in [
        ("rubik", "(UF UR UL)'", "write cycles of pieces"),
        ("rubik", "(UF UR)2", "write cycles of pieces"),
        ("rubik", "R (UF UR UL)", "write cycles of pieces"),
        ("rubik", "[R: (UF UR)]", "write cycles of pieces"),
        ("rubik", "(UF UR+ UL)", "write cycles of pieces"),
        ("4x4x4", "(UFr URb)", "has no piece `UFr`"),
        ("pyraminx", "(UL UR LR)", "has no piece `UL`"),
    ] {
        let solve = format!(r#"solve {puzzle} --scramble R --to "{cycle}""#);
        refused(&solve, 2, &[says, "--to"]);
    }
    // Turns in groups are turns.
    for turns in "(R U)2|(R U R')|(RU)|(R U F)'|(RU R'U')|[RU, F]".split('|') {
        run!(r#"solve rubik --scramble "{turns}" --to "{turns}""#)
            .ends(0)
            .prints(&["0 turns"]);
    }
}

#[test]
fn a_goal_of_wrong_length_is_reported_with_the_right_one() {
    use twistsat::problem::{Problem, Target};
    use twistsat::puzzle::Sticker;
    for target in [
        Target::state(&['U'; 4]),
        Target::Pattern(vec![Sticker::Any; 25]),
    ] {
        let budget = Budget::AtMost(1);
        let error = Problem::from_scramble(pocket(), &[0], &target, budget).unwrap_err();
        assert!(error.to_string().contains("it must have 24"), "{error}");
    }
    let to = "solve pocket --scramble R --to GGGG";
    refused(to, 1, &["4 facelets", "24"]);
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
    let faces = [("P", "B", "a c"), ("Q", "A", "b")];
    let two = puzzle_file("two", None, &faces, &[("F", "a c")]);
    let two = two.replace("\"a c b\"]", "\"a b c\"]\nlayout = \"net\"");
    let two = folder.write("two.toml", two);
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
fn impossible_colors_and_corners_are_named_with_their_places() {
    each(
        "
U4=D » `D` occurs 5 times » `U` occurs 3 times » 4 times
F1=X F2=X F3=X » 7 different colors » 6
U1=X » 7 different colors (B D F L R U X) » 6
B1=U B2=U B3=U B4=U » 5 different colors (D F L R U) » 6
// U4 R1 F2 shows U R D.
F2=D D3=F » no corner has the colors U R D » U4 R1 F2
U4=R R1=U » corner » mirrored » U4 R1 F2
// URF and DBL twice, UFL and DRB never: every color occurs four times.
U3=R F1=F L2=U D4=D R4=B B3=L » twice » U4 R1 F2 » facelets
U4=F R1=U F2=R » one corner is twisted
U4=R R1=F F2=U » one corner is twisted
// Two corners twisted the same way.
U4=F R1=U F2=R U1=B L1=U B2=L » twisted
",
        |[changes], says| refused_state(&with_symbols(changes), says),
    );
    refused_state(&"🟦".repeat(24), &["1 different color", "6"]);
}

#[test]
fn a_wrong_piece_of_the_cube_is_named() {
    each(
        "
U8=F F2=U » one edge is flipped » the one at UF (U8 F2)
// Three edges flipped: it is unknown which one is wrong.
U8=F F2=U U6=R R2=U D6=R R8=D » one edge is flipped in its place: no turns
U9=F R1=U F3=R » one corner is twisted » the one at URF (U9 R1 F3)
F2=R R2=F » two pieces are swapped » those at UR (U6 R2) and UF (U8 F2)
R1=F F3=L F1=R L3=F » two pieces are swapped » URF (U9 R1 F3) » UFL
// Three edges in a circle, and two corners swapped.
F2=R R2=B B2=F R1=F F3=L F1=R L3=F » two pieces are swapped » the corners have odd parity, the edges have even parity
R5=L L5=R » are a mirror image
",
        |[changes], says| {
            let state = simulator::with_colors(simulator::SOLVED, changes);
            refused(format!(r#"solve rubik --state "{state}""#), 1, says);
            let show = run!(r#"show rubik --state "{state}""#).ends(1).says(says);
            show.lacks(&["it was read as"]);
        },
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn an_immovable_center_of_the_cube_is_named() {
    let turned = run!("show rubik --with slice --apply M --as urfdlb").ends(0);
    let (state, solved) = (turned.out.trim(), simulator::SOLVED);
    let solve = format!(r#"solve rubik --state "{state}" --to "{solved}""#);
    refused(solve, 1, &["the target", "no center has the colors"]);
    // With slice turns, the state is possible.
    let solve = format!(r#"solve rubik --with slice --state "{state}""#);
    let solved = run!("{solve} --max-turns 2 --format alg").ends(0);
    assert_eq!(solved.out, "M'\n");
}

#[test]
fn a_state_two_turns_away_is_legal_in_letters_of_faces_and_of_colors() {
    let state = run!("show rubik --apply 'R U' --as urfdlb").ends(0).out;
    let colors = faulty_cubes::in_symbols(state.trim(), "WRGYOB");
    for state in [state.trim(), &colors] {
        let solve = format!(r#"solve rubik --format alg --state "{state}""#);
        assert_eq!(run(&solve).ends(0).out, "U' R'\n");
    }
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
        if !net.contains('.') {
            refused(format!("graph path pocket {net}"), 1, &[says]);
            refused(format!("graph name pocket {net}"), 1, &[says]);
        }
        run!("show pocket --state {net} --layout net").ends(0);
    }
    let urfdlb = "YRGOGYWBRYOGWRBOBYWGBOWR";
    let solve = format!("solve pocket --layout net --state {urfdlb}");
    let other = "in the layout `urfdlb`";
    refused(
        &solve,
        1,
        &["read as --layout net", other, "--layout urfdlb"],
    );
    // But not if no reading is possible.
    let mirrored = with_symbols("U4=R R1=U");
    let run = run!(r#"solve pocket --state "{mirrored}""#).ends(1);
    run.lacks(&["--layout"]);
}

#[test]
fn named_faces_must_be_the_faces_of_the_puzzle_once_each_and_whole() {
    each(
        "
B= » X= » unknown face `X` » U, R, F, D, L, B
B= » F= » face F is given twice
 B=BOWR »  » face B is missing
B=BOWR » B=BOW » face B has 3 facelets » 4
B=BOWR » BOWR » `BOWR` » FACE=COLORS
",
        |[from, to], says| refused_state(&FIRST.replace(from, to), says),
    );
    refused_state("=", &["unknown face ``"]);
    let solve = format!("solve pocket --layout faces --state {SOLVED}");
    refused(&solve, 1, &["FACE=COLORS", "--layout faces"]);
    let solve = format!("solve pocket --layout net --state '{FIRST}'");
    refused(&solve, 1, &["36 facelets", "24", "--layout net"]);
}

#[test]
fn the_fixed_orientation_needs_symbols_that_name_faces_or_colors() {
    let state = SOLVED.replace('U', "X");
    let says = "`X` is not one of the colors GOWBRY";
    let solve = format!("solve pocket --state {state} --to solved");
    refused(solve, 1, &[says, "give the target as text"]);
}

#[test]
fn an_impossible_target_is_refused_as_the_target() {
    for (target, says) in [
        (&*with_symbols("U4=R R1=U"), &["the target", "mirrored"][..]),
        (&with_symbols("U4=F R1=U F2=R"), &["the target", "twisted"]),
        (
            &with_symbols("U4=X"),
            &["the target", "`X` is not one of the colors in use"],
        ),
        ("Solved", &["--to", "`any`", "`solved`", "6 facelets"]),
        ("GGGG", &["4 facelets", "24"]),
        ("", &["--to", "0 facelets"]),
        ("F=UUUU", &["--to", "missing"]),
    ] {
        let solve = format!(r#"solve pocket --state {SOLVED} --to "{target}""#);
        refused(solve, 1, says);
    }
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
