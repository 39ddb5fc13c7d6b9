//! Bad input ends with a message that says what is wrong, with the right exit
//! code, and never with a panic.

mod common_cli;

use std::sync::OnceLock;

use common_cli::*;
use serde_json::{Value, json};

/// Runs the program and checks exit code and message: 2 for a command line
/// that makes no sense, 1 for input that is wrong.
#[track_caller]
fn refused(arguments: &[&str], code: i32, says: &[&str]) {
    let run = run(arguments);
    assert_eq!(run.code, Some(code), "{arguments:?}: {run:#?}");
    assert_eq!(run.out, "", "{arguments:?}: nothing on stdout");
    assert!(run.err.starts_with("error: "), "{arguments:?}: {run:#?}");
    for part in says {
        assert!(
            run.err.contains(part),
            "{arguments:?} must say `{part}`: {run:#?}"
        );
    }
}

mod states {
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
}

mod turns {
    use super::*;

    #[track_caller]
    fn refused_turns(notation: &str, turns: &str, says: &[&str]) {
        let notation = ["--notation", notation];
        let scramble = ["solve", "pocket", "--scramble", turns];
        refused(&[&scramble[..], &notation].concat(), 1, says);
        let apply = ["show", "pocket", "--apply", turns];
        refused(&[&apply[..], &notation].concat(), 1, says);
    }

    #[test]
    fn an_unknown_token_is_named_with_its_column() {
        refused_turns("singmaster", "R U2 Q F", &["`Q` at column 6", "U U2 U' R"]);
        refused_turns("singmaster", "R4", &["`R4` at column 1"]);
        refused_turns("singmaster", "R0", &["`R0` at column 1"]);
        refused_turns("singmaster", "R U2x", &["`U2x` at column 3"]);
        refused_turns("singmaster", "R U )", &["`)` at column 5"]);
        refused_turns("singmaster", "é R", &["`é` at column 1"]);
        refused_turns("singmaster", "R\n U\tx y", &["`x` at column 6"]);
        refused_turns("singmaster", "'", &["`'` at column 1"]);
        refused_turns("cw", "RCW RCWW", &["`RCWW` at column 5", "UCW UH UCCW"]);
        refused_turns("lowercase", "R q", &["`q` at column 3", "U U2 u"]);
        refused_turns("inverse", "R Ri2", &["`Ri2` at column 3", "U U2 Ui"]);
    }

    #[test]
    fn lowercase_is_not_guessed_but_explained() {
        let says = [
            "`r` at column 3",
            "counter-clockwise",
            "wide",
            "--notation lowercase",
        ];
        refused_turns("singmaster", "U r", &says);
        refused_turns("inverse", "U r", &says);
    }

    #[test]
    fn a_name_of_another_notation_is_recognised() {
        refused_turns(
            "singmaster",
            "U RCW",
            &["`RCW` at column 3", "--notation cw"],
        );
        refused_turns(
            "singmaster",
            "U Ri",
            &["`Ri` at column 3", "--notation inverse"],
        );
        refused_turns(
            "lowercase",
            "U R'",
            &["`R'` at column 3", "--notation singmaster"],
        );
        refused_turns("cw", "R2", &["`R2` at column 1", "--notation singmaster"]);
    }
}

mod options {
    use super::*;

    #[test]
    fn an_unknown_name_is_told_with_the_known_ones() {
        let solve = ["solve", "pocket", "--scramble", "R"];
        refused(
            &["solve", "megaminx", "--scramble", "R"],
            2,
            &["`megaminx`", "pocket"],
        );
        for (option, known) in [
            ("--recipe", "mux-tree"),
            ("--solver", "batsat, varisat, splr"),
            ("--layout", "net, faces, urfdlb"),
            ("--notation", "singmaster, cw, lowercase, inverse"),
            ("--strategy", "descend, ascend"),
            ("--format", "text, json, alg"),
        ] {
            let says = ["nonsense", known];
            refused(&[&solve[..], &[option, "nonsense"]].concat(), 2, &says);
        }
        refused(
            &["list", "nonsense"],
            2,
            &["nonsense", "puzzles, recipes, solvers"],
        );
        refused(
            &["show", "pocket", "--as", "nonsense"],
            2,
            &["net, faces, urfdlb"],
        );
        refused(&["nonsense"], 2, &["nonsense"]);
    }

