//! Turns of tips in scrambles.

use crate::common::cli::*;
use twistsat::puzzle::Puzzle;

const OFFICIAL: &str = "U' R' L B U L' B' u l' b";

#[test]
fn tips_of_a_scramble_are_solved_separately() {
    let plain = run!(r#"solve pyraminx --scramble "U' R' L B U L' B'" --quiet"#).ends(0);
    let solve =
        |more: &str| run!(r#"solve pyraminx --quiet --scramble "{OFFICIAL}" {more}"#).ends(0);
    let text = solve("");
    assert!(text.out.contains("\ntips: u' l b'\n"), "{text:#?}");
    let without: String = text
        .out
        .lines()
        .filter(|line| !line.starts_with("tips"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(without, plain.out, "tips change nothing else");
    let json = solve("--format json").json();
    assert_eq!(json["tips"], "u' l b'");
    let alg = solve("--format alg").out;
    let turns = json["solution"].as_str().unwrap();
    assert_eq!(
        alg,
        format!("{turns} u' l b'\n"),
        "the turns solve the tips, too"
    );
    // Without turns of tips, the output does not mention tips.
    assert!(!plain.out.contains("tips"), "{plain:#?}");
    let json = run!("solve pyraminx --scramble U --format json --quiet");
    assert!(json.ends(0).json().get("tips").is_none());
}

#[test]
fn tips_alone_are_a_scramble() {
    for option in ["--scramble", "--from"] {
        run!(r#"solve pyraminx {option} "u b'" --quiet"#)
            .ends(0)
            .prints(&["\ntips: u' b\n0 turns, minimal"]);
    }
}

#[test]
fn lists_may_contain_scrambles_with_tips() {
    let list = "U L u\nb\nU L l'\n";
    let batch = |format: &str| {
        let mut command = twistsat();
        let arguments = ["solve", "pyraminx", "--batch", "-", "--quiet", "--format"];
        command.args(arguments).arg(format);
        String::from_utf8(output_with_stdin(&mut command, list).stdout).unwrap()
    };
    assert_eq!(
        batch("text"),
        "1: L' U' (2 turns, minimal; tips: u')\n2: (0 turns, minimal; tips: b')\n3: L' U' (2 turns, minimal; tips: l)\n"
    );
    assert_eq!(batch("alg"), "L' U' u'\nb'\nL' U' l\n");
}

#[test]
fn enumerations_print_the_tips_once() {
    let run = run!("enumerate pyraminx --scramble 'U r' --turns 1 --quiet");
    assert_eq!(
        run.ends(0).out,
        "U'\ntips: r'\n1 solution of exactly 1 turn\n"
    );
}

#[test]
fn enumerations_of_a_list_print_the_tips_of_each_line() {
    let mut command = twistsat();
    command.args(["enumerate", "pyraminx", "--batch", "-", "--shortest", "-q"]);
    let output = output_with_stdin(&mut command, "U r\nu\nU\n");
    let out = String::from_utf8(output.stdout).unwrap();
    let tips: Vec<&str> = out.lines().filter(|line| line.contains("tips")).collect();
    assert_eq!(tips, ["1: tips: r'", "2: tips: u'"], "{out}");
    assert!(out.starts_with("1: U'\n1: tips: r'\n1: "), "{out}");
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
        let json = run!("{path} json").ends(0).json();
        assert_eq!(
            (&json["tips"], &json["paths"][0]),
            (&tips.into(), &turns.into())
        );
        run!("{path} text")
            .ends(0)
            .prints(&[&format!("\n{turns}\ntips: {tips}\n")]);
    }
    let none = run!("graph path pyraminx 'L u' --allow U --quiet").ends(20);
    assert!(!none.out.contains("tips"), "{none:#?}");
    let plain = run!("graph path pyraminx U --allow U --quiet --format json").ends(0);
    assert!(plain.json().get("tips").is_none(), "{plain:#?}");
    for to in ["U u", turned] {
        run!("graph path pyraminx U '{to}' --allow U")
            .ends(1)
            .says(&["the second state: a goal cannot turn tips"]);
    }
    for state in ["U u", turned] {
        run!("graph name pyraminx '{state}'")
            .ends(0)
            .says(&["turned tips, which are not part of the state"]);
    }
}

#[test]
fn misplaced_turns_of_tips_are_refused() {
    for (arguments, says) in [
        (
            "solve pyraminx --scramble 'U u w'",
            "--scramble: `w` at column 5 is not a turn",
        ),
        (
            "solve pyraminx --scramble U --to 'L u'",
            "--to: a goal cannot turn tips",
        ),
        ("solve pyraminx --scramble U --starts-with u", "turns a tip"),
        ("solve pyraminx --scramble U --allow 'U u'", "turns a tip"),
        (
            "solve pyraminx --scramble 'U (u' --quiet",
            "`(` at column 3 opens a group",
        ),
    ] {
        let run = run(arguments).says(&[says]);
        assert!(matches!(run.code, Some(1 | 2)), "{run:#?}");
    }
    // The tip `u` turned once.
    let turned = "BGGGGGGGGGRRRRRRRRRBBBBBBBBYYYYYYYYY";
    let to = format!("solve pyraminx --scramble U --to {turned}");
    assert!(run(&to).ends(2).err.contains("a goal cannot turn tips"));
    run!("show pyraminx --state {turned}")
        .ends(0)
        .says(&["the state has turned tips"]);
    run!("show pyraminx --scramble 'U u'")
        .ends(0)
        .says(&["turns tips, which are not part of the state"]);
}

#[test]
fn a_state_may_be_given_with_the_stickers_of_its_tips() {
    // `u` was turned clockwise: the sticker of F is at L, that of L at R.
    let state = "BGGGGGGGG GRRRRRRRR RBBBBBBBB YYYYYYYYY";
    let solve = format!("solve pyraminx --state '{state}' --quiet");
    run(&solve)
        .ends(0)
        .prints(&["\ntips: u'\n0 turns, minimal"]);
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
    run!("solve pyraminx --batch {list} --quiet")
        .ends(0)
        .prints(&["u'"]);
}

#[test]
fn a_puzzle_file_says_how_a_state_is_written_with_its_tips() {
    let file = |rows: &str| {
        let puzzle = Puzzle::built_in("pyraminx").unwrap();
        let (before, rest) = puzzle.definition().split_once("with_tips = [").unwrap();
        let after = rest.split_once("]\n").unwrap().1;
        let text = format!("{before}with_tips = [{rows}]\n{after}");
        Puzzle::from_toml("tips.toml", &text).map_err(|error| error.to_string())
    };
    let faces = "F1 F2 F3 F4 F5 F6 L1 L2 L3 L4 L5 L6 R1 R2 R3 R4 R5 R6 D1 D2 D3 D4 D5 D6";
    file(&format!("\"u:F2 l:F4 r:F6 b:L4 {faces}\"")).unwrap();
    for (row, says) in [
        ("u:F2 l:F4 r:F6", "tip `b` is missing"),
        ("u:F2 l:F4 r:F6 b:L4 u:F2", "`F2` appears twice"),
        ("u:F2 l:F4 r:F6 b:L4 D1", "`D1` appears twice"),
        ("q:F2 l:F4 r:F6 b:L4", "there is no tip `q`"),
        ("u:F9 l:F4 r:F6 b:L4", "unknown facelet `F9`"),
    ] {
        let error = file(&format!("\"{row} {faces}\"")).unwrap_err();
        assert!(error.contains(says), "{error}");
    }
    let error = file("\"u:F2 l:F4 r:F6 b:L4\"").unwrap_err();
    assert!(error.contains("facelet `F1` is missing"), "{error}");
}

#[test]
fn a_puzzle_file_declares_its_tips() {
    let file = |tips: &str| {
        format!(
            "name = \"line\"\ntitle = \"Line\"\nmaximum = {{}}\nnet = [\"a b c\"]\nface = [\n\
             {}{{ name = \"A\", color = \"1\", paint = \"red\", facelets = \"a b c\" }},\n]\n\
             turn = [\n  {{ name = \"L\", cycles = [\"a b c\"] }},\n]\n{tips}",
            " "
        )
    };
    let check = |tips: &str| {
        let mut command = twistsat();
        command.args(["puzzle", "check", "-"]);
        let output = output_with_stdin(&mut command, file(tips));
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    let tip = |name: &str, order: &str| format!("[[tip]]\nname = \"{name}\"\norder = {order}\n");
    let (code, out) = check(&(tip("l", "3") + &tip("m", "2")));
    assert_eq!(code, Some(0), "{out}");
    for (tips, place, says) in [
        (tip("L", "3"), "12:8", "`L'` is already the name of a turn"),
        (
            tip("l", "3") + &tip("l", "4"),
            "15:8",
            "`l'` is already the name of a turn",
        ),
        (
            tip("l", "1"),
            "13:9",
            "the order of tip `l` must be from 2 to 64",
        ),
        (
            tip("l", "65"),
            "13:9",
            "the order of tip `l` must be from 2 to 64",
        ),
        (
            tip("l l", "3"),
            "12:8",
            "a turn's name must be one word without brackets",
        ),
        (tip("l", "\"3\""), "13:9", "invalid type"),
        (
            "[[tip]]\nname = \"l\"\n".to_owned(),
            "11:1",
            "missing field `order`",
        ),
        (
            "[[tip]]\nname = \"l\"\norder = 3\nturns = 1\n".to_owned(),
            "14:1",
            "unknown field `turns`",
        ),
        (
            (0..101)
                .map(|n| {
                    tip(
                        &format!("l{}", "x".repeat(n % 10) + &"y".repeat(n / 10)),
                        "2",
                    )
                })
                .collect(),
            "312:8",
            "at most 100 tips",
        ),
    ] {
        let (code, out) = check(&tips);
        assert_eq!(code, Some(1), "{out}");
        assert!(
            out.contains(&format!("{place}: ")) && out.contains(says),
            "{tips}: {out}"
        );
    }
}

#[test]
fn the_tips_of_a_puzzle_are_shown() {
    run!("puzzle show pyraminx")
        .ends(0)
        .prints(&["tips      u l r b, solved separately\n"]);
    let json = run!("puzzle show pyraminx --format json").ends(0).json();
    assert_eq!(
        json["tips"][3],
        serde_json::json!({"name": "b", "order": 3})
    );
}

#[test]
fn a_question_mark_on_a_tip_gets_the_hint_to_write_a_dot() {
    let state = "?GGGGGGGG RRRRRRRRR BBBBBBBBB YYYYYYYYY";
    run!("solve pyraminx --state '{state}'")
        .ends(1)
        .says(&["is written `.`"]);
    let state = state.replace('?', ".");
    run!(r#"solve pyraminx --state "{state}""#).ends(0);
}
