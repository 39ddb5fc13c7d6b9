//! Every JSON object that the command prints conforms to `docs/twistsat.schema.json`, according to an independent
//! validator.

mod judge;

use std::collections::BTreeSet;

use judge::Judge;
use twistsat::report::json::request_error;

use super::*;
use crate::common::json::each_change;

/// The keys with which every answer begins, in this order.
const HEADER: [&str; 11] = [
    "schema",
    "version",
    "puzzle",
    "puzzle_sha256",
    "recipe",
    "recipe_sha256",
    "solver",
    "metric",
    "notation",
    "from",
    "to",
];

/// A scramble of the 3×3×3 that a plan solves quickly.
const EASY: &str = "R U F";

/// A command about the pocket cube.
fn ask(command: &str, more: &str) -> String {
    format!("{command} pocket {more}")
}

#[test]
fn all_answers_of_solve_match_the_schema() {
    let mut judge = Judge::new();
    let folder = Folder::new();
    let mut solve = |more: &str, code| judge.one(ask("solve", more), code);
    let constrained = json!({"constraints": ["starting with F"]});
    for (more, code, keys) in [
        ("", 0, json!({"minimal": true})),
        ("--max-turns 2", 20, json!({"solution": null})),
        ("--turns 4 --metric qtm", 0, json!({"metric": "qtm"})),
        ("--starts-with F", 0, constrained),
    ] {
        let more = format!(r#"--scramble "R U2 F'" {more}"#);
        assert_keys(&solve(&more, code), keys);
    }
    let turned = json!({"solver": "table", "recipe": null, "solution": "RCCW", "notation": "cw"});
    for (more, code, keys) in [
        ("--scramble RCW --method table --notation cw", 0, turned),
        ("--scramble R --allow U", 20, json!({"solution": null})),
    ] {
        assert_keys(&solve(more, code), keys);
    }
    let unknown = solve(&format!("--state {NINE} --quiet --time-limit 0"), 30);
    assert!(unknown["stopped"].is_string());
    let open = solve("--state YRGOGYWBR.OGWRBOBYWGBOWR", 0);
    assert!(open["start"].is_string() && open["from"].as_str().unwrap().contains('.'));
    let prefix = folder.arg("certified");
    let certified = solve(&format!("--scramble 'R U' --certify {prefix}"), 0);
    assert!(certified["certificate"].is_string());
    judge.assert_seen(&["solve"]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn answers_to_plans_and_lists_match_the_schema() {
    let mut judge = Judge::new();
    let plan = format!("solve rubik --scramble '{EASY}' --plan thistlethwaite");
    let whole = judge.one(&plan, 0);
    assert_keys(&whole, json!({"solved": true, "to": "plan"}));
    judge.one(format!("{plan} --improve 1h --axis all"), 0);
    let stopped = judge.one(format!("{plan} --time-limit 0"), 30);
    assert!(stopped["solution"].is_null());
    judge.assert_seen(&["plan"]);
    let stage = judge.one(format!("{plan} --stage 1"), 0);
    assert_eq!(stage["stage"]["puzzle"], "rubik");
    assert_keys(&stage, json!({"to": "stage", "from": whole["from"]}));

    let folder = Folder::new();
    let list = format!("R U2 F'\n\nR X\n{NINE}\n{SOLVED}\n# nothing\n");
    let list = folder.write("list.txt", list);
    let batch = ask("solve", &format!("--batch {list} --max-turns 3 --quiet"));
    let lines = judge.lines(&batch, 1);
    let numbers: Vec<&Value> = lines.iter().map(|line| &line["line"]).collect();
    assert_eq!(numbers, [1, 3, 4, 5]);
    assert!(lines[1]["error"].as_str().unwrap().contains('X'));
    assert_keys(&lines[1], json!({"input": "R X", "puzzle": "pocket"}));
    judge.assert_seen(&["solve", "plan", "batch"]);

    // The answer to a line of a list equals the answer to a single question.
    let alone = judge.one(ask("solve", r#"--scramble "R U2 F'" --max-turns 3"#), 0);
    let [alone, line] = [alone, lines[0].clone()].map(|mut object| {
        let keys = object.as_object_mut().unwrap();
        keys.retain(|key, _| !["schema", "line", "input", "attempts"].contains(&key.as_str()));
        object
    });
    assert_eq!(alone, line);
}

#[test]
fn lists_of_solutions_and_models_match_the_schema() {
    let mut judge = Judge::new();
    let mut enumerate = |more: &str, code| judge.one(ask("enumerate", more), code);
    let all = enumerate(r#"--scramble "R U2 F'" --turns 3"#, 0);
    assert_eq!(all["complete"], true);
    let some = enumerate(r#"--scramble "R U2 F'" --turns 6 --canonical --limit 1"#, 0);
    assert_eq!(some["count"], 1);
    enumerate(r#"--scramble "R U2 F'" --turns 2"#, 0);
    enumerate(r#"--scramble "R U2 F'" --shortest --max-turns 2"#, 0);
    let open = "--state YRGOGYWBR.OGWRBOBYWGBOWR --shortest";
    assert!(enumerate(open, 0)["starts"].is_array());
    let stopped = enumerate(&format!("--state {NINE} --shortest --time-limit 0"), 30);
    assert!(stopped["stopped"].is_string());

    let folder = Folder::new();
    let path = folder.arg("three.cnf");
    let encode = format!(r#"--scramble "R U2 F'" --to R --turns 4 -o {path}"#);
    run(ask("encode", &encode)).ends(0);
    let map = format!("{path}.map.json");
    let model = folder.write("model", answer_to(&folder.read("three.cnf")));
    let sat = judge.one(format!("decode {map} {model}"), 0);
    assert_keys(&sat, json!({"turns": 4, "solver": null}));
    assert_eq!(sat["to"].as_str().unwrap().matches('=').count(), 6);
    for (verdict, code) in [("UNSATISFIABLE", 20), ("UNKNOWN", 30)] {
        let model = folder.write(verdict, format!("s {verdict}\n"));
        judge.one(format!("decode {map} {model}"), code);
    }
    judge.assert_seen(&["enumerate", "decode"]);
}

#[test]
fn reports_about_proofs_match_the_schema() {
    let mut judge = Judge::new();
    let folder = Folder::new();
    let prefix = folder.arg("two");
    let prove = format!(r#"prove pocket --scramble "R U2 F'" -o {prefix} --max-turns"#);
    let refuted = judge.one((&prove, "2"), 0);
    assert_eq!(refuted["verdict"], "refuted");
    assert_eq!(judge.one((&prove, "3"), 1)["verdict"], "solved");
    let unknown = judge.one((&prove, "2 --time-limit 0"), 30);
    assert_eq!(unknown["verdict"], "unknown");

    let certificate = folder.arg("two.json");
    let verified = judge.one(format!("verify {certificate}"), 0);
    for key in HEADER.iter().skip(1).chain(&["max_turns"]) {
        assert_eq!(verified[key], refuted[key], "{key}");
    }
    let proof = folder.arg("two.lrat");
    let check = format!("check {} {proof}", folder.arg("two.cnf"));
    assert_eq!(judge.one(&check, 0)["verdict"], "verified");
    judge.one((&check, "--forward"), 0);
    judge.one((&check, "--time-limit 0"), 30);
    judge.one(format!("verify {certificate} --time-limit 0"), 30);
    for wrong in ["1 0\n0\n", "a\u{2}\0"] {
        folder.write("two.lrat", wrong);
        let rejected = judge.one((&check, "--proof-format drat"), 1);
        assert_eq!(rejected["verdict"], "rejected");
    }
    let rejected = judge.one(format!("verify {certificate}"), 1);
    assert_eq!(rejected["from"], json!(null));
    judge.assert_seen(&["prove", "verify", "check"]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn reports_about_puzzles_graphs_and_scrambles_match_the_schema() {
    let mut judge = Judge::new();
    for puzzle in [
        "pocket", "rubik", "domino", "pyraminx", "skewb", "twiddle", "4x4x4",
    ] {
        judge.one(format!("puzzle show {puzzle}"), 0);
    }
    judge.one("puzzle show rubik --with slice,wide", 0);
    let folder = Folder::new();
    let pocket = data("encodings/puzzles/pocket.toml");
    let good = folder.write("good.toml", &pocket);
    let bad = folder.write("bad.toml", pocket.replacen("name = ", "nam = ", 1));
    assert_eq!(judge.one(format!("puzzle check {good}"), 0)["valid"], true);
    assert_eq!(judge.one(format!("puzzle check {bad}"), 1)["valid"], false);

    let few = ["--allow", "R U", "--quiet"];
    let distances = "graph distances pocket --farthest 2";
    judge.one((&distances, &few), 0);
    let path = |from, to| [&["graph", "path", "pocket", from, to][..], &few].concat();
    let found = judge.one(path("R U", "U R"), 0);
    assert_keys(&found, json!({"turns": 4, "solver": "table"}));
    assert!(judge.one(path("F", "R"), 20)["turns"].is_null());
    let export = folder.arg("graph");
    let export = format!("graph export pocket --to neo4j {export}");
    judge.one((&export, &few), 0);

    judge.lines("scramble pocket --count 3", 0);
    judge.lines("scramble rubik --random-state", 0);
    judge.assert_seen(&[
        "puzzle-show",
        "puzzle-check",
        "graph-distances",
        "graph-path",
        "graph-export",
        "scramble",
    ]);
    // No command prints the error object of the web module.
    let mistake = serde_json::to_value(request_error("no puzzle `poket`"));
    judge.check_and_record(&mistake.unwrap());
}

#[test]
fn lists_and_their_answers_match_the_schema() {
    let mut judge = Judge::new();
    let folder = Folder::new();
    let list = folder.write("list.txt", "R U2 F'\nR X\nR\n");
    let prefix = folder.arg("p");
    let prove = ["--max-turns", "2", "-o", &prefix];
    for (command, more) in [
        ("solve", &["--max-turns", "4"][..]),
        ("enumerate", &["--shortest"]),
        ("prove", &prove),
    ] {
        let words = [&[command, "pocket", "--quiet", "--batch", &list], more].concat();
        judge.lines(&words, 1);
        let file = folder.arg(command);
        run((&words, format!("--resume {file}"))).ends(1);
        let text = std::fs::read_to_string(&file).unwrap();
        let mut lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        assert!(judge.matches_published(&lines.next().unwrap()), "{text}");
        lines.for_each(|line| judge.check_and_record(&line));
        judge.lines(format!("merge --quiet {file}"), 30);
        judge.lines(format!("merge --quiet --no-seconds {file}"), 30);
    }
    judge.assert_seen(&["batch", "merge"]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn every_answer_begins_with_the_same_keys_in_the_same_order() {
    let folder = Folder::new();
    folder.write("list", "R U2 F'\n");
    folder.write("no", "s UNSATISFIABLE\n");
    let start = r#"pocket --scramble "R U2 F'""#;
    run_in!(&folder, "encode {start} --turns 2 -o two.cnf").ends(0);
    let mut starts = BTreeSet::new();
    let path = r#"graph path pocket "R U2 F'" --allow 'R U F'"#;
    let plan = format!("solve rubik --scramble '{EASY}' --plan thistlethwaite");
    for (call, code) in [
        (format!("solve {start}"), 0),
        ("solve pocket --batch list".to_owned(), 0),
        (format!("enumerate {start} --turns 2"), 0),
        ("decode two.cnf.map.json no".to_owned(), 20),
        (format!("prove {start} --max-turns 2 -o two"), 0),
        ("verify two.json".to_owned(), 0),
        (path.to_owned(), 0),
        (plan, 0),
    ] {
        let run = run_in!(&folder, "{call} --format json").ends(code);
        let places = HEADER.map(|key| run.out.find(&format!("\"{key}\":")));
        assert!(places.iter().all(Option::is_some), "{call:?}: {run:#?}");
        assert!(places.is_sorted(), "{call:?}: {run:#?}");
        if !call.contains("rubik") {
            starts.insert(run.json()["from"].to_string());
        }
    }
    assert_eq!(starts.len(), 1, "one start in several forms: {starts:?}");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_printed_start_can_be_used_as_input() {
    for (puzzle, option, start) in [
        ("pocket", "--scramble", "R U2 F'"),
        ("pocket", "--state", "UUUURLRLBFBFDDDDLRLRFBFB"),
        ("pocket", "--state", "YRGOGYWBR.OGWRBOBYWGB[OW]WR"),
        ("pocket", "--from", "solved"),
        ("rubik", "--scramble", "R U"),
        ("pyraminx", "--scramble", "R U"),
        ("skewb", "--scramble", "R U"),
        ("domino", "--scramble", "R2 U"),
    ] {
        let solve = |option: &str, start: &str| {
            let run = run!(r#"solve {puzzle} {option} "{start}" --format json --quiet"#);
            run.ends(0).json()
        };
        let first = solve(option, start);
        let again = solve("--state", first["from"].as_str().unwrap());
        for key in ["from", "turns", "solution", "start"] {
            assert_eq!(first[key], again[key], "{puzzle} {start}: {key}");
        }
    }
}

#[test]
fn a_goal_read_from_stdin_is_reported_as_written() {
    let call = "solve pocket --scramble R --to - --format json";
    let run = run_with_stdin(call, b"U\n").ends(0);
    run.reports(json!({"to": "U"}));
}

#[test]
fn a_missing_wrong_or_undescribed_key_is_detected() {
    let mut judge = Judge::new();
    let real = judge.one(ask("solve", r#"--scramble "R U2 F'" --method sat"#), 0);
    each_change(
        &real.to_string(),
        r#"
/nonsense = 1 » a new key
/attempts/0/nonsense = 1 » a new key within
/from = » no start
/schema = » no schema
/schema = "twistsat.plan/1" » another schema
/turns = "three" » a length in words
/metric = "stm" » an unknown metric
"#,
        |damaged, what| {
            let damaged = serde_json::from_str(damaged).unwrap();
            assert!(judge.mistake(&damaged).is_some(), "{what:?}");
        },
    );
    // The published schema permits keys that are added later.
    let mut later = real;
    later["nonsense"] = json!(1);
    assert!(judge.matches_published(&later));
}