    #[test]
    fn a_start_is_needed_and_only_one() {
        refused(
            &["solve", "pocket"],
            2,
            &["--scramble <TURNS>", "--state <STATE>"],
        );
        refused(
            &["encode", "pocket", "--turns", "1"],
            2,
            &["--scramble <TURNS>"],
        );
        refused(
            &["enumerate", "pocket", "--turns", "1"],
            2,
            &["--scramble <TURNS>"],
        );
        let both = ["solve", "pocket", "--scramble", "R", "--state", SOLVED];
        refused(&both, 2, &["--scramble", "--state"]);
        refused(&["solve", "--scramble", "R"], 2, &["PUZZLE"]);
        let both = [
            "solve",
            "pocket",
            "--puzzle-file",
            "x.toml",
            "--scramble",
            "R",
        ];
        refused(&both, 2, &["--puzzle-file"]);
    }

    #[test]
    fn a_budget_is_needed_where_there_is_no_default_and_only_one() {
        let start = ["pocket", "--scramble", "R"];
        let both = ["--turns", "1", "--max-turns", "2"];
        for subcommand in ["solve", "encode", "enumerate"] {
            refused(
                &[&[subcommand], &start[..], &both].concat(),
                2,
                &["--turns", "--max-turns"],
            );
        }
        refused(&[&["encode"], &start[..]].concat(), 2, &["--turns"]);
        refused(
            &[&["enumerate"], &start[..]].concat(),
            2,
            &["--turns", "--shortest"],
        );
        let both = ["--turns", "1", "--shortest"];
        refused(
            &[&["enumerate"], &start[..], &both].concat(),
            2,
            &["--turns", "--shortest"],
        );
    }

    #[test]
    fn a_number_of_turns_is_a_whole_number_within_reason() {
        for (subcommand, option) in [
            ("solve", "--turns"),
            ("solve", "--max-turns"),
            ("encode", "--turns"),
            ("enumerate", "--turns"),
        ] {
            let start = [subcommand, "pocket", "--scramble", "R"];
            for (number, says) in [
                ("-1", "-1"),
                ("1.5", "whole number"),
                ("", "turns"),
                ("three", "whole number"),
                ("99999999999", "at most"),
                ("99999999999999999999999999", "whole number"),
            ] {
                let argument = format!("{option}={number}");
                refused(&[&start[..], &[&argument]].concat(), 2, &[option, says]);
            }
            // Refused with an estimate, before anything is built.
            let says = ["1000000 turns", "clauses", "at most"];
            refused(&[&start[..], &[option, "1000000"]].concat(), 1, &says);
        }
        let distinct = ["--max-turns", "5000", "--recipe", "mux-distinct"];
        let solve = ["solve", "pocket", "--scramble", "R"];
        refused(
            &[&solve[..], &distinct].concat(),
            1,
            &["5000 turns", "clauses"],
        );
        let limit = [
            "enumerate",
            "pocket",
            "--scramble",
            "R",
            "--turns",
            "1",
            "--limit",
            "x",
        ];
        refused(&limit, 2, &["--limit"]);
    }

    #[test]
    fn a_time_limit_is_a_length_of_time() {
        for limit in ["", "-1", "soon", "5 lightyears", "nan", "inf", "1e300"] {
            let argument = format!("--time-limit={limit}");
            let solve = ["solve", "pocket", "--scramble", "R", &argument];
            refused(&solve, 2, &["--time-limit", "90s"]);
        }
    }

    #[test]
    fn a_goal_of_uniform_faces_does_not_tell_orientations() {
        let recipe = ["--recipe", "mux-uniform", "--to", "solved", "--turns", "1"];
        let solve = ["solve", "pocket", "--scramble", "R"];
        refused(
            &[&solve[..], &recipe].concat(),
            1,
            &["`mux-uniform`", "--to any"],
        );
    }

    #[test]
    fn map_and_model_cannot_both_come_from_stdin() {
        refused(&["decode", "-", "-"], 2, &["stdin"]);
    }
}

mod puzzle_files {
    use super::*;

