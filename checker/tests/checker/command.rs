//! The command on a formula of four clauses.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::SQUARE;

const PROOF: &str = "1 0\n0\n";

/// A folder of a test, with formula and proof.
fn folder(name: &str) -> PathBuf {
    let folder = super::folder(&format!("command-{name}"));
    fs::write(folder.join("f.cnf"), SQUARE).unwrap();
    fs::write(folder.join("f.drat"), PROOF).unwrap();
    folder
}

fn run(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_twistsat-checker"));
    command.args(words).current_dir(folder).output().unwrap()
}

#[track_caller]
fn check(output: &Output, code: i32, out: &str, err: &str) {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    let contains = |bytes: &[u8], text: &str| String::from_utf8_lossy(bytes).contains(text);
    assert!(contains(&output.stdout, out), "{output:?}");
    assert!(contains(&output.stderr, err), "{output:?}");
}

#[test]
fn a_right_proof_is_verified() {
    let folder = folder("right");
    check(&run(&folder, &["f.cnf", "f.drat"]), 0, "s VERIFIED\n", "");
    let forward = run(&folder, &["f.cnf", "f.drat", "--forward"]);
    check(&forward, 0, "s VERIFIED\n", "");
}

#[test]
fn a_wrong_proof_is_rejected() {
    let folder = folder("wrong");
    // Without the last clause the formula has a model.
    fs::write(folder.join("f.cnf"), "p cnf 2 3\n1 2 0\n1 -2 0\n-1 2 0\n").unwrap();
    let wrong = run(&folder, &["f.cnf", "f.drat"]);
    check(&wrong, 1, "s NOT VERIFIED\n", "");
}

#[test]
fn lrat_made_from_drat_is_verified() {
    let folder = folder("lrat");
    for form in [&[][..], &["--lrat-text"]] {
        let made = [&["f.cnf", "f.drat", "--to-lrat", "f.lrat"], form].concat();
        check(&run(&folder, &made), 0, "s VERIFIED\n", "");
        check(&run(&folder, &["f.cnf", "f.lrat"]), 0, "s VERIFIED\n", "");
    }
    let names = fs::read_dir(&folder).unwrap().count();
    assert_eq!(names, 3, "a temporary file is left");
}

#[test]
fn impossible_requests_are_refused_with_the_reason() {
    let folder = folder("refused");
    for (words, code, says) in [
        (
            &["f.cnf"][..],
            2,
            "expected a formula and a proof, but 1 file is given",
        ),
        (
            &["f.cnf", "f.drat", "--fast"],
            2,
            "there is no option --fast",
        ),
        (
            &["f.cnf", "f.drat", "--format"],
            2,
            "--format needs a value",
        ),
        (&["f.cnf", "f.drat", "--to-lrat", "f.cnf"], 2, "overwrite"),
        (&["f.cnf", "none.drat"], 1, "none.drat: No such file"),
        (&["f.drat", "f.cnf"], 1, "f.drat: "),
    ] {
        check(&run(&folder, words), code, "", says);
    }
    check(&run(&folder, &["--help"]), 0, "Usage: twistsat-checker", "");
    let formula = fs::read_to_string(folder.join("f.cnf")).unwrap();
    assert_eq!(formula, SQUARE);
}

/// If the result of a right proof cannot be printed, the command fails.
#[cfg(target_os = "linux")]
#[test]
fn a_full_stdout_is_an_error_and_not_a_panic() {
    use std::net::Shutdown;
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    use std::process::Stdio;

    let folder = folder("stdout");
    // Writing always fails. The end of a pipe can be open for a moment longer, in processes that other tests start.
    let (closed, reader) = UnixStream::pair().unwrap();
    reader.shutdown(Shutdown::Both).unwrap();
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    for (stdout, why) in [
        (Stdio::from(OwnedFd::from(closed)), "Broken pipe"),
        (full.into(), "No space left on device"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_twistsat-checker"));
        command.args(["f.cnf", "f.drat"]).current_dir(&folder);
        let output = command.stdout(stdout).output().unwrap();
        check(
            &output,
            1,
            "",
            &format!("error: cannot write to stdout: {why}"),
        );
    }
    // It does not panic either if stderr cannot be written.
    for (words, code) in [
        (&["f.cnf", "f.drat"][..], 1),
        (&["--help"], 1),
        (&["f.cnf"], 2),
    ] {
        let full = || fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_twistsat-checker"));
        command.args(words).current_dir(&folder);
        let status = command.stdout(full()).stderr(full()).status().unwrap();
        assert_eq!(status.code(), Some(code), "{words:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_name_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = folder("names");
    let name = OsStr::from_bytes(b"f\xff.drat");
    fs::rename(folder.join("f.drat"), folder.join(name)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_twistsat-checker"));
    command.arg("f.cnf").arg(name).current_dir(&folder);
    check(&command.output().unwrap(), 0, "s VERIFIED\n", "");
}
