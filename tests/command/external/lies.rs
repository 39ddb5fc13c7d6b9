//! A solver that lies, fails or crashes causes a message and never an answer.

use super::fake::Fake;
use super::*;
use crate::common::programs::installed;

/// Checks the exit code and parts of the messages with this script.
#[track_caller]
fn assert_outcome(script: &str, code: i32, says: &[&str]) {
    let run = Fake::new(script).solve("");
    let said = format!("{}{}", run.out, run.err);
    let wrong = run.code != Some(code) || !says.iter().all(|part| said.contains(part));
    assert!(!wrong, "`{script}` should give {code} {says:?}: {run:#?}");
    if code == 1 {
        assert!(
            run.out.is_empty(),
            "`{script}`: an answer in addition to an error"
        );
        assert!(run.err.starts_with("error: "), "{}", run.err);
    }
    assert!(!said.contains("no solution"), "`{script}`: {said}");
}

#[test]
fn the_right_answer_with_the_right_exit_code_is_accepted() {
    let fake = Fake::new("cat \"$answer\"; exit 10");
    let run = fake.solve("--format json").ends(0);
    assert_eq!(run.json()["solver"], "liar");
    let turns = run.json()["solution"].as_str().unwrap().to_owned();
    let problem = fake::posed_problem(twistsat::problem::Budget::Exactly(fake::TURNS));
    assert_eq!(replay(&problem, &turns), fake::TURNS);
}

#[test]
fn unsatisfiable_with_the_right_exit_code_is_accepted_and_marked_unchecked() {
    let run = Fake::new("echo s UNSATISFIABLE; exit 20").solve("");
    run.ends(20).prints(&["unsat by liar, unchecked"]);
}

#[test]
fn a_wrong_model_is_an_error() {
    assert_outcome(
        "n=$(sed -n 's/^p cnf \\([0-9]*\\) .*/\\1/p' \"$1\"); echo s SATISFIABLE; \
         i=0; while [ $i -lt $n ]; do i=$((i+1)); echo v $i; done; echo v 0; exit 10",
        1,
        &["liar returned a wrong model: it violates the clause"],
    );
}

#[test]
fn a_model_that_is_too_short_is_an_error() {
    assert_outcome(
        "sed '5d' \"$answer\"; exit 10",
        1,
        &[
            "liar gave a bad answer: the model is too short",
            "not to variable 4",
        ],
    );
    assert_outcome(
        "sed '$d' \"$answer\"; exit 10",
        1,
        &["does not end with 0: it is cut short"],
    );
    assert_outcome("echo s SATISFIABLE; exit 10", 1, &["cut short"]);
}

#[test]
fn a_model_of_another_formula_is_an_error() {
    assert_outcome(
        "sed '$d' \"$answer\"; echo v 1000000 0; exit 10",
        1,
        &["literal 1000000, but the formula has"],
    );
    assert_outcome(
        "cat \"$answer\"; echo v 1 0; exit 10",
        1,
        &["after the 0 that ends the model"],
    );
}