    /// Refuses the pocket cube's file with one part replaced. `at` is the text
    /// at whose line the mistake is.
    #[track_caller]
    fn refused_file(from: &str, to: &str, at: &str, says: &[&str]) {
        let good = data("encodings/puzzles/pocket.toml");
        assert!(good.contains(from), "{from} is not in the file");
        let text = good.replacen(from, to, 1);
        let folder = Folder::new();
        let path = folder.write("bad.toml", &text);
        let line = text[..text.find(at).unwrap()].matches('\n').count() + 1;
        let place = format!("{path}:{line}:");
        refused(
            &["show", "--puzzle-file", &path],
            1,
            &[&[&*place], says].concat(),
        );
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let folder = Folder::new();
        let missing = folder.arg("missing.toml");
        refused(
            &["show", "--puzzle-file", &missing],
            1,
            &["cannot read", &missing],
        );
        let here = folder.arg(".");
        refused(
            &["show", "--puzzle-file", &here],
            1,
            &["cannot read", &here],
        );
        let binary = folder.write("binary.toml", b"\xff\x00\xfe");
        refused(
            &["show", "--puzzle-file", &binary],
            1,
            &["cannot read", &binary, "UTF-8"],
        );
        let empty = folder.write("empty.toml", "");
        refused(
            &["show", "--puzzle-file", &empty],
            1,
            &[&empty, "missing field `name`"],
        );
    }

    #[test]
    fn what_is_no_toml_of_this_form_is_told_with_its_line() {
        refused_file("title =", "title :", "title :", &["key"]);
        refused_file(
            "held =",
            "hold =",
            "hold",
            &["unknown field `hold`", "`held`"],
        );
        refused_file(
            "[[face]]",
            "[[fase]]",
            "fase",
            &["unknown field `fase`", "`face`"],
        );
        refused_file(
            "exact = 11",
            "exakt = 11",
            "exakt",
            &["unknown field `exakt`"],
        );
        refused_file("any = 11", "any = -11", "-11", &["-11"]);
        refused_file("name = \"pocket\"", "name = 2", "name = 2", &["string"]);
        refused_file("name = \"pocket\"\n", "", "#", &["missing field `name`"]);
        refused_file(
            "color = \"G\"\n",
            "",
            "[[face]]",
            &["missing field `color`"],
        );
        refused_file(
            "\"green\"",
            "\"greenish\"",
            "\"greenish\"",
            &["greenish", "`green`"],
        );
        refused_file("title", "name", "name = \"Pocket", &["duplicate key"]);
    }

    #[test]
    fn names_must_be_names() {
        refused_file(
            "\"pocket\"",
            "\"../pocket\"",
            "../pocket",
            &["letters, digits"],
        );
        refused_file("\"pocket\"", "\"\"", "name = \"\"", &["letters, digits"]);
        refused_file(
            "name = \"R\"",
            "name = \"U\"",
            "name = \"U\"\ncolor = \"O\"",
            &["`U`", "twice"],
        );
        refused_file(
            "name = \"R\"",
            "name = \"R=\"",
            "\"R=\"",
            &["face needs a name"],
        );
        refused_file(
            "color = \"O\"",
            "color = \"OO\"",
            "\"OO\"",
            &["one character"],
        );
        refused_file(
            "name = \"R\"\ncycles",
            "name = \"U\"\ncycles",
            "name = \"U\"\ncycles = [\"R1",
            &["turn `U` stands twice"],
        );
        refused_file(
            "name = \"R\"\ncycles",
            "name = \"R2\"\ncycles",
            "name = \"R2\"",
            &["letters"],
        );
    }

    #[test]
    fn facelets_must_be_those_of_the_faces_once_each() {
        refused_file(
            "\"U1 U2 U4 U3\"",
            "\"U1 U2 U4 U9\"",
            "\"U1 U2 U4 U9\"",
            &["unknown facelet `U9`"],
        );
        refused_file(
            "U1 U2  .",
            "U1 U9  .",
            "U1 U9  .",
            &["unknown facelet `U9`"],
        );
        refused_file(
            "U1 U2  .",
            "U1 U1  .",
            "U1 U1  .",
            &["facelet `U1` stands twice in the net"],
        );
        refused_file(
            "U1 U2  .",
            "U1  .  .",
            "\"pocket\"",
            &["facelet `U2` is missing in the net"],
        );
        refused_file(
            "\"R1 R2 R3 R4\"",
            "\"R1 R2 R3 U4\"",
            "\"R1 R2 R3 U4\"",
            &["facelet `U4` stands twice"],
        );
        refused_file(
            "\"D3 B4 L3\"",
            "\"D3 B4 L9\"",
            "\"D3 B4 L9\"",
            &["unknown facelet `L9`"],
        );
        refused_file(
            "\"U1 U2 U3 U4\"",
            "\"\"",
            "\"\"",
            &["face `U` has no facelets"],
        );
    }

