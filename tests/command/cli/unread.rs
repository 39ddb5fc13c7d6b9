//! The outcome of a run does not depend on whether its output is read.

use super::*;

/// A pipe whose reader has ended.
fn unread() -> Stdio {
    let mut ended = Command::new("true").stdin(Stdio::piped()).spawn().unwrap();
    let pipe = ended.stdin.take().unwrap();
    ended.wait().unwrap();
    pipe.into()
}

/// Runs in a folder and reads nothing. The exit code, and stderr.
fn run_unread(folder: &Folder, line: impl Words) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_twistsat-tested"));
    command.args(line.words()).current_dir(folder.path());
    let output = command.stdout(unread()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), said)
}

#[test]
#[cfg_attr(not(all_tests), ignore = "slow: .ci/run runs it")]
fn the_exit_code_does_not_depend_on_the_reader() {
    let folder = Folder::new();
    folder.write("one", "R U F\n");
    folder.write("bad.cnf", "p cnf 1 1\n1 0\n");
    folder.write("bad.drat", "0\n");
    // The codes are those of the table in the README: R U F is three turns from solved.
    let solve = "solve pocket --scramble R_U_F -q";
    for (words, code) in [
        (format!("{solve} --max-turns 1"), 20),
        (format!("{solve} --max-turns 1 --format json"), 20),
        (format!("{solve} --max-turns 1 --free F"), 20),
        (format!("{solve} --max-turns 3"), 0),
        (format!("{solve} --turns 2"), 20),
        ("solve pocket --batch one --max-turns 2 -q".to_owned(), 20),
        (
            "prove pocket --scramble R_U_F --max-turns 3 -q".to_owned(),
            1,
        ),
        (
            "prove pocket --scramble R_U_F --max-turns 2 -q -o two".to_owned(),
            0,
        ),
        ("verify two.json -q".to_owned(), 0),
        ("check bad.cnf bad.drat -q".to_owned(), 1),
        ("show pocket --scramble R".to_owned(), 0),
    ] {
        let words: Vec<String> = words.split(' ').map(|it| it.replace('_', " ")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let read = run_in(folder.path(), &words).ends(code);
        assert!(!read.out.is_empty(), "{words:?}");
        let (unread, said) = run_unread(&folder, &words);
        assert_eq!(unread, Some(code), "{words:?}: {said}");
        assert!(!said.contains("stdout"), "{words:?}: {said}");
    }
}

#[test]
fn a_picture_is_written_even_if_the_result_is_not_read() {
    let folder = Folder::new();
    let solve = "solve pocket --scramble 'R U F' -q";
    let (code, said) = run_unread(&folder, format!("{solve} --svg a.svg"));
    assert_eq!(code, Some(0), "{said}");
    assert!(folder.read("a.svg").contains("<svg"));
}
