//! How the formula is passed to a program, and how its answer is read.

use rustsat::types::Lit;
use twistsat::control::Control;
use twistsat::encode::{Recipe, encode};
use twistsat::problem::Budget;
use twistsat::sat::Clauses;
use twistsat::solver::{External, Session, Verdict};

use super::fake::{Fake, TURNS, posed_problem};
use super::*;
use crate::common::sat::read_dimacs;

#[test]
fn without_a_placeholder_the_same_formula_is_sent_to_stdin() {
    let fake = Fake::new("cat ${1:-} > \"$here/got$#\"; cat \"$answer\"; exit 10");
    let liar = format!("'{}'", fake.folder.arg("liar"));
    fake.solve_by(&liar, "").ends(0);
    fake.solve_by(&format!("{liar} {{cnf}}"), "").ends(0);
    let text = fake.folder.read("got0");
    assert!(text.len() > 1 << 16, "the formula fits into a pipe");
    assert_eq!(text, fake.folder.read("got1"));
    let (read, _) = read_dimacs(&text);
    let recipe = Recipe::built_in("mux-idle").unwrap();
    let formula = encode(&posed_problem(Budget::Exactly(TURNS)), &recipe).unwrap();
    assert_eq!(read, formula.cnf);
}

#[test]
fn a_program_need_not_read_its_input() {
    for script in [
        "exec 0<&-; cat \"$answer\"; exit 10",
        "sleep 0.2; cat \"$answer\"; exit 10",
        "head -c 10 > /dev/null; cat \"$answer\"; exit 10",
    ] {
        let fake = Fake::new(script);
        fake.solve_by(&fake.folder.arg("liar"), "").ends(0);
    }
}

#[test]
fn a_program_may_write_its_answer_to_a_file() {
    let fake = Fake::new(
        "echo chatter; (echo SAT; sed -n 's/^v //p' \"$answer\" | tr '\\n' ' ') > \"$2\"; exit 10",
    );
    fake.solve_by(&format!("{} {{result}}", fake.command()), "")
        .ends(0);
    fake.solve("")
        .ends(1)
        .says(&["`chatter` cannot begin a line"]);
}

#[test]
fn an_answer_missing_from_its_file_is_an_error() {
    for script in ["exit 20", "mkdir \"$2\"; exit 20", "mkfifo \"$2\"; exit 20"] {
        let fake = Fake::new(&format!("echo s UNSATISFIABLE; {script}"));
        let run = fake.solve_by(&format!("{} {{result}}", fake.command()), "");
        run.ends(1).says(&["there is no verdict"]);
    }
}

#[test]
fn quoted_words_stay_together_and_no_shell_reads_them() {
    let fake = Fake::new("printf '%s|' \"$@\" > \"$here/words\"; cat \"$answer\"; exit 10");
    let liar = fake.folder.arg("liar");
    let command = format!("'{liar}' 'a b' \"c'd\" $HOME ';' '>' e\\ f");
    fake.solve_by(&command, "").ends(0);
    assert_eq!(fake.folder.read("words"), "a b|c'd|$HOME|;|>|e f|");
}

#[test]
fn a_missing_folder_for_temporary_files_is_an_error() {
    let fake = Fake::new("cat \"$answer\"; exit 10");
    let mut solve = twistsat();
    solve.args(["solve", "pocket", "--scramble", "R", "--solver-command"]);
    solve.arg(fake.command());
    let output = solve.env("TMPDIR", fake.folder.path_of("nowhere")).output();
    let says = "cannot use liar: cannot create a temporary folder";
    Run::of(output.unwrap()).ends(1).says(&[says, "nowhere"]);
}

#[test]
fn a_file_that_the_system_cannot_run_is_an_error() {
    let folder = Folder::new();
    let empty = folder.script("empty", "\u{7f}ELF");
    run!("solve pocket --scramble R --solver-command {empty}")
        .ends(1)
        .says(&["cannot use empty: it could not be run to completion"]);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn versions_are_listed_and_a_program_without_one_is_not_waited_for() {
    let folder = Folder::new();
    folder.script("kissat", "#!/bin/sh\necho 4.0.4");
    folder.script("cadical", "#!/bin/sh\nwhile :; do :; done");
    folder.script("picosat", "#!/bin/sh\nexit 1");
    let begin = std::time::Instant::now();
    let mut list = twistsat();
    list.args(["list", "solvers"]).env("PATH", folder.path());
    let run = Run::of(list.output().unwrap()).ends(0);
    assert!(begin.elapsed() < std::time::Duration::from_secs(6));
    for (name, found) in [
        ("minisat ", "; not found"),
        ("picosat ", "; found"),
        ("cadical ", "; found"),
        ("kissat ", "; found, version 4.0.4"),
        ("clasp ", "; not found"),
    ] {
        let line = run.out.lines().find(|line| line.starts_with(name));
        assert!(line.unwrap().ends_with(found), "{run:#?}");
    }
}

#[test]
fn a_program_may_omit_variables_that_occur_in_no_clause() {
    let folder = Folder::new();
    let literal = |dimacs| Lit::from_ipasir(dimacs).unwrap();
    // The variables 1, 3 and 5 occur in no clause.
    let clauses = [vec![literal(2)], vec![literal(4), literal(-2)]];
    let cnf: Clauses = clauses.into_iter().collect();
    for (answer, is_complete) in [
        ("2 4", true),
        ("2 3 4", true),
        ("-1 2 4", true),
        ("2", false),
        ("1 3 4", false),
    ] {
        let script = format!("#!/bin/sh\necho s SATISFIABLE; echo v {answer} 0; exit 10\n");
        folder.script("terse", &script);
        let terse = External::from_command(&format!("'{}'", folder.arg("terse"))).unwrap();
        let mut session = Session::new(&terse, &cnf, 5).unwrap();
        let result = session.solve(&Control::unlimited());
        match (is_complete, result) {
            (true, Ok(Verdict::Sat(model))) => assert_eq!(model.len(), 5),
            (false, Err(error)) => assert!(error.to_string().contains("too short"), "{error}"),
            (_, result) => panic!("{answer}: {result:?}"),
        }
    }
}