    #[test]
    fn a_turn_must_be_a_permutation_that_moves_something_and_is_new() {
        let cycle = "\"U1 U2 U4 U3\"";
        refused_file(
            cycle,
            "\"U1 U2 U4 U1\"",
            "\"U1 U2 U4 U1\"",
            &["turn `U` is not a permutation", "`U1` twice"],
        );
        refused_file(
            cycle,
            "\"U1 U2 F1 U3\"",
            "\"F1 L1",
            &["turn `U` is not a permutation", "`F1` twice"],
        );
        refused_file(cycle, "\"U1\"", "\"U1\"", &["at least two facelets"]);
        refused_file(
            "[\"U1 U2 U4 U3\", \"F1 L1 B1 R1\", \"F2 L2 B2 R2\"]",
            "[]",
            "name = \"U\"\ncycles",
            &["turn `U` moves nothing"],
        );
        let good = data("encodings/puzzles/pocket.toml");
        let u = "\"U1 U2 U4 U3\", \"F1 L1 B1 R1\", \"F2 L2 B2 R2\"";
        let r = "\"R1 R2 R4 R3\", \"F2 U2 B3 D2\", \"F4 U4 B1 D4\"";
        assert!(good.contains(u));
        refused_file(
            r,
            u,
            "name = \"R\"\ncycles",
            &["turn `R` is the same turn as U"],
        );
        let inverse = "\"U3 U4 U2 U1\", \"R1 B1 L1 F1\", \"R2 B2 L2 F2\"";
        refused_file(
            r,
            inverse,
            "name = \"R\"\ncycles",
            &["a power of turn `R` is the same turn as"],
        );
        let long = "\"U1 U2 U3 U4 F1 F2 F3\", \"R1 R2 R3 R4 B1 B2 B3 B4 L1 L2 L3\"";
        refused_file(
            u,
            long,
            "name = \"U\"\ncycles",
            &["turn `U` must be made 77 times", "64"],
        );
        let (without, _) = good.split_once("[[turn]]").unwrap();
        let folder = Folder::new();
        let path = folder.write("bad.toml", without);
        refused(&["show", "--puzzle-file", &path], 1, &[&path, "turn"]);
    }
}

mod recipe_files {
    use super::*;

    #[track_caller]
    fn refused_file(text: &str, says: &[&str]) {
        let folder = Folder::new();
        let path = folder.write("bad.toml", text);
        let solve = ["solve", "pocket", "--scramble", "R", "--recipe-file", &path];
        refused(&solve, 1, &[&[&*path], says].concat());
    }

    #[test]
    fn a_mistake_is_told_with_its_line_and_what_is_allowed() {
        let good = data("encodings/recipes/mux-idle.toml");
        let with = |from: &str, to: &str| {
            assert!(good.contains(from));
            good.replace(from, to)
        };
        refused_file(
            &with("order =", "ordre ="),
            &[":8:1", "unknown field `ordre`", "`order`"],
        );
        let says = [
            ":8:9",
            "unknown variant `random`",
            "`none`, `no-same-face`, `canonical`",
        ];
        refused_file(&with("\"canonical\"", "\"random\""), &says);
        refused_file(&with("mux-flat", "mux-deep"), &["`mux-flat`", "`mux-tree`"]);
        refused_file(&with("\"trailing\"", "true"), &[":9:8"]);
        refused_file(
            &with("\"mux-idle\"", "\"a b\""),
            &[":3:8", "letters, digits"],
        );
        refused_file(
            &with("state = \"color-binary\"\n", ""),
            &["missing field `state`"],
        );
        refused_file("", &["missing field `name`"]);
        refused_file("name = ", &[":1:"]);
        let missing = [
            "solve",
            "pocket",
            "--scramble",
            "R",
            "--recipe-file",
            "missing.toml",
        ];
        refused(&missing, 1, &["cannot read missing.toml"]);
        let both = ["--recipe", "mux", "--recipe-file", "missing.toml"];
        refused(
            &[&missing[..4], &both].concat(),
            2,
            &["--recipe", "--recipe-file"],
        );
    }

