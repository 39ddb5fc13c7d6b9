//! Every command rejects a state that the puzzle cannot have, with exit code 1 and the reason. "No solution" is reported
//! for possible states only. If it is undecided whether a state is possible, only that is reported.

use rustsat::types::{Lit, TernaryVal};
use twistsat::sat::Clauses;

use super::*;
use crate::common::fewer_in_check;
use crate::common::puzzles::{many_pairs, pairs_after};

/// Fourteen points of two colors in any even order, and a turn of four of them that also swaps a separate pair.
const FOURTEEN: &str = include_str!("../../data/fourteen.toml");

/// The error for a state that has every piece but that no turns reach.
const NO_TURNS: &str =
    "every piece is there, but no turns lead from the solved state to this state";

/// A possible start of the puzzle [`FOURTEEN`], an impossible state, and a possible goal.
const POSSIBLE: &str = "AAAAAAABBBBBBBBABABA";
const IMPOSSIBLE: &str = "AAAAAAABBBBBBBBABAAB";
const GOAL: &str = "AAAAAAABBBBBBBABABAB";

/// The pocket cube in its own colors, and with one corner twisted.
const HOME: &str = "GGGGOOOOWWWWBBBBRRRRYYYY";
const TWISTED: &str = "GGGOWOOOWGWWBBBBRRRRYYYY";

/// A model of a formula, as solvers print it; `None` if it is unsatisfiable.
fn model(formula: &str) -> Option<String> {
    let clauses = SatInstance::<BasicVarManager>::from_dimacs(&mut formula.as_bytes()).unwrap();
    let clauses = Clauses::from(&clauses.into_cnf().0);
    let header = formula
        .lines()
        .find_map(|line| line.strip_prefix("p cnf "))
        .unwrap();
    let variables: u32 = header.split(' ').next().unwrap().parse().unwrap();
    let mut session = Session::new(by_name("batsat").unwrap(), &clauses, variables).unwrap();
    let model = match session.solve(&Control::unlimited()).unwrap() {
        Verdict::Sat(model) => model,
        Verdict::Unsat => return None,
        Verdict::Unknown(stop) => panic!("{stop}"),
    };
    let literals = (1..=variables as i32).map(|variable| {
        let literal = Lit::from_ipasir(variable).unwrap();
        let is_true = model.lit_value(literal) == TernaryVal::True;
        if is_true { variable } else { -variable }.to_string()
    });
    let literals: Vec<String> = literals.collect();
    Some(format!("s SATISFIABLE\nv {} 0\n", literals.join(" ")))
}

