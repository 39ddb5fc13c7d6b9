//! Every command rejects a state that the puzzle cannot have, with exit code 1 and the reason. "No solution" is
//! reported for possible states only. If it is undecided whether a state is possible, only that is reported.

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

/// Asserts that a command refuses a question with this reason.
#[track_caller]
fn refused(folder: &Folder, command: &str, ask: &str, says: &str) {
    let run = run_in!(folder, "{command} {ask}").ends(1);
    run.says(&[says]).lacks(&["no solution"]);
}

/// Commands that ask the same question.
const COMMANDS: [&str; 6] = [
    "solve",
    "solve --turns 1",
    "enumerate --turns 0",
    "enumerate --shortest",
    "prove --max-turns 0 -o out",
    "encode --turns 1 -o -",
];

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn an_impossible_start_is_an_error_in_every_command() {
    let folder = Folder::new();
    folder.write("fourteen.toml", FOURTEEN);
    let puzzle = "--puzzle-file fourteen.toml";
    for start in ["--state", "--from"] {
        for goal in ["solved", GOAL, "..............AB...."] {
            let ask = format!("{puzzle} {start} {IMPOSSIBLE} --to {goal}");
            // The allowed turns do not matter.
            let more = ["solve --method table", "solve --allow X"];
            for command in COMMANDS.iter().chain(&more) {
                refused(&folder, command, &ask, NO_TURNS);
            }
        }
    }
    for ask in [
        format!("show {puzzle} --state {IMPOSSIBLE}"),
        format!("graph path {puzzle} {IMPOSSIBLE}"),
        format!("graph path {puzzle} {POSSIBLE} {IMPOSSIBLE}"),
        format!("graph name {puzzle} {IMPOSSIBLE}"),
    ] {
        refused(&folder, &ask, "", NO_TURNS);
    }
    assert_eq!(folder.names(), ["fourteen.toml"]);
}

#[test]
fn an_impossible_goal_is_an_error_in_every_command() {
    let folder = Folder::new();
    folder.write("fourteen.toml", FOURTEEN);
    let says = format!("the target: {NO_TURNS}");
    for goal in [IMPOSSIBLE, "..............BABAAB", "AAAAAAA.......BA...B"] {
        let ask = format!("--puzzle-file fourteen.toml --state {POSSIBLE} --to {goal}");
        for command in COMMANDS.iter().chain(&["solve --method table"]) {
            refused(&folder, command, &ask, &says);
        }
    }
}

#[test]
fn an_impossible_cube_is_an_error_that_names_the_fault() {
    let folder = Folder::new();
    let twisted = "one corner is twisted";
    // Between two states with the same twist, turns lead from one to the other, but to neither from the solved state.
    for goal in ["any", "solved", HOME, "GGGG....................", TWISTED] {
        let ask = format!("pocket --state {TWISTED} --to {goal}");
        for command in COMMANDS.iter().chain(&["solve --allow R2"]) {
            refused(&folder, command, &ask, twisted);
        }
    }
    let ask = format!("pocket --scramble R --to {TWISTED}");
    refused(&folder, "solve", &ask, "the target: one corner is twisted");
    for ask in [
        "graph path pocket TWISTED",
        "graph path pocket TWISTED TWISTED",
        "graph path pocket R TWISTED",
        "graph name pocket TWISTED",
        "show pocket --state TWISTED",
        "solve pocket --method table --state TWISTED",
    ] {
        refused(&folder, &ask.replace("TWISTED", TWISTED), "", twisted);
    }
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
    let one = lines[0].replace("Z'", "Z");
    let change = "hint: the smallest change that makes it possible";
    for (line, says) in [
        (&*one, "1: Z (1 turn"),
        (lines[1], &*format!("2: error: {NO_TURNS}; {change}")),
        (lines[2], "3: no solution of at most 1 turn"),
        (lines[3], &format!("4: error: {NO_TURNS}")),
    ] {
        assert!(line.starts_with(says), "{run:#?}");
    }
}

/// A possible state that the allowed turns do not reach is not an error.
#[test]
fn only_possible_states_are_reported_unsolvable() {
    let folder = Folder::new();
    let file = folder.write("fourteen.toml", FOURTEEN);
    let ask = format!("solve --puzzle-file {file} --quiet --to solved");
    run!("{ask} --scramble Z --allow 'X Y'").ends_printing(20, &["no solution of any length"]);
    run!("{ask} --state {POSSIBLE} --allow 'X Y'").ends(20);
}