    #[test]
    fn the_reference_formula_goes_with_no_other_part() {
        let good = data("encodings/recipes/mux-reference.toml");
        let tree = good.replace("mux-flat", "mux-tree");
        refused_file(&tree, &["`reference`", "`mux-flat`"]);
        for part in [
            "idle = \"trailing\"",
            "order = \"canonical\"",
            "distinct = true",
        ] {
            refused_file(&format!("{good}{part}\n"), &["`reference`"]);
        }
    }
}

/// A formula that was encoded, its map and a model.
struct Encoded {
    map: String,
    /// The literals of a model, one a variable.
    model: Vec<i64>,
}

/// `R U2` in two turns, by `encode` and a solver.
fn encoded() -> &'static Encoded {
    static ENCODED: OnceLock<Encoded> = OnceLock::new();
    ENCODED.get_or_init(|| {
        use twistsat::control::Control;
        use twistsat::encode::{Recipe, encode, map};
        use twistsat::puzzle::Budget;
        use twistsat::solver::{Session, Verdict, by_name};
        let recipe = Recipe::built_in("mux").unwrap().unwrap();
        let problem = scrambled("R U2", Budget::Exactly(2));
        let formula = encode(&problem, &recipe).unwrap();
        let backend = by_name("batsat").unwrap();
        let mut session = Session::new(backend, &formula.cnf, formula.variables).unwrap();
        let Verdict::Sat(model) = session.solve(&Control::unlimited()).unwrap() else {
            panic!("the formula has a model");
        };
        Encoded {
            map: map::write(&problem, &recipe, &formula),
            model: model
                .iter()
                .map(|literal| i64::from(literal.to_ipasir()))
                .collect(),
        }
    })
}

fn competition_lines(literals: &[i64]) -> String {
    let literals: Vec<String> = literals.iter().map(ToString::to_string).collect();
    format!("s SATISFIABLE\nv {} 0\n", literals.join(" "))
}

mod maps {
    use super::*;

    #[track_caller]
    fn refused_map(map: &str, says: &[&str]) {
        let folder = Folder::new();
        let map = folder.write("map.json", map);
        let model = folder.write("model", competition_lines(&encoded().model));
        refused(&["decode", &map, &model], 1, says);
    }

    /// Refuses the map with one value changed.
    #[track_caller]
    fn refused_change(change: impl FnOnce(&mut Value), says: &[&str]) {
        let mut map: Value = serde_json::from_str(&encoded().map).unwrap();
        change(&mut map);
        refused_map(&map.to_string(), says);
    }

    #[test]
    fn the_unchanged_map_and_model_are_accepted() {
        let folder = Folder::new();
        let map = folder.write("map.json", &encoded().map);
        let model = folder.write("model", competition_lines(&encoded().model));
        let run = run(&["decode", &map, &model, "--format", "alg"]).ends(0);
        assert_eq!(run.out, "U2 R'\n");
    }

    #[test]
    fn what_is_no_map_is_refused() {
        for text in [
            "",
            "nonsense",
            "[]",
            "{}",
            "null",
            "{\"format\": 1}",
            "p cnf 1 1\n1 0\n",
        ] {
            refused_map(text, &["map.json", "no map written by `twistsat encode`"]);
        }
        let folder = Folder::new();
        let model = folder.write("model", competition_lines(&encoded().model));
        let missing = folder.arg("missing.json");
        refused(
            &["decode", &missing, &model],
            1,
            &["cannot read", "missing.json"],
        );
        let binary = folder.write("binary.json", b"\x80\x81");
        refused(
            &["decode", &binary, &model],
            1,
            &["cannot read", "binary.json", "UTF-8"],
        );
    }

    #[test]
    fn a_map_of_another_version_is_refused_for_its_version() {
        refused_map(
            "{\"format\":\"twistsat-map-2\",\"new\":[]}",
            &["twistsat-map-2", "twistsat-map-1"],
        );
        refused_change(
            |map| map["format"] = json!("twistsat-map-0"),
            &["twistsat-map-0"],
        );
    }

