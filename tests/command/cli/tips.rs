//! Turns of tips in scrambles.

use serde_json::json;

use crate::common::cli::*;
use crate::common::each;
use crate::common::puzzles::puzzle_file;
use twistsat::puzzle::Puzzle;

const OFFICIAL: &str = "U' R' L B U L' B' u l' b";

#[test]
fn tips_of_a_scramble_are_solved_separately() {
    // Without turns of tips, the output does not mention tips.
    let plain = run!(r#"solve pyraminx --scramble "U' R' L B U L' B'" --quiet"#).ends(0);
    let plain = plain.lacks(&["tips"]).out;
    let json = run!("solve pyraminx --scramble U --format json --quiet");
    assert!(json.ends(0).json().get("tips").is_none());
    let solve = format!(r#"solve pyraminx --quiet --scramble "{OFFICIAL}""#);
    let text = run(&solve).ends_printing(0, &["\ntips: u' l b'\n"]).out;
    let without = text.replace("tips: u' l b'\n", "");
    assert_eq!(without, plain, "tips change nothing else");
    let json = run!("{solve} --format json").ends(0);
    let json = json.reports(json!({"tips": "u' l b'"})).json();
    // The turns solve the tips, too.
    let alg = run!("{solve} --format alg").ends(0).out;
    let turns = json["solution"].as_str().unwrap();
    assert_eq!(alg, format!("{turns} u' l b'\n"));
}

#[test]
fn tips_alone_are_a_scramble() {
    for option in ["--scramble", "--from"] {
        run!(r#"solve pyraminx {option} "u b'" --quiet"#)
            .ends_printing(0, &["\ntips: u' b\n0 turns, minimal"]);
    }
}

#[test]
fn lists_may_contain_scrambles_with_tips() {
    let list = b"U L u\nb\nU L l'\n";
    let text = "1: L' U' (2 turns, minimal; tips: u')\n2: (0 turns, minimal; tips: b')\n\
                3: L' U' (2 turns, minimal; tips: l)\n";
    for (format, out) in [("text", text), ("alg", "L' U' u'\nb'\nL' U' l\n")] {
        let solve = format!("solve pyraminx --batch - --quiet --format {format}");
        assert_eq!(run_with_stdin(solve, list).ends(0).out, out);
    }
    // Enumerations print the tips of each line once.
    let enumerate = "enumerate pyraminx --batch - --shortest -q";
    let out = run_with_stdin(enumerate, b"U r\nu\nU\n").ends(0).out;
    let tips: Vec<&str> = out.lines().filter(|line| line.contains("tips")).collect();
    assert_eq!(tips, ["1: tips: r'", "2: tips: u'"], "{out}");
    assert!(out.starts_with("1: U'\n1: tips: r'\n1: "), "{out}");
}

#[test]
fn enumerations_print_the_tips_once() {
    let run = run("enumerate pyraminx --scramble 'U r' --turns 1 --quiet").ends(0);
    assert_eq!(run.out, "U'\ntips: r'\n1 solution of exactly 1 turn\n");
}

#[test]
fn paths_solve_the_tips_of_the_first_state() {
    let turned = "BGGGGGGGGGRRRRRRRRRBBBBBBBBYYYYYYYYY";
    for (from, turns, tips) in [
        ("U u", "U'", "u'"),
        ("u", "", "u'"),
        (turned, "", "u'"),
        ("U l b'", "U'", "l' b"),
    ] {
        let path = format!(r#"graph path pyraminx "{from}" --allow U --quiet --format"#);
        let alg = run!("{path} alg").ends(0);
        let expected = format!("{turns} {tips}");
        assert_eq!(alg.out, format!("{}\n", expected.trim_start()));
        assert_eq!(alg.err, "", "the path solves the tips");
        let json = run!("{path} json").ends(0);
        json.reports(json!({"tips": tips, "paths": [turns]}));
        let text = format!("\n{turns}\ntips: {tips}\n");
        run!("{path} text").ends_printing(0, &[text]);
    }
    let none = run!("graph path pyraminx 'L u' --allow U --quiet").ends(20);
    none.lacks(&["tips"]);
    let plain = run!("graph path pyraminx U --allow U --quiet --format json").ends(0);
    assert!(plain.json().get("tips").is_none(), "{plain:#?}");
    for state in ["U u", turned] {
        run!("graph path pyraminx U '{state}' --allow U")
            .ends_saying(1, &["the second state: a goal cannot turn tips"]);
        run!("graph name pyraminx '{state}'")
            .ends_saying(0, &["turned tips, which are not part of the state"]);
    }
}

#[test]
fn misplaced_turns_of_tips_are_refused() {
    each(
        "
--scramble 'U u w' » --scramble: `w` at column 5 is not a turn
--scramble 'U (u' --quiet » `(` at column 3 opens a group
--scramble U --to 'L u' » --to: a goal cannot turn tips
// The tip `u` turned once.
--scramble U --to BGGGGGGGGGRRRRRRRRRBBBBBBBBYYYYYYYYY » a goal cannot turn tips
--scramble U --starts-with u » turns a tip
--scramble U --allow 'U u' » turns a tip
",
        |[arguments], says| {
            let run = run!("solve pyraminx {arguments}").says(says);
            assert!(matches!(run.code, Some(1 | 2)), "{run:#?}");
        },
    );
    run!("show pyraminx --state BGGGGGGGGGRRRRRRRRRBBBBBBBBYYYYYYYYY")
        .ends_saying(0, &["the state has turned tips"]);
    run!("show pyraminx --scramble 'U u'")
        .ends_saying(0, &["turns tips, which are not part of the state"]);
}

#[test]
fn a_state_may_be_given_with_the_stickers_of_its_tips() {
    // `u` was turned clockwise: the sticker of F is at L, that of L at R.
    let state = "BGGGGGGGG GRRRRRRRR RBBBBBBBB YYYYYYYYY";
    let solve = format!("solve pyraminx --state '{state}' --quiet");
    run(&solve).ends_printing(0, &["\ntips: u'\n0 turns, minimal"]);
    let alg = run!("{solve} --format alg").ends(0);
    assert_eq!(alg.out, "u'\n");
    let json = run!("{solve} --format json").json();
    assert_eq!(json["tips"], "u'");
    // The state that an incomplete start is completed to is a comment, which ends the line.
    let open = "BGGGGG..G GRRRRRR.. RBBBBBBBB YYYYYYYY.";
    for command in ["solve", "enumerate --turns 0"] {
        let alg = run!("{command} pyraminx --state '{open}' --quiet --format alg").ends(0);
        let start = "F=GGGGGG L=RRRRRR R=BBBBBB D=YYYYYY";
        assert_eq!(alg.out, format!("u'  # from {start}\n"));
    }
    // In a list, too.
    let folder = Folder::new();
    let list = folder.write("list.txt", format!("{}\n", state.replace(' ', "")));
    run!("solve pyraminx --batch {list} --quiet").ends_printing(0, &["u'"]);
}

#[test]
fn a_puzzle_file_says_how_a_state_is_written_with_its_tips() {
    let file = |rows: &str| {
        let puzzle = Puzzle::built_in("pyraminx").unwrap();
        let (before, rest) = puzzle.definition().split_once("with_tips = [").unwrap();
        let after = rest.split_once("]\n").unwrap().1;
        let text = format!("{before}with_tips = [\"{rows}\"]\n{after}");
        Puzzle::from_toml("tips.toml", &text).map_err(|error| error.to_string())
    };
    let faces = " F1 F2 F3 F4 F5 F6 L1 L2 L3 L4 L5 L6 R1 R2 R3 R4 R5 R6 D1 D2 D3 D4 D5 D6";
    file(&format!("u:F2 l:F4 r:F6 b:L4{faces}")).unwrap();
    for (row, faces, says) in [
        ("u:F2 l:F4 r:F6", faces, "tip `b` is missing"),
        ("u:F2 l:F4 r:F6 b:L4 u:F2", faces, "`F2` appears twice"),
        ("u:F2 l:F4 r:F6 b:L4 D1", faces, "`D1` appears twice"),
        ("q:F2 l:F4 r:F6 b:L4", faces, "there is no tip `q`"),
        ("u:F9 l:F4 r:F6 b:L4", faces, "unknown facelet `F9`"),
        ("u:F2 l:F4 r:F6 b:L4", "", "facelet `F1` is missing"),
    ] {
        let error = file(&format!("{row}{faces}")).unwrap_err();
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn a_puzzle_file_declares_its_tips() {
    let line = puzzle_file("line", None, &[("A", "1", "a b c")], &[("L", "a b c")]);
    let check = |tips: &str, code| {
        let file = format!("{line}{tips}\n");
        run_with_stdin("puzzle check -", file.as_bytes()).ends(code)
    };
    let good = "[[tip]]\nname = \"l\"\norder = 3\n";
    check(&(good.to_owned() + "[[tip]]\nname = \"m\"\norder = 2\n"), 0);
    each(
        r#"
"l" » "L" » 14:8 » `L'` is already the name of a turn
"l" » "l l" » 14:8 » a turn's name must be one word without brackets
order = 3 » order = 3⏎[[tip]]⏎name = "l"⏎order = 4 » 17:8 » `l'` is already the name of a turn
order = 3 » order = 1 » 15:9 » the order of tip `l` must be from 2 to 64
order = 3 » order = 65 » 15:9 » the order of tip `l` must be from 2 to 64
order = 3 » order = "3" » 15:9 » invalid type
order = 3⏎ »  » 13:1 » missing field `order`
order = 3 » order = 3⏎turns = 1 » 16:1 » unknown field `turns`
"#,
        |[from, to, place], says| {
            let run = check(&good.replace(from, to), 1).prints(says);
            run.prints(&[format!("{place}: ")]);
        },
    );
    let name = |n: usize| format!("l{}{}", "x".repeat(n % 10), "y".repeat(n / 10));
    let tips = (0..101).map(|n| format!("[[tip]]\nname = \"{}\"\norder = 2\n", name(n)));
    check(&tips.collect::<String>(), 1).prints(&["at most 100 tips"]);
}

#[test]
fn the_tips_of_a_puzzle_are_shown() {
    run!("puzzle show pyraminx").ends_printing(0, &["tips      u l r b, solved separately\n"]);
    let json = run!("puzzle show pyraminx --format json").ends(0).json();
    assert_eq!(json["tips"][3], json!({"name": "b", "order": 3}));
}

#[test]
fn a_question_mark_on_a_tip_gets_the_hint_to_write_a_dot() {
    let state = "?GGGGGGGG RRRRRRRRR BBBBBBBBB YYYYYYYYY";
    run!("solve pyraminx --state '{state}'").ends_saying(1, &["is written `.`"]);
    let state = state.replace('?', ".");
    run!(r#"solve pyraminx --state "{state}""#).ends(0);
}