#[test]
fn an_impossible_coloring_of_unknown_stickers_gives_no_solution() {
    let folder = Folder::new();
    let file = folder.write("fourteen.toml", FOURTEEN);
    let (start, goal) = ("AAAAAAABBBBBBBBABA..", "..................AB");
    let ask = format!("--puzzle-file {file} --state {start} --to {goal}");
    run!("solve --quiet {ask}")
        .ends_printing(0, &["\nfrom A=AAAAAAABBB B=BBBBBBBAAA\n1 turn, minimal"]);
    let none = run!("enumerate --turns 0 --quiet {ask}").ends(0);
    let says = "0 solutions of exactly 0 turns";
    assert!(none.out.starts_with(says), "{none:#?}");
    // The formula excludes them, too; and a model that a solver makes up is rejected by `decode`.
    let formula = folder.arg("formula.cnf");
    run!("encode --turns 0 -o {formula} --recipe mux {ask}").ends(0);
    let text = folder.read("formula.cnf");
    assert_eq!(solve_dimacs(&text), None);
    let (_, variables) = read_dimacs(&text);
    // The first two variables are the unknown colors.
    let others = (3..=variables).map(|it| format!("-{it} "));
    let model = format!("s SATISFIABLE\nv -1 2 {}0\n", others.collect::<String>());
    let model = folder.write("model", model);
    let map = format!("{formula}.map.json");
    run!("decode {map} {model}").ends_saying(1, &[NO_TURNS]);
    // `decode` rejects the model with an edited map, too.
    let map = folder.read("formula.cnf.map.json");
    let changed = map.replacen(start, IMPOSSIBLE, 1);
    let map = folder.write("changed.json", changed);
    run!("decode {map} {model}").ends_saying(1, &[NO_TURNS]);
}

/// If possibility is undecided, that is reported with exit code 30: neither a solution nor a refutation.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn an_undecided_question_is_reported_with_exit_code_30() {
    let folder = Folder::new();
    let file = folder.write("pairs.toml", many_pairs());
    let unknown = "it is not known whether the puzzle can have this state: the group of the turns is too large to be analyzed quickly";
    let none = "0 solutions of exactly 1 turn found";
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
        let prove = format!("prove --quiet --max-turns 0 -o {}", folder.arg("proof"));
        for (call, says) in [
            (format!("solve {quiet} --max-turns 1"), unknown),
            (format!("solve {quiet} --max-turns 0"), unknown),
            (format!("solve {quiet} --turns 1"), unknown),
            (format!("enumerate {quiet} --turns 1"), none),
            (prove, unknown),
        ] {
            let run = run!("{call} {ask}").ends(30);
            run.prints(&[unknown, says]).lacks(&["minimal"]);
        }
        assert_eq!(folder.names(), ["pairs.toml"]);
    }
    let batch = format!("solve --batch - --max-turns 1 --to {to_a} {puzzle} {quiet}");
    let batch = run_with_stdin(&batch, format!("{swapped}\n{open}\nA B\n").as_bytes()).ends(30);
    let unknowns = batch.out.lines().filter(|line| line.contains(unknown));
    assert_eq!(unknowns.count(), 2, "{batch:#?}");
    // The state after a scramble is known to be possible.
    assert!(batch.out.contains("\n3: A (1 turn, minimal"), "{batch:#?}");

    // No formula can state which colorings of an open start are possible. The formula of a fully known start can be
    // written, but its model is not reported as a solution either.
    let formula = folder.arg("formula.cnf");
    let encode = format!("encode --turns 1 --recipe mux -o {formula} {puzzle} --to {to_a}");
    run!("{encode} --state {open}")
        .ends_saying(1, &["Give every sticker of the start or of the goal"]);
    assert_eq!(folder.names(), ["pairs.toml"]);
    run!("{encode} --state {swapped}").ends_saying(0, &[unknown]);
    let model = folder.write("model", answer_to(&folder.read("formula.cnf")));
    let decode = format!("decode {formula}.map.json {model}");
    let decoded = run(&decode).ends_saying(30, &["it is not known"]);
    let says = "unknown whether there is a solution";
    assert!(decoded.out.starts_with(says), "{decoded:#?}");
    let json = run!("{decode} --format json").ends(30);
    json.reports(json!({"verdict": "unknown", "solution": null}));

    // Turns that lead to the solved state prove that the state is possible; too few turns prove nothing.
    let near = pairs_after(1);
    let ask = format!("{puzzle} --state {near} --to solved {quiet}");
    run!("solve --max-turns 1 {ask}").ends_printing(0, &["1 turn, minimal"]);
    run!("solve --max-turns 0 {ask}").ends(30);
    run!("solve {puzzle} --scramble 'A B' --to solved --max-turns 0 {quiet}").ends(20);
}
