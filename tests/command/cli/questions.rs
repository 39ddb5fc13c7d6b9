//! Patterns, side constraints and `--from`, as they are typed.

use serde_json::json;

use crate::common::cli::*;
use crate::common::each;
use crate::common::puzzles::row;

fn alg(arguments: &str) -> String {
    let run = run!("solve pocket {arguments} --format alg --quiet");
    run.ends(0).out.trim().to_owned()
}

fn refused(arguments: &str, code: i32, says: &[&str]) {
    run!("solve pocket {arguments}").ends_saying(code, says);
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
    let says = ["turns and as a state", "--scramble"];
    refused(&format!("--from '{both}'"), 2, &says);
    refused("--from 'R X'", 1, &["--from", "`X` at column 3"]);
    refused("--from pqs", 1, &["--from must be", "3 facelets"]);
    refused("--from R --scramble R", 2, &["cannot be used with"]);
}

#[test]
fn the_answer_reports_the_color_of_an_unknown_sticker() {
    let state = "YRGOGYWBR.OGWRBOBYWGBOWR";
    let start = "U=YRGO R=GYWB F=RYOG D=WRBO L=BYWG B=BOWR";
    run!("solve pocket --state {state} --format json --quiet")
        .ends_reporting(0, json!({"start": start, "solution": "R U2 F"}));
    run!("enumerate pocket --state {state} --turns 3 --format json")
        .ends_reporting(0, json!({"starts": [start]}));
    let known = "solve pocket --scramble R --format json --quiet";
    assert_eq!(run(known).ends(0).json().get("start"), None);
    // In a list, too.
    let run = run_with_stdin("solve pocket --batch - --quiet", state.as_bytes()).ends(0);
    run.prints(&["1: R U2 F (3 turns, minimal; from U=YRGO"]);
}