#[track_caller]
fn refused(arguments: &[&str], says: &str) {
    let run = run(arguments).ends(1).says(&[says]);
    assert!(!run.out.contains("no solution"), "{run:#?}");
    assert!(!run.err.contains("no solution"), "{run:#?}");
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn an_impossible_start_is_an_error_in_every_command() {
    let folder = Folder::new();
    let file = folder.write("fourteen.toml", FOURTEEN);
    let puzzle = ["--puzzle-file", &file];
    let prefix = folder.arg("out");
    for start in [&["--state", IMPOSSIBLE][..], &["--from", IMPOSSIBLE]] {
        for goal in ["solved", GOAL, "..............AB...."] {
            let ask = [&puzzle[..], start, &["--to", goal, "--quiet"]].concat();
            refused(&[&["solve"], &ask[..]].concat(), NO_TURNS);
            refused(&[&["solve", "--turns", "1"], &ask[..]].concat(), NO_TURNS);
            refused(
                &[&["enumerate", "--turns", "0"], &ask[..]].concat(),
                NO_TURNS,
            );
            refused(&[&["enumerate", "--shortest"], &ask[..]].concat(), NO_TURNS);
            let prove = ["prove", "--max-turns", "0", "-o", &prefix];
            refused(&[&prove, &ask[..]].concat(), NO_TURNS);
            let table = ["solve", "--method", "table"];
            refused(&[&table, &ask[..]].concat(), NO_TURNS);
            let encode = ["encode", "--turns", "1", "-o", "-"];
            let ask = &ask[..ask.len() - 1];
            refused(&[&encode, ask].concat(), NO_TURNS);
            // The allowed turns do not matter.
            let some = ["solve", "--allow", "X", "--quiet"];
            refused(&[&some, ask].concat(), NO_TURNS);
        }
    }
    let show = [&["show"], &puzzle[..], &["--state", IMPOSSIBLE]].concat();
    refused(&show, NO_TURNS);
    for words in [&["path"][..], &["name"]] {
        let call = [&["graph"], words, &puzzle, &[IMPOSSIBLE]].concat();
        refused(&call, NO_TURNS);
    }
    let path = [&["graph", "path"], &puzzle[..], &[POSSIBLE, IMPOSSIBLE]].concat();
    refused(&path, NO_TURNS);
    assert_eq!(folder.names(), ["fourteen.toml"]);
}

#[test]
fn an_impossible_goal_is_an_error_in_every_command() {
    let folder = Folder::new();
    let file = folder.write("fourteen.toml", FOURTEEN);
    let prefix = folder.arg("out");
    let says = format!("the target: {NO_TURNS}");
    for goal in [IMPOSSIBLE, "..............BABAAB", "AAAAAAA.......BA...B"] {
        let ask = ["--puzzle-file", &file, "--state", POSSIBLE, "--to", goal];
        refused(&[&["solve"], &ask[..]].concat(), &says);
        refused(&[&["enumerate", "--turns", "0"], &ask[..]].concat(), &says);
        refused(
            &[&["prove", "--max-turns", "0", "-o", &prefix], &ask[..]].concat(),
            &says,
        );
        refused(
            &[&["encode", "--turns", "1", "-o", "-"], &ask[..]].concat(),
            &says,
        );
        let table = ["solve", "--method", "table"];
        refused(&[&table, &ask[..]].concat(), &says);
    }
}

#[test]
fn an_impossible_cube_is_an_error_that_names_the_fault() {
    let twisted = "one corner is twisted";
    for goal in ["any", "solved", HOME, "GGGG...................."] {
        let ask = ["pocket", "--state", TWISTED, "--to", goal];
        refused(&[&["solve"], &ask[..]].concat(), twisted);
        refused(&[&["solve", "--allow", "R2"], &ask[..]].concat(), twisted);
        refused(
            &[&["enumerate", "--turns", "1"], &ask[..]].concat(),
            twisted,
        );
        refused(
            &[&["prove", "--max-turns", "1"], &ask[..]].concat(),
            twisted,
        );
        refused(
            &[&["encode", "--turns", "1", "-o", "-"], &ask[..]].concat(),
            twisted,
        );
    }
    let ask = ["solve", "pocket", "--scramble", "R", "--to", TWISTED];
    refused(&ask, "the target: one corner is twisted");
    // Two states with the same twist: turns lead from one to the other, but to neither from the solved state.
    let ask = ["solve", "pocket", "--state", TWISTED, "--to", TWISTED];
    refused(&ask, twisted);
    refused(&["graph", "path", "pocket", TWISTED], twisted);
    refused(&["graph", "path", "pocket", TWISTED, TWISTED], twisted);
    refused(&["graph", "path", "pocket", "R", TWISTED], twisted);
    refused(&["graph", "name", "pocket", TWISTED], twisted);
    refused(&["show", "pocket", "--state", TWISTED], twisted);
    let ask = ["pocket", "--state", TWISTED, "--method", "table"];
    refused(&[&["solve"], &ask[..]].concat(), twisted);
}

#[test]
fn in_a_list_each_impossible_line_is_an_error() {
    let folder = Folder::new();
    let file = folder.write("fourteen.toml", FOURTEEN);
    let far = "ABABABABABABABABABAB";
    let list = format!("Z\n{IMPOSSIBLE}\n{far}\nAAAAAAA.......BABAAB\n");
    let ask = format!("solve --puzzle-file {file} --batch - --to solved --quiet");
    let run = run_with_stdin(format!("{ask} --max-turns 1"), list.as_bytes()).ends(1);
    let lines: Vec<&str> = run.out.lines().collect();
    // The pieces are identical, so either turn solves them.
    let is_one = ["1: Z (1 turn", "1: Z' (1 turn"]
        .iter()
        .any(|it| lines[0].starts_with(it));
    assert!(is_one, "{run:#?}");
    let refused = format!("2: error: {NO_TURNS}; hint: the smallest change that makes it possible");
    assert!(lines[1].starts_with(&refused), "{run:#?}");
    assert!(
        lines[2].starts_with("3: no solution of at most 1 turn"),
        "{run:#?}"
    );
    assert_eq!(lines[3], format!("4: error: {NO_TURNS}"));
}

/// A possible state that the allowed turns do not reach is not an error.
#[test]
fn only_possible_states_are_reported_unsolvable() {
    let folder = Folder::new();
    let file = folder.write("fourteen.toml", FOURTEEN);
    let ask = format!("solve --puzzle-file {file} --quiet --to solved");
    run!("{ask} --scramble Z --allow 'X Y'")
        .ends(20)
        .prints(&["no solution of any length"]);
    run!("{ask} --state {POSSIBLE} --allow 'X Y'").ends(20);
}

#[test]
fn an_impossible_coloring_of_unknown_stickers_gives_no_solution() {
    let folder = Folder::new();
    let file = folder.write("fourteen.toml", FOURTEEN);
    let (start, goal) = ("AAAAAAABBBBBBBBABA..", "..................AB");
    let ask = format!("--puzzle-file {file} --state {start} --to {goal}");
    run!("solve --quiet {ask}")
        .ends(0)
        .prints(&["\nfrom A=AAAAAAABBB B=BBBBBBBAAA\n1 turn, minimal"]);
    let none = run!("enumerate --turns 0 --quiet {ask}").ends(0);
    assert!(
        none.out.starts_with("0 solutions of exactly 0 turns"),
        "{none:#?}"
    );
    // The formula excludes them, too; and a model that a solver makes up is rejected by `decode`.
    let formula = folder.arg("formula.cnf");
    run!("encode --turns 0 -o {formula} --recipe mux {ask}").ends(0);
    let text = folder.read("formula.cnf");
    assert_eq!(model(&text), None);
    let header = text.lines().find_map(|line| line.strip_prefix("p cnf "));
    let variables: u32 = header.unwrap().split(' ').next().unwrap().parse().unwrap();
    // The first two variables are the unknown colors.
    let others = (3..=variables).map(|it| format!("-{it} "));
    let model = format!("s SATISFIABLE\nv -1 2 {}0\n", others.collect::<String>());
    let model = folder.write("model", model);
    let map = format!("{formula}.map.json");
    run!("decode {map} {model}").ends(1).says(&[NO_TURNS]);
    // `decode` rejects the model with an edited map, too.
    let changed = folder
        .read("formula.cnf.map.json")
        .replacen(start, IMPOSSIBLE, 1);
    let map = folder.write("changed.json", changed);
    run!("decode {map} {model}").ends(1).says(&[NO_TURNS]);
}

/// If possibility is undecided, that is reported with exit code 30: neither a solution nor a refutation.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn an_undecided_question_is_reported_with_exit_code_30() {
    let folder = Folder::new();
    let file = folder.write("pairs.toml", many_pairs());
    let unknown = "it is not known whether the puzzle can have this state: the group of the turns is too large to be analyzed quickly";
    let puzzle = format!("--puzzle-file {file}");
    let quiet = "--quiet --recipe mux-idle";
    let swapped = pairs_after(0);
    let mut open = swapped.clone();
    open.replace_range(20..22, "..");
    let [to_a, to_b] = ["A", "B"].map(|first| format!("{first}{}", ".".repeat(1509)));
    let pairs = [
        (&swapped, &to_a),
        (&open, &to_b),
        (&open, &to_a),
        (&swapped, &to_b),
    ];
    for (start, goal) in &pairs[..fewer_in_check(2, 4)] {
        let ask = format!("{puzzle} --state {start} --to {goal}");
        let says = |call: &str, ask: &str| {
            let run = run!("{call} {ask}").ends(30).prints(&[unknown]);
            assert!(!run.out.contains("minimal"), "{run:#?}");
            run
        };
        let quiet = format!("{ask} {quiet}");
        says("solve --max-turns 1", &quiet);
        says("solve --max-turns 0", &quiet);
        says("solve --turns 1", &quiet);
        let none = says("enumerate --turns 1", &quiet);
        assert!(
            none.out.starts_with("0 solutions of exactly 1 turn found"),
            "{none:#?}"
        );
        let (prefix, ask) = (folder.arg("proof"), ask + " --quiet");
        says(&format!("prove --max-turns 0 -o {prefix}"), &ask);
        assert_eq!(folder.names(), ["pairs.toml"]);
    }
    let batch = format!("solve --batch - --max-turns 1 --to {to_a} {puzzle} {quiet}");
    let batch = run_with_stdin(&batch, format!("{swapped}\n{open}\nA B\n").as_bytes()).ends(30);
    let unknowns = batch.out.lines().filter(|line| line.contains(unknown));
    assert_eq!(unknowns.count(), 2, "{batch:#?}");
    // The state after a scramble is known to be possible.
    assert!(batch.out.contains("\n3: A (1 turn, minimal"), "{batch:#?}");

    // No formula can state which colorings of an open start are possible. The formula of a fully known start can be written,
    // but its model is not reported as a solution either.
    let formula = folder.arg("formula.cnf");
    let encode = format!("encode --turns 1 --recipe mux -o {formula} {puzzle} --to {to_a}");
    run!("{encode} --state {open}")
        .ends(1)
        .says(&["Give every sticker of the start or of the goal"]);
    assert_eq!(folder.names(), ["pairs.toml"]);
    run!("{encode} --state {swapped}").ends(0).says(&[unknown]);
    let model = model(&folder.read("formula.cnf"));
    let model = folder.write("model", model.expect("a satisfiable formula"));
    let map = format!("{formula}.map.json");
    let decoded = run!("decode {map} {model}")
        .ends(30)
        .says(&["it is not known"]);
    assert!(
        decoded
            .out
            .starts_with("unknown whether there is a solution"),
        "{decoded:#?}"
    );
    let json = run!("decode {map} {model} --format json").ends(30).json();
    assert_eq!(
        (&json["verdict"], &json["solution"]),
        (&json!("unknown"), &Value::Null)
    );

    // Turns that lead to the solved state prove that the state is possible; too few turns prove nothing.
    let near = pairs_after(1);
    let ask = format!("{puzzle} --state {near} --to solved {quiet}");
    run!("solve --max-turns 1 {ask}")
        .ends(0)
        .prints(&["1 turn, minimal"]);
    run!("solve --max-turns 0 {ask}").ends(30);
    run!("solve {puzzle} --scramble 'A B' --to solved --max-turns 0 {quiet}").ends(20);
}
