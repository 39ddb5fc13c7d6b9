//! Patterns, side constraints and `--from`, as they are typed.

use serde_json::json;

use crate::common::cli::*;

fn alg(arguments: &str) -> String {
    let run = run!("solve pocket {arguments} --format alg --quiet");
    run.ends(0).out.trim().to_owned()
}

fn refused(arguments: &str, code: i32, says: &[&str]) {
    run!("solve pocket {arguments}").ends(code).says(says);
}

#[test]
fn from_takes_turns_a_state_or_solved() {
    assert_eq!(alg(r#"--from "R U2 F'""#), "F U2 R'");
    assert_eq!(alg(r#"--from "RU2F'""#), "F U2 R'");
    assert_eq!(alg("--from '[R, U]'"), "U R U' R'");
    assert_eq!(alg("--from UDUDFFFRFRRRUUDDLLLBLBBB").split(' ').count(), 3);
    assert_eq!(alg("--from solved"), "");
    assert_eq!(alg(r#"--from solved --to "R U2 F'""#), "R U2 F'");
    let both = "U U U U R R R R F F F F D D D D L L L L B B B B";
    refused(
        &format!("--from '{both}'"),
        2,
        &["turns and as a state", "--scramble"],
    );
    refused("--from 'R X'", 1, &["--from", "`X` at column 3"]);
    refused("--from pqs", 1, &["--from must be", "3 facelets"]);
    refused("--from R --scramble R", 2, &["cannot be used with"]);
}

#[test]
fn the_answer_reports_the_color_of_an_unknown_sticker() {
    let state = "YRGOGYWBR.OGWRBOBYWGBOWR";
    let json = run!("solve pocket --state {state} --format json --quiet");
    let json = json.ends(0).json();
    assert_eq!(
        json["start"],
        json!("U=YRGO R=GYWB F=RYOG D=WRBO L=BYWG B=BOWR")
    );
    assert_eq!(json["solution"], json!("R U2 F"));
    let all = run!("enumerate pocket --state {state} --turns 3 --format json")
        .ends(0)
        .json();
    assert_eq!(
        all["starts"],
        json!(["U=YRGO R=GYWB F=RYOG D=WRBO L=BYWG B=BOWR"])
    );
    let known = "solve pocket --scramble R --format json --quiet";
    assert_eq!(run(known).ends(0).json().get("start"), None);
}

#[test]
fn wrong_patterns_are_refused_with_their_reason() {
    let state = |text: &str, says: &[&str]| refused(&format!("--state {text}"), 1, says);
    state("YRGOBYR[YBOWG", &["`[` after 7 facelets", "not closed"]);
    state("YRGOBYR]GYBOWGOGWBWRWRBO", &["`]` without a `[`"]);
    state("YRGOBYR[]YBOWGOGWBWRWRBOY", &["`[]`"]);
    state("YRGOBYR[Y.]GYBOWGOGWBWRWRBO", &["within brackets"]);
    state("YRGOBYR[YY]GYBOWGOGWBWRWRBO", &["twice"]);
    state(
        "YRGOGYWBR.OGYRBOBYWGBOWR",
        &["no corner has the colors O Y G"],
    );
    // Two places need the only corner that fits either of them.
    state(
        "UUUUFRRRF.FFDDDDLLLLBBBB",
        &[
            "the corner with the colors U F L must be elsewhere",
            "but URF (facelets U4 R1 F2), which shows U F ., needs it too, like UFL (facelets U3 F1 L2)",
        ],
    );
    state("X", &["the state has 1 facelet; it must have 24"]);
    refused("--from [R,UGG", 1, &["`[` after 0 facelets is not closed"]);
    refused("--from '[R, U F F'", 1, &["`[` at column 1 opens"]);
    refused(
        "--state yRGOGYWBR.OGWRBOBYWGBOWR --to solved",
        1,
        &["`y`", "in these"],
    );
}

#[test]
fn side_constraints_are_respected_and_their_mistakes_are_named() {
    let start = r#"--scramble "R U2 F'""#;
    let alg = |more: &str| alg(&format!("{start} {more}"));
    assert!(alg("--starts-with 'F U'").starts_with("F U "));
    assert!(alg(r#"--ends-with "U R'""#).ends_with("U R'"));
    assert!(!alg("--at-most half=0").contains('2'));
    assert_eq!(alg("--at-most U=1"), "F U2 R'");
    assert!(!alg("--forbid U2").contains("U2"));
    assert_eq!(alg("--cost half=2 --max-cost 4"), "F U2 R'");
    assert!(alg("--min-turns 4").split(' ').count() >= 4);
    let refused = |more: &str, code, says: &[&str]| refused(&format!("{start} {more}"), code, says);
    refused("--allow L", 1, &["--allow", "`L`", "held piece"]);
    refused("--allow X", 1, &["--allow", "`X`"]);
    refused("--forbid 'R U F'", 1, &["leave no turn"]);
    refused(
        "--allow R --starts-with U",
        1,
        &["--starts-with", "`U`", "--allow"],
    );
    refused("--allow R2 --metric qtm", 1, &["`R2`", "metric qtm"]);
    refused("--at-most R", 2, &["--at-most", "no `=`", "R=2"]);
    refused("--at-most R=x", 2, &["whole number"]);
    refused(
        "--at-most R=-1",
        2,
        &["has `-1` after `=`: it must be a whole number, 0 or more"],
    );
    refused("--at-most R=", 2, &["no number after `=`"]);
    refused("--at-most =2", 2, &["has no turn before `=`"]);
    refused("--cost R=2", 2, &["--max-cost"]);
    refused("--max-cost 99999999999", 2, &["at most"]);
}

#[test]
fn an_unsolvable_question_is_explained_at_once() {
    let never = |arguments: &str, says: &str| {
        run!("solve {arguments} --quiet")
            .ends(20)
            .prints(&["no solution of any length", says]);
    };
    never(
        "pocket --scramble 'R U' --to solved --allow 'R2 U'",
        "to the places of the goal",
    );
    never("rubik --scramble U --allow 'U2 D2'", "every length");
    never(
        "rubik --scramble R --allow 'U2 R2 F2 L2 D2 B2'",
        "every length",
    );
    never(
        r#"pocket --scramble "R U2 F'" --at-most U=0"#,
        "to the places of the goal",
    );
    // An even permutation that is not in the group of the turns.
    never("rubik --scramble 'R2 U2' --allow 'R2 L2'", "every length");
    never(
        "pocket --scramble R --starts-with U --at-most U=0",
        "the side constraints contradict each other",
    );
    let short = run!("solve pocket --scramble R --starts-with 'R U F' --max-turns 2");
    assert!(
        short
            .ends(20)
            .out
            .contains("shorter than the side constraints allow")
    );
}

#[test]
fn a_list_may_have_unknown_stickers() {
    let list = "YRGO GYWB R.OG WRBO BYWG BOWR\nR U\n";
    let run = run_with_stdin("solve pocket --batch - --quiet", list.as_bytes()).ends(0);
    assert!(
        run.out
            .starts_with("1: R U2 F (3 turns, minimal; from U=YRGO"),
        "{run:#?}"
    );
}

#[test]
fn a_weighted_formula_has_hard_and_soft_clauses() {
    let encode = "encode pocket --scramble R2 --max-turns 2 -o -";
    let text = run!("{encode} --format wcnf --cost half=3").ends(0).out;
    assert!(text.lines().any(|line| line.starts_with("h ")));
    // Each of the two slots has three half turns and six others.
    let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!((count("3 "), count("1 ")), (6, 12));
    run!("{encode} --cost half=3").ends(2);
}

#[test]
fn too_small_a_cost_limit_ends_the_search() {
    run!("solve pocket --scramble 'R2 U F2' --cost half=2 --max-cost 3")
        .ends(20)
        .prints(&["at most 3 turns"]);
}

#[test]
fn turns_above_the_cost_limit_are_never_made() {
    run!("solve pocket --scramble 'R U' --cost R=0 --max-cost 0")
        .ends(20)
        .prints(&["no solution of any length"]);
}

/// A puzzle whose maximum is one turn larger if the optional group of turns is enabled.
const PAIRS: &str = "\
name = \"pairs\"
title = \"Two pairs\"
maximum.htm = { exact = 1 }
maximum.qtm = { exact = 1 }
net = [\"a b c d\"]
face = [
  { name = \"A\", color = \"a\", paint = \"red\", facelets = \"a\" },
  { name = \"B\", color = \"b\", paint = \"blue\", facelets = \"b\" },
  { name = \"C\", color = \"c\", paint = \"green\", facelets = \"c\" },
  { name = \"D\", color = \"d\", paint = \"white\", facelets = \"d\" },
]
turn = [
  { name = \"A\", cycles = [\"a b\"] },
  { name = \"B\", cycles = [\"c d\"], group = \"more\" },
]
";

#[test]
fn the_known_maximum_does_not_apply_with_a_group_of_turns() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pairs.toml");
    std::fs::write(&file, PAIRS).unwrap();
    let file = file.to_str().unwrap();
    let run = run!("solve --puzzle-file {file} --scramble 'A B' --with more --format alg").ends(0);
    assert_eq!(run.out.split_whitespace().count(), 2, "{run:#?}");
}

#[test]
fn a_face_name_alone_means_its_only_turn() {
    let start = "solve domino --scramble 'R2 U' --format alg";
    let turns = run!("{start} --allow 'R U'").ends(0).out;
    assert_eq!(turns.trim(), "U' R2");
    let none = run!("{start} --at-most R=0 --max-turns 3");
    assert!(!none.out.contains("R2"), "{none:#?}");
    run!("graph distances domino --allow 'R U'").ends(0);
}

/// `r` means every turn of the layers, so `Rw2` takes one turn; `r1` means `Rw` alone, so it takes two.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn an_alias_of_a_face_means_all_its_turns_in_every_option_that_takes_a_set() {
    let solve =
        |more: &str| run!("solve rubik --with wide --scramble Rw2 --format alg --quiet {more}");
    assert_eq!(solve("--allow r").ends(0).out, "Rw2\n");
    assert_eq!(solve("--allow r1").ends(0).out, "Rw Rw\n");
    let only = "--allow 'r U' --max-turns 2";
    for but in ["--forbid r", "--at-most r=0", "--cost r=3 --max-cost 2"] {
        let run = solve(&format!("{only} {but}"));
        assert_eq!((run.out.as_str(), run.code), ("", Some(20)), "{run:#?}");
    }
    let states = run!("graph distances rubik --with wide --allow r --format json");
    assert_eq!(states.ends(0).json()["states"], 4);
    let folder = Folder::new();
    let plan = "name = \"p\"\ntitle = \"P\"\npuzzle = \"rubik\"\n\
                [[stage]]\ntitle = \"a\"\nallow = \"r\"\ngroup = \"\"\n";
    let plan = folder.write("plan.toml", plan);
    let staged = solve(&format!("--plan-file {plan}")).ends(0);
    assert_eq!(staged.out, "Rw2\n");
}

#[test]
fn a_minimum_above_the_maximum_is_a_usage_error() {
    let start = "pocket --scramble R --min-turns 5";
    for (command, budget) in [
        ("solve", "--max-turns"),
        ("solve", "--turns"),
        ("enumerate", "--turns"),
        ("encode", "--turns"),
        ("encode", "--max-turns"),
        ("prove", "--max-turns"),
    ] {
        let wrong = run!("{command} {start} {budget} 3").ends(2);
        let says = format!("--min-turns 5 requires more turns than {budget} 3 allows");
        assert!(wrong.err.contains(&says), "{command}: {wrong:#?}");
    }
    run!("enumerate {start} --shortest --max-turns 4").ends(2);
    run!("solve {start} --max-turns 5").ends(0);
}

#[test]
fn enumerate_gives_the_same_reasons_for_no_solution_as_solve() {
    let none = |arguments: &str, out: &str, refuted: &str| {
        let enumerate = format!("enumerate {arguments} --quiet");
        let text = run(&enumerate).ends(0);
        assert_eq!(text.out, format!("{out}\nrefuted: {refuted}\n"));
        let json = run!("{enumerate} --format json");
        let json = json.ends(0).json();
        assert_eq!(json["refuted"], json!([refuted]));
        assert_eq!(json["complete"], json!(true));
    };
    let group = "every length: no permutation from the start to the goal is in the group that the allowed turns generate";
    // R and U generate 120 of the 720 permutations of six corners, and no cycle of three.
    let cycle = "R' F R' B2 R F' R' B2 R2";
    let coset = format!(r#"rubik --scramble "{cycle}" --allow 'R U'"#);
    none(
        &format!("{coset} --shortest"),
        "0 solutions of any length",
        group,
    );
    none(
        &format!("{coset} --turns 4"),
        "0 solutions of exactly 4 turns",
        group,
    );
    none(
        "pocket --scramble 'R U' --metric qtm --turns 3",
        "0 solutions of exactly 3 quarter turns",
        "odd lengths: ruled out by the parity of the turns",
    );
    none(
        "pocket --scramble 'R U F' --turns 2",
        "0 solutions of exactly 2 turns",
        "length 2: none by breadth-first search from both ends",
    );
    // If there are solutions, JSON reports the shorter lengths, too.
    let found = "enumerate pocket --scramble 'R U' --shortest --format json";
    let found = run(found).ends(0).json();
    assert_eq!(found["count"], json!(1));
    let refuted = found["refuted"].as_array().unwrap();
    let is_refuted = |length: &str| {
        refuted
            .iter()
            .any(|it| it.as_str().unwrap().contains(length))
    };
    assert!(
        is_refuted("length 0") || is_refuted("lengths 0 to 1"),
        "{found}"
    );
}

/// A state with both kinds of unknown sticker, `.` and `[BW]`.
#[test]
fn show_draws_unknown_stickers_as_unknown() {
    let state = "YRGO GY[BW]B R.OG WRBO BYWG BOWR";
    let shown = run!("show pocket --state '{state}'").ends(0);
    let drawn = "       Y  R \n       G  O \n B  Y  R  .  G  Y  B  O \n W  G  O  G  ?  B  W  R \n";
    assert!(shown.out.starts_with(drawn), "{shown:#?}");
    let text = run!("show pocket --state '{state}' --as net").ends(0);
    assert_eq!(text.out, "YRGOBYR.GYBOWGOG[WB]BWRWRBO\n");
    let back = run!("show pocket --state '{state}' --as faces --apply 'R U2 F'").ends(0);
    assert_eq!(back.out.matches('.').count(), 1, "{back:#?}");
    // In other symbols, whose colors the held corner determines.
    let other = "yrgo gywb r.og wrbo bywg bowr";
    let other = run!("show pocket --state '{other}' --as urfdlb").ends(0);
    assert_eq!(other.out, "yrgogywbr.ogwrbobywgbowr\n");
    run!("show pocket --state YRGOGYWBR.OGYRBOBYWGBOWR")
        .ends(1)
        .says(&["no corner has the colors O Y G"]);
}

/// If the maximum is unknown, the search explains once, after a while, how to end it.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_search_without_an_end_says_how_to_end_it() {
    let says = |arguments: &str, note: &str| {
        let run = run!("solve pocket --recipe mux-idle --scramble {arguments}").says(&[note]);
        assert_eq!(
            run.err.matches("note: ").count(),
            usize::from(!note.is_empty()),
            "{run:#?}"
        );
    };
    let long = "R U R2 U' R U2 R";
    says(
        &format!(r#""{long}" --allow 'R U'"#),
        "there is a solution, but no bound on its length is known",
    );
    says(
        &format!(r#""{long}" --at-most F=1"#),
        "it is not known whether there is a solution; --max-turns N ends",
    );
    says(&format!(r#""{long}""#), "");
    says(&format!(r#""{long}" --allow 'R U' --max-turns 7"#), "");
    says(&format!(r#""{long}" --allow 'R U' --turns 7"#), "");
    says("R --allow 'R U'", "");
}