    #[test]
    fn a_map_that_is_cut_anywhere_is_refused() {
        let map = encoded().map.trim_end();
        for part in 0..12 {
            let mut end = map.len() * part / 12;
            while !map.is_char_boundary(end) {
                end -= 1;
            }
            refused_map(&map[..end], &["map.json", "no map"]);
        }
        refused_map(&map[..map.len() - 1], &["map.json", "no map"]);
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        refused_change(
            |map| map["selectors"][0][0] = json!(1_000_000),
            &["literal 1000000"],
        );
        refused_change(
            |map| map["selectors"][0][0] = json!(-2_147_483_648i64),
            &["literal"],
        );
        refused_change(|map| map["selectors"][0][0] = json!(0), &["literal 0"]);
        refused_change(
            |map| map["selectors"][0][0] = json!(1u64 << 40),
            &["no map"],
        );
        refused_change(|map| map["variables"] = json!(u32::MAX), &["variables"]);
        refused_change(|map| map["variables"] = json!(1), &["with 1 variables"]);
        refused_change(|map| map["variables"] = json!(-1), &["no map"]);
        let wide = vec![json!(1); 70];
        refused_change(|map| map["selectors"][0] = json!(wide), &["70 bits"]);
        refused_change(
            |map| map["budget"] = json!({"exactly": u64::MAX}),
            &["budget"],
        );
    }

    #[test]
    fn parts_that_do_not_go_together_are_refused() {
        let pop = |name: &'static str| {
            move |map: &mut Value| drop(map[name].as_array_mut().unwrap().pop())
        };
        refused_change(pop("selectors"), &["selectors"]);
        refused_change(pop("colors"), &["states"]);
        refused_change(pop("facelets"), &["facelets"]);
        refused_change(pop("allowed"), &["not allowed"]);
        refused_change(
            |map| drop(map["colors"][1].as_array_mut().unwrap().pop()),
            &["facelets"],
        );
        refused_change(|map| map["codes"][0] = json!("X2"), &["no turn `X2`"]);
        refused_change(|map| map["allowed"][0] = json!("X2"), &["no turn `X2`"]);
        refused_change(|map| map["codes"][0] = json!("L"), &["not allowed"]);
        refused_change(
            |map| map["symbols"] = json!("GG"),
            &["`GG` is not 6 different colors"],
        );
        refused_change(|map| map["start"] = json!("GO"), &["`GO` is no state"]);
        refused_change(|map| map["goal"] = json!("X".repeat(24)), &["`X`"]);
        refused_change(
            |map| map["puzzle_file"] = json!("name = 1"),
            &["damaged", ":1:8"],
        );
        refused_change(|map| map["metric"] = json!("qtm"), &["`htm`"]);
        refused_change(
            |map| map["surplus"] = json!(1),
            &["unknown field `surplus`"],
        );
        refused_change(
            |map| drop(map.as_object_mut().unwrap().remove("goal")),
            &["`goal`"],
        );
    }

    #[test]
    fn turns_that_do_not_replay_are_never_printed() {
        let says = ["no model of the formula"];
        refused_change(
            |map| {
                let (start, goal) = (map["start"].clone(), map["goal"].clone());
                map["start"] = goal;
                map["goal"] = start;
            },
            &says,
        );
        refused_change(
            |map| map["goal"] = map["start"].clone(),
            &["do not lead from the start"],
        );
        refused_change(
            |map| map["codes"].as_array_mut().unwrap().rotate_left(1),
            &says,
        );
        refused_change(|map| map["codes"].as_array_mut().unwrap().reverse(), &says);
        refused_change(
            |map| map["selectors"].as_array_mut().unwrap().reverse(),
            &says,
        );
        refused_change(|map| map["colors"].as_array_mut().unwrap().reverse(), &says);
    }
}

mod models {
    use super::*;

