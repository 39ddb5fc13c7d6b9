//! How a program is named on the command line.

use super::*;

const SOLVE: [&str; 4] = ["solve", "pocket", "--scramble", "R"];

#[track_caller]
fn refused(more: &str, code: i32, says: &[&str]) {
    run((&SOLVE, &more)).ends(code).says(says).prints_nothing();
}

/// Malformed commands are tested in `src/solver/external/template.rs`.
#[test]
fn a_malformed_command_is_refused() {
    let says = "--solver-command `prog 'a b`: the `'` at character 6 is not closed";
    refused(r#"--solver-command "prog 'a b""#, 2, &[says]);
    refused("--solver-command ''", 2, &["the command names no program"]);
    let both = "--solver batsat --solver-command 'cadical {cnf}'";
    refused(both, 2, &["--solver", "cannot be used with"]);
}

#[test]
fn a_missing_program_is_an_error_before_any_work() {
    let folder = Folder::new();
    for name in PROGRAMS {
        let mut solve = twistsat();
        solve.args(SOLVE).args(["--solver", name]);
        let output = solve.env("PATH", folder.path()).output();
        let run = Run::of(output.unwrap()).ends(1).prints_nothing();
        let says = format!(
            "error: {name} was not found: install it, or put its folder on PATH; \
             `twistsat list solvers` shows which ones are found\n"
        );
        assert_eq!(run.err, says);
    }
    // Also a folder, and a file that is not executable.
    let plain = folder.write("plain", "#!/bin/sh\nexit 20\n");
    let nowhere = "nowhere is not a program: there is no such file, or it is not executable";
    for (command, says) in [
        ("'no-such-program {cnf}'", "no-such-program was not found"),
        ("no-such-program", "no-such-program was not found"),
        (&folder.arg("nowhere"), nowhere),
        (&folder.arg(""), "is not a program"),
        (&plain, "is not a program"),
    ] {
        refused(&format!("--solver-command {command}"), 1, &[says]);
    }
}