#[test]
fn wrong_patterns_are_refused_with_their_reason() {
    each(
        "
--state YRGOBYR[YBOWG » `[` after 7 facelets » not closed
--state YRGOBYR]GYBOWGOGWBWRWRBO » `]` without a `[`
--state YRGOBYR[]YBOWGOGWBWRWRBOY » `[]`
--state YRGOBYR[Y.]GYBOWGOGWBWRWRBO » within brackets
--state YRGOBYR[YY]GYBOWGOGWBWRWRBO » twice
--state YRGOGYWBR.OGYRBOBYWGBOWR » no corner has the colors O Y G
// Two places need the only corner that fits either of them.
--state UUUUFRRRF.FFDDDDLLLLBBBB » the corner with the colors U F L must be elsewhere » URF (facelets U4 R1 F2), which shows U F ., needs it
--state X » the state has 1 facelet; it must have 24
--from [R,UGG » `[` after 0 facelets is not closed
--from '[R, U F F' » `[` at column 1 opens
--state yRGOGYWBR.OGWRBOBYWGBOWR --to solved » `y` » in these
",
        |[arguments], says| refused(arguments, 1, says),
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
    each(
        "
--allow L » 1 » --allow » `L` » held piece
--allow X » 1 » --allow » `X`
--forbid 'R U F' » 1 » leave no turn
--allow R --starts-with U » 1 » --starts-with » `U` » --allow
--allow R2 --metric qtm » 1 » `R2` » metric qtm
--at-most R » 2 » --at-most » no `=` » R=2
--at-most R=x » 2 » whole number
--at-most R=-1 » 2 » has `-1` after `=`: it must be a whole number, 0 or more
--at-most R= » 2 » no number after `=`
--at-most =2 » 2 » has no turn before `=`
--cost R=2 » 2 » --max-cost
--max-cost 99999999999 » 2 » at most
",
        |[more, code], says| refused(&format!("{start} {more}"), code.parse().unwrap(), says),
    );
    let many = "R ".repeat(2501);
    let says = ["--starts-with and --ends-with take at most 2500 turns"];
    refused(&format!("{start} --starts-with '{many}'"), 1, &says);
}

#[test]
fn an_unsolvable_question_is_explained_at_once() {
    each(
        "
pocket --scramble 'R U' --to solved --allow 'R2 U' » to the places of the goal
rubik --scramble U --allow 'U2 D2' » every length
rubik --scramble R --allow 'U2 R2 F2 L2 D2 B2' » every length
pocket --scramble \"R U2 F'\" --at-most U=0 » to the places of the goal
// An even permutation that is not in the group of the turns.
rubik --scramble 'R2 U2' --allow 'R2 L2' » every length
pocket --scramble R --starts-with U --at-most U=0 » the side constraints contradict each other
// Turns above the cost limit are never made.
pocket --scramble 'R U' --cost R=0 --max-cost 0 » no solution of any length
",
        |[arguments], says| {
            let run = run!("solve {arguments} --quiet").ends(20);
            run.prints(&["no solution of any length"]).prints(says);
        },
    );
    let short = "shorter than the side constraints allow";
    for (arguments, says) in [
        ("R --starts-with 'R U F' --max-turns 2", short),
        ("'R2 U F2' --cost half=2 --max-cost 3", "at most 3 turns"),
    ] {
        run!("solve pocket --scramble {arguments}").ends_printing(20, &[says]);
    }
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

/// The maximum of this puzzle is one turn larger if the optional group of turns is enabled.
#[test]
fn the_known_maximum_does_not_apply_with_a_group_of_turns() {
    let folder = Folder::new();
    let pairs = row("pairs", 4, &[("A", "a b"), ("B", "c d")])
        .replace("maximum = {}", "maximum = { htm.exact = 1, qtm.exact = 1 }")
        + "group = \"more\"\n";
    let file = folder.write("pairs.toml", pairs);
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
        let says = format!("--min-turns 5 requires more turns than {budget} 3 allows");
        run!("{command} {start} {budget} 3").ends_saying(2, &[says]);
    }
    run!("enumerate {start} --shortest --max-turns 4").ends(2);
    run!("solve {start} --max-turns 5").ends(0);
}

#[test]
fn enumerate_gives_the_same_reasons_for_no_solution_as_solve() {
    let group = "every length: no permutation from the start to the goal is in the group that the allowed turns generate";
    // R and U generate 120 of the 720 permutations of six corners, and no cycle of three.
    let coset = r#"rubik --scramble "R' F R' B2 R F' R' B2 R2" --allow 'R U'"#;
    let quarter = "pocket --scramble 'R U' --metric qtm --turns 3";
    let parity = "odd lengths: ruled out by the parity of the turns";
    let near = "pocket --scramble 'R U F' --turns 2";
    let searched = "length 2: none by breadth-first search from both ends";
    for (arguments, lengths, refuted) in [
        (&*format!("{coset} --shortest"), "any length", group),
        (&format!("{coset} --turns 4"), "exactly 4 turns", group),
        (quarter, "exactly 3 quarter turns", parity),
        (near, "exactly 2 turns", searched),
    ] {
        let enumerate = format!("enumerate {arguments} --quiet");
        let text = run(&enumerate).ends(0);
        let says = format!("0 solutions of {lengths}\nrefuted: {refuted}\n");
        assert_eq!(text.out, says);
        let json = run!("{enumerate} --format json").ends(0);
        json.reports(json!({"refuted": [refuted], "complete": true}));
    }
    // If there are solutions, JSON reports the shorter lengths, too.
    let found = "enumerate pocket --scramble 'R U' --shortest --format json";
    let found = run(found).ends(0).reports(json!({"count": 1})).json();
    let refuted = found["refuted"].to_string();
    let mut lengths = ["length 0", "lengths 0 to 1"].iter();
    assert!(lengths.any(|it| refuted.contains(it)), "{found}");
}

/// A state with both kinds of unknown sticker, `.` and `[BW]`.
#[test]
fn show_draws_unknown_stickers_as_unknown() {
    let show = |state: &str, more: &str| run!("show pocket --state '{state}' {more}").ends(0).out;
    let state = "YRGO GY[BW]B R.OG WRBO BYWG BOWR";
    let drawn = "       Y  R \n       G  O \n B  Y  R  .  G  Y  B  O \n W  G  O  G  ?  B  W  R \n";
    assert!(show(state, "").starts_with(drawn));
    assert_eq!(show(state, "--as net"), "YRGOBYR.GYBOWGOG[WB]BWRWRBO\n");
    let turned = show(state, "--as faces --apply 'R U2 F'");
    assert_eq!(turned.matches('.').count(), 1, "{turned}");
    // In other symbols, whose colors the held corner determines.
    let other = show("yrgo gywb r.og wrbo bywg bowr", "--as urfdlb");
    assert_eq!(other, "yrgogywbr.ogwrbobywgbowr\n");
    run!("show pocket --state YRGOGYWBR.OGYRBOBYWGBOWR")
        .ends_saying(1, &["no corner has the colors O Y G"]);
}

/// If the maximum is unknown, the search explains once, after a while, how to end it.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_search_without_an_end_says_how_to_end_it() {
    let long = r#""R U R2 U' R U2 R""#;
    let no_bound = "there is a solution, but no bound on its length is known";
    let unknown = "it is not known whether there is a solution; --max-turns N ends";
    for (scramble, more, note) in [
        (long, "--allow 'R U'", no_bound),
        (long, "--at-most F=1", unknown),
        (long, "", ""),
        (long, "--allow 'R U' --max-turns 7", ""),
        (long, "--allow 'R U' --turns 7", ""),
        ("R", "--allow 'R U'", ""),
    ] {
        let run = run!("solve pocket --recipe mux-idle --scramble {scramble} {more}").says(&[note]);
        let notes = run.err.matches("note: ").count();
        assert_eq!(notes, usize::from(!note.is_empty()), "{run:#?}");
    }
}