    #[track_caller]
    fn refused_model(model: impl AsRef<[u8]>, says: &[&str]) {
        let folder = Folder::new();
        let map = folder.write("map.json", &encoded().map);
        let model = folder.write("model", model);
        refused(&["decode", &map, &model], 1, &[&["model"], says].concat());
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        refused_model("", &["no verdict"]);
        refused_model("c only a comment\n", &["no verdict"]);
        refused_model("nonsense\n", &["line 1", "`nonsense`"]);
        refused_model("s PERHAPS\n", &["line 1", "`PERHAPS` is no verdict"]);
        refused_model(
            "s SATISFIABLE\ns UNSATISFIABLE\n",
            &["line 2", "contradicts"],
        );
        refused_model(
            "s UNSATISFIABLE\nv 1 2 0\n",
            &["verdict is not satisfiable"],
        );
        refused_model("SAT\n1 2 x 0\n", &["line 2", "`x` is no literal"]);
        refused_model(
            "s SATISFIABLE\nv 1 99999999999999999999 0\n",
            &["line 2", "no literal"],
        );
        refused_model(b"\x7fELF\x02\xff\xfe\x00", &["cannot read", "UTF-8"]);
        refused_model("\0\0\0\0", &["line 1"]);
        refused_model("p cnf 1 1\n1 0\n", &["line 1", "`p`"]);
        let folder = Folder::new();
        let map = folder.write("map.json", &encoded().map);
        let missing = folder.arg("missing");
        refused(&["decode", &map, &missing], 1, &["cannot read", "missing"]);
    }

    #[test]
    fn a_model_of_another_formula_is_refused() {
        let model = &encoded().model;
        let short = &model[..model.len() - 3];
        refused_model(competition_lines(short), &["too short", "variables"]);
        refused_model(competition_lines(&[]), &["too short", "not to variable 1"]);
        let next = model.len() as i64 + 1;
        let foreign = [&model[..], &[-next]].concat();
        let says = format!(
            "literal -{next}, but the formula has {} variables",
            model.len()
        );
        refused_model(competition_lines(&foreign), &["line 2", &says]);
        refused_model(
            "s SATISFIABLE\nv -9223372036854775808 0\n",
            &["line 2", "literal"],
        );
        let mut both = model.clone();
        both.push(-model[0]);
        refused_model(
            competition_lines(&both),
            &["line 2", "variable 1 is given both values"],
        );
    }

    #[test]
    fn a_model_that_is_cut_is_refused() {
        let whole = competition_lines(&encoded().model);
        let cut = whole.strip_suffix(" 0\n").unwrap();
        refused_model(cut, &["does not end with 0"]);
        refused_model(
            cut.replace("s SATISFIABLE\nv", "SAT\n"),
            &["does not end with 0"],
        );
        let (half, _) = whole[..whole.len() / 2].rsplit_once(' ').unwrap();
        refused_model(half, &["does not end with 0"]);
        refused_model(format!("{whole}v 1 0\n"), &["line 3", "after the 0"]);
    }

    #[test]
    fn a_model_that_is_none_is_refused_whichever_selector_bit_is_wrong() {
        let map: Value = serde_json::from_str(&encoded().map).unwrap();
        let mut bits = 0;
        for selector in map["selectors"].as_array().unwrap() {
            for bit in selector.as_array().unwrap() {
                let variable = bit.as_i64().unwrap().unsigned_abs() as usize;
                let mut model = encoded().model.clone();
                model[variable - 1] *= -1;
                refused_model(
                    competition_lines(&model),
                    &["this is no model of the formula"],
                );
                bits += 1;
            }
        }
        assert_eq!(bits, 8, "two turns out of nine");
    }
}

/// Seeded damage to good files, in this process: whatever becomes of them, it
/// is no panic.
mod damage {
    use std::sync::Arc;

    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use twistsat::encode::{Recipe, decode, encode, map};
    use twistsat::puzzle::{Budget, Layout, Notation, Problem, Puzzle, Target};
    use twistsat::report;
    use twistsat::solver::Answer;

    use super::*;

    const ROUNDS: u64 = 300;