#[test]
fn garbage_is_an_error() {
    for code in [0, 1, 10, 20] {
        assert_outcome(
            &format!("echo hello; exit {code}"),
            1,
            &[
                "line 1: `hello` cannot begin a line of an answer",
                "`s` and `v` lines",
            ],
        );
        assert_outcome(
            &format!("printf '\\377\\000\\033[31m\\n'; exit {code}"),
            1,
            &["liar gave a bad answer"],
        );
    }
    assert_outcome(
        "echo s PERHAPS; exit 20",
        1,
        &["`PERHAPS` is not a verdict"],
    );
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn an_exit_code_that_contradicts_the_verdict_is_an_error() {
    for code in [0, 1, 10, 15, 30, 128, 137, 139] {
        let ended = format!("it ended with exit code {code}");
        assert_outcome(
            &format!("echo s UNSATISFIABLE; exit {code}"),
            1,
            &["it says unsatisfiable, which requires exit code 20", &ended],
        );
    }
    for code in [0, 1, 15, 20, 139] {
        let ended = format!("it ended with exit code {code}");
        assert_outcome(
            &format!("cat \"$answer\"; exit {code}"),
            1,
            &["it says satisfiable, which requires exit code 10", &ended],
        );
    }
    for code in [1, 10, 20, 139] {
        assert_outcome(
            &format!("echo s UNKNOWN; exit {code}"),
            1,
            &["it says unknown, which requires exit code 0"],
        );
    }
}

#[test]
fn a_signal_after_the_verdict_is_an_error() {
    for answer in ["echo s UNSATISFIABLE", "cat \"$answer\""] {
        assert_outcome(
            &format!("{answer}; kill -SEGV $$"),
            1,
            &["liar gave a bad answer", "SIGSEGV"],
        );
    }
}

#[test]
fn two_verdicts_are_an_error() {
    assert_outcome(
        "echo s UNSATISFIABLE; cat \"$answer\"; exit 10",
        1,
        &["a second verdict contradicts the first"],
    );
    assert_outcome(
        "cat \"$answer\"; echo s UNSATISFIABLE; exit 20",
        1,
        &["a second verdict contradicts the first"],
    );
}

#[test]
fn an_exit_code_without_a_verdict_is_an_error() {
    for code in [10, 20, 1, 2, 127] {
        assert_outcome(
            &format!("echo bad luck >&2; exit {code}"),
            1,
            &[
                "there is no verdict",
                &format!("exit code {code} and said: bad luck"),
            ],
        );
    }
}

#[test]
fn a_crash_without_a_verdict_is_unknown() {
    assert_outcome(
        "kill -SEGV $$",
        30,
        &["liar crashed: it was ended by signal", "SIGSEGV"],
    );
    assert_outcome(
        "echo out of memory >&2; echo c; exit 137",
        30,
        &["liar crashed: it ended with exit code 137 and said: out of memory"],
    );
}

#[test]
fn a_solver_that_gives_up_is_unknown() {
    for script in [
        "echo s UNKNOWN; exit 0",
        "echo s INDETERMINATE; exit 15",
        "echo INDET; exit 0",
    ] {
        assert_outcome(script, 30, &["liar gave up: its verdict is unknown"]);
    }
    assert_outcome(
        "echo c tired; echo no time >&2",
        30,
        &["liar gave up: it gave no verdict; it ended with exit code 0 and said: no time"],
    );
}

#[test]
fn a_crash_leaves_the_best_answer_so_far() {
    let fake = Fake::new(
        "[ -e \"$here/second\" ] && exit 137; touch \"$here/second\"; cat \"$here/most\"; exit 10",
    );
    let budget = twistsat::problem::Budget::AtMost(6);
    fake.folder
        .write("most", fake::model_answer(&fake::model(budget)));
    let command = fake.command();
    // The first call finds a solution of at most six turns, the second crashes.
    let state = format!(r#"--solver-command "{command}" --max-turns 6 --strategy descend"#);
    fake.run(&state)
        .ends(30)
        .prints(&["not proved minimal (liar crashed: it ended with exit code 137)"]);
}

#[test]
fn error_output_of_a_program_cannot_harm_the_terminal() {
    let run = Fake::new("printf '\\033[31mred\\007\\n' >&2; exit 1").solve("");
    run.ends(1).says(&["said: [31mred\n"]);
}

/// Writes a program that calls every formula unsatisfiable. Returns the command line.
fn denier(folder: &Folder) -> String {
    folder.script(
        "denier",
        "#!/bin/sh\ncat > /dev/null\necho 's UNSATISFIABLE'\nexit 20\n",
    )
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn refuting_a_known_solution_is_always_an_error() {
    let folder = Folder::new();
    let denier = denier(&folder);
    let list = folder.write("list", "R U F\n");
    let certificate = folder.arg("certificate");
    for question in [
        "solve pocket --scramble",
        "solve pocket --jobs 2 --scramble",
        "solve pocket --metric qtm --scramble",
        "solve pocket --to solved --scramble",
        "solve pocket --strategy descend --recipe mux --max-turns 5 --scramble",
        "solve pocket --turns 3 --scramble",
        "solve pocket --free U --scramble",
        "solve pocket --cheapest --cost half=2 --max-turns 4 --scramble",
        "solve pocket --never R2 --scramble",
        &format!("solve pocket --certify {certificate} --scramble"),
        "solve rubik --scramble",
        "solve rubik --to solved --jobs 2 --scramble",
        "solve rubik --plan thistlethwaite --scramble",
        "solve rubik --plan kociemba --stage 1 --scramble",
        "enumerate pocket --turns 3 --scramble",
        "enumerate pocket --shortest --scramble",
    ] {
        let words: Vec<&str> = question.split(' ').collect();
        let more = format!(r#"'R U F' --solver-command "{denier}""#);
        let run = run((&words, &more)).ends(1).prints_nothing();
        assert!(
            run.err.contains("denier") && run.err.contains("gave a wrong verdict, unsatisfiable: "),
            "{question}: {run:#?}"
        );
    }
    let run = run!(r#"solve pocket --batch {list} --solver-command "{denier}""#).ends(1);
    assert!(
        run.out.starts_with("1: error: denier gave a wrong verdict"),
        "{run:#?}"
    );
}

/// For the state, nothing contradicts the refutation; for the scramble, the same question has a known solution.
#[test]
fn equal_lines_of_a_list_cannot_get_contradicting_answers() {
    let folder = Folder::new();
    let denier = denier(&folder);
    let puzzle = twistsat::Puzzle::built_in("pocket").unwrap();
    let scrambled = twistsat::Problem::scrambled(&puzzle, "R U F").unwrap();
    let state = scrambled.scheme.text(&scrambled.start);
    let list = folder.write("list", format!("{state}\nR U F\n"));
    let more = "--layout urfdlb --max-turns 5";
    let run = run!(r#"solve pocket --batch {list} --solver-command "{denier}" {more}"#).ends(1);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(
        lines[0].contains("no solution of at most 5 turns"),
        "{run:#?}"
    );
    assert!(
        lines[1].starts_with("2: error: denier gave a wrong verdict"),
        "{run:#?}"
    );
}

/// The algorithms in the file show that five half turns, or six for `commuting`, solve each case, apart from free turns.
const CASES: &str = r#"
title = "Half turns"
puzzle = "rubik"
to = "solved"
free = "U"
[[set]]
name = "short"
allow = "R2 L2 F2 B2 D2"
most = 4
[[set]]
name = "long"
allow = "R2 L2 F2 B2 D2"
most = 6
[[case]]
name = "free"
alg = "U F2 R2 D2 L2 B2"
[[case]]
name = "commuting"
alg = "F2 R2 D2 L2 B2 D2 U"
[[case]]
name = "plain"
alg = "F2 R2 D2 L2 B2"
"#;

#[test]
fn the_solution_of_a_case_contradicts_a_solver_that_refutes_its_length() {
    let folder = Folder::new();
    let denier = denier(&folder);
    let file = folder.write("cases.toml", CASES);
    let cases = format!(r#"cases {file} --method sat --solver-command "{denier}" --quiet"#);
    for (case, turns) in [("free", 5), ("commuting", 6), ("plain", 5)] {
        let run = run!("{cases} --only {case} --set long").ends(1);
        let says = format!(
            "error: {case} long: denier gave a wrong verdict, unsatisfiable: it refutes solutions of length {turns}, but there is F2 R2 D2 L2 B2"
        );
        assert!(run.err.starts_with(&says), "{run:#?}");
        assert!(run.out.is_empty(), "{run:#?}");
    }
    // No known solution contradicts that no shorter one exists.
    let run = run!("{cases} --set short").ends(0);
    assert_eq!(
        run.out.matches("none of at most 4 turns").count(),
        3,
        "{run:#?}"
    );
}

#[test]
fn free_turns_of_a_scramble_do_not_hide_its_known_solution() {
    let folder = Folder::new();
    let denier = denier(&folder);
    for question in [
        r#"--scramble "B2 L2 D2 R2 F2 U'" --before U"#,
        r#"--scramble "U' B2 L2 D2 R2 F2" --after U"#,
        r#"--scramble "U' B2 L2 D2 R2 F2 U" --free U"#,
    ] {
        let solve = "solve rubik --to solved --max-turns 6";
        let by = format!(r#"--allow 'R2 L2 F2 B2 D2' --solver-command "{denier}""#);
        let run = run!("{solve} {by} {question}").ends(1);
        let says = "it refutes solutions of length 5, but there is F2 R2 D2 L2 B2";
        assert!(run.err.contains(says), "{question:?}: {run:#?}");
    }
}

/// In a later stage, the known solution is the inverse of the turns so far, and then that of the scramble.
#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn a_wrong_verdict_on_a_later_stage_is_blamed_on_the_solver() {
    let Some(solver) = installed("picosat") else {
        return;
    };
    let folder = Folder::new();
    let program = solver.program().unwrap();
    let solver = program.display();
    // It is honest until it has found a solution, that of the first stage.
    let script = format!(
        "#!/bin/sh\n[ -e \"$0.found\" ] && exec sh -c 'cat > /dev/null; echo s UNSATISFIABLE; exit 20'\n\
         {solver}\nverdict=$?\n[ $verdict = 10 ] && touch \"$0.found\"\nexit $verdict\n"
    );
    let liar = folder.script("liar", &script);
    let plan = "solve rubik --plan thistlethwaite --jobs 1";
    let run = run!(r#"{plan} --scramble "R U F" --solver-command "{liar}""#).ends(1);
    // Stage 1 is F'; undone, and followed by the inverse of the scramble, it is U' R'.
    let says = "liar gave a wrong verdict, unsatisfiable: it refutes solutions of length 2, but there is U' R'\n";
    assert!(run.err.contains(says), "{run:#?}");
}

/// The inverse of the scramble is a known solution of each stage that allows its turns.
#[test]
#[ignore = "long check"]
fn a_wrong_verdict_on_a_stage_is_blamed_on_the_solver_and_not_on_the_plan() {
    let folder = Folder::new();
    let denier = denier(&folder);
    let plan = "solve rubik --plan thistlethwaite";
    let by = format!(r#"--solver-command "{denier}""#);
    for (scramble, more, turns) in [
        // Only quarter turns of F and B flip edges. The inverse is D' F U2 R' F' U' R'; of it, F U2 R' F' solves stage 1.
        ("R U F R U2 F' D", "", "F U2 R' F'"),
        ("R U F R U2 F' D", "--metric qtm", "F U2 R' F'"),
        ("R U F R U2 F' D", "--axis all", "F U2 R' F'"),
        ("R U2 F2 R'", "", "R F2 U2 R'"),
        ("R2 U2 F2 D2", "", "D2 F2 U2 R2"),
        ("R2 U2 F2 D2", "--stage 4", "D2 F2 U2 R2"),
    ] {
        let run = run!(r#"{plan} --scramble "{scramble}" {by} {more}"#).ends(1);
        let says = format!(
            "error: denier gave a wrong verdict, unsatisfiable: it refutes solutions of length 4, but there is {turns}\n"
        );
        assert!(run.err.contains(&says), "{scramble}: {run:#?}");
        assert!(!run.err.contains("too small"), "{scramble}: {run:#?}");
        assert!(run.out.is_empty(), "{scramble}: {run:#?}");
    }
    // For a state no solution is known, but the solver is tested before the maximum in the file is blamed.
    let puzzle = twistsat::Puzzle::built_in("rubik").unwrap();
    let scrambled = twistsat::Problem::scrambled(&puzzle, "R U F").unwrap();
    let state = scrambled.scheme.text(&scrambled.start);
    let by_plan = run!(r#"{plan} --state "{state}" --layout urfdlb {by}"#).ends(1);
    let pocket = "--state DDDURBBBLFLLUUDUFFLFRRRB";
    let by_maximum = ["solve", "pocket"];
    let by_maximum = run((&by_maximum, format!("{pocket} {by}"))).ends(1);
    for run in [by_plan, by_maximum] {
        assert!(run.err.contains("wrong verdict"), "{run:#?}");
        assert!(!run.err.contains("too small"), "{run:#?}");
    }
}
