//! A solver that lies, fails or crashes causes a message and never an answer.

use super::fake::Fake;
use super::*;
use crate::common::each;
use crate::common::programs::installed;

/// Checks the exit code and parts of the messages with this script.
#[track_caller]
fn assert_outcome(script: &str, code: i32, says: &[&str]) {
    println!("{script}");
    let run = Fake::new(script).solve("").ends(code);
    let said = format!("{}{}", run.out, run.err);
    let lacks = says.iter().find(|part| !said.contains(**part));
    assert!(lacks.is_none(), "`{script}`, {lacks:?}: {run:#?}");
    let is_error = run.out.is_empty() && run.err.starts_with("error: ");
    assert_eq!(is_error, code == 1, "`{script}`: {run:#?}");
    run.lacks(&["no solution"]);
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

/// `src/solver/external/judge.rs` tests all exit codes.
#[test]
fn an_answer_that_is_wrong_or_contradicts_the_exit_code_is_an_error() {
    each(
        r#"
echo s SATISFIABLE; seq $(($(wc -l < "$answer") - 2)) | sed 's/^/v /'; echo v 0; exit 10 » returned a wrong model: it violates the clause
sed '5d' "$answer"; exit 10 » liar gave a bad answer: the model is too short » not to variable 4
sed '$d' "$answer"; exit 10 » does not end with 0: it is cut short
echo s SATISFIABLE; exit 10 » cut short
sed '$d' "$answer"; echo v 1000000 0; exit 10 » literal 1000000, but the formula has
cat "$answer"; echo v 1 0; exit 10 » after the 0 that ends the model
echo s UNSATISFIABLE; cat "$answer"; exit 10 » a second verdict contradicts the first
cat "$answer"; echo s UNSATISFIABLE; exit 20 » a second verdict contradicts the first
echo hello; exit 10 » line 1: `hello` cannot begin a line of an answer » `s` and `v` lines
printf '\377\000\033[31m\n'; exit 20 » liar gave a bad answer
echo s PERHAPS; exit 20 » `PERHAPS` is not a verdict
echo s UNSATISFIABLE; exit 0 » it says unsatisfiable, which requires exit code 20 » it ended with exit code 0
echo s UNSATISFIABLE; exit 137 » it says unsatisfiable, which requires exit code 20 » it ended with exit code 137
cat "$answer"; exit 20 » it says satisfiable, which requires exit code 10 » it ended with exit code 20
echo s UNKNOWN; exit 10 » it says unknown, which requires exit code 0
echo s UNSATISFIABLE; kill -SEGV $$ » liar gave a bad answer » SIGSEGV
cat "$answer"; kill -SEGV $$ » liar gave a bad answer » SIGSEGV
echo bad luck >&2; exit 20 » there is no verdict » exit code 20 and said: bad luck
"#,
        |[script], says| assert_outcome(script, 1, says),
    );
}

#[test]
fn a_solver_that_crashes_or_gives_up_without_a_verdict_is_unknown() {
    each(
        r#"
kill -SEGV $$ » liar crashed: it was ended by signal » SIGSEGV
echo out of memory >&2; echo c; exit 137 » liar crashed: it ended with exit code 137 and said: out of memory
echo s UNKNOWN; exit 0 » liar gave up: its verdict is unknown
echo s INDETERMINATE; exit 15 » liar gave up: its verdict is unknown
echo INDET; exit 0 » liar gave up: its verdict is unknown
echo c tired; echo no time >&2 » liar gave up: it gave no verdict; it ended with exit code 0 and said: no time
"#,
        |[script], says| assert_outcome(script, 30, says),
    );
}

#[test]
fn a_crash_leaves_the_best_answer_so_far() {
    let fake = Fake::new(
        "[ -e \"$here/second\" ] && exit 137; touch \"$here/second\"; cat \"$here/most\"; exit 10",
    );
    let budget = twistsat::problem::Budget::AtMost(6);
    fake.folder.write("most", fake::right_answer(budget));
    let command = fake.command();
    // The first call finds a solution of at most six turns, the second crashes.
    let solve = format!(r#"--solver-command "{command}" --max-turns 6 --strategy descend"#);
    let says = "not proved minimal (liar crashed: it ended with exit code 137)";
    fake.run(&solve).ends(30).prints(&[says]);
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
    for question in [
        "solve pocket",
        "solve pocket --jobs 2",
        "solve pocket --metric qtm",
        "solve pocket --to solved",
        "solve pocket --strategy descend --recipe mux --max-turns 5",
        "solve pocket --turns 3",
        "solve pocket --free U",
        "solve pocket --cheapest --cost half=2 --max-turns 4",
        "solve pocket --never R2",
        "solve pocket --certify certificate",
        "solve rubik",
        "solve rubik --to solved --jobs 2",
        "solve rubik --plan thistlethwaite",
        "solve rubik --plan thistlethwaite --metric qtm",
        "solve rubik --plan thistlethwaite --axis all",
        "solve rubik --plan kociemba --stage 1",
        "enumerate pocket --turns 3",
        "enumerate pocket --shortest",
    ] {
        let by = format!("--scramble 'R U F' --solver-command {denier}");
        run_in!(folder.path(), "{question} {by}")
            .ends(1)
            .prints_nothing()
            .says(&["denier", "gave a wrong verdict, unsatisfiable: "]);
    }
}

/// For the state, nothing contradicts the refutation; for the scramble, the same question has a known solution.
#[test]
fn equal_lines_of_a_list_cannot_get_contradicting_answers() {
    let folder = Folder::new();
    let denier = denier(&folder);
    let list = folder.write("list", format!("{}\nR U F\n", state_after("pocket")));
    let more = format!("--solver-command {denier} --layout urfdlb --max-turns 5");
    let run = run!("solve pocket --batch {list} {more}").ends(1);
    let lines: Vec<&str> = run.out.lines().collect();
    let none = "no solution of at most 5 turns";
    assert!(lines[0].contains(none), "{run:#?}");
    let says = "2: error: denier gave a wrong verdict";
    assert!(lines[1].starts_with(says), "{run:#?}");
}

/// The state of a puzzle after `R U F`.
fn state_after(puzzle: &str) -> String {
    let puzzle = twistsat::Puzzle::built_in(puzzle).unwrap();
    let scrambled = twistsat::Problem::scrambled(&puzzle, "R U F").unwrap();
    scrambled.scheme.text(&scrambled.start)
}

/// The algorithms in the file show that five half turns, or six for `commuting`, solve each case, apart from free
/// turns.
const CASES: &str = r#"
title = "Half turns"
puzzle = "rubik"
to = "solved"
free = "U"
[[set]]
name = "short"
allow = "R2 L2 F2 B2 D2"
max_turns = 4
[[set]]
name = "long"
allow = "R2 L2 F2 B2 D2"
max_turns = 6
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
    let cases = format!("cases {file} --method sat --solver-command {denier} --quiet");
    for (case, turns) in [("free", 5), ("commuting", 6), ("plain", 5)] {
        let says = format!(
            "error: {case} long: denier gave a wrong verdict, unsatisfiable: it refutes solutions of length {turns}, but there is F2 R2 D2 L2 B2"
        );
        let run = run!("{cases} --only {case} --set long").ends(1);
        run.says(&[says]).prints_nothing();
    }
    // No known solution contradicts that no shorter one exists.
    let short = run!("{cases} --set short").ends(0).out;
    let none = short.matches("none of at most 4 turns");
    assert_eq!(none.count(), 3, "{short}");
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
    let program = solver.find_executable().unwrap();
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

/// For a state no solution is known, but the solver is tested before the maximum in the file is blamed.
#[test]
#[ignore = "long check"]
fn a_wrong_verdict_on_a_state_is_blamed_on_the_solver_and_not_on_the_maximum() {
    let folder = Folder::new();
    let by = format!("--layout urfdlb --solver-command {}", denier(&folder));
    let plan = "rubik --plan thistlethwaite";
    let stages = format!("{plan} --state '{}'", state_after("rubik"));
    for question in [&stages, "pocket --state DDDURBBBLFLLUUDUFFLFRRRB"] {
        let run = run!("solve {question} {by}").ends(1);
        run.says(&["wrong verdict"]).lacks(&["too small"]);
    }
}