    /// Some characters replaced, left out, doubled or moved.
    fn damaged(text: &str, seed: u64) -> String {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut text: Vec<char> = text.chars().collect();
        for _ in 0..rng.random_range(1..=3) {
            if text.is_empty() {
                break;
            }
            let at = rng.random_range(0..text.len());
            let end = (at + rng.random_range(0..12)).min(text.len());
            match rng.random_range(0..6) {
                0 => text[at] = text[rng.random_range(0..text.len())],
                1 => drop(text.drain(at..end)),
                2 => {
                    let part = text[at..end].to_vec();
                    let to = rng.random_range(0..text.len());
                    text.splice(to..to, part);
                }
                3 => {
                    let characters: Vec<char> = "0123456789-\"[]{},.='é ".chars().collect();
                    text[at] = characters[rng.random_range(0..characters.len())];
                }
                4 => text.truncate(at),
                // A digit, so that the file stays well-formed more often.
                _ => {
                    let digits: Vec<usize> = (0..text.len())
                        .filter(|&i| text[i].is_ascii_digit())
                        .collect();
                    if let Some(&digit) = digits.get(at % digits.len().max(1)) {
                        text[digit] = char::from(b'0' + rng.random_range(0..10u8));
                    }
                }
            }
        }
        text.into_iter().collect()
    }

    #[test]
    fn a_damaged_map_never_makes_the_decoder_panic() {
        let encoded = encoded();
        let whole = competition_lines(&encoded.model);
        let mut accepted = 0;
        for seed in 0..ROUNDS {
            let Ok(map) = map::read(&damaged(&encoded.map, seed)) else {
                continue;
            };
            accepted += 1;
            if let Ok(Answer::Sat(model)) = Answer::read(&whole, map.variables) {
                // Right or refused: a solution was replayed.
                let _ = decode(&map.problem, &map.meaning, &model);
            }
        }
        assert!(accepted > 0, "some damage goes deeper than the JSON reader");
    }

    #[test]
    fn a_damaged_model_never_makes_the_reader_panic() {
        let encoded = encoded();
        let map = map::read(&encoded.map).unwrap();
        let whole = competition_lines(&encoded.model);
        for seed in 0..ROUNDS {
            if let Ok(Answer::Sat(model)) = Answer::read(&damaged(&whole, seed), map.variables) {
                let _ = decode(&map.problem, &map.meaning, &model);
            }
        }
    }

    #[test]
    fn a_damaged_puzzle_file_never_makes_the_reader_panic() {
        let good = data("encodings/puzzles/pocket.toml");
        let recipe = Recipe::built_in("mux").unwrap().unwrap();
        let mut accepted = 0;
        for seed in 0..ROUNDS {
            let Ok(puzzle) = Puzzle::from_toml("damaged", &damaged(&good, seed)) else {
                continue;
            };
            accepted += 1;
            let puzzle = Arc::new(puzzle);
            for (turn, made) in puzzle.turns().iter().enumerate() {
                let inverse = puzzle.inverse(turn);
                let solved = puzzle.solved();
                assert_eq!(
                    puzzle.apply(solved, &[turn, inverse]),
                    *solved,
                    "seed {seed}"
                );
                let name = made.name();
                assert_eq!(Notation::Singmaster.read(&puzzle, &name), Ok(vec![turn]));
            }
            let scramble = [0, puzzle.turns().len() - 1];
            for target in [Target::Any, Target::Solved] {
                let budget = Budget::Exactly(1);
                let problem = Problem::from_scramble(puzzle.clone(), &scramble, &target, budget);
                let Ok(problem) = problem else { continue };
                let _ = report::start(&problem);
                encode(&problem, &recipe).unwrap();
            }
        }
        assert!(accepted > 10, "some damage is none: {accepted}");
    }

    #[test]
    fn damaged_recipes_states_and_turns_never_make_a_reader_panic() {
        let recipe = data("encodings/recipes/mux-idle.toml");
        let puzzle = pocket();
        for seed in 0..ROUNDS {
            let _ = Recipe::from_toml("damaged", &damaged(&recipe, seed));
            for notation in Notation::ALL {
                let _ = notation.read(&puzzle, &damaged("R U2 F' RCW UH FCCW r Ri", seed));
            }
            for text in [FIRST, THREE] {
                let text = damaged(text, seed);
                for layout in Layout::ALL {
                    let Ok(symbols) = layout.read(&puzzle, &text) else {
                        continue;
                    };
                    let given = Target::State(symbols.clone());
                    for target in [Target::Any, Target::Solved, given] {
                        let _ = Problem::new(puzzle.clone(), &symbols, &target, Budget::AtMost(1));
                    }
                }
            }
        }
    }
}
