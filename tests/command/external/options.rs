//! How a program is named on the command line.

use super::*;

const SOLVE: [&str; 4] = ["solve", "pocket", "--scramble", "R"];

#[track_caller]
fn refused(more: &str, code: i32, says: &[&str]) {
    run((&SOLVE, &more)).ends(code).says(says).prints_nothing();
}

#[test]
fn a_command_with_an_open_quote_is_rejected_with_the_position() {
    refused(
        r#"--solver-command "prog 'a b""#,
        2,
        &["--solver-command `prog 'a b`: the `'` at character 6 is not closed"],
    );
    refused(
        r#"--solver-command 'prog \'"#,
        2,
        &["the `\\` at character 6 has nothing after it"],
    );
}

#[test]
fn a_command_without_a_program_is_refused() {
    for command in ["", "  ", "''"] {
        refused(
            &format!(r#"--solver-command "{command}""#),
            2,
            &["the command names no program", "{cnf}"],
        );
    }
}

#[test]
fn a_solver_and_a_command_are_refused_together() {
    refused(
        "--solver batsat --solver-command 'cadical {cnf}'",
        2,
        &["--solver", "cannot be used with"],
    );
}

#[test]
fn an_unknown_solver_is_refused_with_the_known_ones() {
    refused(
        "--solver abacus",
        2,
        &[
            "unknown solver `abacus`; expected one of: batsat, varisat, splr, minisat, picosat, cadical",
        ],
    );
}

#[test]
fn a_missing_program_is_an_error_before_any_work() {
    let folder = Folder::new();
    for name in PROGRAMS {
        let mut solve = twistsat();
        let output = solve
            .args([&SOLVE[..], &["--solver", name]].concat())
            .env("PATH", folder.path())
            .output();
        let run = Run::of(output.unwrap()).ends(1).prints_nothing();
        assert_eq!(
            run.err,
            format!(
                "error: {name} was not found: install it, or put its folder on PATH; \
                 `twistsat list solvers` shows which ones are found\n"
            )
        );
    }
    for command in ["no-such-program {cnf}", "no-such-program"] {
        refused(
            &format!("--solver-command '{command}'"),
            1,
            &["no-such-program was not found"],
        );
    }
    let nowhere = folder.arg("nowhere");
    refused(
        &format!("--solver-command {nowhere}"),
        1,
        &["nowhere is not a program: there is no such file, or it is not executable"],
    );
    // A folder, and a file that is not executable.
    for path in [
        folder.arg(""),
        folder.write("plain", "#!/bin/sh\nexit 20\n"),
    ] {
        if cfg!(unix) {
            refused(
                &format!("--solver-command {path}"),
                1,
                &["is not a program"],
            );
        }
    }
}
